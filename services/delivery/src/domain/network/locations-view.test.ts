import { describe, expect, test } from 'vitest'
import { getRows } from '../../testing/parcels.ts'
import type { LocationEvent } from './location.ts'
import { aboutShop, type LocationRow, locationsView } from './locations-view.ts'

const today = '2026-11-16'
const day = { opens: '08:00', closes: '18:00' }
const hours = [day, day, day, day, day, day, null]
const added: LocationEvent = {
  type: 'LocationAdded',
  data: { locationId: 'thika', locationName: 'THIKA', pickupPoints: ['Main Stage', 'Market'] },
}
type Described = Extract<LocationEvent, { type: 'ShopDescribed' }>['data']
const described = (pickupPoint: string, said: Partial<Described>): LocationEvent => ({
  type: 'ShopDescribed',
  data: { locationId: 'thika', pickupPoint, landmark: null, hours: null, closedDays: [], ...said },
})
const closed: LocationEvent = {
  type: 'ShopClosedToday',
  data: { locationId: 'thika', pickupPoint: 'Market', day: today },
}
const getRow = (...later: LocationEvent[]) => getRows(locationsView, added, ...later)[0] as LocationRow
const nothingSaid = { landmark: null, hours: null, closedDays: [], closedToday: false }
const market = (...later: LocationEvent[]) => aboutShop(getRow(...later), 'Market', today)

describe('the public description of a shop', () => {
  test.each<[string, LocationEvent, object]>([
    ['its landmark', described('Market', { landmark: 'By the tank' }), { landmark: 'By the tank' }],
    ['its hours', described('Market', { hours }), { hours }],
    ['a day on which it is closed', described('Market', { closedDays: [today] }), { closedDays: [today] }],
    ['that it is closed today', closed, { closedToday: true }],
  ])('has %s, if the shop says nothing else', (_what, event, said) =>
    expect(market(event)).toEqual({ ...nothingSaid, ...said }),
  )
  test('has its phone and its position, if the shop says nothing else', () => {
    const phone = '254700100104'
    expect(market(described('Market', { phone }))).toEqual({ ...nothingSaid, phone })
    const here = { lat: -1.03796, lng: 37.07312 }
    const placed: LocationEvent = {
      type: 'PositionSet',
      data: { locationId: 'thika', pickupPoint: 'Market', ...here, by: 'agent' },
    }
    expect(market(placed)).toEqual({ ...nothingSaid, position: here })
    expect(market(placed, described('Market', { landmark: 'By the tank' }))).toEqual({
      ...{ ...nothingSaid, landmark: 'By the tank', position: here },
    })
  })
  test('is missing after the shop took it back, or when all its days are past', () => {
    expect(market(described('Market', { landmark: 'By the tank' }), described('Market', {}))).toBeNull()
    expect(market(described('Market', { closedDays: ['2026-11-15'] }))).toBeNull()
  })
  test('does not have what another shop in the place said', () => {
    const both = [
      described('Main Stage', { landmark: 'At the stage' }),
      described('Market', { landmark: 'By the tank' }),
    ]
    expect(market(...both)).toMatchObject({ landmark: 'By the tank' })
    expect(market(described('Main Stage', { landmark: 'At the stage' }))).toBeNull()
  })
  test('is missing for an unknown place', () => expect(aboutShop(null, 'Market', today)).toBeNull())
})

test('a retired shop loses its description, and the others keep theirs', () => {
  const said = [described('Main Stage', { landmark: 'At the stage' }), described('Market', { landmark: 'By the tank' })]
  const row = getRow(...said, { type: 'ShopRetired', data: { locationId: 'thika', pickupPoint: 'Market' } })
  expect(row.pickupPoints).toEqual(['Main Stage'])
  expect(row.shops.map(({ name }) => name)).toEqual(['Main Stage'])
})
