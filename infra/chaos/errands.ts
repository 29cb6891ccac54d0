import type { Visitor } from '@tuma/one-process/visitor'
import { sampleTillMessage } from '@tuma/payment/sample-till-message'
import { command, type Errand, prepareFirst } from './errand.ts'
import type { Ledger, Parcel, Payment } from './ledger.ts'
import { fee, type Network, shops } from './network.ts'

export type { Errand } from './errand.ts'

export type Place = {
  readonly network: Network
  readonly ledger: Ledger
  /** Pays this many shillings to the till. @param phone 254… @returns M-Pesa's message */
  readonly payByHand: (phone: string, shillings: number) => Promise<string>
}

/** For a run without M-Pesa: a message as M-Pesa would send it. */
export const payNowhere: Place['payByHand'] = async (_, amount) => {
  const [at, random] = [new Date().toISOString(), crypto.getRandomValues(new Uint8Array(7))]
  return sampleTillMessage({ amount, at, tillName: 'TUMA PARCELS', random })
}

// Each parcel has phones of its own, so each SMS to them is about this parcel.
export const getPhones = (n: number) =>
  ({ sender: `2547${String(10_000_000 + n)}`, receiver: `2541${String(10_000_000 + n)}` }) as const
const senderName = 'Wanjiku Kamau'
export const getReference = (n: number): string => `PAY-${100_000 + n}`
/** The sender of a parcel and their payment. */
export type Asker = { readonly by: Visitor; readonly payment: Payment; readonly owned?: (parcel: Parcel) => void }

export const doorstep = ({ network, ledger }: Place, n: number): Errand => {
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
    told({ body: { _id: id, trackingId, totalAmount } }) {
      const requested = { id, trackingId, kind: 'doorstep', fee: totalAmount - price, price } as const
      ledger.sent(`doorstep ${n}`, { ...requested, phones: getPhones(n), status: 'uncollected' })
      return null
    },
  }
}

/** A parcel from shop to shop, for a payment that its sender has shown. */
export const requestDukani = ({ ledger }: Place, n: number, { by, payment, owned }: Asker): Errand => {
  const { sender, receiver } = getPhones(n)
  const { from, to } = shops
  const form = {
    sender: { name: senderName, phoneNumber: sender, fromLocation: from.location, dropoffAgent: from.address },
    receiver: { name: 'Otieno Ouma', phoneNumber: receiver, location: to.location, pickupAgent: to.address },
    parcelDescription: `Parcel ${n}`,
    paymentReferenceId: getReference(n),
  }
  return {
    what: `dukani ${n}`,
    ask: command(by, 'POST', '/api/dukani/deliveries', form),
    told({ body: { _id: id, trackingId, totalAmount } }) {
      const parcel = ledger.sent(`dukani ${n}`, {
        ...{ id, trackingId, kind: 'dukani', fee: totalAmount, price: 0, phones: getPhones(n), status: 'dropping' },
      })
      ledger.spent(payment, parcel)
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
  { ledger }: Place,
  n: number,
  { by, paid }: { readonly by: Visitor; readonly paid: () => Promise<string> },
  next: (payment: Payment) => Errand | null,
): Errand => {
  const what = `payment ${n}`
  return prepareFirst(what, async () => ({
    what,
    ask: command(by, 'POST', '/api/payment/verify-payment', {
      ...{ paymentReferenceId: getReference(n), senderName, mpesaMessage: await paid() },
    }),
    told({ body }) {
      if (body.success) return next(ledger.paid(body.mpesaMessage.slice(0, 10), body.amount))
      ledger.isWrong(`payment ${n} was refused: ${JSON.stringify(body)}`)
      return null
    },
  }))
}

/** First pays to the till by hand; the request follows when the message is verified. */
export const dukani = (
  town: Place,
  n: number,
  shillings = fee,
  asker: Omit<Asker, 'payment'> = { by: town.network.client },
): Errand => {
  const paid = () => town.payByHand(getPhones(n).sender, shillings)
  return showMessage(town, n, { by: asker.by, paid }, (payment) => requestDukani(town, n, { ...asker, payment }))
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
export const taken = (town: Place, parcel: Parcel, [step, ...others]: readonly Step[]): Errand | null => {
  parcel.busy = step !== undefined
  if (!step) return null
  const { network, ledger } = town
  const { to, by, path, body = {}, back } = step
  return {
    what: `${parcel.trackingId} ${path}`,
    ask: command(network[by], 'PUT', `/api/${path}/${parcel.id}`, body),
    told({ body: row }) {
      parcel.status = to
      if (!back) parcel.reached = to
      if (row?.status !== to) ledger.isWrong(`${parcel.trackingId} is ${row?.status}, asked for was ${to}`)
      return taken(town, parcel, others)
    },
  }
}

/** The next step of the parcel; null: the next one needs its receiver's code or money. */
export const moved = (town: Place, parcel: Parcel): Errand | null => {
  const { status, kind } = parcel
  const put = (path: string, by: By, to: Parcel['status']): Step => ({ path: `agent/${path}`, by, to })
  const inTransit = put('update-intransit', 'sending', 'inTransit')
  const rider: Step = {
    ...{ path: 'doorstep/assign-rider', by: 'sending', to: 'uncollected' },
    body: { riderId: town.network.riderId },
  }
  const steps: Partial<Record<Parcel['status'], readonly Step[]>> =
    kind === 'doorstep'
      ? { uncollected: [rider, inTransit] }
      : {
          dropping: [put('update-status', 'sending', 'uncollected')],
          uncollected: [inTransit],
          inTransit: [put('update-received', 'receiving', 'delivered')],
          delivered: [put('update-collected', 'receiving', 'collected')],
        }
  return taken(town, parcel, steps[status] ?? [])
}

export const rider = ({ network }: Place, n: number): Errand => ({
  what: `rider ${n}`,
  ask: command(network.admin, 'POST', '/api/admin/add', { name: `Rider ${n}`, phone: '0711777666' }),
  told: () => null,
})
