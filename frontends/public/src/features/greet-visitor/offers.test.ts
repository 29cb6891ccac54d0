import { expect, test } from 'vitest'
import { doorOnly, offersFor, placesTo } from './offers.ts'

const shops = [
  { locationName: 'THIKA', pickupPoints: ['Main Stage'], price: 250 },
  { locationName: 'KIMBO', pickupPoints: ['Corner'], price: 150 },
]
const prices = [
  { place: 'THIKA', price: 350, deliveryType: 'same-day' as const },
  { place: 'THIKA', price: 200, deliveryType: 'express' as const },
  { place: 'RUIRU', price: 300, deliveryType: 'same-day' as const },
]

test('between two places these ways are offered, cheapest first, each with its form', () => {
  expect(offersFor({ from: 'KIMBO', to: 'THIKA' }, shops, prices)).toEqual([
    { kind: 'express', price: 200, to: '/send-parcel/door-step?from=KIMBO&to=THIKA&tier=express' },
    { kind: 'dukani', price: 250, to: '/send-parcel/parcel-dukani?from=KIMBO&to=THIKA' },
    { kind: 'same-day', price: 350, to: '/send-parcel/door-step?from=KIMBO&to=THIKA&tier=same-day' },
  ])
  expect(offersFor({ from: 'KIMBO', to: 'RUIRU' }, shops, prices).map(({ kind }) => kind)).toEqual(['same-day'])
})
test('a destination shows its price before the start is chosen', () =>
  expect(offersFor({ from: '', to: 'THIKA' }, shops, prices).map(({ price, to }) => [price, to])).toEqual([
    [200, '/send-parcel/door-step?to=THIKA&tier=express'],
    [250, '/send-parcel/parcel-dukani?to=THIKA'],
    [350, '/send-parcel/door-step?to=THIKA&tier=same-day'],
  ]))
test('before a destination is chosen, each way shows its lowest price', () => {
  expect(offersFor({ from: '', to: '' }, shops, prices)).toEqual([
    { kind: 'dukani', price: 150, least: true, to: '/send-parcel/parcel-dukani' },
    { kind: 'express', price: 200, least: true, to: '/send-parcel/door-step?tier=express' },
    { kind: 'same-day', price: 300, least: true, to: '/send-parcel/door-step?tier=same-day' },
  ])
  expect(offersFor({ from: 'KIMBO', to: '' }, shops, prices)[0]?.to).toBe('/send-parcel/parcel-dukani?from=KIMBO')
  expect(offersFor({ from: '', to: '' }, [], [])).toEqual([])
})
test('a parcel can go to every place with a shop or a door price', () =>
  expect(placesTo(shops, prices)).toEqual(['KIMBO', 'RUIRU', 'THIKA']))
test('a place without a shop is reached at the door only, and a place without a price is not listed', () =>
  expect(doorOnly(['THIKA', 'RUIRU', 'KIRIGITI'], shops, prices)).toEqual(['RUIRU']))
