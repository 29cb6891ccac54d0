import { Refused, type RestOfDrawer } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { balancesFrom, booked, moved, type Posted } from './journal.ts'

/** What an agent has taken and not handed over yet. Money is cents. */
export const drawerStream = (accountId: string): string => `drawer-${accountId}`

export type Part = { readonly deliveryId: string; readonly cents: number }
type Reason = { readonly personId: string; readonly reason: string }

export type DrawerEvent =
  /** What of a parcel is this agent's to hand over: cash, or (`awaiting`) what a message alone tells of. */
  | DomainEvent<
      'CashStood',
      {
        readonly agentId: string
        readonly deliveryId: string
        readonly cents: number
        readonly awaiting: boolean
        /** Revision of the sale that says so. */
        readonly asOf: number
        readonly at: string
      }
    >
  /** `cents` should be there by what was taken for `parcels`, `declared` is what the agent has counted. */
  | DomainEvent<
      'CashHandedOver',
      Posted & {
        readonly agentId: string
        readonly handOverId: string
        readonly declared: number
        readonly cents: number
        readonly parcels: readonly Part[]
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
        /** Why it is not what it should be; null where it is. */
        readonly note: Reason | null
      }
    >

export type DrawerCommand =
  | ({ readonly type: 'StandCash' } & Extract<DrawerEvent, { type: 'CashStood' }>['data'])
  | {
      readonly type: 'HandOverCash'
      readonly agentId: string
      readonly handOverId: string
      readonly declared: number
      /** Of less than there should be. */
      readonly rest: RestOfDrawer
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

type Taken = { readonly cents: number; readonly awaiting: boolean; readonly asOf: number; readonly at: string }
type HandOver = {
  readonly agentId: string
  readonly cents: number
  readonly parcels: readonly Part[]
  readonly counted: number | null
}
export type Drawer = {
  readonly taken: { readonly [deliveryId: string]: Taken }
  readonly handOvers: { readonly [handOverId: string]: HandOver }
}

const handedOf = (drawer: Drawer, deliveryId: string, receivedOnly = false): number =>
  Object.values(drawer.handOvers)
    .filter(({ counted }) => !receivedOnly || counted !== null)
    .flatMap(({ parcels }) => parcels)
    .reduce((sum, part) => sum + (part.deliveryId === deliveryId ? part.cents : 0), 0)

/** What of each parcel's cash is still there, the oldest first. */
export const cashIn = (drawer: Drawer): Part[] =>
  Object.entries(drawer.taken)
    .filter(([, { awaiting }]) => !awaiting)
    .sort(([one, { at: a }], [other, { at: b }]) => (a < b ? -1 : a > b ? 1 : one < other ? -1 : 1))
    .map(([deliveryId, { cents }]) => ({ deliveryId, cents: cents - handedOf(drawer, deliveryId) }))
    .filter(({ cents }) => cents > 0)

/** An admin has counted all of it. */
export const isReceived = (drawer: Drawer, deliveryId: string): boolean => {
  const taken = drawer.taken[deliveryId]
  return taken !== undefined && !taken.awaiting && handedOf(drawer, deliveryId, true) >= taken.cents
}

/** So much of it, the oldest first. */
const firstOf = (parts: readonly Part[], cents: number): Part[] => {
  let left = cents
  return parts.flatMap((part) => {
    const of = Math.min(part.cents, left)
    left -= of
    return of > 0 ? [{ deliveryId: part.deliveryId, cents: of }] : []
  })
}

export const drawerBalances = ({ handOvers }: Drawer) =>
  balancesFrom(
    Object.values(handOvers).flatMap(({ agentId: party, cents, counted }) => [
      ...moved(cents, { account: 'drawers', party }, { account: 'in_transit', party }),
      ...(counted === null
        ? []
        : [
            ...moved(counted, { account: 'in_transit', party }, { account: 'bank' }),
            ...moved(cents - counted, { account: 'in_transit', party }, { account: 'shortages', party }),
          ]),
    ]),
  )

export const drawer: Decider<Drawer, DrawerCommand, DrawerEvent> = booked<Drawer, DrawerCommand, DrawerEvent>(
  {
    initialState: { taken: {}, handOvers: {} },
    decide: (command, state) => {
      switch (command.type) {
        case 'StandCash':
          return stood(command, state)
        case 'HandOverCash':
          return handedOver(command, state)
        case 'ReceiveCash':
          return received(command, state)
      }
    },
    evolve: (state, { type, data }) => {
      switch (type) {
        case 'CashStood': {
          const { deliveryId, cents, awaiting, asOf, at } = data
          return { ...state, taken: { ...state.taken, [deliveryId]: { cents, awaiting, asOf, at } } }
        }
        case 'CashHandedOver': {
          const { agentId, handOverId, cents, parcels } = data
          const handOver = { agentId, cents, parcels, counted: null }
          return { ...state, handOvers: { ...state.handOvers, [handOverId]: handOver } }
        }
        case 'CashReceived': {
          const { handOverId, counted, agentId, cents, parcels } = data
          const handOver = { agentId, cents, parcels, counted }
          return { ...state, handOvers: { ...state.handOvers, [handOverId]: handOver } }
        }
      }
    },
  },
  drawerBalances,
)

type Of<Type extends DrawerCommand['type']> = Extract<DrawerCommand, { type: Type }>

const stood = ({ type: _, ...data }: Of<'StandCash'>, { taken }: Drawer): DrawerEvent[] => {
  const known = taken[data.deliveryId]
  const same = known ? known.cents === data.cents && known.awaiting === data.awaiting : data.cents === 0
  return same || (known && known.asOf > data.asOf) ? [] : [{ type: 'CashStood', data }]
}

const handedOver = (command: Of<'HandOverCash'>, state: Drawer): DrawerEvent[] => {
  const { agentId, handOverId, declared, rest, at } = command
  const parts = cashIn(state)
  const there = parts.reduce((sum, { cents }) => sum + cents, 0)
  const cents = rest === 'missing' ? there : Math.min(declared, there)
  if (cents === 0) throw new Refused('drawer_empty')
  const parcels = firstOf(parts, cents)
  return [{ type: 'CashHandedOver', data: { agentId, handOverId, declared, cents, parcels, at, postings: [] } }]
}

const received = (command: Of<'ReceiveCash'>, { handOvers }: Drawer): DrawerEvent[] => {
  const { agentId, handOverId, counted, note, at } = command
  const handOver = handOvers[handOverId]
  if (!handOver) throw new Refused('not_found')
  if (handOver.counted !== null) throw new Refused('stale')
  const { cents, parcels } = handOver
  if (counted !== cents && note === null) throw new Refused('reason_missing')
  const data = { agentId, handOverId, cents, counted, parcels, note: counted === cents ? null : note, at, postings: [] }
  return [{ type: 'CashReceived', data }]
}
