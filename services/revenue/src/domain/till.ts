import type { Evidence, TillMove } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { balancesFrom, booked, type Posted, type Posting } from './journal.ts'

/** Of one payment, or of one row of the till's statement that is of none. */
export const tillStream = (id: string): string => `till-${id}`

type Sighting = { readonly by: Evidence; readonly cents: number; readonly claimed: boolean; readonly at: string }
/** A delivery that it pays for: what was due, in cents, and who stands for it while only a message tells of the money. */
type Spending = { readonly due: number; readonly agentId: string | null; readonly at: string }

export type TillEvent =
  | DomainEvent<'MoneySeen', Posted & Sighting>
  /** `cents` count from now on. */
  | DomainEvent<'MoneyConfirmed', Posted & { readonly cents: number }>
  | DomainEvent<'MoneyReversed', Posted>
  | DomainEvent<'MoneyClaimed', Posted & { readonly claimed: boolean }>
  | DomainEvent<'MoneyToppedUp', Posted & { readonly by: string; readonly cents: number }>
  | DomainEvent<'MoneyPoured', Posted & { readonly into: string; readonly cents: number }>
  | DomainEvent<'MoneySpent', Posted & { readonly deliveryId: string } & Spending>
  | DomainEvent<'MoneyFreed', Posted & { readonly deliveryId: string }>
  | DomainEvent<
      'MoneyRefunded',
      Posted & { readonly refundId: string; readonly deliveryId: string | null; readonly cents: number }
    >
  | DomainEvent<'TillMoved', Posted & { readonly rowId: string; readonly kind: TillMove; readonly cents: number }>

/** As it is told: the event without its entries. */
export type TillCommand = { [Type in TillEvent['type']]: Told<Extract<TillEvent, { type: Type }>> }[TillEvent['type']]
type Told<Event extends TillEvent> = { readonly type: Event['type'] } & Omit<Event['data'], 'postings'>

export type Till = {
  readonly sightings: readonly Sighting[]
  readonly confirmed: { readonly cents: number; readonly at: string } | null
  readonly reversed: boolean
  readonly claimed: { readonly claimed: boolean; readonly at: string } | null
  readonly toppedUp: Sums
  readonly poured: Sums
  readonly refunds: Sums
  readonly moves: { readonly [rowId: string]: { readonly kind: TillMove; readonly cents: number } }
  /** Each delivery as it was last said: `due` is null where it was freed. */
  readonly spent: { readonly [deliveryId: string]: Omit<Spending, 'due'> & { readonly due: number | null } }
}
type Sums = { readonly [id: string]: number }

const nothing: Till = {
  ...{ sightings: [], confirmed: null, reversed: false, claimed: null },
  ...{ toppedUp: {}, poured: {}, refunds: {}, moves: {}, spent: {} },
}

const rank: { readonly [By in Evidence]: number } = { message: 1, prompt: 2, confirmation: 3, statement: 4 }

const before = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

/** Of what told of it, what is believed most: the strongest, of these the first. */
const best = (sightings: readonly Sighting[]): Sighting | undefined =>
  [...sightings].sort(
    (one, other) => rank[other.by] - rank[one.by] || before(one.at, other.at) || before(one.cents, other.cents),
  )[0]

/** Nobody can make it up. */
export const isConfirmed = ({ confirmed, sightings }: Till): boolean =>
  confirmed !== null || sightings.some(({ by }) => by === 'statement')

/** What counts of it: as the statement says, or as was confirmed, or as is shown. */
const centsOf = ({ sightings, confirmed }: Till): number => {
  const told = best(sightings)
  return told?.by === 'statement' ? told.cents : (confirmed?.cents ?? told?.cents ?? 0)
}

const sumOf = (sums: Sums): number => Object.values(sums).reduce((sum, cents) => sum + cents, 0)

export const dues = ({ spent }: Till) =>
  Object.entries(spent).flatMap(([deliveryId, { due, ...rest }]) =>
    due === null ? [] : [{ deliveryId, due, ...rest }],
  )

/**
 * Whoever tells of money and of nobody whose it is takes it from nobody: a statement that is taken over while a callback is
 * read may come first, and say that it came last.
 */
const isClaimed = ({ claimed, sightings }: Till): boolean => {
  const said = [...sightings.filter((one) => one.claimed), ...(claimed ? [claimed] : [])]
  // Of the same moment, that it is somebody's.
  said.sort((one, other) => before(other.at, one.at) || Number(other.claimed) - Number(one.claimed))
  return said[0]?.claimed ?? false
}

export const tillBalances = (till: Till) => balancesFrom([...ofPayment(till), ...ofMoves(till)])

