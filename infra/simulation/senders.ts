import type { Actor } from '@tuma/contracts/services'
import type { Chance } from './chance.ts'
import type { Parcel } from './ledger.ts'
import { machine } from './machine.ts'
import { type Means, phone, shops } from './town.ts'

const somebody = ({ chance, ledger, town }: Means): Actor =>
  chance.is(0.6) ? chance.among(town.clients) : { kind: 'visitor', visitorId: `visitor ${++ledger.named}` }
const senderOf = (chance: Chance, from: number) => ({
  name: 'Zawadi Mwende',
  phone: phone(chance),
  location: shops[from]?.location ?? '',
  dropoffAgent: shops[from]?.address ?? '',
})

type Way = { readonly kind: Parcel['kind']; readonly from: number; readonly to: number; readonly reference: string }
const wayOf = (chance: Chance): Omit<Way, 'reference'> => {
  const from = chance.below(shops.length)
  const to = (from + 1 + chance.below(shops.length - 1)) % shops.length
  return { kind: chance.is(0.5) ? 'doorstep' : 'parcelDukani', from, to }
}

type Requested = { readonly deliveryId: string; readonly trackingId: string; readonly totalAmount: number }

/** One request by one key; what it is told goes into the ledger. */
const request = async ({ asking, ledger, chance }: Means, actor: Actor, way: Way): Promise<string | null> => {
  const { kind, from, to, reference } = way
  const paysNow = reference !== ''
  const productPrice = paysNow || kind === 'parcelDukani' ? 0 : 100 * chance.below(9)
  const { location = '', address = '' } = shops[to] ?? {}
  const receiver = { name: 'Juma Odinga', phone: phone(chance) }
  const parcel = {
    sender: senderOf(chance, from),
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
  ledger.parcels.push({ deliveryId, trackingId, kind, ownerId, from, to, paid: paysNow ? totalAmount : null })
  return deliveryId
}

/** Shows the message of a payment, which may be of another day or somebody else's till, and is sometimes shown twice. */
const pay = async (means: Means, actor: Actor, amount: number): Promise<string | null> => {
  const { asking, ledger, chance } = means
  const number = ++ledger.named
  const late = chance.is(0.05)
  const at = new Date(machine.wall() - (late ? 25 * 3_600_000 : 60_000)).toISOString()
  const sample = await asking.persist({
    actor,
    call: ({ payment }) => payment.sampleMessage({ amount, at, seed: `payment ${number}` }),
  })
  if (!('answer' in sample)) return null
  const { message } = sample.answer
  const shown = chance.is(0.05) ? message.replace('TUMA', 'OTHER') : message
  const show = (reference: string, by: Actor, isFirst: boolean) =>
    asking.persist({
      actor: by,
      ...(isFirst ? { same: (answer: { success: boolean }) => answer } : {}),
      call: ({ payment }, asked) => payment.verify({ asked, reference, senderName: 'Zawadi Mwende', message: shown }),
    })
  const first = await show(`PAY-${number}`, actor, true)
  if (!('answer' in first) || !first.answer.success) return null
  ledger.recorded.push({ service: 'payment', commandId: first.commandId })
  if (!chance.is(0.15)) return `PAY-${number}`
  const stranger: Actor = { kind: 'visitor', visitorId: `thief ${number}` }
  const stolen = await show(`PAY-${number}-theirs`, stranger, false)
  if ('answer' in stolen && stolen.answer.success) ledger.broken.push(`payment ${number} was taken from its payer`)
  const moved = await show(`PAY-${number}-again`, actor, false)
  return 'answer' in moved && moved.answer.success ? `PAY-${number}-again` : null
}

export const sendUnpaid = async (means: Means): Promise<void> => {
  await request(means, somebody(means), { ...wayOf(means.chance), kind: 'doorstep', reference: '' })
}

/** One payment, and sometimes two who want to send with it at the same time. */
export const sendPaid = async (means: Means): Promise<void> => {
  const { chance, ledger } = means
  const actor = somebody(means)
  const reference = await pay(means, actor, chance.is(0.9) ? 1000 : 60)
  if (reference === null) return
  const ways = Array.from({ length: chance.is(0.2) ? 2 : 1 }, () => ({ ...wayOf(chance), reference }))
  const sent = (await Promise.all(ways.map((way) => request(means, actor, way)))).filter((one) => one !== null)
  // The same one twice: an admin has deleted it in between, and its payment was free again.
  if (new Set(sent).size > 1) ledger.broken.push(`${reference} paid for two parcels: ${sent.join(' and ')}`)
}

/** Whoever has the tracking id looks, on the way and at the end. */
export const look = async (means: Means): Promise<void> => {
  const { asking, ledger, chance } = means
  if (ledger.parcels.length === 0) return
  const { trackingId } = chance.among(ledger.parcels)
  await asking.persist({
    actor: somebody(means),
    call: ({ delivery }, { actor }) => delivery.track({ viewer: actor, trackingId }),
  })
}
