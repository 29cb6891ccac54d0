import { Refused, type RestOfDrawer } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { Map as ById } from 'immutable'
import { balancesFrom, booked, moved, type Posted } from './journal.ts'
import { oldestFirst, takeFirst } from './oldest-first.ts'
import { type AcceptedAlone, type TakeIn, takeIn, withinDay } from './taking-in.ts'

/** What an agent has taken and not handed over yet. Money is in cents. */
export const drawerStream = (accountId: string): string => `drawer-${accountId}`

export type Part = { readonly deliveryId: string; readonly cents: number }
type Reason = { readonly personId: string; readonly reason: string }

export type DrawerEvent =
  /** What this agent must hand over for a parcel: cash, or (`awaiting`) money that only a message tells of. */
  | DomainEvent<
      'CashStood',
      {
        readonly agentId: string
        readonly deliveryId: string
        readonly cents: number
        readonly awaiting: boolean
        /**
         * The payment was another parcel's, so no message will confirm it. Missing: the payment was not another
         * parcel's.
         */
        readonly withdrawn?: boolean | undefined
        /**
         * What of it is in the drawer now, if some of it has left the drawer before. Below zero: the agent gave it back
         * to the customer out of other cash. Missing: all of `cents`.
         */
        readonly left?: number | undefined
        /** Revision of the sale that says so. */
        readonly asOf: number
        readonly at: string
      }
    >
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

export type DrawerCommand =
  | TakeIn
  | ({ readonly type: 'StandCash' } & Omit<Extract<DrawerEvent, { type: 'CashStood' }>['data'], 'left'>)
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

