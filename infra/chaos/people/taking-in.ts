import type { Parcel } from '../ledger.ts'
import { fee, shops } from '../network.ts'
import { getPhones, senderName } from '../parcel-tasks.ts'
import { command, isDone, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

/** The price of the product that the receiver of a parcel to a door pays with its fee. */
const price = 100
const doorFee = 350

const toShop = { to: { shop: shops.to }, deliveryFee: fee, pay: { how: 'cash' } } as const
const door = { place: shops.to.location, tier: 'same-day', address: 'House 7', moreDetails: 'Call on arrival' } as const
const toDoor = { to: { door }, deliveryFee: doorFee } as const

/** The sending agent takes a parcel in for a customer: mostly for cash, or its receiver pays at the door. */
export const takeInAtCounter = ({ network, ledger, chance }: TaskContext, n: number): Task => {
  const { sender, receiver } = getPhones(n)
  const isToDoor = chance.is(0.4)
  const atCounter = isToDoor && chance.is(0.5) ? 'on_delivery' : 'cash'
  const pay = atCounter === 'cash' ? toShop.pay : { how: atCounter, productPrice: price }
  const form = {
    sender: { name: senderName, phone: sender },
    receiver: { name: 'Otieno Ouma', phone: receiver },
    parcelDescription: `Parcel ${n}`,
    ...(isToDoor ? { ...toDoor, pay } : toShop),
  }
  return {
    what: `parcel ${n} taken in at the counter`,
    ask: command(network.sending, 'POST', '/api/agent/counter-parcels', form),
    onAnswer({ body: { _id: id, trackingId } }) {
      const paid = { fee: form.deliveryFee, price: atCounter === 'cash' ? 0 : price, atCounter } as const
      const kind = isToDoor ? 'doorstep' : 'dukani'
      const parcel = { id, trackingId, kind, ...paid, phones: getPhones(n), status: 'uncollected' } as const
      ledger.recordSent(`counter ${n}`, parcel)
      ledger.count(`taken in at the counter: ${atCounter}`)
      return null
    },
  }
}

/** Within its minutes; the customer gets back what they paid in cash. */
export const cancelAtCounter = ({ network, ledger }: TaskContext, parcel: Parcel): Task => {
  parcel.busy = true
  return {
    what: `${parcel.trackingId} cancelled at the counter`,
    ask: command(network.sending, 'POST', `/api/agent/counter-parcels/${parcel.id}/void`, { reason: 'They came back' }),
    acceptedRefusals: ['too_late_to_void'],
    onAnswer(answer) {
      parcel.busy = false
      if (!isDone(answer)) return null
      parcel.cancelled = true
      const paid = parcel.atCounter === 'cash' ? parcel.fee : 0
      const { cashBack } = answer.body
      if (cashBack !== paid) ledger.reportWrong(`${parcel.trackingId} cost ${paid} in cash, and ${cashBack} went back`)
      ledger.count('cancelled at the counter')
      return null
    },
  }
}

/** It is still at the shop that took it in, without a rider. */
export const isCancellable = ({ atCounter, status, held }: Parcel): boolean =>
  atCounter !== null && status === 'uncollected' && !held
