import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { admin, cbdAgent, client, recorded, system, visitor } from '../../testing/parcels.ts'
import { type AddLocation, type LocationEvent, location, type RetireShop, type SetDukaniPrice } from './location.ts'
import { aboutShop, type LocationRow, locationsView, shopIn } from './locations-view.ts'
import type { CloseShopToday, DescribeShop } from './shop.ts'

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
  test('records its price beside it', () =>
    given()
      .when(add({ price: 180 }))
      .then(added, priceSet))
  test('takes a point that is named twice once', () =>
    given()
      .when(add({ pickupPoints: ['Main Stage', 'main  stage', 'Market'] }))
      .then(added))
  test('that is there already adds the new points', () =>
    given(added)
      .when(add({ pickupPoints: ['MARKET', 'Section 9'] }))
      .then(pointsAdded))
  test('that is there already, with the same points, records nothing', () => given(added).when(add()).then())
  test('knows points that were added later', () =>
    given(added, pointsAdded)
      .when(add({ pickupPoints: ['section 9'] }))
      .then())
  test('with the same price again records nothing', () =>
    given(added, priceSet)
      .when(add({ price: 180 }))
      .then())
  test('without a price leaves the one there is', () => given(added, priceSet).when(add()).then())
  test('is done by the system too', () =>
    given()
      .when(add({ by: system }))
      .then(added))
  test.each([cbdAgent, client, visitor])('is for nobody else', (by) =>
    given().when(add({ by })).thenRefused('not_allowed'),
  )
})

describe('the price of a location', () => {
  const set = (changes: Partial<SetDukaniPrice> = {}): SetDukaniPrice => ({
    ...{ type: 'SetDukaniPrice', by: admin, locationId: 'thika', price: 180 },
    ...changes,
  })
  test('is set', () => given(added).when(set()).then(priceSet))
  test('that is the price already records nothing', () => given(added, priceSet).when(set()).then())
  test('of a place that is none of ours is refused', () => given().when(set()).thenRefused('not_found'))
  test.each([cbdAgent, client, visitor])('is for admins alone', (by) =>
    given(added).when(set({ by })).thenRefused('not_allowed'),
  )
})

