import type { AdminLocation, KnownCustomer, PublicLocation } from '@tuma/contracts/api'
import { formatKsh, type PricingTier, type Shillings, sameWords } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { useMemo } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'

/** One choice of "Where to", with its price; `key` names it in a draft. */
export type Destination = { readonly key: string; readonly place: string; readonly price: Shillings } & (
  | { readonly kind: 'shop'; readonly shop: string }
  | { readonly kind: 'door'; readonly tier: PricingTier }
)

const toShops = ({ locationName: place, pickupPoints, price }: AdminLocation): Destination[] =>
  pickupPoints.map((shop) => ({ kind: 'shop', key: `shop ${place}/${shop}`, place, shop, price }))

const toDoor = ({ place, deliveryType: tier, price }: PublicLocation): Destination => ({
  ...{ kind: 'door', key: `door ${tier} ${place}` },
  ...{ place, tier, price },
})

/** By place: its shops first, then its door, the cheaper tier first. */
const toDestinations = (shops: readonly AdminLocation[], prices: readonly PublicLocation[]): Destination[] =>
  [...shops.flatMap(toShops), ...prices.map(toDoor)].sort(
    (one, other) =>
      one.place.localeCompare(other.place) ||
      other.kind.localeCompare(one.kind) ||
      one.price - other.price ||
      one.key.localeCompare(other.key),
  )

/** Every shop and door with its price, as the prices are now. */
export function useDestinations() {
  const shops = useQuery(api.locations.shops.queryOptions())
  const prices = useQuery(api.locations.prices.queryOptions())
  const all = useMemo(() => toDestinations(shops.data ?? [], prices.data ?? []), [shops.data, prices.data])
  return {
    all,
    isLoading: !(shops.data && prices.data),
    isError: (shops.isError && !shops.data) || (prices.isError && !prices.data),
    isFetching: shops.isFetching || prices.isFetching,
    refetch: () => Promise.all([shops.refetch(), prices.refetch()]),
  }
}
export type Destinations = ReturnType<typeof useDestinations>

/** Where a parcel went before; undefined where we no longer send. */
export const findAgain = (
  all: readonly Destination[],
  to: KnownCustomer['receivers'][number]['to'],
): Destination | undefined =>
  all.find((one) =>
    'shop' in to
      ? one.kind === 'shop' && isSame(one.place, to.shop.location) && isSame(one.shop, to.shop.address)
      : one.kind === 'door' && one.tier === to.door.tier && isSame(one.place, to.door.place),
  )
const isSame = (one: string, other: string): boolean => sameWords(one) === sameWords(other)

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Those whose words begin with the typed ones, in any order. @param getLabel the words that people read */
export function searchDestinations(
  all: readonly Destination[],
  typed: string,
  getLabel: (destination: Destination) => string,
): Destination[] {
  const wanted = toWords(typed)
  return all.filter((one) => {
    const words = toWords(getLabel(one))
    return wanted.every((beginning) => words.some((word) => word.startsWith(beginning)))
  })
}

/** "Thika Arcade, THIKA" or "WESTLANDS door, express 90 min", and the same with its price. */
export function useDestinationWords() {
  const text = useText(newParcelTexts)
  const label = (one: Destination): string =>
    one.kind === 'shop'
      ? text('to.shop', { shop: one.shop, place: one.place })
      : text('to.door', { place: one.place, tier: text(`to.${one.tier}`) })
  const priced = (one: Destination): string =>
    text('to.priced', { destination: label(one), price: formatKsh(one.price) })
  return { label, priced }
}
