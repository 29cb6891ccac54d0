import { placeKey, shopKey, wordsAsked, wordsOf } from '@tuma/contracts/vocabulary'
import type { Filter } from '@tuma/platform/ports'

/** A place that parcels go to, and the shops there. */
export type Destination = { readonly place: string; readonly shops: readonly string[] }

/**
 * Splits the typed words into those that name a destination and the others. Each filter finds parcels to that
 * destination that have the other words themselves; no filter if no place or shop begins like a word. Numbers are
 * phones and tracking ids.
 */
export const goingThere = (typed: string, destinations: readonly Destination[]): Filter[] => {
  const words = wordsOf(typed)
  if (!/\p{L}/u.test(typed)) return []
  const byOthers = new Map<string, { shops: Set<string>; places: Set<string> }>()
  /** The words that do not name this destination, and what goes there; null if no word names it. */
  const named = (name: string) => {
    const own = wordsOf(name)
    const others = words.filter((word) => !own.some((one) => one.startsWith(word)))
    if (others.length === words.length) return null
    const key = others.join(' ')
    const found = byOthers.get(key) ?? { shops: new Set(), places: new Set() }
    byOthers.set(key, found)
    return found
  }
  for (const { place, shops } of destinations) {
    named(place)?.places.add(placeKey(place))
    for (const address of shops) named(`${place} ${address}`)?.shops.add(shopKey({ location: place, address }))
  }
  return [...byOthers].flatMap(([others, { shops, places }]) => {
    const within = { words: wordsAsked(others) }
    // The key of a doorstep parcel's shop also tells where it is sent from, so the kind is added.
    const toShops = { deliveryType: 'parcelDukani', receivingShop: [...shops] }
    return [
      ...(shops.size > 0 ? [{ where: toShops, ...within }] : []),
      ...(places.size > 0 ? [{ where: { doorstepPlace: [...places] }, ...within }] : []),
    ]
  })
}