const ofPayment = (till: Till): Posting[] => {
  const spendings = dues(till)
  const due = spendings.reduce((sum, spending) => sum + spending.due, 0)
  const refunded = sumOf(till.refunds)
  const sure = isConfirmed(till)
  const agentId = spendings.find((spending) => spending.agentId !== null)?.agentId ?? null
  const refunds = refunded === 0 ? [] : [at('till', -refunded)]
  // An agent took its message for the money: they stand for what was due until something else tells of it.
  if (agentId !== null && !sure && !till.reversed)
    return [
      { account: 'drawers', party: agentId, cents: due },
      at('prepaid', -due),
      ...refunds,
      at('refunds_owed', refunded),
    ]
  const cents = till.reversed ? 0 : centsOf(till)
  return [at(sure ? 'till' : 'shown', cents), ...refunds, ...whose(till, { cents, due, refunded })]
}

const whose = (till: Till, { cents, due, refunded }: { cents: number; due: number; refunded: number }): Posting[] => {
  const poured = sumOf(till.poured)
  const isSpent = dues(till).length > 0
  if (!isSpent && Object.keys(till.poured).length === 0) {
    const left = cents - refunded
    if (left < 0) return [at('owed_by_senders', -left)]
    return [at(isClaimed(till) ? 'prepaid' : 'unclaimed', -left)]
  }
  const held = isSpent ? due - sumOf(till.toppedUp) : poured
  const above = cents - held
  // What is paid back beyond what was too much is of the fee, of a parcel that is none any more.
  const ofFee = isSpent ? Math.min(Math.max(refunded - Math.max(above, 0), 0), due) : 0
  const left = above - refunded + ofFee
  return [
    at('prepaid', -held),
    at('fees_earned', ofFee),
    left >= 0 ? at('refunds_owed', -left) : at('owed_by_senders', -left),
  ]
}

const at = (account: Posting['account'], cents: number): Posting => ({ account, party: null, cents })

const against = {
  charge: 'charges',
  settled: 'bank',
  opening: 'opening',
  not_ours: 'not_ours',
} as const satisfies { [Kind in TillMove]: Posting['account'] }

const ofMoves = ({ moves }: Till): Posting[] =>
  Object.values(moves).flatMap(({ kind, cents }) => [at('till', cents), at(against[kind], -cents)])

export const till: Decider<Till, TillCommand, TillEvent> = booked<Till, TillCommand, TillEvent>(
  {
    initialState: nothing,
    decide: (command, state) => {
      if (isKnown(command, state)) return []
      const { type, ...data } = command
      return [{ type, data: { ...data, postings: [] } } as unknown as TillEvent]
    },
    evolve: (state, { type, data }) => {
      switch (type) {
        case 'MoneySeen': {
          const { by, cents, claimed, at } = data
          return { ...state, sightings: [...state.sightings, { by, cents, claimed, at }] }
        }
        case 'MoneyConfirmed':
          return { ...state, confirmed: { cents: data.cents, at: data.at } }
        case 'MoneyReversed':
          return { ...state, reversed: true }
        case 'MoneyClaimed':
          return { ...state, claimed: { claimed: data.claimed, at: data.at } }
        case 'MoneyToppedUp':
          return { ...state, toppedUp: { ...state.toppedUp, [data.by]: data.cents } }
        case 'MoneyPoured':
          return { ...state, poured: { ...state.poured, [data.into]: data.cents } }
        case 'MoneySpent': {
          const { deliveryId, due, agentId, at } = data
          return { ...state, spent: { ...state.spent, [deliveryId]: { due, agentId, at } } }
        }
        case 'MoneyFreed':
          return { ...state, spent: { ...state.spent, [data.deliveryId]: { due: null, agentId: null, at: data.at } } }
        case 'MoneyRefunded':
          return { ...state, refunds: { ...state.refunds, [data.refundId]: data.cents } }
        case 'TillMoved':
          return { ...state, moves: { ...state.moves, [data.rowId]: { kind: data.kind, cents: data.cents } } }
      }
    },
  },
  tillBalances,
)

/** It adds nothing: it was said before, or something later was. */
const isKnown = (command: TillCommand, state: Till): boolean => {
  switch (command.type) {
    case 'MoneySeen':
      return state.sightings.some(
        ({ by, at, cents }) => by === command.by && at === command.at && cents === command.cents,
      )
    case 'MoneyConfirmed':
      return state.confirmed !== null && state.confirmed.at <= command.at
    case 'MoneyReversed':
      return state.reversed
    case 'MoneyClaimed':
      return isLater(state.claimed?.at, command.at)
    case 'MoneyToppedUp':
      return command.by in state.toppedUp
    case 'MoneyPoured':
      return command.into in state.poured
    case 'MoneySpent':
    case 'MoneyFreed':
      return isLater(state.spent[command.deliveryId]?.at, command.at)
    case 'MoneyRefunded':
      return command.refundId in state.refunds
    case 'TillMoved':
      return command.rowId in state.moves
  }
}

const isLater = (known: string | undefined, at: string) => known !== undefined && known >= at
