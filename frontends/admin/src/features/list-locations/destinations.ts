import type { PublicLocation } from '@tuma/contracts/api'
import { type PricingTier, placeKey, pricingTiers } from '@tuma/contracts/vocabulary'

/** A place and its door step price in each tier. */
export type Destination = { place: string; prices: Partial<Record<PricingTier, PublicLocation>> }

/** One row for each place, in alphabetical order. */
export const toDestinations = (prices: readonly PublicLocation[]): Destination[] => {
  const places = Map.groupBy(prices, ({ place }) => placeKey(place))
  return [...places.values()]
    .map((rows) => ({
      place: rows[0]?.place ?? '',
      prices: Object.fromEntries(rows.map((row) => [row.deliveryType, row])),
    }))
    .sort((one, other) => one.place.localeCompare(other.place))
}

type Typed = Partial<Record<PricingTier, number | undefined>>
export type PriceChange =
  | { kind: 'set'; place: string; deliveryType: PricingTier; price: number }
  | { kind: 'remove'; id: string }

/** The requests that make the prices as typed; an emptied price is removed. */
export const changesTo = ({ place, prices }: Destination, typed: Typed): PriceChange[] =>
  pricingTiers.flatMap((deliveryType): PriceChange[] => {
    const before = prices[deliveryType]
    const price = typed[deliveryType]
    if (price === undefined) return before ? [{ kind: 'remove', id: before._id }] : []
    return price === before?.price ? [] : [{ kind: 'set', place, deliveryType, price }]
  })
