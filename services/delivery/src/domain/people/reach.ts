import { isLandline, type PartyRole, partyRoles } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** What notification has heard: whether SMS reach the phone of one of a parcel's two people. */
export type ReachChanged = DomainEvent<
  'ReachChanged',
  { readonly deliveryId: string; readonly role: PartyRole; readonly reached: boolean; readonly at: string }
>
type NoteReach = { readonly type: 'NoteReach' } & ReachChanged['data']

/** A stream of its own: what an agent is about to press does not become stale by it. */
export const reachStream = (deliveryId: string): string => `reach-${deliveryId}`

/** Each command is one event: the parcel's phone may have changed since the last. */
export const reach: Decider<null, NoteReach, ReachChanged> = {
  initialState: null,
  decide: ({ type: _, ...data }) => [{ type: 'ReachChanged', data }],
  evolve: () => null,
}

type Reached = {
  readonly sender: { readonly phone: string }
  readonly receiver: { readonly phone: string }
  /** Whose SMS expired again and again. */
  readonly notReached: readonly PartyRole[]
}

/** Whom SMS can't reach: those with a landline, and those whose SMS expire. */
export const notTold = (row: Reached): PartyRole[] =>
  partyRoles.filter((role) => isLandline(row[role].phone) || row.notReached.includes(role))

/** `role` out of these, or with them. */
export const reachAfter = (notReached: readonly PartyRole[], role: PartyRole, reached: boolean): PartyRole[] => {
  const others = notReached.filter((one) => one !== role)
  return reached ? others : [...others, role]
}
