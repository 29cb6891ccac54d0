import { describe, expect, test } from 'vitest'
import { isReceiptCode, paidByCode } from './mpesa-message.ts'

const known = { amount: 350, recipient: 'TUMA PARCELS', paidAt: '2026-11-21T06:30:00.000Z' }

describe('a receipt code of a payment that is known in another way', () => {
  test('gives a payment to the till, and says whether the code is of its day', () => {
    expect(paidByCode('UKL6H7T3GA', known)).toEqual({
      ...{ kind: 'till', code: 'UKL6H7T3GA', ...known, codeDateAgrees: true },
    })
    expect(paidByCode('UKM6H7T3GA', known)).toMatchObject({ code: 'UKM6H7T3GA', codeDateAgrees: false })
  })
  test('is compared by the day in Nairobi', () =>
    expect(paidByCode('UKM6H7T3GA', { ...known, paidAt: '2026-11-21T21:30:00.000Z' })).toMatchObject({
      codeDateAgrees: true,
    }))
  test.each(['UKL6H7T3G', 'UKL6H7T3GAA', ' UKL6H7T3GA', 'ukl6h7t3ga', 'UZL6H7T3GA', 'UK06H7T3GA'])(
    'gives nothing for %j',
    (typed) => {
      expect(isReceiptCode(typed)).toBe(false)
      expect(paidByCode(typed, known)).toBeNull()
    },
  )
})
