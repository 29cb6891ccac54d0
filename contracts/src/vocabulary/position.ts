/** Degrees, with at most five decimals: about a metre. */
export type Position = { readonly lat: number; readonly lng: number }

/** Kenya and what is just beyond its borders. */
export const minLatitude = -5
export const maxLatitude = 6
export const minLongitude = 33
export const maxLongitude = 43

export const outsideSentence = 'This position is not on land in Kenya.'

const toFiveDecimals = (degrees: number): number => Math.round(degrees * 1e5) / 1e5 + 0 // no -0

export const roundPosition = ({ lat, lng }: Position): Position => ({
  lat: toFiveDecimals(lat),
  lng: toFiveDecimals(lng),
})

/** Whether a shop can be there: within the box, and not in the ocean. */
export const isInKenya = ({ lat, lng }: Position): boolean =>
  lat >= minLatitude && lat <= maxLatitude && lng >= minLongitude && lng <= maxLongitude && !isInOcean({ lat, lng })

/** South of Kiunga the coast is west of the line from 39.35° E at 5° S to 41.75° E at 1.5° S, islands included. */
const isInOcean = ({ lat, lng }: Position): boolean => lat < -1.5 && lng > 39.35 + ((lat + 5) * 2.4) / 3.5

const earthKm = 6371
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** As the crow flies, in kilometres. */
export const distanceBetween = (one: Position, other: Position): number => {
  const [north, east] = [toRadians(other.lat - one.lat), toRadians(other.lng - one.lng)]
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(toRadians(one.lat)) * Math.cos(toRadians(other.lat)) * Math.sin(east / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** "350 m", "1.2 km", "14 km": the same in both languages. @param km kilometres */
export const distanceInWords = (km: number): string => {
  const metres = Math.round(km * 20) * 50
  if (metres < 1000) return `${metres} m`
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)} km`
}
