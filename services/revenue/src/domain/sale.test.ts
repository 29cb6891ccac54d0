import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { type SaleCommand, type SaleEvent, sale, saleStream } from './sale.ts'

const { given } = toSpecification(sale)
const count: SaleCommand = {
  type: 'CountDelivery',
  deliveryType: 'doorstep',
  day: '2026-11-21',
  shop: null,
  at: '2026-11-21T09:00:00.000Z',
}
const at = '2026-11-22T09:00:00.000Z'
const takeFee: SaleCommand = { type: 'TakeFee', deliveryType: 'doorstep', fee: 350, day: '2026-11-22', at }
const counted: SaleEvent = { type: 'DeliveryCounted', data: { deliveryType: 'doorstep', day: '2026-11-21' } }
const feeBooked: SaleEvent = {
  type: 'FeeBooked',
  data: {
    cents: 350_00,
    at,
    postings: [
      { account: 'fees_earned', party: null, cents: -350_00 },
      { account: 'prepaid', party: null, cents: 350_00 },
    ],
  },
}
const feeTaken: SaleEvent = { type: 'FeeTaken', data: { deliveryType: 'doorstep', fee: 350, day: '2026-11-22' } }

test('a delivery counts on the day it was requested', () => given().when(count).then(counted))
test('its fee is taken on the day on which it was paid', () => given(counted).when(takeFee).then(feeTaken, feeBooked))
test('a delivery counts for the shop where it is handed in, and so does its fee', () => {
  const shop = { location: 'THIKA', address: 'Market' }
  const there: SaleEvent = { type: 'DeliveryCounted', data: { ...counted.data, shop } }
  given()
    .when({ ...count, shop })
    .then(there)
  given(there)
    .when(takeFee)
    .then({ type: 'FeeTaken', data: { deliveryType: 'doorstep', fee: 350, day: '2026-11-22', shop } }, feeBooked)
})
test('the fee may be received first', () => given(feeTaken).when(count).then(counted))
test('a delivery counts once', () =>
  given(counted)
    .when({ ...count, day: '2026-11-23' })
    .then())
test('a fee is taken once', () => given(feeTaken, feeBooked).when(takeFee).then())
test.each([
  ['counted and then paid', [counted, feeTaken, feeBooked]],
  ['paid and then counted', [feeTaken, feeBooked, counted]],
])('a delivery that was %s is neither counted nor charged again', (_order, past) => {
  given(...past)
    .when(count)
    .then()
  given(...past)
    .when(takeFee)
    .then()
})
test('the name of the stream of a delivery’s books never changes', () => expect(saleStream('d1')).toBe('sale-d1'))
