import type { Answer } from '@tuma/one-process/visitor'
import { sampleTillMessage } from '@tuma/payment/sample-till-message'
import type { Ledger, Parcel } from './ledger.ts'
import { fee, type Network, shops } from './network.ts'

/** Something that somebody wants done, and asks until they are told that it is. */
export type Errand = {
  readonly what: string
  readonly ask: () => Promise<Answer>
  /** @returns what is wanted next, if anything is */
  readonly told: (answer: Answer) => Errand | null
  /** Answers that say: there is nothing to be done any more. */
  readonly orElse?: number
}
export type Place = { readonly network: Network; readonly ledger: Ledger }

// Nobody else has these phones: what comes to them is about this parcel.
const phonesOf = (n: number) =>
  ({ sender: `2547${String(10_000_000 + n)}`, receiver: `2541${String(10_000_000 + n)}` }) as const

/** Under a key of its own: asked again it is the same parcel. */
const requested = ({ network, ledger }: Place, kind: Parcel['kind'], n: number, form: object): Errand => {
  const key = `${kind} ${n}`
  const of = { kind, phones: phonesOf(n), deleted: false, busy: false }
  return {
    what: key,
    ask: () => network.client.post(`/api/${kind}/deliveries`, form, { headers: { 'idempotency-key': key } }),
    told({ body: { _id: id, trackingId, totalAmount: amount } }) {
      ledger.sent(key, { ...of, id, trackingId, amount, status: kind === 'dukani' ? 'dropping' : 'uncollected' })
      return null
    },
  }
}

export const doorstep = (town: Place, n: number): Errand => {
  const { sender, receiver } = phonesOf(n)
  return requested(town, 'doorstep', n, {
    sender: { name: 'Wanjiku Kamau', phone: sender, location: shops.from.location, dropoffAgent: shops.from.address },
    receiver: {
      name: 'Otieno Ouma',
      phone: receiver,
      pickupLocation: shops.to.location,
      pickupAddress: `House ${n}`,
      moreDetails: 'Blue gate',
    },
    parcelDescription: `Parcel ${n}`,
    paymentMethod: 'payOnDelivery',
    productPrice: 100,
  })
}

const dukaniForm = (n: number, paymentReferenceId: string) => {
  const { sender, receiver } = phonesOf(n)
  const { from, to } = shops
  const from_ = { fromLocation: from.location, dropoffAgent: from.address }
  return {
    sender: { name: 'Wanjiku Kamau', phoneNumber: sender, ...from_ },
    receiver: { name: 'Otieno Ouma', phoneNumber: receiver, location: to.location, pickupAgent: to.address },
    parcelDescription: `Parcel ${n}`,
    paymentReferenceId,
  }
}

/** Paid first, with an M-Pesa message of its own; the request follows when that is verified. */
export const dukani = (town: Place, n: number): Errand => {
  const { network, ledger } = town
  const paymentReferenceId = `PAY-${100_000 + n}`
  const mpesaMessage = sampleTillMessage({
    amount: fee,
    at: new Date().toISOString(),
    tillName: 'TUMA PARCELS',
    random: crypto.getRandomValues(new Uint8Array(7)),
  })
  const proof = { paymentReferenceId, senderName: 'Wanjiku Kamau', mpesaMessage }
  return {
    what: `payment ${n}`,
    ask: () => network.client.post('/api/payment/verify-payment', proof),
    told({ body }) {
      if (body.success) return requested(town, 'dukani', n, dukaniForm(n, paymentReferenceId))
      ledger.isWrong(`payment ${n} was refused: ${JSON.stringify(body)}`)
      return null
    },
  }
}

type By = 'sending' | 'receiving'
type Step = { readonly to: Parcel['status']; readonly by: By; readonly path: string; readonly body?: object }

/** Each is pressed again when nobody said that it is done: pressed twice it is done once. */
const taken = (town: Place, parcel: Parcel, [step, ...others]: readonly Step[]): Errand | null => {
  parcel.busy = step !== undefined
  if (!step) return null
  const { network, ledger } = town
  const { to, by, path, body = {} } = step
  return {
    what: `${parcel.trackingId} ${path}`,
    ask: () => network[by].put(`/api/${path}/${parcel.id}`, body),
    told({ body: row }) {
      parcel.status = to
      if (row?.status !== to) ledger.isWrong(`${parcel.trackingId} is ${row?.status}, asked for was ${to}`)
      return taken(town, parcel, others)
    },
  }
}

/** What is next for it; null: it has come as far as it goes here. */
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

export const removed = ({ network }: Place, parcel: Parcel): Errand => {
  parcel.busy = true
  return {
    what: `${parcel.trackingId} deleted`,
    ask: () => network.admin.delete(`/api/admin/deliveries/${parcel.id}`),
    told() {
      Object.assign(parcel, { deleted: true, busy: false })
      return null
    },
    orElse: 404,
  }
}

export const rider = ({ network }: Place, n: number): Errand => ({
  what: `rider ${n}`,
  ask: () => network.admin.post('/api/admin/add', { name: `Rider ${n}`, phone: '0711777666' }),
  told: () => null,
})
