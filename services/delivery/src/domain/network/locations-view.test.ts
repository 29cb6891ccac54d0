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

describe('what anybody may know of a shop', () => {
  test.each<[string, LocationEvent, object]>([
    ['its landmark', described('Market', { landmark: 'By the tank' }), { landmark: 'By the tank' }],
    ['its hours', described('Market', { hours }), { hours }],
    ['a day on which it is closed', described('Market', { closedDays: [today] }), { closedDays: [today] }],
    ['that it is closed today', closed, { closedToday: true }],
  ])('is %s, said alone', (_what, event, said) => expect(market(event)).toEqual({ ...nothingSaid, ...said }))
  test('is nothing where it took back what it said, or where all of it is over', () => {
    expect(market(described('Market', { landmark: 'By the tank' }), described('Market', {}))).toBeNull()
    expect(market(described('Market', { closedDays: ['2026-11-15'] }))).toBeNull()
  })
  test('is not what another shop of the place has said', () => {
    const both = [
      described('Main Stage', { landmark: 'At the stage' }),
      described('Market', { landmark: 'By the tank' }),
    ]
    expect(market(...both)).toMatchObject({ landmark: 'By the tank' })
    expect(market(described('Main Stage', { landmark: 'At the stage' }))).toBeNull()
  })
  test('is nothing where there is no such place', () => expect(aboutShop(null, 'Market', today)).toBeNull())
})

test('a shop that is retired takes what it said along, and leaves what the others did', () => {
  const said = [described('Main Stage', { landmark: 'At the stage' }), described('Market', { landmark: 'By the tank' })]
  const row = getRow(...said, { type: 'ShopRetired', data: { locationId: 'thika', pickupPoint: 'Market' } })
  expect(row.pickupPoints).toEqual(['Main Stage'])
  expect(row.shops.map(({ name }) => name)).toEqual(['Main Stage'])
})
