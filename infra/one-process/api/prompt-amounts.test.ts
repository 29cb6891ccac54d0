import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dukaniFee, paidWith } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

const hourMs = 60 * 60 * 1000
let now = Date.parse('2026-11-02T09:00:00.000Z')
let product: TestProduct
let admin: Visitor
beforeAll(async () => {
  product = await openTestProduct({}, { now: () => new Date(now).toISOString(), randomBytes })
  admin = await product.signedIn('admin')
}, 120_000)
afterAll(() => product.close())

let phones = 30_000_000
const senderName = 'Zawadi Mwende'
const ask = async (payer: Visitor, amount: number, more: object = {}) => {
  phones += 1
  const wanted = { paymentReferenceId: 'PAY-812345', senderName, phone: `07${phones}`, amount, ...more }
  const { status, body } = await payer.post('/api/payment/prompts', wanted)
  return status === 202 ? 'asked' : `${status} ${body.code}`
}

describe('a phone is asked for a price of ours', () => {
  test('by any person', async () => {
    expect(await ask(product.stranger(), dukaniFee)).toBe('asked')
  })
  test.each([1, 249, 251, 1040, 250_000])(
    'and not for Ksh %d, neither by a visitor nor by an account',
    async (amount) => {
      expect(await ask(product.stranger(), amount)).toBe('409 prompt_amount')
      expect(await ask(await product.signedIn('client'), amount)).toBe('409 prompt_amount')
    },
  )
  test('that has changed within the last 24 hours, and not longer ago', async () => {
    const priceIs = (price: number) =>
      admin.post('/api/admin/prices', { place: 'THIKA', deliveryType: 'express', price })
    expect((await priceIs(777)).status).toBeLessThan(300)
    now += hourMs
    expect(await ask(product.stranger(), 777)).toBe('asked')
    expect((await priceIs(888)).status).toBeLessThan(300)
    now += 23 * hourMs
    expect([await ask(product.stranger(), 777), await ask(product.stranger(), 888)]).toEqual(['asked', 'asked'])
    now += 2 * hourMs
    expect([await ask(product.stranger(), 777), await ask(product.stranger(), 888)]).toEqual([
      '409 prompt_amount',
      'asked',
    ])
  })
})

describe('a phone is asked for the missing rest of an open payment', () => {
  test.each(['a visitor', 'an account'])('of the payer’s own: %s', async (who) => {
    const payer = who === 'a visitor' ? product.stranger() : await product.signedIn('client')
    const { paymentReferenceId } = await paidWith(payer, 113)
    expect(await ask(payer, dukaniFee - 113, { paymentReferenceId, adds: true })).toBe('asked')
    expect(await ask(payer, dukaniFee - 112, { paymentReferenceId, adds: true })).toBe('409 prompt_amount')
  })
  test('and not of another’s, nor for another reference', async () => {
    const payer = product.stranger()
    const { paymentReferenceId } = await paidWith(payer, 114)
    const wanted = { paymentReferenceId, adds: true }
    expect(await ask(product.stranger({ origin: product.url }), dukaniFee - 114, wanted)).toBe('409 prompt_amount')
    expect(await ask(payer, dukaniFee - 114, { adds: true })).toBe('409 prompt_amount')
  })
})
