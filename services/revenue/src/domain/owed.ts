import { Refused, type TakenHow } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { Map as ById, Set as Ids } from 'immutable'
import { balancesFrom, booked, moved, type Posted } from './journal.ts'
import { oldestFirst } from './oldest-first.ts'
import { isPayable, type PayeeChange, payeeNew } from './payto.ts'

/**
 * What Tuma holds for a sender: `account:<id>`, or `phone:<keyed hash>` for a sender without an account. Money is in
 * cents.
 */
export const owedStream = (owedTo: string): string => `owed-${owedTo}`

type OwedParcel = {
  readonly cents: number
  readonly how: TakenHow
  /** Its money is where Tuma can pay it from. */
  readonly ready: boolean
  /** Revision of the sale that says so. */
  readonly asOf: number
  readonly at: string
}

export type OwedEvent =
  /** `again`: an earlier event said otherwise. `paid`: its sender had been paid by then. */
  | DomainEvent<
      'ParcelOwed',
      OwedParcel & {
        readonly owedTo: string
        readonly deliveryId: string
        readonly again: boolean
        readonly paid: boolean
      }
    >
  /** Paid outside Tuma, by M-Pesa. `reference` is its receipt code, `valueAt` when the money left. */
  | DomainEvent<
      'PaidOut',
      Posted & {
        readonly owedTo: string
        readonly payoutId: string
        readonly cents: number
        readonly reference: string
        readonly valueAt: string
        readonly parcels: readonly { readonly deliveryId: string; readonly cents: number }[]
      }
    >
  /**
   * Recorded before its receipt is given back, so that another attempt at the same payout can not pay afterwards, even
   * if its sum is due then. `newPayee`: it was refused because the payout number is too new; null: another sum was due.
   */
  | DomainEvent<
      'PayoutRefused',
      {
        readonly owedTo: string
        readonly payoutId: string
        readonly newPayee: PayeeChange | null
        readonly at: string
      }
    >

export type OwedCommand =
  | ({ readonly type: 'OweParcel'; readonly owedTo: string; readonly deliveryId: string } & OwedParcel)
  /** Pays all that is ready; `cents` is how much that was when it was decided. */
  | {
      readonly type: 'PayOut'
      readonly owedTo: string
      readonly payoutId: string
      readonly cents: number
      readonly reference: string
      /** The last change of the payout number; null where it was never changed. */
      readonly payee: PayeeChange | null
      readonly valueAt: string
      readonly at: string
    }

type Kept = OwedParcel & { readonly paid: boolean }
export type Owed = {
  readonly parcels: ById<string, Kept>
  /** The parcels that can be paid out now. */
  readonly ready: ById<string, { readonly cents: number; readonly at: string }>
  /** The sum of each payout. */
  readonly payouts: ById<string, number>
  readonly refusedPayouts: Ids<string>
  /** All that was ever paid out, and to whom. */
  readonly paidOut: { readonly owedTo: string; readonly cents: number }
}

/** The parcels that can be paid out now, the oldest first. */
export const readyIn = ({ ready }: Owed) => oldestFirst(ready)

const withParcel = (state: Owed, deliveryId: string, parcel: Kept): Owed => {
  const { ready, paid, cents, at } = parcel
  return {
    ...state,
    parcels: state.parcels.set(deliveryId, parcel),
    ready: ready && !paid && cents > 0 ? state.ready.set(deliveryId, { cents, at }) : state.ready.delete(deliveryId),
  }
}

export const owedBalances = ({ paidOut: { owedTo: party, cents } }: Owed) =>
  balancesFrom(moved(cents, { account: 'bank' }, { account: 'owed_to_senders', party }))

export const owed: Decider<Owed, OwedCommand, OwedEvent> = booked<Owed, OwedCommand, OwedEvent>(
  {
    initialState: {
      ...{ parcels: ById(), ready: ById(), payouts: ById(), refusedPayouts: Ids() },
      paidOut: { owedTo: '', cents: 0 },
    },
    decide: (command, state) => {
      if (command.type === 'OweParcel') {
        const { type: _, ...data } = command
        const known = state.parcels.get(data.deliveryId)
        const before = { again: known !== undefined, paid: known?.paid ?? false }
        return addsNothing(data, known) ? [] : [{ type: 'ParcelOwed', data: { ...data, ...before } }]
      }
      return payOut(command, state)
    },
    evolve: (state, { type, data }) => {
      if (type === 'ParcelOwed') {
        const { deliveryId, cents, how, ready, asOf, at } = data
        const paid = state.parcels.get(deliveryId)?.paid ?? false
        return withParcel(state, deliveryId, { cents, how, ready, asOf, at, paid })
      }
      if (type === 'PayoutRefused') return { ...state, refusedPayouts: state.refusedPayouts.add(data.payoutId) }
      const { owedTo, payoutId, cents, parcels } = data
      const after = parcels.reduce((before, { deliveryId }) => {
        const parcel = before.parcels.get(deliveryId)
        return parcel ? withParcel(before, deliveryId, { ...parcel, paid: true }) : before
      }, state)
      const payouts = after.payouts.set(payoutId, cents)
      return { ...after, payouts, paidOut: { owedTo, cents: after.paidOut.cents + cents } }
    },
  },
  owedBalances,
)

const payOut = (command: Extract<OwedCommand, { type: 'PayOut' }>, state: Owed): OwedEvent[] => {
  const { type: _, cents, payee, ...payout } = command
  const { payoutId, owedTo, at } = payout
  if (state.payouts.has(payoutId) || state.refusedPayouts.has(payoutId)) return []
  const parcels = readyIn(state)
  const ready = parcels.reduce((sum, parcel) => sum + parcel.cents, 0)
  const isNew = payee !== null && !isPayable(payee, at)
  if (isNew || ready === 0 || ready !== cents)
    return [{ type: 'PayoutRefused', data: { owedTo, payoutId, newPayee: isNew ? payee : null, at } }]
  return [{ type: 'PaidOut', data: { ...payout, cents, parcels, postings: [] } }]
}

/** The refusal for the admin: `payee_new` or `payout_changed`. */
export const toRefusal = ({ newPayee, at }: Extract<OwedEvent, { type: 'PayoutRefused' }>['data']): Refused =>
  newPayee ? payeeNew(newPayee, at) : new Refused('payout_changed')

const addsNothing = (said: OwedParcel, known: Kept | undefined): boolean => {
  if (!known) return said.cents === 0
  return known.asOf > said.asOf || (known.ready === said.ready && known.how === said.how && known.cents === said.cents)
}
