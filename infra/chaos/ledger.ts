import type { DeliveryStatus } from '@tuma/contracts/vocabulary'

/** A payment to the till that belongs to its payer by an answer, or that an agent took at a door. */
export type Payment = {
  readonly receipt: string
  readonly shillings: number
  /** The parcel that it pays for. */
  parcel: Parcel | null
  /** A refund of the surplus was requested or recorded. */
  refund: 'none' | 'asked' | 'noted'
  /** M-Pesa has taken it back. */
  reversed: boolean
  /** Later payments that were added to this one. */
  readonly topUps: Payment[]
}

/** How the amount due at the hand-over was paid. */
export type Taken = { readonly how: 'cash' } | { readonly how: 'till' | 'prompt'; readonly payment: Payment }

/** Its fee in cash, or by its receiver at the door. */
export type AtCounter = 'cash' | 'on_delivery'

/** An acknowledged parcel, and how far its agents have brought it by their answers. Money is in shillings. */
export type Parcel = {
  readonly id: string
  readonly trackingId: string
  readonly kind: 'doorstep' | 'dukani'
  /** The fee, and for a parcel that is paid at the door the price for its sender. */
  readonly fee: number
  readonly price: number
  readonly phones: { readonly sender: string; readonly receiver: string }
  status: DeliveryStatus
  /** The last status on its way out. */
  reached: DeliveryStatus
  /** It goes back to its sender, or is there. */
  turned: boolean
  deleted: boolean
  /** It was deleted before staff had it, so its payment is free again. */
  freed: boolean
  held: boolean
  photos: number
  taken: Taken | null
  /** How it was paid where an agent took it in for a customer; null: it was sent in. */
  readonly atCounter: AtCounter | null
  /** Its people have been told of it before staff had it, because its payment has booked it. */
  readonly isTold: boolean
  /** The agent has cancelled it at the counter, and given cash back. */
  cancelled: boolean
  /** Its sender's account is deleted. */
  erased: boolean
  /** A person is working on it. */
  busy: boolean
}
type Requested = Pick<Parcel, 'id' | 'trackingId' | 'kind' | 'fee' | 'price' | 'phones' | 'status'> &
  Partial<Pick<Parcel, 'atCounter' | 'isTold'>>

export type HandOver = {
  readonly id: string
  readonly agentId: string
  readonly cents: number
  /** In cents; null: the office has not counted it. */
  counted: number | null
}
export type Payout = { readonly owedTo: string; readonly cents: number; readonly reference: string }

const openRecords = () => ({
  parcels: new Map<string, Parcel>(),
  payments: new Map<string, Payment>(),
  handOvers: new Map<string, HandOver>(),
  payouts: new Map<string, Payout>(),
  /** Cents of cash that left a drawer, by M-Pesa's receipt of the money. */
  payIns: new Map<string, number>(),
})

const newPayment = (receipt: string, shillings: number): Payment => ({
  ...{ receipt, shillings, parcel: null, refund: 'none', reversed: false, topUps: [] },
})

/** What people know is done by their answers. Without an answer they repeat the request. */
export const openLedger = (records = openRecords()) => {
  const { parcels, payments, handOvers, payouts, payIns } = records
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let acknowledged = 0
  const count = (kind: string): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return {
    parcels: () => [...parcels.values()],
    payments: () => [...payments.values()],
    handOvers,
    payIns,
    payouts: () => [...payouts.values()],
    records,
    wrong: wrong as readonly string[],
    acknowledged: () => acknowledged,
    /** By kind of action. */
    counts: (): Readonly<Record<string, number>> => Object.fromEntries(counts),
    count,
    reportWrong(what: string): void {
      wrong.push(what)
    },
    countAcknowledged(): void {
      acknowledged += 1
    },
    /** Stored under the name of its request, because a repeated request is the same parcel. */
    recordSent(name: string, requested: Requested): Parcel {
      const before = parcels.get(name)
      if (before && before.trackingId !== requested.trackingId)
        wrong.push(`twice: ${name} was ${before.trackingId} and then ${requested.trackingId}`)
      const parcel = before ?? {
        ...{ atCounter: null, isTold: false, cancelled: false, ...requested },
        ...{ reached: requested.status, turned: false, deleted: false, freed: false, held: false, photos: 0 },
        ...{ taken: null, erased: false, busy: false },
      }
      parcels.set(name, parcel)
      return parcel
    },
    recordPaid(receipt: string, shillings: number): Payment {
      const payment = payments.get(receipt) ?? newPayment(receipt, shillings)
      payments.set(receipt, payment)
      return payment
    },
    recordToppedUp(payment: Payment, by: Payment): void {
      if (!payment.topUps.includes(by)) payment.topUps.push(by)
    },
    /** One payment pays one parcel. */
    recordSpent(payment: Payment, parcel: Parcel): void {
      if (payment.parcel && payment.parcel !== parcel)
        wrong.push(`twice: ${payment.receipt} paid for ${payment.parcel.trackingId} and ${parcel.trackingId}`)
      payment.parcel = parcel
    },
    recordPayout: (payout: Payout): void => void payouts.set(payout.reference, payout),
  }
}
export type Ledger = ReturnType<typeof openLedger>

/** With what is recorded now, and without counts. What is recorded later in either is not in the other. */
export const copyLedger = ({ records }: Ledger): Ledger => openLedger(structuredClone(records))
