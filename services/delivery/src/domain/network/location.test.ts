import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { admin, cbdAgent, client, recorded, system, visitor } from '../../testing/parcels.ts'
import { type AddLocation, type LocationEvent, location, type RetireShop, type SetDukaniPrice } from './location.ts'
import { aboutShop, type LocationRow, locationsView, shopIn } from './locations-view.ts'
import type { CloseShopToday, DescribeShop, SetPosition } from './shop.ts'

const { given } = toSpecification(location)
const add = (changes: Partial<AddLocation> = {}): AddLocation => ({
  type: 'AddLocation',
  by: admin,
  locationId: 'thika',
  locationName: 'THIKA',
  pickupPoints: ['Main Stage', 'Market'],
  price: null,
  ...changes,
})
const added: LocationEvent = {
  type: 'LocationAdded',
  data: { locationId: 'thika', locationName: 'THIKA', pickupPoints: ['Main Stage', 'Market'] },
}
const pointsAdded: LocationEvent = {
  type: 'PickupPointsAdded',
  data: { locationId: 'thika', pickupPoints: ['Section 9'] },
}
const priceSet: LocationEvent = { type: 'DukaniPriceSet', data: { locationId: 'thika', price: 180 } }

const retired: LocationEvent = { type: 'ShopRetired', data: { locationId: 'thika', pickupPoint: 'Market' } }

describe('adding a location', () => {
  test('records it with its pickup points', () => given().when(add()).then(added))
  test('records its price', () =>
    given()
      .when(add({ price: 180 }))
      .then(added, priceSet))
  test('records a point once if it is named twice', () =>
    given()
      .when(add({ pickupPoints: ['Main Stage', 'main  stage', 'Market'] }))
      .then(added))
  test('that exists adds the new points', () =>
    given(added)
      .when(add({ pickupPoints: ['MARKET', 'Section 9'] }))
      .then(pointsAdded))
  test('that exists with the same points records nothing', () => given(added).when(add()).then())
  test('recognises points that were added later', () =>
    given(added, pointsAdded)
      .when(add({ pickupPoints: ['section 9'] }))
      .then())
  test('with the same price again records nothing', () =>
    given(added, priceSet)
      .when(add({ price: 180 }))
      .then())
  test('without a price keeps the current one', () => given(added, priceSet).when(add()).then())
  test('is allowed for the system too', () =>
    given()
      .when(add({ by: system }))
      .then(added))
  test.each([cbdAgent, client, visitor])('is not allowed for others', (by) =>
    given().when(add({ by })).thenRefused('not_allowed'),
  )
})

describe('the price of a location', () => {
  const set = (changes: Partial<SetDukaniPrice> = {}): SetDukaniPrice => ({
    ...{ type: 'SetDukaniPrice', by: admin, locationId: 'thika', price: 180 },
    ...changes,
  })
  test('is set', () => given(added).when(set()).then(priceSet))
  test('that does not change records nothing', () => given(added, priceSet).when(set()).then())
  test('of an unknown place is refused', () => given().when(set()).thenRefused('not_found'))
  test.each([cbdAgent, client, visitor])('can be set by admins alone', (by) =>
    given(added).when(set({ by })).thenRefused('not_allowed'),
  )
})

describe('a shop', () => {
  const retire = (changes: Partial<RetireShop> = {}): RetireShop => ({
    ...{ type: 'RetireShop', by: admin, locationId: 'thika', pickupPoint: 'Market', agents: 0, parcels: 0 },
    ...changes,
  })
  test('is retired, in any spelling of its name', () =>
    given(added)
      .when(retire({ pickupPoint: ' MARKET' }))
      .then(retired))
  test('with agents or parcels stays, with the number of each', () => {
    given(added)
      .when(retire({ agents: 2, parcels: 7 }))
      .thenRefused('shop_in_use', { agents: 2, parcels: 7 })
    given(added)
      .when(retire({ parcels: 1 }))
      .thenRefused('shop_in_use', { agents: 0, parcels: 1 })
    given(added)
      .when(retire({ agents: 1 }))
      .thenRefused('shop_in_use', { agents: 1, parcels: 0 })
  })
  test('that is already retired or never existed is not found', () => {
    given(added, retired).when(retire()).thenRefused('not_found')
    given(added)
      .when(retire({ pickupPoint: 'Section 9' }))
      .thenRefused('not_found')
    given().when(retire()).thenRefused('not_found')
  })
  test('opens again when an admin adds it again', () =>
    given(added, retired)
      .when(add({ pickupPoints: ['Market'] }))
      .then({ type: 'PickupPointsAdded', data: { locationId: 'thika', pickupPoints: ['Market'] } }))
  test.each([cbdAgent, client, visitor])('can be retired by admins alone', (by) =>
    given(added).when(retire({ by })).thenRefused('not_allowed'),
  )
})

