import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { getShillings, type Payment, type PaymentEvent, payerFrom, type RefundRefused } from '../payment.ts'
import { payment } from '../payment-decisions.ts'
import { assertRefundable, computeOwed, computeRefundable, getOwedReasons, type RefundPayment } from './refunding.ts'

const { given } = toSpecification(payment)
const at = '2026-11-24T06:35:00.000Z'
const note = { personId: 'p1', reason: 'paid twice' }
const shown = { keys: ['visitor:w'], nameKey: null }
const claimed: PaymentEvent = {
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', code: 'UKO6H7T3GA', recipient: 'TUMA PARCELS', paidAt: at, amount: 350 },
    ...{ codeDateAgrees: true, payer: payerFrom(shown), sender: { personId: 'p1', name: 'Wanjiku Kamau' } },
    ...{ senderWords: [], reference: 'PAY-123456', claimedAt: at },
  },
}
const told: PaymentEvent = {
  type: 'PaymentSeen',
  data: {
    ...{ by: 'statement', code: 'UKO6H7T3GA', cents: 35_000, recipient: 'TUMA PARCELS', paidAt: at, asked: true },
    ...{ payerNames: [], payerPhoneEnd: null, counts: false, claimed: false, at },
  },
}
const proven = [claimed, told] as const
const used = (fee?: number): PaymentEvent => ({
  type: 'PaymentUsed',
  data: { deliveryId: 'd1', usedAt: at, ...(fee === undefined ? {} : { fee }) },
})
const unserved: PaymentEvent = { type: 'PaymentUnserved', data: { deliveryId: 'd1', because: 'deleted', at } }
const reversed: PaymentEvent = {
  type: 'PaymentReversed',
  data: { cents: 35_000, deliveryId: null, reversedAt: at, at },
}
const refunded = (cents: number, deliveryId: string | null = null, refundId = 'r1', receipt = 'UKO1AAAAA1') =>
  ({ type: 'PaymentRefunded', data: { refundId, cents, receipt, deliveryId, note, at } }) as PaymentEvent
const refund = (cents: number, refundId = 'r1', receipt = 'UKO1AAAAA1'): RefundPayment => ({
  ...{ type: 'RefundPayment', refundId, cents, receipt, note, at },
})
const isRefused = (code: RefundRefused['data']['code'], max: number | null = null, refundId = 'r1'): PaymentEvent => ({
  ...{ type: 'RefundRefused', data: { refundId, code, max, at } },
})
const held: PaymentEvent = { type: 'PaymentDoubted', data: { because: 'amount', deliveryId: 'd1', at } }
const stateAfter = (...events: PaymentEvent[]) => events.reduce(payment.evolve, null) as Payment

test('owed money has a reason, and other money has none', () => {
  expect(getOwedReasons(stateAfter(...proven, used(300)))).toBe('over_paid')
  expect(getOwedReasons(stateAfter(...proven, used(300), unserved))).toBe('deleted')
  expect(getOwedReasons(stateAfter(...proven, used(350), unserved))).toBe('deleted')
  expect(getOwedReasons(stateAfter(...proven, used(350)))).toBeNull()
  expect(getOwedReasons(stateAfter(...proven))).toBeNull()
  expect(getOwedReasons(stateAfter(...proven, used(300), refunded(5_000, 'd1')))).toBeNull()
})

