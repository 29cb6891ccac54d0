import type { Visitor } from '@tuma/one-process/visitor'
import { sampleTillMessage } from '@tuma/payment/sample-till-message'
import type { Ledger, Parcel, Payment } from './ledger.ts'
import { fee, type Network, shops } from './network.ts'
import { command, prepareFirst, type Task } from './task.ts'

export type { Task } from './task.ts'

export type ParcelContext = {
  readonly network: Network
  readonly ledger: Ledger
  /** Pays this many shillings to the till. @param phone 254… @returns M-Pesa's message */
  readonly payByHand: (phone: string, shillings: number) => Promise<string>
}

/** For a run without M-Pesa: a message as M-Pesa would send it. */
export const writeTillMessage: ParcelContext['payByHand'] = async (_, amount) => {
  const [at, random] = [new Date().toISOString(), crypto.getRandomValues(new Uint8Array(7))]
  return sampleTillMessage({ amount, at, tillName: 'TUMA PARCELS', random })
}

/**
 * Each parcel has phones of its own, so each SMS to them is about this parcel. All end in 5: the product lets no admin
 * move the money of a phone that ends like their own, and the admins' end in 000 and 004.
 */
export const getPhones = (n: number) =>
  ({ sender: `2547${String(10_000_005 + 10 * n)}`, receiver: `2541${String(10_000_005 + 10 * n)}` }) as const
export const senderName = 'Wanjiku Kamau'
export const getReference = (n: number): string => `PAY-${100_000 + n}`
/** The sender of a parcel and their payment. `booked`: the tracking id of the parcel that this payment has booked. */
export type Requester = {
  readonly by: Visitor
  readonly payment: Payment
  readonly owned?: (parcel: Parcel) => void
  readonly booked?: string
}

export const sendDoorstep = ({ network, ledger }: ParcelContext, n: number): Task => {
  const { sender, receiver } = getPhones(n)
  const price = 100
  const form = {
    sender: { name: senderName, phone: sender, location: shops.from.location, dropoffAgent: shops.from.address },
    receiver: {
      name: 'Otieno Ouma',
      phone: receiver,
      pickupLocation: shops.to.location,
      pickupAddress: `House ${n}`,
      moreDetails: 'Blue gate',
    },
    parcelDescription: `Parcel ${n}`,
    paymentMethod: 'payOnDelivery',
    productPrice: price,
  }
  return {
    what: `doorstep ${n}`,
    ask: command(network.client, 'POST', '/api/doorstep/deliveries', form),
    onAnswer({ body: { _id: id, trackingId, totalAmount } }) {
      const requested = { id, trackingId, kind: 'doorstep', fee: totalAmount - price, price } as const
      ledger.recordSent(`doorstep ${n}`, { ...requested, phones: getPhones(n), status: 'uncollected' })
      return null
    },
  }
}

/** The form of a parcel from shop to shop, as its page sends it. */
export const fillInDukani = (n: number) => {
  const { sender, receiver } = getPhones(n)
  const { from, to } = shops
  return {
    sender: { name: senderName, phoneNumber: sender, fromLocation: from.location, dropoffAgent: from.address },
    receiver: { name: 'Otieno Ouma', phoneNumber: receiver, location: to.location, pickupAgent: to.address },
    parcelDescription: `Parcel ${n}`,
    paymentReferenceId: getReference(n),
  }
}

/** A parcel from shop to shop, for a payment that its sender has shown. */
export const requestDukani = ({ ledger }: ParcelContext, n: number, requester: Requester): Task => {
  const { by, payment, owned, booked } = requester
  return {
    what: `dukani ${n}`,
    ask: command(by, 'POST', '/api/dukani/deliveries', fillInDukani(n)),
    onAnswer({ body: { _id: id, trackingId, totalAmount } }) {
      if (booked && booked !== trackingId)
        ledger.reportWrong(`twice: dukani ${n} was booked as ${booked}, and sent by itself as ${trackingId}`)
      const parcel = ledger.recordSent(`dukani ${n}`, {
        ...{ id, trackingId, kind: 'dukani', fee: totalAmount, price: 0, phones: getPhones(n), status: 'dropping' },
        isTold: booked !== undefined,
      })
      ledger.recordSpent(payment, parcel)
      owned?.(parcel)
      return null
    },
  }
}

