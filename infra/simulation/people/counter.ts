import type { Actor } from '@tuma/contracts/services'
import type { Parcel } from '../ledger.ts'
import { machine } from '../machine.ts'
import { type PersonContext, phone, shops, toAgent } from './network.ts'
import { pickWay } from './senders.ts'

export const getDestination = ({ kind, to }: Pick<Parcel, 'kind' | 'to'>) => {
  const { location = '', address = '' } = shops[to] ?? {}
  const door = { place: location, tier: 'same-day' as const, address: 'Green gate', moreDetails: 'Call on arrival' }
  return kind === 'doorstep' ? { door } : { shop: { location, address } }
}

/** The fee that the agent reads on the screen, in shillings. An admin may change it a moment later. */
export const readFee = async ({ caller }: PersonContext, actor: Actor, { kind, to }: Pick<Parcel, 'kind' | 'to'>) => {
  const place = shops[to]?.location
  const seen = await caller.askUntilAnswered({
    actor,
    call: async ({ delivery }) => {
      if (kind === 'parcelDukani') return (await delivery.shops()).find((shop) => shop.locationName === place)?.price
      const prices = await delivery.prices()
      return prices.find((price) => price.place === place && price.deliveryType === 'same-day')?.price
    },
  })
  return 'answer' in seen ? (seen.answer ?? null) : null
}

/** An agent takes a parcel in for a customer: for cash, or a parcel to a door that its receiver pays. */
export const takeInAtCounter = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  const { kind, from, to } = pickWay(chance)
  const actor = toAgent(from)
  const deliveryFee = await readFee(context, actor, { kind, to })
  if (deliveryFee === null) return
  const isCash = kind === 'parcelDukani' || chance.is(0.5)
  const form = {
    sender: { name: 'Zawadi Mwende', phone: phone(chance) },
    receiver: { name: 'Juma Odinga', phone: phone(chance) },
    ...{ to: getDestination({ kind, to }), parcelDescription: 'A pair of shoes', deliveryFee },
    pay: isCash
      ? { how: 'cash' as const, productPrice: 0 }
      : { how: 'on_delivery' as const, productPrice: 100 * chance.below(9) },
  }
  const reply = await caller.askUntilAnswered({
    actor,
    same: ({ delivery: { _id, trackingId, totalAmount } }: TakenIn) => ({ _id, trackingId, totalAmount }),
    knowsRequest: true,
    call: ({ delivery }, asked) => delivery.takeInAtCounter({ asked, ...form }),
  })
  if (!('answer' in reply)) return
  const { _id: deliveryId, trackingId, totalAmount } = reply.answer.delivery
  ledger.recorded.push({ service: 'delivery', commandId: reply.commandId })
  const parcel = { deliveryId, trackingId, kind, from, to, paid: isCash ? totalAmount : null }
  ledger.parcels.push({ ...parcel, ownerId: null, receipt: null })
  if (!chance.is(0.35)) return
  await machine.sleep(chance.delay(200))
  await cancel(context, actor, { deliveryId, cash: isCash ? totalAmount : 0 })
}
type TakenIn = {
  readonly delivery: { readonly _id: string; readonly trackingId: string; readonly totalAmount: number }
}

/** While it has not moved on; two may press at once. The answer says what cash goes back to the customer. */
const cancel = async (
  { caller, ledger, chance }: PersonContext,
  actor: Actor,
  { deliveryId, cash }: { readonly deliveryId: string; readonly cash: number },
): Promise<void> => {
  const press = async () => {
    const reply = await caller.askUntilAnswered({
      actor,
      same: ({ cashBack }: { readonly cashBack: number }) => cashBack,
      call: ({ delivery }, asked) => delivery.voidCounterParcel({ asked, deliveryId, reason: 'They came back.' }),
    })
    if (!('answer' in reply)) return
    ledger.recorded.push({ service: 'delivery', commandId: reply.commandId })
    ledger.cancelled.push(deliveryId)
    const { cashBack } = reply.answer
    if (cashBack !== cash) ledger.broken.push(`${deliveryId} cost ${cash} in cash, and ${cashBack} went back`)
  }
  await Promise.all(Array.from({ length: chance.is(0.2) ? 2 : 1 }, press))
}
