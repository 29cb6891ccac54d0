import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callLink, mapLink, maxMapLinkLength, readPosition } from './map-links.ts'
import { isInKenya, type Position, roundPosition } from './position.ts'

const read = (position: Position) => ({ state: 'read', position })
const shop = { lat: -1.28415, lng: 36.8252 }

describe('a pasted link has the position of', () => {
  test.each([
    [
      'the pin of a place on Google Maps, not what was looked at',
      'https://www.google.com/maps/place/Moi+Avenue/@-1.3000001,36.8000002,17z/data=!3m1!4b1!4m6!3m5!1s0x182f10d22f:0x1!8m2!3d-1.28415!4d36.8252!16s%2Fg%2F1?entry=ttu',
    ],
    ['a search on Google Maps', 'https://www.google.com/maps?q=-1.28415,36.8252'],
    ['a search with a label', 'https://maps.google.com/?q=loc:-1.28415,36.8252&z=17'],
    ['an encoded search', 'https://www.google.com/maps/search/?api=1&query=-1.28415%2C36.8252'],
    ['a search in the path', 'https://www.google.com/maps/search/-1.28415,+36.8252?entry=tts'],
    ['a place in the path', 'https://www.google.com/maps/place/-1.28415,36.8252/@-1.3,36.8,17z'],
    ['the end of a way', 'https://www.google.com/maps/dir/-1.2,36.7/-1.28415,36.8252/@-1.3,36.8,17z'],
    ['what was looked at', 'https://www.google.com/maps/@-1.28415,36.8252,15z'],
    ['an Apple map', 'https://maps.apple.com/?ll=-1.28415,36.8252&q=Moi%20Avenue&t=m'],
    ['a place on an Apple map', 'https://maps.apple.com/place?address=Nairobi&coordinate=-1.28415,36.8252&name=Pin'],
    ['the marker of an OpenStreetMap', 'https://www.openstreetmap.org/?mlat=-1.28415&mlon=36.8252#map=17/-1.3/36.8'],
    ['an OpenStreetMap', 'https://www.openstreetmap.org/#map=17/-1.28415/36.8252&layers=C'],
    ['a link of a phone', 'geo:-1.28415,36.8252?z=17'],
    ['a labelled link of a phone', 'geo:0,0?q=-1.28415,36.8252(Moi Avenue)'],
    ['plain numbers', ' -1.28415, 36.8252 '],
    ['plain numbers with a space', '-1.28415 36.8252'],
  ])('%s', (_form, link) => expect(readPosition(link)).toEqual(read(shop)))
})

test.each([
  'https://maps.app.goo.gl/3uYqk7Q1k2',
  'https://goo.gl/maps/3uYqk7Q1k2',
  'maps.app.goo.gl/3uYqk7Q1k2?g_st=ac',
  'https://maps.apple/p/U8rE9v8n8iVZjr',
  'https://osm.org/go/z0_Bw',
])('a short link has none before it is opened: %s', (link) =>
  expect(readPosition(link)).toEqual({ state: 'shortLink' }),
)

test.each([
  ['0,0', 'outside'],
  ['https://www.google.com/maps?q=51.5,-0.12', 'outside'],
  ['geo:-4.2,40.3', 'outside'],
  ['https://www.google.com/maps/place/Moi+Avenue', 'none'],
  ['Opposite Equity Bank', 'none'],
  ['1.2.3, 4.5.6', 'none'],
  [`-1.28415,36.8252${' '.repeat(10)}${'x'.repeat(maxMapLinkLength)}`, 'none'],
  ['', 'none'],
])('%j has no position of a shop: %s', (text, state) => expect(readPosition(text)).toEqual({ state }))

const positions = fc
  .record({ lat: fc.double({ min: -5, max: 6, noNaN: true }), lng: fc.double({ min: 33, max: 43, noNaN: true }) })
  .map(roundPosition)
  .filter(isInKenya)
const asText = (degrees: number): string => degrees.toFixed(5)
const writers: readonly ((lat: string, lng: string) => string)[] = [
  (lat, lng) => `https://www.google.com/maps/place/A+B/@-1.1,36.1,17z/data=!4m2!8m2!3d${lat}!4d${lng}!16s`,
  (lat, lng) => `https://www.google.com/maps?q=${lat},${lng}`,
  (lat, lng) => `https://www.google.com/maps/search/${lat},+${lng}`,
  (lat, lng) => `https://www.google.com/maps/@${lat},${lng},15z`,
  (lat, lng) => `https://maps.apple.com/?q=Duka&ll=${lat},${lng}`,
  (lat, lng) => `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/-1.1/36.1`,
  (lat, lng) => `https://www.openstreetmap.org/#map=12/${lat}/${lng}`,
  (lat, lng) => `geo:${lat},${lng}`,
  (lat, lng) => `${lat}, ${lng}`,
]

test('every form of link gives the position that was written into it', () =>
  fc.assert(
    fc.property(positions, fc.constantFrom(...writers), (position, write) => {
      expect(readPosition(write(asText(position.lat), asText(position.lng)))).toEqual(read(position))
    }),
  ))

test('the link that we make of a position has it', () =>
  fc.assert(
    fc.property(positions, (position) => {
      expect(readPosition(mapLink({ name: 'Duka', place: 'THIKA', position }))).toEqual(read(position))
    }),
  ))

test('no text gives a position outside Kenya, and none takes long', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9., !34dgeo:@/?&=qlm%]{0,300}$/)), (text) => {
      const answer = readPosition(text)
      if (answer.state === 'read') expect(isInKenya(answer.position)).toBe(true)
    }),
  ))

test('a shop without a position is searched for by its name, and nothing of a name changes the address', () => {
  const link = new URL(mapLink({ name: 'Duka & "Sons"#1', place: 'THIKA' }))
  expect([link.origin, link.pathname, link.hash]).toEqual(['https://www.google.com', '/maps/search/', ''])
  expect([...link.searchParams]).toEqual([
    ['api', '1'],
    ['query', 'Duka & "Sons"#1, THIKA, Kenya'],
  ])
  expect(callLink('254700100101')).toBe('tel:+254700100101')
})
