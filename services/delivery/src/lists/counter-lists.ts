import { type EatDay, type Shop, shopKey, wordsAsked } from '@tuma/contracts/vocabulary'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import { newestFirst } from './newest-first.ts'

/** So many of a sender's newest parcels are looked through for receivers. */
const maxLookedThrough = 60
const dayMs = 24 * 60 * 60 * 1000

/** What an agent needs to take a parcel in for a customer. */
export const counterLists = (deliveries: Collection<DeliveryRow>) => ({
  /** The newest parcels that this phone (254…) sent from the shop, newest first, each receiver and destination once. */
  async sentBy({ shop, phone, limit }: { readonly shop: Shop; readonly phone: string; readonly limit: number }) {
    const sieve = {
      where: { sendingShop: shopKey(shop) },
      words: wordsAsked(phone),
      keeps: ({ sender, leg }: DeliveryRow) => sender.phone === phone && leg === 'out',
    }
    const { rows } = await newestFirst(deliveries, [sieve], { limit: maxLookedThrough, cursor: null })
    const each = new Map<string, DeliveryRow>()
    for (const row of rows) {
      const key = toReceiverKey(row)
      if (!each.has(key)) each.set(key, row)
    }
    return [...each.values()].slice(0, limit)
  },

  /** What the shop took in at its counter on that day in Nairobi; shillings. */
  async counterDay({ shop, day }: { readonly shop: Shop; readonly day: EatDay }) {
    const from = new Date(`${day}T00:00:00+03:00`)
    const between = { from: from.toISOString(), to: new Date(from.getTime() + dayMs).toISOString() }
    const sums = { parcels: 0, cash: 0, mpesa: 0 }
    for await (const row of everyDocument(deliveries, { where: { sendingShop: shopKey(shop) }, between })) {
      if (!row.counter) continue
      sums.parcels += 1
      if (row.counter.how === 'cash') sums.cash += row.deliveryFee
      if (row.counter.how === 'prompt' || row.counter.how === 'till') sums.mpesa += row.deliveryFee
    }
    return sums
  },
})

const toReceiverKey = ({ receiver, pricingTier }: DeliveryRow): string =>
  JSON.stringify([receiver.phone, receiver.location, receiver.pickupAgent, receiver.pickupAddress, pricingTier])
