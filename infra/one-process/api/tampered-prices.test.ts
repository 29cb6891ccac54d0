import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepFee, doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

const doorstep = '/api/doorstep/deliveries'
const dukani = '/api/dukani/deliveries'
const howMany = async () =>
  Number((await (await product.signedIn('admin')).get('/api/admin/deliveries?limit=1')).headers.get('x-total-count'))

test.each([
  ['a lower fee', '409 fee_changed', { deliveryFee: doorstepFee - 1 }],
  ['a fee of one', '409 fee_changed', { deliveryFee: 1 }],
  ['a lower fee as a form has it', '409 fee_changed', { deliveryFee: String(doorstepFee - 1) }],
  ['no fee', '409 fee_changed', { deliveryFee: 0 }],
  ['a fee below nothing', '400 bad_input', { deliveryFee: -1 }],
  ['half a shilling', '400 bad_input', { deliveryFee: 0.5 }],
  ['a fee beyond all numbers', '400 bad_input', { deliveryFee: 1e308 }],
  ['a fee in words', '400 bad_input', { deliveryFee: 'three hundred' }],
  ['same-day’s price for express', '409 fee_changed', { deliveryType: 'express', deliveryFee: doorstepFee }],
  ['a tier that there is not', '400 bad_input', { deliveryType: 'free' }],
  ['a way to pay that there is not', '400 bad_input', { paymentMethod: 'free' }],
  ['a product below nothing', '400 bad_input', { productPrice: -doorstepFee }],
  ['a product beyond all prices', '400 bad_input', { productPrice: 1e15 }],
  ['a product’s price in words', '400 bad_input', { productPrice: 'one thousand' }],
  ['a place without a price', '400 unknown_place', { receiver: { ...doorstepForm.receiver, pickupLocation: 'MARS' } }],
])('a parcel with %s is refused: %s', async (_what, refusal, change) => {
  const before = await howMany()
  const { status, body } = await product.stranger().post(doorstep, { ...doorstepForm, ...change })
  expect(`${status} ${body.code}`).toBe(refusal)
  expect(await howMany()).toBe(before)
})

describe('a payment that is one shilling short', () => {
  const { productPrice: _, ...form } = doorstepForm
  const payNow = { ...form, paymentMethod: 'payNow' as const }
  test.each([
    ['to a door', doorstep, payNow, doorstepFee],
    ['to a door by express, of same-day’s price', doorstep, { ...payNow, deliveryType: 'express' }, doorstepFee],
    ['to a shop', dukani, dukaniForm, dukaniFee],
  ])('gets no parcel %s', async (where, path, form, fee) => {
    const visitor = product.stranger()
    const amount = where.includes('express') ? fee : fee - 1
    const { status, body } = await visitor.post(path, { ...form, paymentReferenceId: await paid(visitor, amount) })
    expect([status, body.code]).toEqual([409, 'payment_short'])
    expect(body.missing).toBeGreaterThanOrEqual(1)
  })
})
