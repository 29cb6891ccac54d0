import type { DomainEvent } from '@tuma/platform/domain'

export type ReservationMade = DomainEvent<
  'ReservationMade',
  {
    readonly accountId: string
    readonly madeAt: string
    /** The account that owned the name or asked for it, and can't have it now. */
    readonly takenFrom: string | null
  }
>

/**
 * Who owns an e-mail address or a username, or asked for it. Each has one stream, so that two accounts can't own the
 * same.
 */
export type ReservationEvent =
  /** Adds a claim; earlier ones stay, except the one that it is taken from. */
  | ReservationMade
  /** The account has shown that the e-mail address is theirs: no other account can take the name over. */
  | DomainEvent<'ReservationConfirmed', { readonly accountId: string; readonly confirmedAt: string }>
  /** The account has another e-mail address, or is deleted. */
  | DomainEvent<'ReservationReleased', { readonly accountId: string; readonly releasedAt: string }>

export type Claim = { readonly accountId: string; readonly madeAt: string }

export type Reservation = {
  /** The accounts that may own it, oldest first; after the confirmation only the owner. */
  readonly claims: readonly Claim[]
  readonly confirmed: boolean
  /** The last few that asked and can't have it. */
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

/** The account that owns it, if any. */
export const getOwner = ({ claims, confirmed }: Reservation): string | null =>
  confirmed ? (claims[0]?.accountId ?? null) : null

/** E-mail addresses and usernames are compared without regard to case. */
export const nameKey = (text: string): string => text.trim().normalize('NFC').toLowerCase()
