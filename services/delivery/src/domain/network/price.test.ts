import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { admin, cbdAgent, client, recorded, system, visitor } from '../../testing/parcels.ts'
import { type PriceEvent, type PriceRow, price, pricesView } from './price.ts'

const { given } = toSpecification(price)
const thika = { priceId: 'p1', place: 'THIKA', tier: 'express' } as const
const priceSet = (shillings: number): PriceEvent => ({ type: 'PriceSet', data: { ...thika, price: shillings } })
const set = (shillings: number, by = admin) => ({ type: 'SetPrice', ...thika, price: shillings, by }) as const

test('a first price is recorded', () => given().when(set(600)).then(priceSet(600)))
test('a price may be zero', () => given().when(set(0)).then(priceSet(0)))
test('another price is recorded', () => given(priceSet(600)).when(set(650)).then(priceSet(650)))
test('the same price again records nothing', () => given(priceSet(600)).when(set(600)).then())
test('the system may set prices too', () => given().when(set(600, system)).then(priceSet(600)))
test.each([cbdAgent, client, visitor])('others may not', (by) => given().when(set(600, by)).thenRefused('not_allowed'))

const remove = (by = admin) => ({ type: 'RemovePrice', by, priceId: 'p1' }) as const
const removed: PriceEvent = { type: 'PriceRemoved', data: { priceId: 'p1' } }

test('a price is removed, even a price of zero', () => {
  given(priceSet(600)).when(remove()).then(removed)
  given(priceSet(0)).when(remove()).then(removed)
})
test('a price that does not exist is not found', () => {
  given().when(remove()).thenRefused('not_found')
  given(priceSet(600), removed).when(remove()).thenRefused('not_found')
})
test('a price that was removed may be set again', () =>
  given(priceSet(600), removed).when(set(600)).then(priceSet(600)))
test('the system may remove prices too', () => given(priceSet(600)).when(remove(system)).then(removed))
test.each([cbdAgent, client, visitor])('and others may not', (by) =>
  given(priceSet(600)).when(remove(by)).thenRefused('not_allowed'),
)

const rowAfter = (...events: PriceEvent[]) =>
  recorded('price-p1', ...events).reduce<PriceRow | null>(
    (before, event) => pricesView.project(before, event, 'p1'),
    null,
  )

test('a price keeps its row when it is removed and set again', () =>
  expect(recorded('price-p1', priceSet(600), removed).flatMap(pricesView.getIds)).toEqual(['p1', 'p1']))

test('a row remembers a time without a price', () => {
  const history = [
    { price: 600, since: '2026-11-16T06:00:00.000Z' },
    { price: null, since: '2026-11-16T07:00:00.000Z' },
  ]
  expect(rowAfter(priceSet(600), removed)).toMatchObject({ price: null, history })
  expect(rowAfter(priceSet(600), removed, priceSet(650))).toMatchObject({
    price: 650,
    history: [...history, { price: 650, since: '2026-11-16T08:00:00.000Z' }],
  })
  expect(rowAfter(removed)).toBeNull()
})

test('a row has the price now and the earlier ones with their times', () => {
  expect(rowAfter(priceSet(600), priceSet(650))).toEqual({
    _id: 'p1',
    place: 'THIKA',
    deliveryType: 'express',
    price: 650,
    history: [
      { price: 600, since: '2026-11-16T06:00:00.000Z' },
      { price: 650, since: '2026-11-16T07:00:00.000Z' },
    ],
  })
})
