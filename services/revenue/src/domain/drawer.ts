import { Refused, type RestOfDrawer } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { Map as ById, Set as Ids } from 'immutable'
import {
  type DrawerParcel,
  type DrawerParcels,
  type Part,
  withHanded,
  withParcel,
  withReceived,
  withTakenOver,
} from './drawer-parcels.ts'
import { balancesFrom, booked, moved, type Posted } from './journal.ts'
import { oldestFirst, takeFirst } from './oldest-first.ts'
import {
  afterOffer,
  endOffer,
  offerCash,
  type PassedOn,
  type PassingOnCommand,
  type PassingOnEvent,
  passOn,
  receivePassed,
  takeOver,
  withoutGoneOffer,
} from './passing-on.ts'
import { type AcceptedAlone, type TakeIn, takeIn, withinDay } from './taking-in.ts'

/** What an agent has taken and not handed over yet. Money is in cents. */
export const drawerStream = (accountId: string): string => `drawer-${accountId}`

type Reason = { readonly personId: string; readonly reason: string }

export type DrawerEvent =
  | PassingOnEvent
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
  | PassingOnCommand
  | TakeIn
  | ({ readonly type: 'StandCash' } & Extract<DrawerEvent, { type: 'CashStood' }>['data'])
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
/** The state lives as long as its agent works, so no event may go through all of it. */
export type Drawer = DrawerParcels &
  PassedOn & {
    readonly handOvers: ById<string, HandOver>
    /** What was missing in the last 24 hours without the approval of another admin. */
    readonly acceptedAlone: readonly AcceptedAlone[]
    /** The agent, and the sums of all that ever left the drawer, was received of that, and counted. */
    readonly sums: {
      readonly agentId: string
      readonly handed: number
      readonly received: number
      readonly counted: number
    }
  }

/** What is still in the drawer of each parcel's cash, the oldest first. */
export const cashIn = ({ open }: Drawer): Part[] => oldestFirst(open)

export const drawerBalances = ({ sums: { agentId: party, handed, received, counted }, from }: Drawer) =>
  balancesFrom([
    ...[...from].flatMap(([colleague, cents]) =>
      moved(cents, { account: 'in_transit', party: colleague }, { account: 'drawers', party }),
    ),
    ...moved(handed, { account: 'drawers', party }, { account: 'in_transit', party }),
    ...moved(counted, { account: 'in_transit', party }, { account: 'bank' }),
    ...moved(received - counted, { account: 'in_transit', party }, { account: 'shortages', party }),
  ])

const decide = (command: DrawerCommand, state: Drawer): DrawerEvent[] => {
  switch (command.type) {
    case 'StandCash':
      return stood(command, state)
    case 'HandOverCash':
      return handedOver(command, state)
    case 'ReceiveCash':
      return received(command, state)
    case 'TakeIn':
      return takeIn(command, state)
    case 'OfferCash':
      return offerCash(command, state)
    case 'EndOffer':
      return endOffer(command, state)
    case 'PassOn':
      return passOn(command, state)
    case 'TakeOver':
      return takeOver(command, state)
    case 'ReceivePassed':
      return receivePassed(command, state)
  }
}

const evolve = (state: Drawer, event: DrawerEvent): Drawer => {
  switch (event.type) {
    case 'CashStood': {
      const { agentId: _, deliveryId, withdrawn = false, ...cash } = event.data
      const { handed = 0, received = 0, over } = state.parcels.get(deliveryId) ?? {}
      const parcel: DrawerParcel = { ...cash, withdrawn, handed, received, ...(over ? { over } : {}) }
      return withParcel(state, deliveryId, parcel)
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
    case 'CashPassedOn': {
      const { agentId, cents, parcels } = event.data
      const { sums } = state
      return { ...withHanded(afterOffer(state, event), parcels), sums: { ...sums, agentId, handed: sums.handed + cents } }
    }
    case 'CashTakenOver': {
      const { agentId, offerId, from, cents, parcels } = event.data
      return {
        ...withTakenOver(state, from, parcels),
        known: state.known.add(offerId),
        from: state.from.update(from, 0, (before) => before + cents),
        sums: { ...state.sums, agentId },
      }
    }
    case 'PassedCashReceived': {
      const { receiptId, parcels } = event.data
      return { ...withReceived(state, parcels), known: state.known.add(receiptId) }
    }
    case 'CashOffered':
    case 'CashOfferEnded':
      return afterOffer(state, event)
  }
}

export const drawer: Decider<Drawer, DrawerCommand, DrawerEvent> = booked<Drawer, DrawerCommand, DrawerEvent>(
  {
    initialState: {
      ...{ parcels: ById(), open: ById(), handOvers: ById(), acceptedAlone: [] },
      ...{ offers: ById(), openOffer: null, known: Ids(), from: ById() },
      sums: { agentId: '', handed: 0, received: 0, counted: 0 },
    },
    decide: (command, state) => {
      const events = decide(command, state)
      if (state.openOffer === null || events.length === 0) return events
      return [...events, ...withoutGoneOffer(command.agentId, command.at, events.reduce(evolve, state))]
    },
    evolve,
  },
  drawerBalances,
)

type Said<Type extends DrawerEvent['type']> = Extract<DrawerEvent, { type: Type }>['data']

const afterHandOver = (state: Drawer, { agentId, handOverId, ...handOver }: Said<'CashHandedOver'>): Drawer => {
  const { declared, cents, parcels, byOffice, at } = handOver
  return {
    ...withHanded(state, parcels),
    handOvers: state.handOvers.set(handOverId, { declared, cents, parcels, byOffice, at, received: null }),
    sums: { ...state.sums, agentId, handed: state.sums.handed + cents },
  }
}

const afterReceipt = (state: Drawer, { handOverId, cents, counted, parcels, at }: Said<'CashReceived'>): Drawer => {
  const { sums, handOvers } = state
  const handOver = handOvers.get(handOverId)
  return {
    ...withReceived(state, parcels),
    handOvers: handOver ? handOvers.set(handOverId, { ...handOver, received: { counted, at } }) : handOvers,
    sums: { ...sums, received: sums.received + cents, counted: sums.counted + counted },
  }
}

type Of<Type extends DrawerCommand['type']> = Extract<DrawerCommand, { type: Type }>

const stood = ({ type: _, ...data }: Of<'StandCash'>, { parcels }: Drawer): DrawerEvent[] => {
  const known = parcels.get(data.deliveryId)
  const same = known ? standsAs(known, data) : data.cents === 0
  return same || (known && known.asOf > data.asOf) ? [] : [{ type: 'CashStood', data }]
}

const standsAs = (known: DrawerParcel, { cents, awaiting, withdrawn = false }: Said<'CashStood'>): boolean =>
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
  if (cents === 0) throw new Refused('drawer_empty')
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
