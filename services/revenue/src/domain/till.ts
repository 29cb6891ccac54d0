import type { Evidence, Outgoing, TillMove } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { bookedByDay, type Posted } from './journal.ts'
import { tillPostings } from './till-standing.ts'

/**
 * A stream for one payment, for money that was sent to a person, or for a row of the till's statement that is neither.
 */
export const tillStream = (id: string): string => `till-${id}`

/** `at` is when we learnt of it, `valueAt` when it happened according to this source; both ISO. */
type Told = { readonly at: string; readonly valueAt: string }
export type Sighting = Told & { readonly by: Evidence; readonly cents: number; readonly claimed: boolean }
/**
 * A delivery that the payment pays for: what was due, in cents, and the agent who answers for it while only a message
 * tells of the money.
 */
export type Spending = { readonly due: number; readonly agentId: string | null; readonly at: string }

type PayInOf = { readonly drawer: string }

/** What was noted about money that was sent, and when. */
export type Left = { readonly of: Outgoing; readonly cents: number; readonly at: string }

export type TillEvent =
  | DomainEvent<'MoneySeen', Posted & Sighting>
  /** `cents` is the sum that counts from now on. */
  | DomainEvent<'MoneyConfirmed', Posted & Told & { readonly cents: number }>
  | DomainEvent<'MoneyReversed', Posted & Told>
  /**
   * The payment service does not believe the payment. Nothing moves in the books, and no sender is paid from it until
   * it is cleared.
   */
  | DomainEvent<'MoneyDoubted', Posted>
  | DomainEvent<'MoneyCleared', Posted>
  /** `payIn`: it is cash of that agent's drawer, and no payer's. */
  | DomainEvent<'MoneyClaimed', Posted & { readonly claimed: boolean; readonly payIn?: PayInOf | undefined }>
  | DomainEvent<'MoneyToppedUp', Posted & { readonly by: string; readonly cents: number }>
  | DomainEvent<'MoneyPoured', Posted & { readonly into: string; readonly cents: number }>
  | DomainEvent<'MoneySpent', Posted & { readonly deliveryId: string } & Spending>
  /**
   * `withdrawn`: an agent gave it for that delivery and an admin took it back, so it belongs to its payer and is not
   * doubted.
   */
  | DomainEvent<'MoneyFreed', Posted & { readonly deliveryId: string; readonly withdrawn: boolean }>
  | DomainEvent<
      'MoneyRefunded',
      Posted & { readonly refundId: string; readonly deliveryId: string | null; readonly cents: number }
    >
  | DomainEvent<
      'TillMoved',
      Posted & Told & { readonly rowId: string; readonly kind: TillMove; readonly cents: number }
    >
  /** A payout or a refund was noted with the receipt of this stream. */
  | DomainEvent<'MoneyLeft', Posted & Left>

/** The event without its entries, as a command. */
export type TillCommand = {
  [Type in TillEvent['type']]: WithoutPostings<Extract<TillEvent, { type: Type }>>
}[TillEvent['type']]
type WithoutPostings<Event extends TillEvent> = { readonly type: Event['type'] } & Omit<Event['data'], 'postings'>

export type Till = {
  readonly sightings: readonly Sighting[]
  readonly confirmed: (Told & { readonly cents: number }) | null
  readonly reversed: Told | null
  readonly doubted: boolean
  /** Each claim (`claimed`) and each release of the money. */
  readonly claims: readonly Claim[]
  readonly toppedUp: Sums
  readonly poured: Sums
  readonly refunds: Sums
  readonly moves: {
    readonly [rowId: string]: { readonly kind: TillMove; readonly cents: number; readonly valueAt: string }
  }
  readonly left: Left | null
  /** What was said about each delivery: `due` is null where it was freed. */
  readonly spent: {
    readonly [deliveryId: string]: readonly (Omit<Spending, 'due'> & { readonly due: number | null })[]
  }
}
/** `drawer`: the agent who has paid cash in by it. */
export type Claim = { readonly claimed: boolean; readonly drawer: string | null; readonly at: string }
export type Sums = { readonly [id: string]: { readonly cents: number; readonly at: string } }

const nothing: Till = {
  ...{ sightings: [], confirmed: null, reversed: null, doubted: false, claims: [] },
  ...{ toppedUp: {}, poured: {}, refunds: {}, moves: {}, spent: {}, left: null },
}

