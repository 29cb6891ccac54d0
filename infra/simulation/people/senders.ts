import type { Actor } from '@tuma/contracts/services'
import type { Chance } from '../chance.ts'
import type { Parcel } from '../ledger.ts'
import { payBack } from './office.ts'
import { pay } from './payers.ts'
import { type Means, type Person, phone, shops } from './town.ts'

export const somebody = ({ chance, ledger, town }: Means): Actor =>
  chance.is(0.6) ? chance.among(town.clients) : { kind: 'visitor', visitorId: `visitor ${++ledger.named}` }
const getSender = (chance: Chance, { from, sender }: Pick<Way, 'from' | 'sender'>) => ({
  ...(sender ?? { name: 'Zawadi Mwende', phone: phone(chance) }),
  location: shops[from]?.location ?? '',
  dropoffAgent: shops[from]?.address ?? '',
})

type Way = {
  readonly kind: Parcel['kind']
  readonly from: number
  readonly to: number
  readonly reference: string
  readonly receipt: string | null
  /** Set if the sender must be this person. */
  readonly sender?: Person
  readonly receiver?: Person
}
export const toWay = (chance: Chance): Pick<Way, 'kind' | 'from' | 'to'> => {
  const from = chance.below(shops.length)
  const to = (from + 1 + chance.below(shops.length - 1)) % shops.length
  return { kind: chance.is(0.5) ? 'doorstep' : 'parcelDukani', from, to }
}

type Requested = { readonly deliveryId: string; readonly trackingId: string; readonly totalAmount: number }

/** One request with one key; its answer goes into the ledger. */
export const request = async ({ asking, ledger, chance }: Means, actor: Actor, way: Way): Promise<Parcel | null> => {
  const { kind, from, to, reference, receipt } = way
  const paysNow = reference !== ''
  const productPrice = paysNow || kind === 'parcelDukani' ? 0 : 100 * chance.below(9)
  const { location = '', address = '' } = shops[to] ?? {}
  const receiver = way.receiver ?? { name: 'Juma Odinga', phone: phone(chance) }
  const parcel = {
    sender: getSender(chance, way),
    parcelDescription: 'A pair of shoes',
    deliveryFee: null,
    paymentReference: reference,
  }
  const doorstep = { pickupLocation: location, pickupAddress: 'Green gate', moreDetails: 'Ring twice' }
  const heard = await asking.persist<Requested>({
    actor,
    same: ({ deliveryId, trackingId, totalAmount }) => ({ deliveryId, trackingId, totalAmount }),
    knowsRequest: true,
    call: ({ delivery }, asked) =>
      kind === 'doorstep'
        ? delivery.requestDoorstep({
            asked,
            ...parcel,
            receiver: { ...receiver, ...doorstep },
            tier: 'same-day',
            productPrice,
            paymentMethod: paysNow ? 'payNow' : 'payOnDelivery',
          })
        : delivery.requestDukani({ asked, ...parcel, receiver: { ...receiver, location, pickupAgent: address } }),
  })
  if (!('answer' in heard)) return null
  const { deliveryId, trackingId, totalAmount } = heard.answer
  const ownerId = actor.kind === 'user' ? actor.userId : null
  ledger.recorded.push({ service: 'delivery', commandId: heard.commandId })
  const sent = { deliveryId, trackingId, kind, ownerId, from, to, paid: paysNow ? totalAmount : null, receipt }
  ledger.parcels.push(sent)
  return sent
}

export const sendUnpaid = async (means: Means): Promise<void> => {
  await request(means, somebody(means), { ...toWay(means.chance), kind: 'doorstep', reference: '', receipt: null })
}

/** One payment, and sometimes two people who want to send with it at the same time. */
export const sendPaid = async (means: Means): Promise<void> => {
  const { chance, ledger } = means
  const actor = somebody(means)
  const paid = await pay(means, actor, chance.is(0.9) ? 1000 : 60)
  if (paid === null) return
  const { reference, receipt } = paid
  const ways = Array.from({ length: chance.is(0.2) ? 2 : 1 }, () => ({ ...toWay(chance), ...paid }))
  const sent = (await Promise.all(ways.map((way) => request(means, actor, way)))).flatMap(
    (one) => one?.deliveryId ?? [],
  )
  // The same payment may send twice if an admin has deleted the first parcel in between and so released the payment.
  if (new Set(sent).size > 1) ledger.broken.push(`${reference} paid for two parcels: ${sent.join(' and ')}`)
  if (chance.is(0.5)) await payBack(means, receipt)
  else if (chance.is(0.08)) reverse(means, receipt)
}

/** Customer care takes the payment back, where M-Pesa has it and the payer did not ask for more than they paid. */
const reverse = ({ mpesa, ledger }: Means, receipt: string): void => {
  const isReal = mpesa.world.ledger.payment(receipt) !== null && (ledger.claimed.get(receipt) ?? null) === null
  if (isReal) mpesa.handset.reverse(receipt)
}

/** A follower of the parcel looks at it, on the way and at the end. */
export const look = async (means: Means): Promise<void> => {
  const { asking, ledger, chance } = means
  if (ledger.parcels.length === 0) return
  const { trackingId } = chance.among(ledger.parcels)
  await asking.persist({
    actor: somebody(means),
    call: ({ delivery }, { actor }) => delivery.track({ viewer: actor, trackingId }),
  })
}
