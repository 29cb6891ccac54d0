import { Refused, type RestOfDrawer } from '@tuma/contracts/vocabulary'
import type { Drawer, DrawerEvent } from './drawer.ts'
import { countCash, sumUp } from './drawer-parcels.ts'
import { oldestFirst, takeFirst } from './oldest-first.ts'

/**
 * The approval of another admin before the cash was counted; `by` is null where there was no other admin. Null: no
 * approval was asked for.
 */
export type ShortageApproval = { readonly by: string | null } | null

/** A shortage that was accepted without another admin. */
export type AcceptedAlone = { readonly cents: number; readonly at: string }

const dayMs = 24 * 60 * 60 * 1000

/** The instant 24 hours before `at`. */
export const dayBefore = (at: string): string => new Date(Date.parse(at) - dayMs).toISOString()

export const withinDay = (accepted: readonly AcceptedAlone[], at: string): AcceptedAlone[] =>
  accepted.filter((one) => one.at >= dayBefore(at))

/** The office takes cash out of a drawer without its agent, who is ill or gone. Money is in cents. */
export type TakeIn = {
  readonly type: 'TakeIn'
  readonly agentId: string
  readonly handOverId: string
  readonly counted: number
  /** What happens with the rest, where less is counted than there should be: it stays in the drawer, or is missing. */
  readonly rest: RestOfDrawer
  /** What the drawer held when the admin decided. */
  readonly inDrawer: number
  /** The admin who takes it in. A shortage of up to `aloneUpTo` in 24 hours needs no approval. */
  readonly by: string
  readonly aloneUpTo: number
  readonly approval: ShortageApproval
  readonly note: { readonly personId: string; readonly reason: string }
  readonly at: string
}

/** How much less was counted than leaves the drawer, in cents. */
export const shortIn = ({ counted, rest, inDrawer }: Pick<TakeIn, 'counted' | 'rest' | 'inDrawer'>): number =>
  rest === 'missing' ? Math.max(0, inDrawer - counted) : 0

/**
 * Hands over and receives in one append, the oldest parcels first.
 * @throws Refused('hand_over_waiting' | 'drawer_empty' | 'drawer_changed' | 'bad_input' | 'approval_needed')
 */
export const takeIn = (command: TakeIn, { open, handOvers, acceptedAlone }: Drawer): DrawerEvent[] => {
  const { agentId, handOverId, counted, rest, inDrawer, by, approval, note, at } = command
  if (handOvers.has(handOverId)) return []
  if (handOvers.some(({ received }) => received === null)) throw new Refused('hand_over_waiting')
  const there = countCash({ open })
  if (there <= 0) throw new Refused('drawer_empty')
  if (there !== inDrawer) throw new Refused('drawer_changed')
  const cents = rest === 'missing' ? there : Math.min(counted, there)
  if (cents === 0) throw new Refused('bad_input', { field: 'amount' })
  const short = shortIn(command)
  if (short > 0) assertMayAccept(command, short, acceptedAlone)
  const about = { agentId, handOverId, cents, parcels: takeFirst(oldestFirst(open), cents), at, postings: [] }
  const accepted = { agentId, handOverId, cents: short, by, approvedBy: approval?.by ?? null, at }
  return [
    { type: 'CashHandedOver', data: { ...about, declared: counted, byOffice: true } },
    { type: 'CashReceived', data: { ...about, counted, note } },
    ...(short > 0 ? [{ type: 'ShortageAccepted', data: accepted } as const] : []),
  ]
}

/**
 * Adds up the shortages of a day, because many small ones are as bad as one large one. @throws
 * Refused('approval_needed')
 */
const assertMayAccept = (
  { approval, aloneUpTo, at }: TakeIn,
  short: number,
  acceptedAlone: readonly AcceptedAlone[],
): void => {
  if (approval) return
  const before = sumUp(withinDay(acceptedAlone, at))
  if (before + short > aloneUpTo) throw new Refused('approval_needed')
}
