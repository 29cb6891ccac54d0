import type { AboutShop, PricingTier, Shillings } from '@tuma/contracts/vocabulary'

/** The prices of the landing page, before anyone signs up. Without React, because `visit.ts` uses them too. */
export type Shop = {
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  readonly price: Shillings
  readonly shops?: readonly (AboutShop & { readonly name: string })[] | undefined
}
export type Price = { readonly place: string; readonly price: Shillings; readonly deliveryType: PricingTier }
export type Offer = {
  readonly kind: PricingTier | 'dukani'
  readonly price: Shillings
  /** The lowest price of all places, because no destination is chosen yet. */
  readonly least?: true
  readonly to: string
}

export const placesFrom = (shops: readonly Shop[]): string[] => shops.map(({ locationName }) => locationName)

/** Every place that a parcel can go to, by shop or by door. */
export const placesTo = (shops: readonly Shop[], prices: readonly Price[]): string[] =>
  [...new Set([...placesFrom(shops), ...prices.map(({ place }) => place)])].sort()

/** Places without a shop, where a rider goes to the door. */
export const doorOnly = (places: readonly string[], shops: readonly Shop[], prices: readonly Price[]): string[] =>
  places.filter((name) => !placesFrom(shops).includes(name) && prices.some(({ place }) => place === name))

/** The ways to a place, cheapest first, with the address of their form. Without a place, the lowest price of each way. */
export const offersFor = (
  way: { from: string; to: string },
  shops: readonly Shop[],
  prices: readonly Price[],
): Offer[] => {
  const isThere = (place: string) => way.to === '' || place === way.to
  const known = Object.entries(way).filter(([, place]) => place !== '')
  const ways: Omit<Offer, 'to'>[] = [
    ...shops
      .filter(({ locationName }) => isThere(locationName))
      .map(({ price }) => ({ kind: 'dukani' as const, price })),
    ...prices.filter(({ place }) => isThere(place)).map(({ deliveryType: kind, price }) => ({ kind, price })),
  ]
  const cheapest = Map.groupBy(
    ways.toSorted((one, other) => one.price - other.price),
    ({ kind }) => kind,
  )
  return [...cheapest.values()].flatMap(([offer]) =>
    offer ? [{ ...offer, ...(way.to === '' ? { least: true as const } : {}), to: getForm(offer.kind, known) }] : [],
  )
}

const getForm = (kind: Offer['kind'], known: string[][]): string => {
  const asked = new URLSearchParams(kind === 'dukani' ? known : [...known, ['tier', kind]]).toString()
  const form = kind === 'dukani' ? '/send-parcel/parcel-dukani' : '/send-parcel/door-step'
  return asked === '' ? form : `${form}?${asked}`
}
