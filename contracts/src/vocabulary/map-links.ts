import { isInKenya, type Position, roundPosition } from './position.ts'

/** What a pasted text says of a position. A short link says nothing before it is opened, and we open none. */
export type ReadPosition =
  | { readonly state: 'read'; readonly position: Position }
  | { readonly state: 'shortLink' | 'outside' | 'none' }

/** Links of maps can be long, because they carry a name and what the viewer looked at. */
export const maxMapLinkLength = 2000

const number = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`
const pair = String.raw`${number}(?:,|%2C)(?:\s|\+|%20){0,3}${number}(?![\d.])`

/** `maps.app.goo.gl/…`, `goo.gl/maps/…`, `g.co/kgs/…`, `maps.apple/p/…`, `osm.org/go/…` */
const shortLink =
  /^(?:https?:\/\/)?(?:(?:maps\.app\.)?goo\.gl|g\.co|maps\.apple|(?:www\.)?osm\.org\/go|(?:www\.)?openstreetmap\.org\/go)\//i

/** The first that fits counts: the place itself before what the viewer looked at. */
const forms: readonly RegExp[] = [
  // Google: the pin of a place.
  new RegExp(`!3d${number}!4d${number}(?![\\d.])`),
  // OpenStreetMap: a marker.
  new RegExp(`[?&]mlat=${number}&(?:amp;)?mlon=${number}(?![\\d.])`),
  // Google, Apple and `geo:` links: what was looked for, or where one drives to.
  new RegExp(`[?&](?:q|query|coordinate|destination|daddr)=(?:loc:|loc%3A)?${pair}`, 'i'),
  new RegExp(`/maps/(?:search|place|dir)/(?:[^?#]{0,300}/)?${pair}`),
  new RegExp(`[?&](?:ll|center)=${pair}`, 'i'),
  // What the viewer looked at.
  new RegExp(`/@${pair}`),
  new RegExp(`#map=\\d{1,2}(?:\\.\\d{1,9})?/${number}/${number}(?![\\d.])`),
  new RegExp(`^geo:${pair}`, 'i'),
  // Plain: "-1.28333, 36.81667".
  new RegExp(`^${number}(?:,\\s{0,3}|\\s{1,3})${number}$`),
]

/** Reads links of Google Maps, Apple Maps and OpenStreetMap, `geo:` links, and latitude and longitude in this order. */
export const readPosition = (pasted: string): ReadPosition => {
  const text = pasted.trim()
  if (text.length > maxMapLinkLength) return { state: 'none' }
  for (const form of forms) {
    const [, lat, lng] = form.exec(text) ?? []
    if (lat === undefined || lng === undefined) continue
    const position = roundPosition({ lat: Number(lat), lng: Number(lng) })
    return isInKenya(position) ? { state: 'read', position } : { state: 'outside' }
  }
  return { state: shortLink.test(text) ? 'shortLink' : 'none' }
}

type Shown = { readonly name: string; readonly place: string; readonly position?: Position | undefined }

/** Opens the phone's own map, or a page with one: at the position, or with a search for the shop. */
export const mapLink = ({ name, place, position }: Shown): string => {
  const query = position ? `${position.lat},${position.lng}` : `${name}, ${place}, Kenya`
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}

/** @param phone 254… */
export const callLink = (phone: string): string => `tel:+${phone}`
