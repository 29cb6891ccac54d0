import type { PricingTier, Shillings } from '@tuma/contracts/vocabulary'

/** What the landing page answers before anybody signs up; without React, for `visit.ts` answers the same. */
export type Shop = {
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  readonly price: Shillings
}
export type Price = { readonly place: string; readonly price: Shillings; readonly deliveryType: PricingTier }
export type Offer = {
  readonly kind: PricingTier | 'dukani'
  readonly price: Shillings
  /** Somewhere it costs no more than this: nobody has said yet where to. */
  readonly least?: true
  readonly to: string
}

export const placesFrom = (shops: readonly Shop[]): string[] => shops.map(({ locationName }) => locationName)

/** Wherever a parcel can go: to a shop or to a door. */
export const placesTo = (shops: readonly Shop[], prices: readonly Price[]): string[] =>
  [...new Set([...placesFrom(shops), ...prices.map(({ place }) => place)])].sort()

/** Where no shop of ours stands, and a rider goes to the door. */
export const doorOnly = (places: readonly string[], shops: readonly Shop[], prices: readonly Price[]): string[] =>
  places.filter((name) => !placesFrom(shops).includes(name) && prices.some(({ place }) => place === name))

/** The ways to a place, the dearest last, each with the address of its form; before one is chosen, what each way costs at least. */
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
