import type { PricingTier, Shillings } from '@tuma/contracts/vocabulary'

/** What the landing page answers before anybody signs up; without React, for `visit.ts` answers the same. */
export type Shop = {
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  readonly price: Shillings
}
export type Price = { readonly place: string; readonly price: Shillings; readonly deliveryType: PricingTier }
export type Offer = { readonly kind: PricingTier | 'dukani'; readonly price: Shillings; readonly to: string }

export const placesFrom = (shops: readonly Shop[]): string[] => shops.map(({ locationName }) => locationName)

/** Wherever a parcel can go: to a shop or to a door. */
export const placesTo = (shops: readonly Shop[], prices: readonly Price[]): string[] =>
  [...new Set([...placesFrom(shops), ...prices.map(({ place }) => place)])].sort()

/** Where no shop of ours stands, and a rider goes to the door. */
export const doorOnly = (places: readonly string[], shops: readonly Shop[], prices: readonly Price[]): string[] =>
  places.filter((name) => !placesFrom(shops).includes(name) && prices.some(({ place }) => place === name))

/** The ways from one to the other, the dearest last, each with the address of its form. */
export const offersFor = (
  { from, to }: { from: string; to: string },
  shops: readonly Shop[],
  prices: readonly Price[],
): Offer[] => {
  if (from === '' || to === '') return []
  const asked = new URLSearchParams({ from, to }).toString()
  const shop = shops.find(({ locationName }) => locationName === to)
  const doors = prices.filter(({ place }) => place === to)
  const offers: Offer[] = [
    ...(shop ? [{ kind: 'dukani' as const, price: shop.price, to: `/send-parcel/parcel-dukani?${asked}` }] : []),
    ...doors.map(({ deliveryType: kind, price }) => ({
      ...{ kind, price },
      to: `/send-parcel/door-step?${asked}&tier=${kind}`,
    })),
  ]
  return offers.sort((one, other) => one.price - other.price)
}
