import { openedWith, type Row } from './mpesa-side.ts'
import { agent, type Person } from './people.ts'

/**
 * The second calculation: what people and M-Pesa did, and what Tuma has learned of it. It knows nothing of streams,
 * events or accounts. Money is in cents, but fees are in shillings.
 */
export type Paid = {
  readonly receipt: string
  readonly cents: number
  readonly at: string
  readonly who: Person
  /** Tuma has proof of it. */
  isTold: boolean
  claimedBy: string | null
  isReversed: boolean
  isReversalTold: boolean
  /** A forged callback or message names this payment. */
  isMeddled: boolean
  readonly isByHand: boolean
  /** An agent gave it at a door before M-Pesa reported it as another payer's. It is neither paid out nor paid back. */
  isDoubted: boolean
  /** The agent who took it at a door named its payer. A statement, which has names, then removes the doubt. */
  isNamed: boolean
  /** The parcel that it pays for, and the fee in shillings; null: none. */
  use: { readonly parcelId: string; readonly fee: number; isOver: boolean } | null
  refunded: number
}
export type Parcel = {
  readonly id: string
  readonly owedTo: string
  readonly price: number
  readonly fee: number
  readonly how: 'cash' | 'till' | 'made_up'
  readonly receipt: string | null
  /** The office has counted its cash. */
  isCounted: boolean
  isPaidOut: boolean
}
/** What an agent took in at the counter for cash; the fee is in cents. */
export type CounterParcel = { readonly id: string; readonly fee: number; isCancelled: boolean; isSentBack: boolean }
/** Money that left and that Tuma has recorded. */
export type Left = {
  readonly of: 'payout' | 'refund'
  readonly receipt: string
  readonly cents: number
  readonly to: string
  readonly at: string
}

const sum = <One>(all: Iterable<One>, cents: (one: One) => number) =>
  [...all].reduce((total, one) => total + cents(one), 0)
const getDue = ({ price, fee }: Parcel) => price + 100 * fee

type Cash = {
  readonly parcels: readonly Parcel[]
  readonly atCounter: readonly CounterParcel[]
  readonly handed: readonly { readonly by: string; readonly cents: number }[]
  readonly passed: readonly number[]
}
const toCents = ({ cents }: { readonly cents: number }) => cents
/** What the agent has taken, less what they gave back. */
const taken = ({ parcels, atCounter }: Cash): number =>
  sum(
    parcels.filter(({ how }) => how === 'cash'),
    getDue,
  ) + sum(atCounter, ({ fee, isCancelled }) => (isCancelled ? 0 : fee))

/** In cents, below 0 where the agent gave more back out of their own pocket than they have taken since. */
export const cashIn = (cash: Cash, { id }: Person): number => {
  const passed = sum(cash.passed, (cents) => cents)
  const handed = sum(
    cash.handed.filter(({ by }) => by === id),
    toCents,
  )
  return (id === agent.id ? taken(cash) - passed : passed) - handed
}

export const openLedger = () => {
  const rows: Row[] = []
  const paid = new Map<string, Paid>()
  const parcels: Parcel[] = []
  const left: Left[] = []
  const atCounter: CounterParcel[] = []
  /** Cash that left for the office, each time all that its agent had, and that the agent gave to the colleague. */
  const handed: { readonly by: string; readonly cents: number }[] = []
  const passed: number[] = []
  /** Forged receipts that are shown as money, and whether a person says that they paid it. */
  const forged = new Map<string, { readonly cents: number; readonly isClaimed: boolean }>()

  const isReady = ({ how, receipt, isCounted, isPaidOut }: Parcel): boolean => {
    if (isPaidOut) return false
    if (how === 'cash') return isCounted
    const by = how === 'till' ? paid.get(receipt ?? '') : undefined
    return by?.isTold === true && !by.isReversalTold && !by.isDoubted
  }
  const refundable = ({ isTold, isReversalTold, isDoubted, cents, use, refunded }: Paid): number => {
    if (!isTold || isReversalTold || isDoubted) return 0
    return Math.max(0, cents - refunded - (use && !use.isOver ? 100 * use.fee : 0))
  }
  const getNote = (receipt: string) => left.find((one) => one.receipt === receipt)?.cents ?? 0

  return {
    ...{ rows, paid, parcels, left, atCounter, handed, passed, forged, refundable },
    ready: (owedTo: string) => parcels.filter((parcel) => parcel.owedTo === owedTo && isReady(parcel)),
    /** The balance of each account of the books after all callbacks and statements. */
    atTheEnd: () => {
      const isPaidOut = ({ details }: Row) => details.startsWith('Merchant Customer Payment')
      const isCharge = ({ details }: Row) => /charge/i.test(details)
      const unclaimed = [...paid.values()].filter(({ claimedBy, use }) => claimedBy === null && use === null)
      return {
        till: openedWith + sum(rows, ({ cents }) => cents),
        shown: sum(forged.values(), ({ cents }) => cents),
        bank: sum(handed, toCents),
        drawers:
          taken({ parcels, atCounter, handed, passed }) -
          sum(handed, toCents) +
          sum(
            parcels.filter(({ how }) => how === 'made_up'),
            getDue,
          ),
        charges: -sum(rows.filter(isCharge), ({ cents }) => cents),
        paid_out: -sum(rows.filter(isPaidOut), ({ cents, receipt }) => cents + getNote(receipt)),
        owed_to_senders:
          sum(
            left.filter(({ of }) => of === 'payout'),
            ({ cents }) => cents,
          ) - sum(parcels, ({ price }) => price),
        unclaimed:
          -sum(unclaimed, ({ cents, isReversed, refunded }) => (isReversed ? 0 : cents - refunded)) -
          sum(forged.values(), ({ cents, isClaimed }) => (isClaimed ? 0 : cents)),
        opening: -openedWith,
        ...{ in_transit: 0, to_explain: 0, shortages: 0, not_ours: 0, overdraft: 0 },
      }
    },
  }
}