const day = { opens: '08:00', closes: '18:00' }
const hours = [day, day, day, day, day, { opens: '09:00', closes: '13:00' }, null]
const market = { locationId: 'thika', pickupPoint: 'Market' }
const described: LocationEvent = {
  type: 'ShopDescribed',
  data: { ...market, landmark: 'Opposite Equity Bank', hours, closedDays: ['2026-12-25'] },
}
const today = '2026-11-16'
const closed: LocationEvent = { type: 'ShopClosedToday', data: { ...market, day: today } }
const openAfterAll: LocationEvent = { type: 'ShopOpenAfterAll', data: { ...market, day: today } }

describe('a shop’s description', () => {
  const describeIt = (changes: Partial<DescribeShop> = {}): DescribeShop => ({
    ...{ type: 'DescribeShop', by: admin, ...market, today, closedToday: null },
    ...{ landmark: 'Opposite Equity Bank', hours, closedDays: ['2026-12-25'] },
    ...changes,
  })
  test('is recorded under the location’s spelling of its name, each closed day once', () =>
    given(added)
      .when(describeIt({ pickupPoint: ' MARKET', closedDays: ['2026-12-25', '2026-12-25'] }))
      .then(described))
  test('records nothing a second time', () => given(added, described).when(describeIt()).then())
  test('is replaced completely', () =>
    given(added, described)
      .when(describeIt({ landmark: null, hours: null, closedDays: [] }))
      .then({ type: 'ShopDescribed', data: { ...market, landmark: null, hours: null, closedDays: [] } }))
  test('may say that the shop is closed today, or open after all', () => {
    given(added)
      .when(describeIt({ closedToday: true }))
      .then(described, closed)
    given(added, described, closed)
      .when(describeIt({ closedToday: false }))
      .then(openAfterAll)
  })
  test('needs an existing shop', () => {
    given(added)
      .when(describeIt({ pickupPoint: 'Section 9' }))
      .thenRefused('not_found')
    given(added, retired).when(describeIt()).thenRefused('not_found')
    given().when(describeIt()).thenRefused('not_found')
  })
  test('is forgotten when the shop is retired and opened again', () =>
    given(added, described, retired, {
      type: 'PickupPointsAdded',
      data: { locationId: 'thika', pickupPoints: ['Market'] },
    })
      .when(describeIt())
      .then(described))
  test.each([cbdAgent, client, visitor])('can be changed by admins alone', (by) =>
    given(added).when(describeIt({ by })).thenRefused('not_allowed'),
  )
})

describe('closing a shop today', () => {
  const marketAgent = { ...cbdAgent, shop: { location: 'Thika', address: 'market ' } }
  const close = (changes: Partial<CloseShopToday> = {}): CloseShopToday => ({
    ...{ type: 'CloseShopToday', by: marketAgent, ...market, closed: true, today },
    ...changes,
  })
  test('is allowed for its agent and for an admin', () => {
    given(added).when(close()).then(closed)
    given(added)
      .when(close({ by: admin }))
      .then(closed)
  })
  test('can be undone', () =>
    given(added, closed)
      .when(close({ closed: false }))
      .then(openAfterAll))
  test('a second time records nothing, nor does opening an open shop', () => {
    given(added, closed).when(close()).then()
    given(added)
      .when(close({ closed: false }))
      .then()
    given(added, closed, openAfterAll)
      .when(close({ closed: false }))
      .then()
  })
  test('is valid for that day alone', () =>
    given(added, closed)
      .when(close({ today: '2026-11-17' }))
      .then({ type: 'ShopClosedToday', data: { ...market, day: '2026-11-17' } }))
  test.each([
    cbdAgent,
    { ...cbdAgent, shop: null },
    { ...cbdAgent, shop: { location: 'THIKA', address: 'Main Stage' } },
    { ...client, shop: marketAgent.shop },
    visitor,
  ])('is not allowed for others', (by) => given(added).when(close({ by })).thenRefused('not_allowed'))
  test('is refused for a shop that does not exist', () =>
    given(added)
      .when(close({ pickupPoint: 'Section 9' }))
      .thenRefused('not_found'))
})

