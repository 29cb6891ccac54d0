import type { Actor } from '@tuma/contracts/services'
import type { Chance } from '../chance.ts'
import type { Parcel } from '../ledger.ts'
import { type Person, type PersonContext, phone, shops } from './network.ts'
import { payBack } from './office.ts'
import { pay } from './payers.ts'

export const pickSender = ({ chance, ledger, network }: PersonContext): Actor =>
  chance.is(0.6) ? chance.among(network.clients) : { kind: 'visitor', visitorId: `visitor ${++ledger.named}` }
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
export const pickWay = (chance: Chance): Pick<Way, 'kind' | 'from' | 'to'> => {
  const from = chance.below(shops.length)
  const to = (from + 1 + chance.below(shops.length - 1)) % shops.length
  return { kind: chance.is(0.5) ? 'doorstep' : 'parcelDukani', from, to }
}

type Requested = { readonly deliveryId: string; readonly trackingId: string; readonly totalAmount: number }

/** One request with one key; its answer goes into the ledger. */
export const request = async (
  { caller, ledger, chance }: PersonContext,
  actor: Actor,
  way: Way,
): Promise<Parcel | null> => {
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
  const reply = await caller.askUntilAnswered<Requested>({
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
  if (!('answer' in reply)) return null
  const { deliveryId, trackingId, totalAmount } = reply.answer
  const ownerId = actor.kind === 'user' ? actor.userId : null
  ledger.recorded.push({ service: 'delivery', commandId: reply.commandId })
  const sent = { deliveryId, trackingId, kind, ownerId, from, to, paid: paysNow ? totalAmount : null, receipt }
  ledger.parcels.push(sent)
  return sent
}

export const sendUnpaid = async (context: PersonContext): Promise<void> => {
  await request(context, pickSender(context), {
    ...pickWay(context.chance),
    kind: 'doorstep',
    reference: '',
    receipt: null,
  })
}

/** One payment, and sometimes two people who want to send with it at the same time. */
export const sendPaid = async (context: PersonContext): Promise<void> => {
  const { chance, ledger } = context
  const actor = pickSender(context)
  const paid = await pay(context, actor, chance.is(0.9) ? 1000 : 60)
  if (paid === null) return
  const { reference, receipt } = paid
  const ways = Array.from({ length: chance.is(0.2) ? 2 : 1 }, () => ({ ...pickWay(chance), ...paid }))
  const sent = (await Promise.all(ways.map((way) => request(context, actor, way)))).flatMap(
    (one) => one?.deliveryId ?? [],
  )
  // The same payment may send twice if an admin has deleted the first parcel in between and so released the payment.
  if (new Set(sent).size > 1) ledger.broken.push(`${reference} paid for two parcels: ${sent.join(' and ')}`)
  if (chance.is(0.5)) await payBack(context, receipt)
  else if (chance.is(0.08)) reverse(context, receipt)
}

/** Customer care takes the payment back, where M-Pesa has it and the payer did not ask for more than they paid. */
export const reverse = ({ mpesa, ledger }: PersonContext, receipt: string): void => {
  const isReal = mpesa.world.ledger.payment(receipt) !== null && (ledger.claimed.get(receipt) ?? null) === null
  if (isReal) mpesa.handset.reverse(receipt)
}

/** A follower of the parcel looks at it, on the way and at the end. */
export const track = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  if (ledger.parcels.length === 0) return
  const { trackingId } = chance.among(ledger.parcels)
  await caller.askUntilAnswered({
    actor: pickSender(context),
    call: ({ delivery }, { actor }) => delivery.track({ viewer: actor, trackingId }),
  })
}
