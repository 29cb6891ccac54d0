import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { evolve, type Payment, type PaymentEvent, payerFrom, paymentStream } from './payment.ts'
import { type HeldRow, heldView, type PaymentRow, paymentsView } from './payment-views.ts'

const at = '2026-11-24T06:35:00.000Z'
const facts = { code: 'UKO6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-24T06:30:00.000Z' }
const bearer = { sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: [], reference: 'PAY-123456' }
const note = { personId: 'p1', reason: 'called us' }
const proof = { words: ['otieno'], phoneEnds: ['126'] }

const claimed: PaymentEvent = {
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', ...facts, amount: 350, codeDateAgrees: true, ...bearer, claimedAt: at },
    payer: payerFrom({ keys: ['visitor:w'], nameKey: null }),
  },
}
const promised: PaymentEvent = {
  type: 'PaymentPromised',
  data: { deliveryId: 'd1', code: facts.code, amount: 1250, proof, at },
}
const seen = (cents: number): PaymentEvent => ({
  type: 'PaymentSeen',
  data: {
    ...{ by: 'statement', ...facts, cents, asked: true, payerNames: [], payerPhoneEnd: null },
    ...{ counts: true, claimed: true, at },
  },
})
const confirmed: PaymentEvent = { type: 'PaymentConfirmed', data: { by: 'statement', cents: 125_000, paidAt: at, at } }
const toppedUp: PaymentEvent = {
  type: 'PaymentToppedUp',
  data: { by: 'second', adding: 'a1', cents: 5_050, proven: true, at },
}
const declined: PaymentEvent = { type: 'PaymentTopUpDeclined', data: { by: 'second', adding: 'a1', at } }
const refunded: PaymentEvent = {
  type: 'PaymentRefunded',
  data: { refundId: 'r1', cents: 10_000, receipt: 'UKO1AAAAA1', deliveryId: null, note, at },
}
const unserved: PaymentEvent = { type: 'PaymentUnserved', data: { deliveryId: 'd1', because: 'deleted', at } }
const doubted: PaymentEvent = { type: 'PaymentDoubted', data: { because: 'amount', deliveryId: 'd1', at } }
const cleared: PaymentEvent = { type: 'PaymentCleared', data: { by: 'admin', deliveryId: 'd1', note, at } }
const withdrawn: PaymentEvent = { type: 'PaymentWithdrawn', data: { deliveryId: 'd1', note, at } }

const recorded = (event: PaymentEvent) => ({ ...event, stream: paymentStream('abc') }) as Recorded<PaymentEvent>
const payable = (...events: PaymentEvent[]) =>
  events.reduce<PaymentRow | null>((row, event) => paymentsView.project(row, recorded(event), 'abc'), null)
const held = (...events: PaymentEvent[]) =>
  events.reduce<HeldRow | null>((row, event) => heldView.project(row, recorded(event), 'abc'), null)

describe('the amount that can be paid with', () => {
  test('rises by what was poured in, in whole shillings, and falls by refunds', () => {
    expect(payable(claimed, toppedUp)).toMatchObject({ cents: 35_000, more: 5_050, amount: 400 })
    expect(payable(claimed, toppedUp, refunded)).toMatchObject({ cents: 35_000, more: -4_950, amount: 300 })
    expect(payable(claimed, refunded)).toMatchObject({ more: -10_000, amount: 250 })
  })
  test('stays the same where a top-up was declined, or its parcel is not served', () => {
    expect(payable(claimed, declined)).toEqual(payable(claimed))
    expect(payable(claimed, unserved)).toEqual(payable(claimed))
  })
  test('keeps top-ups when the own amount of the payment changes', () =>
    expect(payable(claimed, toppedUp, seen(40_000))).toMatchObject({ cents: 40_000, more: 5_050, amount: 450 }))
  test('of a promise belongs to its parcel, and has no owner after the withdrawal', () => {
    const row = { paymentId: 'abc', payerKey: null, nameKey: null, reference: '', amount: 1250, cents: 125_000 }
    const whole = { ...row, more: 0, addedTo: null, told: false, paidAt: at, claimedAt: at, heldSince: at }
    expect(payable(promised)).toEqual({ ...whole, usedBy: 'd1' })
    expect(payable(promised, withdrawn)).toEqual({ ...whole, usedBy: null })
  })
  test('does not exist where only changes of an unknown payment came', () => {
    for (const event of [toppedUp, refunded, declined, withdrawn]) expect(payable(event)).toBeNull()
  })
})

describe('the amount that admins see', () => {
  test('has top-ups beside the own amount', () => {
    expect(held(claimed, toppedUp)).toMatchObject({ cents: 35_000, more: 5_050 })
    expect(held(claimed, toppedUp, refunded)).toMatchObject({ cents: 35_000, more: -4_950 })
    expect(held(claimed, declined)).toEqual(held(claimed))
  })
  test('is what M-Pesa has reported last, where that counts', () =>
    expect(held(claimed, seen(40_000))).toMatchObject({ cents: 40_000 }))
  test('of a promise is what was due, and nothing is owed', () =>
    expect(held(promised)).toMatchObject({ cents: 125_000, fee: 1250, usedBy: 'd1', standing: 'used' }))
  test('is zero after a withdrawal before M-Pesa reported it, and what M-Pesa reported where it did', () => {
    const free = { fee: null, usedBy: null, doubt: null, letPass: false }
    expect(held(promised, withdrawn)).toMatchObject({ ...free, cents: 0 })
    const known = [promised, seen(125_000), confirmed, doubted, cleared] as const
    expect(held(...known, withdrawn)).toMatchObject({ ...free, cents: 125_000, standing: 'unclaimed' })
  })
})

test('a promise has the amount that was due, no till yet, and belongs to the parcel', () => {
  expect(evolve(null, promised)).toMatchObject({
    ...{ code: facts.code, amount: 1250, cents: 125_000, recipient: '', paidAt: at, fee: 1250 },
    ...({ usedBy: 'd1', givenByAgent: true, payers: [], seenBy: [], promised: proof } satisfies Partial<Payment>),
  })
})
