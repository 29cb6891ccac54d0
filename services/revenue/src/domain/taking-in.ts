import { Refused, type RestOfDrawer } from '@tuma/contracts/vocabulary'
import type { Drawer, DrawerEvent } from './drawer.ts'
import { firstOf, oldestFirst } from './oldest-first.ts'

/** The office takes cash out of a drawer without its agent: they are ill, or gone. Money is cents. */
export type TakeIn = {
  readonly type: 'TakeIn'
  readonly agentId: string
  readonly handOverId: string
  readonly counted: number
  /** Of less than there should be: it stays in the drawer, or is missing. */
  readonly rest: RestOfDrawer
  /** What the drawer held when the admin decided. */
  readonly inDrawer: number
  readonly note: { readonly personId: string; readonly reason: string }
  readonly at: string
}

/** How much less was counted than leaves the drawer; what was short, in cents. */
export const shortIn = ({ counted, rest, inDrawer }: Pick<TakeIn, 'counted' | 'rest' | 'inDrawer'>): number =>
  rest === 'missing' ? Math.max(0, inDrawer - counted) : 0

/**
 * Hands over and receives in one append, the oldest parcels first.
 * @throws Refused('hand_over_waiting' | 'drawer_empty' | 'drawer_changed' | 'bad_input')
 */
export const takeIn = (command: TakeIn, { open, handOvers }: Drawer): DrawerEvent[] => {
  const { agentId, handOverId, counted, rest, inDrawer, note, at } = command
  if (handOvers.has(handOverId)) return []
  if (handOvers.some(({ received }) => received === null)) throw new Refused('hand_over_waiting')
  const parts = oldestFirst(open)
  const there = parts.reduce((sum, { cents }) => sum + cents, 0)
  if (there === 0) throw new Refused('drawer_empty')
  if (there !== inDrawer) throw new Refused('drawer_changed')
  const cents = rest === 'missing' ? there : Math.min(counted, there)
  if (cents === 0) throw new Refused('bad_input', { field: 'amount' })
  const about = { agentId, handOverId, cents, parcels: firstOf(parts, cents), at, postings: [] }
  return [
    { type: 'CashHandedOver', data: { ...about, declared: counted, byOffice: true } },
    { type: 'CashReceived', data: { ...about, counted, note } },
  ]
}
