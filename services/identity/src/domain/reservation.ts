import type { DomainEvent } from '@tuma/platform/domain'

export type ReservationMade = DomainEvent<
  'ReservationMade',
  {
    readonly accountId: string
    readonly madeAt: string
    /** The account that had it before and could not keep it. */
    readonly takenFrom: string | null
  }
>

/** Who has an e-mail address or a username. A stream for each, so that two cannot have the same. */
export type ReservationEvent =
  | ReservationMade
  /** The holder has shown that the e-mail address is theirs: nobody can take the place over any more. */
  | DomainEvent<'ReservationConfirmed', { readonly accountId: string; readonly confirmedAt: string }>
  /** The holder has another e-mail address, or is gone. */
  | DomainEvent<'ReservationReleased', { readonly accountId: string; readonly releasedAt: string }>

export type Reservation = { readonly accountId: string; readonly madeAt: string; readonly confirmed: boolean }

export const evolve = (held: Reservation | null, { type, data }: ReservationEvent): Reservation | null => {
  switch (type) {
    case 'ReservationMade':
      return { accountId: data.accountId, madeAt: data.madeAt, confirmed: false }
    case 'ReservationConfirmed':
      return held && { ...held, confirmed: true }
    case 'ReservationReleased':
      return null
  }
}

/** E-mail addresses and usernames are the same whatever their case. */
export const nameKey = (text: string): string => text.trim().normalize('NFC').toLowerCase()