export const till: Decider<Till, TillCommand, TillEvent> = bookedByDay<Till, TillCommand, TillEvent>(
  {
    initialState: nothing,
    decide: (command, state) => {
      if (isKnown(command, state)) return []
      const { type, ...data } = command
      return [{ type, data: { ...data, postings: [] } } as unknown as TillEvent]
    },
    evolve: (state, { type, data }) => {
      switch (type) {
        case 'MoneySeen':
          return seen(state, data)
        case 'MoneyConfirmed':
          return { ...state, confirmed: { cents: data.cents, at: data.at, valueAt: data.valueAt } }
        case 'MoneyReversed':
          return { ...state, reversed: { at: data.at, valueAt: data.valueAt } }
        case 'MoneyDoubted':
        case 'MoneyCleared':
          return { ...state, doubted: type === 'MoneyDoubted' }
        case 'MoneyClaimed':
          return { ...state, claims: [...state.claims, toClaim(data)] }
        case 'MoneyToppedUp':
          return { ...state, toppedUp: { ...state.toppedUp, [data.by]: { cents: data.cents, at: data.at } } }
        case 'MoneyPoured':
          return { ...state, poured: { ...state.poured, [data.into]: { cents: data.cents, at: data.at } } }
        case 'MoneySpent':
          return spentOn(state, data.deliveryId, { due: data.due, agentId: data.agentId, at: data.at })
        case 'MoneyFreed': {
          const doubted = state.doubted && !data.withdrawn
          return spentOn({ ...state, doubted }, data.deliveryId, { due: null, agentId: null, at: data.at })
        }
        case 'MoneyRefunded':
          return { ...state, refunds: { ...state.refunds, [data.refundId]: { cents: data.cents, at: data.at } } }
        case 'TillMoved': {
          const { rowId, kind, cents, valueAt } = data
          return { ...state, moves: { ...state.moves, [rowId]: { kind, cents, valueAt } } }
        }
        case 'MoneyLeft':
          return { ...state, left: { of: data.of, cents: data.cents, at: data.at } }
      }
    },
  },
  tillPostings,
)

/**
 * A sighting without an owner does not remove the owner: a statement that is imported while a callback is read may come
 * first and still have the later time.
 */
const seen = (state: Till, { by, cents, claimed, at, valueAt }: Sighting): Till => ({
  ...state,
  sightings: [...state.sightings, { by, cents, claimed, at, valueAt }],
  claims: claimed ? [...state.claims, toClaim({ claimed, at })] : state.claims,
})

const toClaim = ({ claimed, payIn, at }: { claimed: boolean; payIn?: PayInOf | undefined; at: string }): Claim => ({
  ...{ claimed, at },
  drawer: payIn?.drawer ?? null,
})

const spentOn = (state: Till, deliveryId: string, said: Till['spent'][string][number]): Till => ({
  ...state,
  spent: { ...state.spent, [deliveryId]: [...(state.spent[deliveryId] ?? []), said] },
})

/** Whether the command adds nothing, because the stream has the same fact or a later one. */
const isKnown = (command: TillCommand, state: Till): boolean => {
  switch (command.type) {
    case 'MoneySeen':
      return state.sightings.some(
        ({ by, at, cents, valueAt }) =>
          by === command.by && at === command.at && cents === command.cents && valueAt === command.valueAt,
      )
    case 'MoneyConfirmed':
      return state.confirmed !== null && state.confirmed.at <= command.at
    case 'MoneyReversed':
      return state.reversed !== null && state.reversed.at >= command.at
    case 'MoneyDoubted':
      return state.doubted
    case 'MoneyCleared':
      return !state.doubted
    case 'MoneyClaimed':
      return state.claims.some(
        ({ at, claimed, drawer }) =>
          at === command.at && claimed === command.claimed && drawer === (command.payIn?.drawer ?? null),
      )
    case 'MoneyToppedUp':
      return command.by in state.toppedUp
    case 'MoneyPoured':
      return command.into in state.poured
    case 'MoneySpent':
    case 'MoneyFreed':
      return (state.spent[command.deliveryId] ?? []).some(({ at }) => at === command.at)
    case 'MoneyRefunded':
      return command.refundId in state.refunds
    case 'TillMoved':
      return command.rowId in state.moves
    case 'MoneyLeft':
      return state.left !== null
  }
}