type Parcel = {
  readonly cents: number
  readonly awaiting: boolean
  readonly withdrawn: boolean
  readonly asOf: number
  readonly at: string
  /** What of it was handed over, and what of that an admin has received. */
  readonly handed: number
  readonly received: number
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
/** The state lives as long as its agent works, so no event may go through all of it. */
export type Drawer = {
  readonly parcels: ById<string, Parcel>
  /** The parcels that have cash in the drawer, or whose cash was given back after it had left the drawer (below zero). */
  readonly open: ById<string, { readonly cents: number; readonly at: string }>
  readonly handOvers: ById<string, HandOver>
  /** What was missing in the last 24 hours without the approval of another admin. */
  readonly acceptedAlone: readonly AcceptedAlone[]
  /** The agent, and the sums of all that was ever handed over, received of that, and counted. */
  readonly sums: {
    readonly agentId: string
    readonly handed: number
    readonly received: number
    readonly counted: number
  }
}

/** What is in the drawer of each parcel's cash, the oldest first; below zero where it was given back out of other cash. */
export const cashIn = ({ open }: Drawer): Part[] => oldestFirst(open)

/** Whether an admin has counted all of the parcel's cash. */
export const isReceived = ({ parcels }: Drawer, deliveryId: string): boolean => {
  const parcel = parcels.get(deliveryId)
  return parcel !== undefined && !parcel.awaiting && parcel.received >= parcel.cents
}

const countLeft = ({ awaiting, cents, handed }: Pick<Parcel, 'awaiting' | 'cents' | 'handed'>): number =>
  awaiting ? 0 : cents - handed

const withParcel = (drawer: Drawer, deliveryId: string, parcel: Parcel): Drawer => {
  const left = countLeft(parcel)
  const { at } = parcel
  return {
    ...drawer,
    parcels: drawer.parcels.set(deliveryId, parcel),
    open: left !== 0 ? drawer.open.set(deliveryId, { cents: left, at }) : drawer.open.delete(deliveryId),
  }
}

/** Adds these parts to what was handed over or received of each parcel. */
const withParts = (drawer: Drawer, parts: readonly Part[], what: 'handed' | 'received'): Drawer =>
  parts.reduce((state, { deliveryId, cents }) => {
    const parcel = state.parcels.get(deliveryId)
    return parcel ? withParcel(state, deliveryId, { ...parcel, [what]: parcel[what] + cents }) : state
  }, drawer)

export const drawerBalances = ({ sums: { agentId: party, handed, received, counted } }: Drawer) =>
  balancesFrom([
    ...moved(handed, { account: 'drawers', party }, { account: 'in_transit', party }),
    ...moved(counted, { account: 'in_transit', party }, { account: 'bank' }),
    ...moved(received - counted, { account: 'in_transit', party }, { account: 'shortages', party }),
  ])

export const drawer: Decider<Drawer, DrawerCommand, DrawerEvent> = booked<Drawer, DrawerCommand, DrawerEvent>(
  {
    initialState: {
      ...{ parcels: ById(), open: ById(), handOvers: ById(), acceptedAlone: [] },
      sums: { agentId: '', handed: 0, received: 0, counted: 0 },
    },
    decide: (command, state) => {
      switch (command.type) {
        case 'StandCash':
          return stood(command, state)
        case 'HandOverCash':
          return handedOver(command, state)
        case 'ReceiveCash':
          return received(command, state)
        case 'TakeIn':
          return takeIn(command, state)
      }
    },
    evolve: (state, event) => {
      switch (event.type) {
        case 'CashStood': {
          const { deliveryId, cents, awaiting, withdrawn = false, asOf, at } = event.data
          const { handed = 0, received = 0 } = state.parcels.get(deliveryId) ?? {}
          return withParcel(state, deliveryId, { cents, awaiting, withdrawn, asOf, at, handed, received })
        }
        case 'CashHandedOver':
          return afterHandOver(state, event.data)
        case 'CashReceived':
          return afterReceipt(state, event.data)
        case 'ShortageAccepted': {
          const { cents, approvedBy, at } = event.data
          const alone = approvedBy === null ? [{ cents, at }] : []
          return { ...state, acceptedAlone: [...withinDay(state.acceptedAlone, at), ...alone] }
        }
      }
    },
  },
  drawerBalances,
)

type Said<Type extends DrawerEvent['type']> = Extract<DrawerEvent, { type: Type }>['data']

const afterHandOver = (state: Drawer, { agentId, handOverId, ...handOver }: Said<'CashHandedOver'>): Drawer => {
  const { declared, cents, parcels, byOffice, at } = handOver
  return {
    ...withParts(state, parcels, 'handed'),
    handOvers: state.handOvers.set(handOverId, { declared, cents, parcels, byOffice, at, received: null }),
    sums: { ...state.sums, agentId, handed: state.sums.handed + cents },
  }
}

const afterReceipt = (state: Drawer, { handOverId, cents, counted, parcels, at }: Said<'CashReceived'>): Drawer => {
  const { sums, handOvers } = state
  const handOver = handOvers.get(handOverId)
  return {
    ...withParts(state, parcels, 'received'),
    handOvers: handOver ? handOvers.set(handOverId, { ...handOver, received: { counted, at } }) : handOvers,
    sums: { ...sums, received: sums.received + cents, counted: sums.counted + counted },
  }
}

type Of<Type extends DrawerCommand['type']> = Extract<DrawerCommand, { type: Type }>

const stood = ({ type: _, ...data }: Of<'StandCash'>, { parcels }: Drawer): DrawerEvent[] => {
  const known = parcels.get(data.deliveryId)
  const same = known ? standsAs(known, data) : data.cents === 0
  if (same || (known && known.asOf > data.asOf)) return []
  const left = countLeft({ ...data, handed: known?.handed ?? 0 })
  return [{ type: 'CashStood', data: { ...data, ...(data.awaiting || left === data.cents ? {} : { left }) } }]
}

const standsAs = (known: Parcel, { cents, awaiting, withdrawn = false }: Said<'CashStood'>): boolean =>
  known.cents === cents && known.awaiting === awaiting && known.withdrawn === withdrawn

const countGoing = (there: number, { declared, rest }: Of<'HandOverCash'>): number =>
  rest === 'missing' ? there : Math.min(declared, there)

const handedOver = (command: Of<'HandOverCash'>, state: Drawer): DrawerEvent[] => {
  const { agentId, handOverId, declared, inDrawer, at } = command
  if (state.handOvers.has(handOverId)) return []
  const parts = cashIn(state)
  const there = parts.reduce((sum, { cents }) => sum + cents, 0)
  const cents = countGoing(there, command)
  // The agent agreed to the sum that they saw. Cash that came in the meantime would be missing without their word.
  if (inDrawer !== undefined && countGoing(inDrawer, command) !== cents) throw new Refused('drawer_changed')
  if (cents <= 0) throw new Refused('drawer_empty')
  const parcels = takeFirst(parts, cents)
  const data = { agentId, handOverId, declared, cents, parcels, byOffice: false, at, postings: [] }
  return [{ type: 'CashHandedOver', data }]
}

const received = (command: Of<'ReceiveCash'>, { handOvers }: Drawer): DrawerEvent[] => {
  const { agentId, handOverId, counted, note, at } = command
  const handOver = handOvers.get(handOverId)
  if (!handOver) throw new Refused('not_found')
  if (handOver.received) throw new Refused('stale')
  const { cents, parcels } = handOver
  if (counted !== cents && note === null) throw new Refused('reason_missing')
  const data = { agentId, handOverId, cents, counted, parcels, note: counted === cents ? null : note, at, postings: [] }
  return [{ type: 'CashReceived', data }]
}
