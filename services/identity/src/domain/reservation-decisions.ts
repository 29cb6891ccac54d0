import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import { later, minutes } from './instant.ts'
import { evolve, getOwner, type Reservation, type ReservationEvent, toClaim, unclaimed } from './reservation.ts'

/** Longer than any registration takes: after that its account will not appear. */
const registrationTakes = minutes(10)

/** Beyond this the oldest claim is dropped: its links have expired long ago, because mails to one address are limited. */
const maxClaims = 50

/**
 * The state of the account behind a claim. `missing`: no such account (yet). `registered`: it waits to be verified, or
 * is verified. `rival`: it waits with the same e-mail address that the asker registers. `displaced`: another account
 * owns its e-mail address, so it can never be verified. `deleted`.
 */
export type Holder = {
  readonly accountId: string
  readonly standing: 'missing' | 'registered' | 'rival' | 'displaced' | 'deleted'
}

export type Reserve = {
  readonly type: 'Reserve'
  readonly accountId: string
  readonly seen: readonly Holder[]
  /** Confirmed from the start, because the system has checked the address. */
  readonly confirmed: boolean
  readonly at: string
}
export type ReservationCommand =
  | Reserve
  | { readonly type: 'Confirm' | 'Release'; readonly accountId: string; readonly at: string }

export type Kind = 'email' | 'username'

/** Names the form field that the refusal is about. */
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

/** An account that has lost the name may ask again without effect. */
const hasLost = ({ confirmed, lost }: Reservation, accountId: string): boolean => confirmed && lost.includes(accountId)

const made = (accountId: string, madeAt: string, takenFrom: string | null = null): ReservationEvent => ({
  type: 'ReservationMade',
  data: { accountId, madeAt, takenFrom },
})
const confirmed = ({ accountId, at }: ReservationCommand): ReservationEvent => ({
  type: 'ReservationConfirmed',
  data: { accountId, confirmedAt: at },
})

/** The first to confirm owns the name, and all other claims are lost. */
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

/**
 * Every account may ask, and the answer does not tell whether the address is taken. The first to open their link owns
 * it; later ones never do.
 */
const reserveEmail: Decide = (command, held) => {
  const { accountId, at, seen } = command
  const owner = getOwner(held)
  const [claim] = held.claims
  if (owner !== null && claim) {
    const isFree = seen.some((holder) => holder.accountId === owner && holder.standing === 'deleted')
    if (isFree) return takingOver(command, [claim])
    if (command.confirmed) throw taken('email')
    // Older releases read it this way: a new claim, and the name back with its owner at once.
    return [made(accountId, at), made(owner, claim.madeAt, accountId), confirmed({ ...command, accountId: owner })]
  }
  if (command.confirmed) return takingOver(command, held.claims)
  return takingOver(command, held.claims.slice(0, Math.max(0, held.claims.length + 1 - maxClaims)))
}

/**
 * The first to ask keeps the username, except against an account with the same e-mail address: both may be the same
 * person.
 */
const reserveUsername: Decide = (command, held) => {
  const standings = held.claims.map((claim) => ({ ...claim, standing: getHolderState(claim.accountId, command) }))
  const yielding = standings.filter(({ standing, madeAt }) => yields(standing, madeAt, command.at))
  const isFree = standings.every((claim) => claim.standing === 'rival' || yielding.includes(claim))
  if (held.confirmed || !isFree) throw taken('username')
  return takingOver(command, command.confirmed ? standings : yielding)
}

/** Null for a claim that was made after the read. */
const getHolderState = (accountId: string, { seen }: Reserve): Holder['standing'] | null =>
  seen.find((holder) => holder.accountId === accountId)?.standing ?? null

const yields = (standing: Holder['standing'] | null, madeAt: string, at: string): boolean =>
  standing === 'displaced' || (standing === 'missing' && later(madeAt, registrationTakes) <= at)

export const emailReservation = toReservation(reserveEmail)
export const usernameReservation = toReservation(reserveUsername)
