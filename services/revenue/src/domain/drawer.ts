import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { Map as ById, Set as Ids } from 'immutable'
import { countLeft, type DrawerParcel, type DrawerParcels, type Part, withParcel } from './drawer-parcels.ts'
import {
  afterHandOver,
  afterReceipt,
  type HandedOver,
  type HandingOverCommand,
  type HandingOverEvent,
  handOverCash,
  receiveCash,
} from './handing-over.ts'
import { balancesFrom, booked, moved } from './journal.ts'
import { oldestFirst } from './oldest-first.ts'
import {
  afterPassing,
  endOffer,
  offerCash,
  type PassedOn,
  type PassingOnCommand,
  type PassingOnEvent,
  passOn,
  receivePassed,
  takeBackPassed,
  takeOver,
  withoutGoneOffer,
} from './passing-on.ts'
import { afterPayingIn, type PaidIn, type PayingInCommand, type PayingInEvent, payIn } from './paying-in.ts'
import { type AcceptedAlone, type TakeIn, takeIn, withinDay } from './taking-in.ts'

/** What an agent has taken and not handed over yet. Money is in cents. */
export const drawerStream = (accountId: string): string => `drawer-${accountId}`

export type DrawerEvent =
  | HandingOverEvent
  | PassingOnEvent
  | PayingInEvent
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
         * What of it is in the drawer now, if some of it has left the drawer before or came from a colleague. Below zero:
         * the agent gave it back to the customer out of other cash. Missing: all of `cents`.
         */
        readonly left?: number | undefined
        /** Revision of the sale that says so. */
        readonly asOf: number
        readonly at: string
      }
    >

export type DrawerCommand =
  | HandingOverCommand
  | PassingOnCommand
  | PayingInCommand
  | TakeIn
  | ({ readonly type: 'StandCash' } & Omit<Extract<DrawerEvent, { type: 'CashStood' }>['data'], 'left'>)

/** The state lives as long as its agent works, so no event may go through all of it. */
export type Drawer = DrawerParcels &
  HandedOver &
  PassedOn &
  PaidIn & {
    /** What was missing in the last 24 hours without the approval of another admin. */
    readonly acceptedAlone: readonly AcceptedAlone[]
  }

/** What is in the drawer of each parcel's cash, the oldest first; below zero where it was given back out of other cash. */
export const cashIn = ({ open }: Drawer): Part[] => oldestFirst(open)

export const drawerBalances = ({ sums: { agentId: party, handed, received, counted }, from, paidIn }: Drawer) =>
  balancesFrom([
    ...[...from].flatMap(([colleague, cents]) =>
      moved(cents, { account: 'in_transit', party: colleague }, { account: 'drawers', party }),
    ),
    // The till's stream has booked the same money as not claimed when it came.
    ...moved(paidIn, { account: 'drawers', party }, { account: 'unclaimed' }),
    ...moved(handed, { account: 'drawers', party }, { account: 'in_transit', party }),
    ...moved(counted, { account: 'in_transit', party }, { account: 'bank' }),
    ...moved(received - counted, { account: 'in_transit', party }, { account: 'shortages', party }),
  ])

const decide = (command: DrawerCommand, state: Drawer): DrawerEvent[] => {
  switch (command.type) {
    case 'StandCash':
      return stood(command, state)
    case 'HandOverCash':
      return handOverCash(command, state)
    case 'ReceiveCash':
      return receiveCash(command, state)
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
    case 'TakeBackPassed':
      return takeBackPassed(command, state)
    case 'PayIn':
      return payIn(command, state)
  }
}

const evolve = (state: Drawer, event: DrawerEvent): Drawer => {
  switch (event.type) {
    case 'CashStood': {
      const { agentId: _, left: __, deliveryId, withdrawn = false, ...cash } = event.data
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
    case 'CashPaidIn':
    case 'PayInReversed':
      return afterPayingIn(state, event)
    default:
      return afterPassing(state, event)
  }
}

export const drawer: Decider<Drawer, DrawerCommand, DrawerEvent> = booked<Drawer, DrawerCommand, DrawerEvent>(
  {
    initialState: {
      ...{ parcels: ById(), open: ById(), handOvers: ById(), acceptedAlone: [] },
      ...{ offers: ById(), openOffer: null, known: Ids(), from: ById(), payIns: ById(), paidIn: 0 },
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

type Of<Type extends DrawerCommand['type']> = Extract<DrawerCommand, { type: Type }>

const stood = ({ type: _, ...data }: Of<'StandCash'>, { parcels }: Drawer): DrawerEvent[] => {
  const known = parcels.get(data.deliveryId)
  const same = known ? standsAs(known, data) : data.cents === 0
  if (same || (known && known.asOf > data.asOf)) return []
  const isPartly = known !== undefined && (known.handed !== 0 || known.over !== undefined)
  const left = isPartly && !data.awaiting ? { left: countLeft({ ...known, ...data }) } : {}
  return [{ type: 'CashStood', data: { ...data, ...left } }]
}

const standsAs = (known: DrawerParcel, { cents, awaiting, withdrawn = false }: Said<'CashStood'>): boolean =>
  known.cents === cents && known.awaiting === awaiting && known.withdrawn === withdrawn
