import type { DomainEvent } from '@tuma/platform/domain'

export type ReservationMade = DomainEvent<
  'ReservationMade',
  {
    readonly accountId: string
    readonly madeAt: string
    /** The account that had it, or asked for it, and can't have it any more. */
    readonly takenFrom: string | null
  }
>

/** Who has an e-mail address or a username, or asked for it. A stream for each, so that two cannot have the same. */
export type ReservationEvent =
  /** Beside who asked before, but for the one it is taken from. */
  | ReservationMade
  /** The holder has shown that the e-mail address is theirs: nobody can take the place over any more. */
  | DomainEvent<'ReservationConfirmed', { readonly accountId: string; readonly confirmedAt: string }>
  /** The holder has another e-mail address, or is gone. */
  | DomainEvent<'ReservationReleased', { readonly accountId: string; readonly releasedAt: string }>

export type Claim = { readonly accountId: string; readonly madeAt: string }

export type Reservation = {
  /** Who may get it, oldest first; the one who has it, once it is confirmed. */
  readonly claims: readonly Claim[]
  readonly confirmed: boolean
  /** The last few who asked and can't have it. */
  readonly lost: readonly string[]
}

export const unclaimed: Reservation = { claims: [], confirmed: false, lost: [] }

const lostKept = 5

const withLost = (lost: readonly string[], more: readonly string[]): readonly string[] =>
  [...lost.filter((accountId) => !more.includes(accountId)), ...more].slice(-lostKept)

export const evolve = (held: Reservation, { type, data }: ReservationEvent): Reservation => {
  const { accountId } = data
  const others = held.claims.filter((claim) => claim.accountId !== accountId)
  switch (type) {
    case 'ReservationMade': {
      const { takenFrom, madeAt } = data
      const claims = [...others.filter((claim) => claim.accountId !== takenFrom), { accountId, madeAt }]
      const lost = held.lost.filter((loser) => loser !== accountId)
      return { claims, confirmed: false, lost: takenFrom === null ? lost : withLost(lost, [takenFrom]) }
    }
    case 'ReservationConfirmed': {
      const claims = held.claims.filter((claim) => claim.accountId === accountId)
      const losers = others.map((claim) => claim.accountId)
      return { claims, confirmed: claims.length > 0, lost: withLost(held.lost, losers) }
    }
    case 'ReservationReleased':
      return { ...held, claims: others, confirmed: false }
  }
}

export const toClaim = ({ claims }: Reservation, accountId: string): Claim | null =>
  claims.find((claim) => claim.accountId === accountId) ?? null

/** Whose it is for good. */
export const getOwner = ({ claims, confirmed }: Reservation): string | null =>
  confirmed ? (claims[0]?.accountId ?? null) : null

/** E-mail addresses and usernames are the same whatever their case. */
export const nameKey = (text: string): string => text.trim().normalize('NFC').toLowerCase()
