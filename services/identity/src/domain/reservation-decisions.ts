import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import { later, minutes } from './instant.ts'
import { evolve, type Reservation, type ReservationEvent } from './reservation.ts'

/** Longer than any registration takes: after that, its account will not come. */
const registrationTakes = minutes(10)

/**
 * What the asker found behind a reservation: `missing`, there is no such account (yet); `registered`, it waits to be
 * verified; `displaced`, another has taken its e-mail address over, so that it can never be verified; `deleted`.
 */
export type Holder = {
  readonly accountId: string
  readonly standing: 'missing' | 'registered' | 'displaced' | 'deleted'
}

export type Reserve = {
  readonly type: 'Reserve'
  readonly accountId: string
  readonly seen: Holder | null
  /** Confirmed from the start: the system vouches for it. */
  readonly confirmed: boolean
  readonly at: string
}
export type ReservationCommand =
  | Reserve
  | { readonly type: 'Confirm' | 'Release'; readonly accountId: string; readonly at: string }

export type Kind = 'email' | 'username'

/** Tells a form which of its fields it is about. */
export const taken = (kind: Kind): Refused => new Refused(`${kind}_taken`, { field: kind })

const reservationOf = (kind: Kind): Decider<Reservation | null, ReservationCommand, ReservationEvent> => ({
  initialState: null,
  evolve,
  decide(command, held) {
    switch (command.type) {
      case 'Reserve':
        return reserve(kind, held, command)
      case 'Confirm':
        if (held?.accountId !== command.accountId) throw new Refused('link_invalid')
        return held.confirmed ? [] : [confirmed(command)]
      case 'Release': {
        const { accountId, at } = command
        return held?.accountId === accountId
          ? [{ type: 'ReservationReleased', data: { accountId, releasedAt: at } }]
          : []
      }
    }
  },
})

const reserve = (kind: Kind, held: Reservation | null, command: Reserve): ReservationEvent[] => {
  const { accountId, at } = command
  if (held?.accountId === accountId) return []
  if (held && !yields(kind, held, command)) throw taken(kind)
  return [
    { type: 'ReservationMade', data: { accountId, madeAt: at, takenFrom: held?.accountId ?? null } },
    ...(command.confirmed ? [confirmed(command)] : []),
  ]
}

const confirmed = ({ accountId, at }: ReservationCommand): ReservationEvent => ({
  type: 'ReservationConfirmed',
  data: { accountId, confirmedAt: at },
})

const yields = (kind: Kind, held: Reservation, { seen, at }: Reserve): boolean => {
  // Somebody else was faster than the look at the holder.
  if (seen?.accountId !== held.accountId) return false
  switch (seen.standing) {
    case 'missing':
      return later(held.madeAt, registrationTakes) <= at
    case 'registered':
      // Nobody can register another's address first and keep it: who registers last gets the mail that counts.
      return kind === 'email' && !held.confirmed
    case 'displaced':
      return !held.confirmed
    case 'deleted':
      // Old parcels still say whose they are.
      return kind === 'email'
  }
}

export const emailReservation = reservationOf('email')
export const usernameReservation = reservationOf('username')
