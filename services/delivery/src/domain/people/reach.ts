import { isLandline, type PartyRole, partyRoles } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** Notification reports whether SMS reach the phone of a parcel's sender or receiver. */
export type ReachChanged = DomainEvent<
  'ReachChanged',
  { readonly deliveryId: string; readonly role: PartyRole; readonly reached: boolean; readonly at: string }
>
type NoteReach = { readonly type: 'NoteReach' } & ReachChanged['data']

/** A separate stream, so that this event does not make the row stale under an agent's press. */
export const reachStream = (deliveryId: string): string => `reach-${deliveryId}`

/** Each command is one event, because the parcel's phone may have changed since the last. */
export const reach: Decider<null, NoteReach, ReachChanged> = {
  initialState: null,
  decide: ({ type: _, ...data }) => [{ type: 'ReachChanged', data }],
  evolve: () => null,
}

type Reached = {
  readonly sender: { readonly phone: string }
  readonly receiver: { readonly phone: string }
  /** People whose SMS expired repeatedly. */
  readonly notReached: readonly PartyRole[]
}

/** The people whom SMS can't reach: those with a landline, and those whose SMS expire. */
export const findUnreachable = (row: Reached): PartyRole[] =>
  partyRoles.filter((role) => isLandline(row[role].phone) || row.notReached.includes(role))

/** The list without `role`, or with it. */
export const reachAfter = (notReached: readonly PartyRole[], role: PartyRole, reached: boolean): PartyRole[] => {
  const others = notReached.filter((one) => one !== role)
  return reached ? others : [...others, role]
}