describe('a shop’s position', () => {
  const marketAgent = { ...cbdAgent, shop: { location: 'Thika', address: 'market ' } }
  const here = { lat: -1.03796, lng: 37.07312 }
  const place = (changes: Partial<SetPosition> = {}): SetPosition => ({
    ...{ type: 'SetPosition', by: marketAgent, ...market, ...here },
    ...changes,
  })
  const set = (by: 'agent' | 'admin' | 'system'): LocationEvent => ({
    type: 'PositionSet',
    data: { ...market, ...here, by },
  })
  test('is set by its agent, an admin or the system, under the location’s spelling of its name', () => {
    given(added)
      .when(place({ pickupPoint: ' MARKET' }))
      .then(set('agent'))
    given(added)
      .when(place({ by: admin }))
      .then(set('admin'))
    given(added)
      .when(place({ by: system }))
      .then(set('system'))
  })
  test('has five decimals, and the same position again records nothing, also from another person', () => {
    given(added)
      .when(place({ lat: -1.0379612, lng: 37.0731175 }))
      .then(set('agent'))
    given(added, set('agent'))
      .when(place({ by: admin, lat: -1.0379599, lng: 37.073121 }))
      .then()
  })
  test('can be moved', () =>
    given(added, set('agent'))
      .when(place({ lng: 37.07313 }))
      .then({ type: 'PositionSet', data: { ...market, lat: here.lat, lng: 37.07313, by: 'agent' } }))
  test.each([
    ['Null Island', { lat: 0, lng: 0 }],
    ['the ocean', { lat: -4.2, lng: 40.3 }],
    ['another continent', { lat: 51.5, lng: -0.12 }],
    ['no number', { lat: Number.NaN, lng: 37 }],
  ])('is not %s', (_where, there) => given(added).when(place(there)).thenRefused('bad_input'))
  test.each([
    ['an agent of another shop in the place', { ...cbdAgent, shop: { location: 'THIKA', address: 'Main Stage' } }],
    ['an agent of a shop of that name elsewhere', { ...cbdAgent, shop: { location: 'JUJA', address: 'Market' } }],
    ['an agent without a shop', { ...cbdAgent, shop: null }],
    ['a client', { ...client, shop: marketAgent.shop }],
    ['a visitor', visitor],
  ])('is not set by %s', (_who, by) => given(added).when(place({ by })).thenRefused('not_allowed'))
  test('needs an existing shop, and is forgotten with it', () => {
    given(added, retired).when(place()).thenRefused('not_found')
    given().when(place()).thenRefused('not_found')
    const again: LocationEvent = { ...pointsAdded, data: { locationId: 'thika', pickupPoints: ['Market'] } }
    given(added, set('agent'), retired, again).when(place()).then(set('agent'))
  })
})

describe('a location’s row', () => {
  const rowAfter = (...events: LocationEvent[]) =>
    recorded('location-thika', ...events).reduce<LocationRow | null>(
      (row, event) => locationsView.project(row, event, 'thika'),
      null,
    )

  test('is one row for all its events', () => {
    const events = recorded<LocationEvent>('location-thika', added, pointsAdded, priceSet)
    expect(events.flatMap(locationsView.getIds)).toEqual(['thika', 'thika', 'thika'])
  })
  test('has every point, and every price with its time', () =>
    expect(rowAfter(added, pointsAdded, priceSet, { ...priceSet, data: { locationId: 'thika', price: 200 } })).toEqual({
      _id: 'thika',
      locationName: 'THIKA',
      pickupPoints: ['Main Stage', 'Market', 'Section 9'],
      history: [
        { price: 180, since: '2026-11-16T08:00:00.000Z' },
        { price: 200, since: '2026-11-16T09:00:00.000Z' },
      ],
      shops: [],
    }))
  test('has no retired point', () => {
    expect(rowAfter(added, retired)?.pickupPoints).toEqual(['Main Stage'])
    expect(shopIn(rowAfter(added, retired), 'Market')).toBeNull()
  })
  test('has a shop’s description in any spelling of its name, without past days', () => {
    const row = rowAfter(added, described, closed)
    const said = { landmark: 'Opposite Equity Bank', hours, closedDays: ['2026-12-25'], closedToday: true }
    expect(aboutShop(row, ' market', today)).toEqual(said)
    expect(aboutShop(row, 'Market', '2026-12-26')).toEqual({ ...said, closedDays: [], closedToday: false })
  })
  test('has nothing about a shop that said nothing, is open after all, or was retired', () => {
    expect(aboutShop(rowAfter(added), 'Market', today)).toBeNull()
    expect(aboutShop(rowAfter(added, closed, openAfterAll), 'Market', today)).toBeNull()
    expect(aboutShop(rowAfter(added, closed), 'Market', '2026-11-17')).toBeNull()
    expect(rowAfter(added, described, closed, retired)?.shops).toEqual([])
  })
  test('keeps one shop’s closed day when another opens again', () =>
    expect(
      rowAfter(added, closed, { type: 'ShopOpenAfterAll', data: { ...market, day: '2026-11-15' } })?.shops[0]?.closedOn,
    ).toBe(today))
  test('returns a shop in its own spelling', () =>
    expect(shopIn(rowAfter(added), ' main STAGE')).toEqual({ location: 'THIKA', address: 'Main Stage' }))
  test('returns no shop that does not exist', () => {
    expect(shopIn(rowAfter(added), 'Section 9')).toBeNull()
    expect(shopIn(null, 'Main Stage')).toBeNull()
  })
})
