import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type Payer, type PaymentEvent, paymentStream } from './payment.ts'
import { type PaymentRow, paymentsView } from './payment-views.ts'

const at = '2026-11-21T06:35:00.000Z'
const claimedBy = (payer: Payer): PaymentEvent => ({
  type: 'PaymentClaimed',
  data: {
    evidence: 'message',
    code: 'UKL6H7T3GA',
    amount: 350,
    recipient: 'TUMA PARCELS',
    paidAt: '2026-11-21T06:30:00.000Z',
    codeDateAgrees: true,
    payer,
    sender: { personId: 'p1', name: '(erased)' },
    reference: 'PAY-123456',
    senderWords: [],
    claimedAt: at,
  },
})
const recorded = (event: PaymentEvent) => ({ ...event, stream: paymentStream('abc') }) as Recorded<PaymentEvent>
const rowAfter = (...events: PaymentEvent[]): PaymentRow | null =>
  events.reduce<PaymentRow | null>((row, event) => {
    const [id = ''] = paymentsView.getIds(recorded(event))
    return paymentsView.project(row, recorded(event), id)
  }, null)

const withCookie: Payer = { key: 'visitor:w', nameKey: 'name:w', cookieless: false }

test.each(['payerKey', 'nameKey'])('a payment is found by its %s and reference without a scan of all others', (key) => {
  expect(paymentsView.collection.indexes).toContainEqual([key, 'reference'])
})

describe('the row of a payment', () => {
  test('has owner and reference, and neither code nor name', () => {
    expect(rowAfter(claimedBy(withCookie))).toEqual({
      paymentId: 'abc',
      payerKey: 'visitor:w',
      nameKey: null,
      reference: 'PAY-123456',
      amount: 350,
      cents: 35_000,
      more: 0,
      addedTo: null,
      paidAt: '2026-11-21T06:30:00.000Z',
      claimedAt: at,
      heldSince: at,
      usedBy: null,
      told: false,
    })
  })
  test('is found by the name only for callers without cookies', () => {
    expect(rowAfter(claimedBy({ ...withCookie, cookieless: true }))?.nameKey).toBe('name:w')
  })
  test('follows the payment to another reference', () => {
    const moved: PaymentEvent = { type: 'PaymentMoved', data: { reference: 'PAY-654321', movedAt: at } }
    expect(rowAfter(claimedBy(withCookie), moved)).toMatchObject({ reference: 'PAY-654321', usedBy: null })
  })
  test('has the delivery that used it', () => {
    const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
    expect(rowAfter(claimedBy(withCookie), used)).toMatchObject({ usedBy: 'd1', reference: 'PAY-123456' })
  })
  test('forgets the delivery that released it', () => {
    const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
    const released: PaymentEvent = { type: 'PaymentReleased', data: { deliveryId: 'd1', at } }
    expect(rowAfter(claimedBy(withCookie), used, released)).toEqual(rowAfter(claimedBy(withCookie)))
  })
})