/**
 * Shows the message of a payment, and continues with `next` once it is verified.
 * @param paid pays if that is not done yet. @returns M-Pesa's message
 */
export const showMessage = (
  { ledger }: ParcelContext,
  n: number,
  { by, paid }: { readonly by: Visitor; readonly paid: () => Promise<string> },
  next: (payment: Payment) => Task | null,
): Task => {
  const what = `payment ${n}`
  return prepareFirst(what, async () => ({
    what,
    ask: command(by, 'POST', '/api/payment/verify-payment', {
      ...{ paymentReferenceId: getReference(n), senderName, mpesaMessage: await paid() },
    }),
    onAnswer({ body }) {
      if (body.success) return next(ledger.recordPaid(body.mpesaMessage.slice(0, 10), body.amount))
      ledger.reportWrong(`payment ${n} was refused: ${JSON.stringify(body)}`)
      return null
    },
  }))
}

/** First pays to the till by hand; the request follows when the message is verified. */
export const paySendDukani = (
  context: ParcelContext,
  n: number,
  shillings = fee,
  requester: Omit<Requester, 'payment'> = { by: context.network.client },
): Task => {
  const paid = () => context.payByHand(getPhones(n).sender, shillings)
  return showMessage(context, n, { by: requester.by, paid }, (payment) =>
    requestDukani(context, n, { ...requester, payment }),
  )
}

export type By = 'sending' | 'receiving'
export type Step = {
  readonly to: Parcel['status']
  readonly by: By
  readonly path: string
  readonly body?: object
  /** It goes back to its sender. */
  readonly back?: true
}

/** Takes these steps one after the other; a step that is pressed twice is done once. */
export const takeSteps = (context: ParcelContext, parcel: Parcel, [step, ...others]: readonly Step[]): Task | null => {
  parcel.busy = step !== undefined
  if (!step) return null
  const { network, ledger } = context
  const { to, by, path, body = {}, back } = step
  return {
    what: `${parcel.trackingId} ${path}`,
    ask: command(network[by], 'PUT', `/api/${path}/${parcel.id}`, body),
    onAnswer({ body: row }) {
      parcel.status = to
      if (!back) parcel.reached = to
      if (row?.status !== to) ledger.reportWrong(`${parcel.trackingId} is ${row?.status}, asked for was ${to}`)
      return takeSteps(context, parcel, others)
    },
  }
}

/** The next step of the parcel; null: the next one needs its receiver's code or money. */
export const moveParcel = (context: ParcelContext, parcel: Parcel): Task | null => {
  const { status, kind, atCounter } = parcel
  const put = (path: string, by: By, to: Parcel['status']): Step => ({ path: `agent/${path}`, by, to })
  const inTransit = put('update-intransit', 'sending', 'inTransit')
  const assignRider: Step = {
    ...{ path: 'doorstep/assign-rider', by: 'sending', to: 'uncollected' },
    body: { riderId: context.network.riderId },
  }
  const steps: Partial<Record<Parcel['status'], readonly Step[]>> =
    kind === 'doorstep'
      ? {
          uncollected: [assignRider, inTransit],
          // Any other parcel to a door needs its receiver's money.
          inTransit: atCounter === 'cash' ? [put('update-received', 'receiving', 'delivered')] : [],
        }
      : {
          dropping: [put('update-status', 'sending', 'uncollected')],
          uncollected: [inTransit],
          inTransit: [put('update-received', 'receiving', 'delivered')],
          delivered: [put('update-collected', 'receiving', 'collected')],
        }
  return takeSteps(context, parcel, steps[status] ?? [])
}

export const addRider = ({ network }: ParcelContext, n: number): Task => ({
  what: `rider ${n}`,
  ask: command(network.admin, 'POST', '/api/admin/add', { name: `Rider ${n}`, phone: '0711777666' }),
  onAnswer: () => null,
})
