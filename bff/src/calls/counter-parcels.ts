import type { KnownCustomer } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { displayPhone, getContents, getEatDay, normalisePhone, Refused, type Shop } from '@tuma/contracts/vocabulary'
import { limitAttempts } from '@tuma/platform/runtime'
import type { Dependencies } from '../dependencies.ts'
import { countMisses } from '../door/count-misses.ts'
import { type CallContext, toUser } from '../door/policy.ts'
import { toShop } from './agent-lists.ts'
import { bookingAnswers, toPay } from './bookings.ts'
import { storedPhone } from './stored-phone.ts'
import { toDelivery } from './tracked.ts'

const hour = 60 * 60_000
/** Unknown phones an hour an agent: a customer's name must not be found by trying numbers. */
const unknownPhones = 60
const maxReceivers = 6

/** Parcels of customers at the counter of the agent's own shop. */
export const counterParcelCalls = ({ asBuilt, api, services, toCommandContext, counts, environment }: Dependencies) => {
  const { delivery } = services
  const answer = bookingAnswers(services)
  const tried = limitAttempts(counts, { name: 'unknown customers', max: unknownPhones, windowMs: hour })

  return {
    known: api.counterParcels.known.handler(async ({ input, context }) => {
      const shop = getShop(context)
      const giveBack = await tried({ account: toUser(context)._id })
      const phone = normalisePhone(input.phone) ?? ''
      return countMisses(
        giveBack,
        async () => toKnownCustomer(await delivery.sentFromShop({ shop, phone, limit: maxReceivers })),
        ({ name }) => name !== null,
      )
    }),
    takeIn: asBuilt.counterParcels.takeIn.handler(async ({ input, context }) => {
      const { sender, receiver, pay, deliveryFee, to, sticker } = input
      const form = {
        asked: toCommandContext(context, input),
        sender: { name: sender.name, phone: storedPhone(sender.phone) },
        receiver: { name: receiver.name, phone: storedPhone(receiver.phone) },
        to,
        ...getContents(input),
        deliveryFee,
        ...(sticker === undefined ? {} : { sticker }),
      }
      if (pay.how === 'prompt' || pay.how === 'till')
        return answer(context, await delivery.openBooking({ ...form, pay: toPay(pay) }))
      const productPrice = pay.how === 'on_delivery' ? pay.productPrice : 0
      const taken = await delivery.takeInAtCounter({ ...form, pay: { how: pay.how, productPrice } })
      return { status: 201, body: toDelivery(taken.delivery) }
    }),
    void: api.counterParcels.void.handler(({ input, context }) => {
      const { id: deliveryId, reason } = input
      return delivery.voidCounterParcel({ asked: toCommandContext(context, input), deliveryId, reason })
    }),
    today: api.counterParcels.today.handler(({ context }) => {
      const shop = toShop(context)
      if (shop === null) return { parcels: 0, cash: 0, mpesa: 0 }
      return delivery.counterDay({ shop, day: getEatDay(environment.now()) })
    }),
  }
}

/** @throws Refused not_found: an admin has not given the agent a shop */
const getShop = (context: CallContext): Shop => {
  const shop = toShop(context)
  if (shop === null) throw new Refused('not_found')
  return shop
}

/** Erased people are not known. */
const toKnownCustomer = (records: readonly DeliveryRecord[]): KnownCustomer => ({
  name: records[0]?.sender.name ?? null,
  receivers: records.flatMap(toSentBefore),
})

const toSentBefore = (record: DeliveryRecord): KnownCustomer['receivers'] => {
  const { name, phone, location, pickupAgent, pickupAddress, moreDetails } = record.receiver
  if (normalisePhone(phone) === null) return []
  const receiver = { name, phone: displayPhone(phone) }
  if (pickupAgent !== null)
    return [{ receiver, to: { shop: { location, address: pickupAgent } }, ...getContents(record) }]
  const door = {
    ...{ place: location, tier: record.pricingTier ?? 'same-day', address: pickupAddress ?? '' },
    moreDetails: moreDetails ?? '',
  } as const
  return [{ receiver, to: { door }, ...getContents(record) }]
}
