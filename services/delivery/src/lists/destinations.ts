import { placeKey, shopKey, wordsAsked, wordsOf } from '@tuma/contracts/vocabulary'
import type { Filter } from '@tuma/platform/ports'

/** A place that parcels go to, and the shops there. */
export type Destination = { readonly place: string; readonly shops: readonly string[] }

/**
 * Of what was typed, the words that name where a parcel goes: each filter finds those that go there and have the other
 * words themselves. None where no place and no shop begins so. Numbers are phones and tracking ids.
 */
export const goingThere = (typed: string, destinations: readonly Destination[]): Filter[] => {
  const words = wordsOf(typed)
  if (!/\p{L}/u.test(typed)) return []
  const byOthers = new Map<string, { shops: Set<string>; places: Set<string> }>()
  /** The words that do not name it, and what goes there; null of what none of them names. */
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
    // A door step's keys say where it is sent from, too.
    const toShops = { deliveryType: 'parcelDukani', receivingShop: [...shops] }
    return [
      ...(shops.size > 0 ? [{ where: toShops, ...within }] : []),
      ...(places.size > 0 ? [{ where: { doorstepPlace: [...places] }, ...within }] : []),
    ]
  })
}