describe('the refundable sum', () => {
  test('is all of an unused payment, which is worth less afterwards', () => {
    given(...proven)
      .when(refund(35_000))
      .then(refunded(35_000))
    given(...proven)
      .when(refund(35_001))
      .then(isRefused('refund_too_much', 35_000))
    expect(getShillings(stateAfter(...proven, refunded(10_050)))).toBe(249)
  })
  test('is the surplus above the fee of a used payment, and zero where the fee is unknown', () => {
    given(...proven, used(300))
      .when(refund(5_000))
      .then(refunded(5_000, 'd1'))
    given(...proven, used(300))
      .when(refund(5_001))
      .then(isRefused('refund_too_much', 5_000))
    given(...proven, used())
      .when(refund(1))
      .then(isRefused('refund_too_much', 0))
  })
  test('is all once its delivery is gone', () =>
    given(...proven, used(), unserved)
      .when(refund(35_000))
      .then(refunded(35_000, 'd1')))
  test('is all once it was released', () =>
    given(...proven, used(350), { type: 'PaymentReleased', data: { deliveryId: 'd1', at } })
      .when(refund(35_000))
      .then(refunded(35_000)))
  test('excludes a payment that was reversed, is doubted or was poured into another', () => {
    given(...proven, reversed)
      .when(refund(1))
      .then(isRefused('refund_too_much', 0))
    const doubted = { because: 'no_such_transaction', deliveryId: null, at } as const
    given(...proven, { type: 'PaymentDoubted', data: doubted })
      .when(refund(1))
      .then(isRefused('refund_too_much', 0))
    given(...proven, { type: 'PaymentAdded', data: { into: 'first', adding: 'a', at } })
      .when(refund(1))
      .then(isRefused('refund_too_much', 0))
  })
  test('includes what was poured into the payment', () =>
    given(
      ...proven,
      { type: 'PaymentToppedUp', data: { by: 'p2', adding: 'a', cents: 5_000, proven: true, at } },
      used(350),
    )
      .when(refund(5_000))
      .then(refunded(5_000, 'd1')))
  test('is not paid back by a refused command, even if it would be enough later', () => {
    given(...proven, isRefused('refund_unproven'))
      .when(refund(100))
      .then()
    given(...proven, isRefused('refund_unproven'))
      .when(refund(100, 'r2'))
      .then(refunded(100, null, 'r2'))
  })
  test('is checked before a receipt is taken, and the refusal says why', () => {
    const state = stateAfter(...proven)
    expect(() => assertRefundable(refund(35_000), state)).not.toThrow()
    expect(() => assertRefundable(refund(35_001), state)).toThrow(
      expect.objectContaining({ code: 'refund_too_much', details: { max: 350 } }),
    )
    expect(() => assertRefundable(refund(1), null)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })
  test('is paid back once: neither the same command nor the same M-Pesa receipt pays again', () => {
    given(...proven, refunded(100))
      .when(refund(100))
      .then()
    given(...proven, refunded(100))
      .when(refund(100, 'r2'))
      .then(isRefused('refund_noted', null, 'r2'))
    given(...proven, refunded(35_000))
      .when(refund(1, 'r2', 'UKO1AAAAA2'))
      .then(isRefused('refund_too_much', 0, 'r2'))
  })
})

test('owed is the surplus above the fee, and the price of a parcel that is not served', () => {
  expect(computeOwed(stateAfter(...proven))).toBe(0)
  expect(computeOwed(stateAfter(...proven, used(300)))).toBe(5_000)
  expect(computeOwed(stateAfter(...proven, used(350)))).toBe(0)
  expect(computeOwed(stateAfter(...proven, used(350), unserved))).toBe(35_000)
  expect(computeOwed(stateAfter(...proven, used(300), refunded(5_000, 'd1')))).toBe(0)
})

describe('a delivery', () => {
  test('that is deleted after it was handed in ends what the payment paid for, once', () => {
    const end = { type: 'EndDelivery', deliveryId: 'd1', because: 'deleted', at } as const
    given(...proven, used(350))
      .when(end)
      .then(unserved)
    given(...proven, used(350), unserved)
      .when(end)
      .then()
    given(...proven)
      .when(end)
      .then()
  })
  test('that is requested while the money is paid back is held', () =>
    given(...proven, refunded(35_000))
      .when({ type: 'UsePayment', deliveryId: 'd1', fee: 350, at })
      .then(used(350), held))
  test('is held where less than its fee is left, and is not held where enough is left', () => {
    given(...proven, refunded(5_001))
      .when({ type: 'UsePayment', deliveryId: 'd1', fee: 300, at })
      .then(used(300), held)
    given(...proven, refunded(5_000))
      .when({ type: 'UsePayment', deliveryId: 'd1', fee: 300, at })
      .then(used(300))
  })
  test('is not held here where nothing was paid back, because its price was checked before', () =>
    given(...proven)
      .when({ type: 'UsePayment', deliveryId: 'd1', fee: 400, at })
      .then(used(400)))
  test('is held once where its payment was doubted before', () =>
    given(...proven, { ...held, data: { ...held.data, deliveryId: null } } as PaymentEvent, refunded(35_000))
      .when({ type: 'UsePayment', deliveryId: 'd1', fee: 350, at })
      .then(used(350), held))
  test('that is deleted for an unknown payment changes nothing', () =>
    given().when({ type: 'EndDelivery', deliveryId: 'd1', because: 'deleted', at }).then())
})

describe('for a parcel that came back', () => {
  const back: PaymentEvent = { type: 'PaymentUnserved', data: { deliveryId: 'd1', because: 'returned', at } }
  const atTheDoor: PaymentEvent = {
    type: 'PaymentSeen',
    data: {
      ...{ by: 'prompt', code: 'UKO6H7T3GA', cents: 135_000, recipient: 'TUMA PARCELS', paidAt: at, asked: false },
      ...{ payerNames: [], payerPhoneEnd: null, counts: true, claimed: false, at },
    },
  }
  test('a payment beforehand may be paid back, and only the surplus is owed', () => {
    given(...proven, used(300))
      .when({ type: 'EndDelivery', deliveryId: 'd1', because: 'returned', at })
      .then(back)
    expect([
      computeRefundable(stateAfter(...proven, used(350), back)),
      computeOwed(stateAfter(...proven, used(350), back)),
    ]).toEqual([35_000, 0])
    expect(computeOwed(stateAfter(...proven, used(300), back))).toBe(5_000)
    expect(getOwedReasons(stateAfter(...proven, used(300), back))).toBe('over_paid')
    given(...proven, used(350), back)
      .when(refund(35_000))
      .then(refunded(35_000, 'd1'))
  })
  test('a payment at the door is owed, all of it', () => {
    expect(computeOwed(stateAfter(atTheDoor, used(), back))).toBe(135_000)
    expect(getOwedReasons(stateAfter(atTheDoor, used(), back))).toBe('returned')
    expect(computeOwed(stateAfter(atTheDoor, used(), back, refunded(135_000, 'd1')))).toBe(0)
    expect(getOwedReasons(stateAfter(...proven, used(350), unserved))).toBe('deleted')
  })
})

describe('money that only a message tells of', () => {
  const overdue: PaymentEvent = { type: 'PaymentDoubted', data: { because: 'overdue', deliveryId: null, at } }
  const passed: PaymentEvent = { type: 'PaymentCleared', data: { by: 'admin', deliveryId: null, note, at } }
  test('is not owed, whatever the message says, and is not paid back before it is proven', () => {
    for (const shownOnly of [
      [claimed],
      [claimed, used(250)],
      [claimed, used(350), unserved],
      [claimed, overdue],
      [claimed, overdue, passed],
    ]) {
      expect([computeOwed(stateAfter(...shownOnly)), computeRefundable(stateAfter(...shownOnly))]).toEqual([0, 0])
      expect(getOwedReasons(stateAfter(...shownOnly))).toBeNull()
      given(...shownOnly)
        .when(refund(5_000))
        .then(isRefused('refund_unproven'))
    }
    given(claimed, told, used(250)).when(refund(10_000)).then(refunded(10_000, 'd1'))
  })
  test('that is poured into proven money is owed once it is proven itself', () => {
    const poured: PaymentEvent = {
      type: 'PaymentToppedUp',
      data: { by: 'p2', adding: 'a', cents: 500_000, proven: false, at },
    }
    const provenPart: PaymentEvent = { type: 'PaymentTopUpProven', data: { by: 'p2', cents: 500_000, at } }
    expect(computeOwed(stateAfter(...proven, poured, used(350)))).toBe(0)
    given(...proven, poured, used(350))
      .when(refund(500_000))
      .then(isRefused('refund_unproven'))
    given(...proven, poured, used(350))
      .when({ type: 'ProvePart', by: 'p2', at })
      .then(provenPart)
    given(...proven, poured, provenPart)
      .when({ type: 'ProvePart', by: 'p2', at })
      .then()
    given(...proven)
      .when({ type: 'ProvePart', by: 'p2', at })
      .then()
    expect(computeOwed(stateAfter(...proven, poured, used(350), provenPart))).toBe(500_000)
  })
})

test('a payment that does not exist can not be refunded', () => given().when(refund(1)).thenRefused('not_found'))