describe('a shop', () => {
  const retire = (changes: Partial<RetireShop> = {}): RetireShop => ({
    ...{ type: 'RetireShop', by: admin, locationId: 'thika', pickupPoint: 'Market', agents: 0, parcels: 0 },
    ...changes,
  })
  test('is retired, however its name is typed', () =>
    given(added)
      .when(retire({ pickupPoint: ' MARKET' }))
      .then(retired))
  test('with agents or parcels stays, and says how many of each', () => {
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
  test('that is retired already, or never was, is not there', () => {
    given(added, retired).when(retire()).thenRefused('not_found')
    given(added)
      .when(retire({ pickupPoint: 'Section 9' }))
      .thenRefused('not_found')
    given().when(retire()).thenRefused('not_found')
  })
  test('that an admin adds again is open again', () =>
    given(added, retired)
      .when(add({ pickupPoints: ['Market'] }))
      .then({ type: 'PickupPointsAdded', data: { locationId: 'thika', pickupPoints: ['Market'] } }))
  test.each([cbdAgent, client, visitor])('is retired by nobody but admins', (by) =>
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

describe('what a shop says of itself', () => {
  const describeIt = (changes: Partial<DescribeShop> = {}): DescribeShop => ({
    ...{ type: 'DescribeShop', by: admin, ...market, today, closedToday: null },
    ...{ landmark: 'Opposite Equity Bank', hours, closedDays: ['2026-12-25'] },
    ...changes,
  })
  test('is recorded under its name as it is spelled, each closed day once', () =>
    given(added)
      .when(describeIt({ pickupPoint: ' MARKET', closedDays: ['2026-12-25', '2026-12-25'] }))
      .then(described))
  test('a second time records nothing', () => given(added, described).when(describeIt()).then())
  test('is replaced whole', () =>
    given(added, described)
      .when(describeIt({ landmark: null, hours: null, closedDays: [] }))
      .then({ type: 'ShopDescribed', data: { ...market, landmark: null, hours: null, closedDays: [] } }))
  test('may be that it is closed today, or open after all', () => {
    given(added)
      .when(describeIt({ closedToday: true }))
      .then(described, closed)
    given(added, described, closed)
      .when(describeIt({ closedToday: false }))
      .then(openAfterAll)
  })
  test('is of a shop that is there', () => {
    given(added)
      .when(describeIt({ pickupPoint: 'Section 9' }))
      .thenRefused('not_found')
    given(added, retired).when(describeIt()).thenRefused('not_found')
    given().when(describeIt()).thenRefused('not_found')
  })
  test('is forgotten when it is retired and opened anew', () =>
    given(added, described, retired, {
      type: 'PickupPointsAdded',
      data: { locationId: 'thika', pickupPoints: ['Market'] },
    })
      .when(describeIt())
      .then(described))
  test.each([cbdAgent, client, visitor])('is said by nobody but admins', (by) =>
    given(added).when(describeIt({ by })).thenRefused('not_allowed'),
  )
})

describe('closing a shop today', () => {
  const marketAgent = { ...cbdAgent, shop: { location: 'Thika', address: 'market ' } }
  const close = (changes: Partial<CloseShopToday> = {}): CloseShopToday => ({
    ...{ type: 'CloseShopToday', by: marketAgent, ...market, closed: true, today },
    ...changes,
  })
  test('is said by its agent, and by an admin', () => {
    given(added).when(close()).then(closed)
    given(added)
      .when(close({ by: admin }))
      .then(closed)
  })
  test('is taken back', () =>
    given(added, closed)
      .when(close({ closed: false }))
      .then(openAfterAll))
  test('again records nothing, nor does opening what is open', () => {
    given(added, closed).when(close()).then()
    given(added)
      .when(close({ closed: false }))
      .then()
    given(added, closed, openAfterAll)
      .when(close({ closed: false }))
      .then()
  })
  test('holds for that day alone', () =>
    given(added, closed)
      .when(close({ today: '2026-11-17' }))
      .then({ type: 'ShopClosedToday', data: { ...market, day: '2026-11-17' } }))
  test.each([
    cbdAgent,
    { ...cbdAgent, shop: null },
    { ...cbdAgent, shop: { location: 'THIKA', address: 'Main Stage' } },
    { ...client, shop: marketAgent.shop },
    visitor,
  ])('is for nobody else', (by) => given(added).when(close({ by })).thenRefused('not_allowed'))
  test('of a shop that is not there is refused', () =>
    given(added)
      .when(close({ pickupPoint: 'Section 9' }))
      .thenRefused('not_found'))
})

describe('a location’s row', () => {
  const rowAfter = (...events: LocationEvent[]) =>
    recorded('location-thika', ...events).reduce<LocationRow | null>(
      (row, event) => locationsView.project(row, event, 'thika'),
      null,
    )

  test('is one for all that is told of it', () => {
    const events = recorded<LocationEvent>('location-thika', added, pointsAdded, priceSet)
    expect(events.flatMap(locationsView.getIds)).toEqual(['thika', 'thika', 'thika'])
  })
  test('has every point and every price with its time', () =>
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
  test('has no point that was retired', () => {
    expect(rowAfter(added, retired)?.pickupPoints).toEqual(['Main Stage'])
    expect(shopIn(rowAfter(added, retired), 'Market')).toBeNull()
  })
  test('tells what a shop has said of itself, however it is named, without days that are over', () => {
    const row = rowAfter(added, described, closed)
    const said = { landmark: 'Opposite Equity Bank', hours, closedDays: ['2026-12-25'], closedToday: true }
    expect(aboutShop(row, ' market', today)).toEqual(said)
    expect(aboutShop(row, 'Market', '2026-12-26')).toEqual({ ...said, closedDays: [], closedToday: false })
  })
  test('tells nothing of a shop that is silent, is open after all, or was retired', () => {
    expect(aboutShop(rowAfter(added), 'Market', today)).toBeNull()
    expect(aboutShop(rowAfter(added, closed, openAfterAll), 'Market', today)).toBeNull()
    expect(aboutShop(rowAfter(added, closed), 'Market', '2026-11-17')).toBeNull()
    expect(rowAfter(added, described, closed, retired)?.shops).toEqual([])
  })
  test('keeps what was said of one day when another is opened again', () =>
    expect(
      rowAfter(added, closed, { type: 'ShopOpenAfterAll', data: { ...market, day: '2026-11-15' } })?.shops[0]?.closedOn,
    ).toBe(today))
  test('gives a shop as it is spelled there', () =>
    expect(shopIn(rowAfter(added), ' main STAGE')).toEqual({ location: 'THIKA', address: 'Main Stage' }))
  test('gives no shop that it does not have', () => {
    expect(shopIn(rowAfter(added), 'Section 9')).toBeNull()
    expect(shopIn(null, 'Main Stage')).toBeNull()
  })
})
