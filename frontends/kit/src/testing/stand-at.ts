import type { Position } from '@tuma/contracts/vocabulary'
import { tidies } from './tidies.ts'

const codes = { refused: 1, absent: 2 }

/**
 * Stands in for the browser's geolocation, which jsdom lacks.
 * @param metres how far off the position may be
 * @returns how often it was asked
 */
export function standAt(where: Position | keyof typeof codes, metres = 10): () => number {
  let asked = 0
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) => {
    asked += 1
    if (typeof where === 'string') return failed?.({ code: codes[where] } as GeolocationPositionError)
    found({ coords: { latitude: where.lat, longitude: where.lng, accuracy: metres } } as GeolocationPosition)
  }
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
  tidies.push(() => Reflect.deleteProperty(navigator, 'geolocation'))
  return () => asked
}
