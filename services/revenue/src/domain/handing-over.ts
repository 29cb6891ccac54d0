import { Refused, type RestOfDrawer } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Map as ById } from 'immutable'
import { countCash, type DrawerParcels, type Part, withHanded, withReceived } from './drawer-parcels.ts'
import type { Posted } from './journal.ts'
import { oldestFirst, takeFirst } from './oldest-first.ts'

type Reason = { readonly personId: string; readonly reason: string }

/** Cash that an agent hands over to the office, in cents. */
export type HandingOverEvent =
  /** `cents` should be there by what was taken for `parcels`; `declared` is what the agent has counted. */
  | DomainEvent<
      'CashHandedOver',
      Posted & {
        readonly agentId: string
        readonly handOverId: string
        readonly declared: number
        readonly cents: number
        readonly parcels: readonly Part[]
        /** The office took it in without the agent, and received it at once. */
        readonly byOffice: boolean
      }
    >
  | DomainEvent<
      'CashReceived',
      Posted & {
        readonly agentId: string
        readonly handOverId: string
        readonly cents: number
        readonly counted: number
        readonly parcels: readonly Part[]
        /** Why the sum is not what it should be; null where it is. */
        readonly note: Reason | null
      }
    >
  /**
   * What was missing when the office took it in: `by` is the admin, `approvedBy` the admin who approved it, null
   * without approval.
   */
  | DomainEvent<
      'ShortageAccepted',
      {
        readonly agentId: string
        readonly handOverId: string
        readonly cents: number
        readonly by: string
        readonly approvedBy: string | null
        readonly at: string
      }
    >

export type HandingOverCommand =
  | {
      readonly type: 'HandOverCash'
      readonly agentId: string
      readonly handOverId: string
      readonly declared: number
      /** What happens with the rest, where less is counted than there should be. */
      readonly rest: RestOfDrawer
      /** What the drawer held when they decided; missing: the caller did not say. */
      readonly inDrawer?: number | undefined
      readonly at: string
    }
  | {
      readonly type: 'ReceiveCash'
      readonly agentId: string
      readonly handOverId: string
      readonly counted: number
      readonly note: Reason | null
      readonly at: string
    }

type HandOver = {
  readonly declared: number
  readonly cents: number
  readonly parcels: readonly Part[]
  readonly byOffice: boolean
  readonly at: string
  /** What an admin has counted; null while it waits for that. */
  readonly received: { readonly counted: number; readonly at: string } | null
}
export type HandedOver = {
  readonly handOvers: ById<string, HandOver>
  /** The agent, and the sums of all that ever left the drawer, was received of that, and counted. */
  readonly sums: {
    readonly agentId: string
    readonly handed: number
    readonly received: number
    readonly counted: number
  }
}
type State = DrawerParcels & HandedOver

type Said<Type extends HandingOverEvent['type']> = Extract<HandingOverEvent, { type: Type }>['data']
type Of<Type extends HandingOverCommand['type']> = Extract<HandingOverCommand, { type: Type }>

const countGoing = (there: number, { declared, rest }: Of<'HandOverCash'>): number =>
  rest === 'missing' ? there : Math.min(declared, there)

/** @throws Refused drawer_changed, drawer_empty */
export const handOverCash = (command: Of<'HandOverCash'>, state: State): HandingOverEvent[] => {
  const { agentId, handOverId, declared, inDrawer, at } = command
  if (state.handOvers.has(handOverId)) return []
  const there = countCash(state)
  const cents = countGoing(there, command)
  // The agent agreed to the sum that they saw. Cash that came in the meantime would be missing without their word.
  if (inDrawer !== undefined && countGoing(inDrawer, command) !== cents) throw new Refused('drawer_changed')
  if (cents <= 0) throw new Refused('drawer_empty')
  const parcels = takeFirst(oldestFirst(state.open), cents)
  const data = { agentId, handOverId, declared, cents, parcels, byOffice: false, at, postings: [] }
  return [{ type: 'CashHandedOver', data }]
}

/** @throws Refused not_found, stale (it was received), reason_missing */
export const receiveCash = (command: Of<'ReceiveCash'>, { handOvers }: State): HandingOverEvent[] => {
  const { agentId, handOverId, counted, note, at } = command
  const handOver = handOvers.get(handOverId)
  if (!handOver) throw new Refused('not_found')
  if (handOver.received) throw new Refused('stale')
  const { cents, parcels } = handOver
  if (counted !== cents && note === null) throw new Refused('reason_missing')
  const data = { agentId, handOverId, cents, counted, parcels, note: counted === cents ? null : note, at, postings: [] }
  return [{ type: 'CashReceived', data }]
}

export const afterHandOver = <Of extends State>(
  state: Of,
  { agentId, handOverId, ...handOver }: Said<'CashHandedOver'>,
): Of => {
  const { declared, cents, parcels, byOffice, at } = handOver
  return {
    ...withHanded(state, parcels),
    handOvers: state.handOvers.set(handOverId, { declared, cents, parcels, byOffice, at, received: null }),
    sums: { ...state.sums, agentId, handed: state.sums.handed + cents },
  }
}

export const afterReceipt = <Of extends State>(
  state: Of,
  { handOverId, cents, counted, parcels, at }: Said<'CashReceived'>,
): Of => {
  const { sums, handOvers } = state
  const handOver = handOvers.get(handOverId)
  return {
    ...withReceived(state, parcels),
    handOvers: handOver ? handOvers.set(handOverId, { ...handOver, received: { counted, at } }) : handOvers,
    sums: { ...sums, received: sums.received + cents, counted: sums.counted + counted },
  }
}
