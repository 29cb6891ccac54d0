import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import { later, minutes } from './instant.ts'
import { evolve, getOwner, type Reservation, type ReservationEvent, toClaim, unclaimed } from './reservation.ts'

/** Longer than any registration takes: after that, its account will not come. */
const registrationTakes = minutes(10)

/** Beyond them the oldest makes room: its links have long expired, for mails to one address are limited. */
const maxClaims = 50

/**
 * What the asker found behind a claim: `missing`, there is no such account (yet); `registered`, it waits to be
 * verified, or is; `rival`, it waits with the very e-mail address that the asker registers; `displaced`, another has
 * its e-mail address, so that it can never be verified; `deleted`.
 */
export type Holder = {
  readonly accountId: string
  readonly standing: 'missing' | 'registered' | 'rival' | 'displaced' | 'deleted'
}

export type Reserve = {
  readonly type: 'Reserve'
  readonly accountId: string
  readonly seen: readonly Holder[]
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

type Decide = (command: Reserve, held: Reservation) => ReservationEvent[]

const toReservation = (reserve: Decide): Decider<Reservation, ReservationCommand, ReservationEvent> => ({
  initialState: unclaimed,
  evolve,
  decide(command, held) {
    const { accountId, at } = command
    switch (command.type) {
      case 'Reserve':
        return toClaim(held, accountId) || hasLost(held, accountId) ? [] : reserve(command, held)
      case 'Confirm':
        return confirm(command, held)
      case 'Release':
        return toClaim(held, accountId) ? [{ type: 'ReservationReleased', data: { accountId, releasedAt: at } }] : []
    }
  },
})

/** To ask once more changes nothing while another has it. */
const hasLost = ({ confirmed, lost }: Reservation, accountId: string): boolean => confirmed && lost.includes(accountId)

const made = (accountId: string, madeAt: string, takenFrom: string | null = null): ReservationEvent => ({
  type: 'ReservationMade',
  data: { accountId, madeAt, takenFrom },
})
const confirmed = ({ accountId, at }: ReservationCommand): ReservationEvent => ({
  type: 'ReservationConfirmed',
  data: { accountId, confirmedAt: at },
})

/** Who comes first has it, and all others who asked have lost it. */
const confirm = (command: ReservationCommand, held: Reservation): ReservationEvent[] => {
  const claim = toClaim(held, command.accountId)
  if (!claim) throw new Refused('link_invalid')
  if (held.confirmed) return []
  const others = held.claims.filter((other) => other !== claim)
  return [...others.map((other) => made(claim.accountId, claim.madeAt, other.accountId)), confirmed(command)]
}

const takingOver = (command: Reserve, from: readonly { readonly accountId: string }[]): ReservationEvent[] => {
  const { accountId, at } = command
  const taking = from.map((other) => made(accountId, at, other.accountId))
  return [...(taking.length > 0 ? taking : [made(accountId, at)]), ...(command.confirmed ? [confirmed(command)] : [])]
}

/** Anybody may ask: nobody hears whose it is. Who opens their link first gets it; who asks later than that never does. */
const reserveEmail: Decide = (command, held) => {
  const { accountId, at, seen } = command
  const owner = getOwner(held)
  const [claim] = held.claims
  if (owner !== null && claim) {
    const isFree = seen.some((holder) => holder.accountId === owner && holder.standing === 'deleted')
    if (isFree) return takingOver(command, [claim])
    if (command.confirmed) throw taken('email')
    // As releases before this one understand it: asked for, and back with its owner at once.
    return [made(accountId, at), made(owner, claim.madeAt, accountId), confirmed({ ...command, accountId: owner })]
  }
  if (command.confirmed) return takingOver(command, held.claims)
  return takingOver(command, held.claims.slice(0, Math.max(0, held.claims.length + 1 - maxClaims)))
}

/** Taken from the first who asks, but for those who register the same e-mail address: they may be the same person. */
const reserveUsername: Decide = (command, held) => {
  const standings = held.claims.map((claim) => ({ ...claim, standing: getStanding(claim.accountId, command) }))
  const yielding = standings.filter(({ standing, madeAt }) => yields(standing, madeAt, command.at))
  const isFree = standings.every((claim) => claim.standing === 'rival' || yielding.includes(claim))
  if (held.confirmed || !isFree) throw taken('username')
  return takingOver(command, command.confirmed ? standings : yielding)
}

/** Null of who was faster than the look at it. */
const getStanding = (accountId: string, { seen }: Reserve): Holder['standing'] | null =>
  seen.find((holder) => holder.accountId === accountId)?.standing ?? null

const yields = (standing: Holder['standing'] | null, madeAt: string, at: string): boolean =>
  standing === 'displaced' || (standing === 'missing' && later(madeAt, registrationTakes) <= at)

export const emailReservation = toReservation(reserveEmail)
export const usernameReservation = toReservation(reserveUsername)
