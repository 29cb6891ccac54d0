import { type EatDay, type PricingTier, placeKey, type Shillings } from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { dukaniFeesSince, feesSince, type Quote, quoteFrom } from './domain/network/fee.ts'
import { aboutShop, locationsView, shopIn } from './domain/network/locations-view.ts'
import { placeCodesView } from './domain/network/place-codes.ts'
import { pricesView } from './domain/network/price.ts'
import { ridersView } from './domain/network/rider.ts'
import { riddenView } from './domain/ridden-view.ts'
import { getLocationId, getPriceId } from './ids.ts'
import type { Destination } from './lists/destinations.ts'

/** Locations with their shops, prices and riders, from the read models. */
export const openNetwork = async ({ readModel }: ReadModels) => {
  const locations = await readModel(locationsView)
  const prices = await readModel(pricesView)
  const placeCodes = await readModel(placeCodesView)
  const riders = await readModel(ridersView)
  const ridden = await readModel(riddenView)

  return {
    locations: () => inOrder(locations),
    async prices() {
      const rows = await inOrder(prices)
      return rows.flatMap(({ price, ...row }) => (price === null ? [] : [{ ...row, price }]))
    },
    /** Every fee of all doorstep places and shops' locations since then. @param since ISO instant */
    async feesSince(since: string, dukaniFee: Shillings): Promise<Shillings[]> {
      const [places, doors] = await Promise.all([inOrder(locations), inOrder(prices)])
      const fees = [
        ...places.flatMap(({ history }) => dukaniFeesSince(history, since, dukaniFee)),
        ...doors.flatMap(({ history }) => feesSince(history, since)),
      ]
      return [...new Set(fees)]
    },
    /** The places to which parcels can be sent: to their shops, to their doors, or both. */
    async destinations(): Promise<Destination[]> {
      const [places, doors] = await Promise.all([inOrder(locations), inOrder(prices)])
      const withShops = places.map(({ locationName, pickupPoints }) => ({ place: locationName, shops: pickupPoints }))
      const known = new Set(withShops.map(({ place }) => placeKey(place)))
      const others = new Map(doors.map(({ place }) => [placeKey(place), { place, shops: [] }]))
      return [...withShops, ...[...others].flatMap(([key, one]) => (known.has(key) ? [] : [one]))]
    },
    /** Includes places to which parcels no longer go. */
    placeCodes: () => inOrder(placeCodes),
    /** Each rider with how many parcels they have now. */
    async riders() {
      const rows = await inOrder(riders)
      const counts = await Promise.all(rows.map(({ _id }) => ridden.count({ riderId: _id, stage: 'underway' })))
      return rows.map((row, index) => ({ ...row, underway: counts[index] ?? 0 }))
    },
    rider: (riderId: string) => riders.get(riderId),
    location: (locationName: string) => locations.get(getLocationId(locationName)),
    /** The shop as the location spells it; null if the location has no such pickup point. */
    shop: async (locationId: string, pickupPoint: string) => shopIn(await locations.get(locationId), pickupPoint),

    /** What a shop says about itself, found by the names in a parcel. @param today day in Nairobi */
    about: async (name: string, place: string, today: EatDay) =>
      aboutShop(await locations.get(getLocationId(place)), name, today),

    /**
     * The prices of a doorstep place in both tiers, now and when its payment was made; the place as the prices spell
     * it.
     */
    async doorstep(typed: string, paidAt: string | null) {
      const getPrice = (tier: PricingTier) => prices.get(getPriceId(typed, tier))
      const [sameDay, express] = await Promise.all([getPrice('same-day'), getPrice('express')])
      const quotes: Record<PricingTier, Quote | null> = {
        'same-day': sameDay && quoteFrom(sameDay.history, paidAt),
        express: express && quoteFrom(express.history, paidAt),
      }
      return { place: (sameDay ?? express)?.place ?? typed, quotes }
    },
  }
}
export type Network = Awaited<ReturnType<typeof openNetwork>>

/** The collection returns the last of the alphabet first, so the list is reversed. */
const inOrder = async <D extends object>(collection: Collection<D>): Promise<D[]> =>
  (await Array.fromAsync(everyDocument(collection))).reverse()
