import { type Recorded, runCheck } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { auditChecks } from './audit-checks.ts'
import { type PaymentEvent, paymentStream } from './payment.ts'

const at = '2026-11-21T06:35:00.000Z'
const used = (deliveryId: string): PaymentEvent => ({ type: 'PaymentUsed', data: { deliveryId, usedAt: at } })
const released = (deliveryId: string): PaymentEvent => ({ type: 'PaymentReleased', data: { deliveryId, at } })
const withdrawn = (deliveryId: string): PaymentEvent => ({
  type: 'PaymentWithdrawn',
  data: { deliveryId, note: { personId: 'p1', reason: 'of another customer' }, at },
})
const promised = (deliveryId: string): PaymentEvent => ({
  type: 'PaymentPromised',
  data: { deliveryId, code: 'UKL6H7T3GA', amount: 350, proof: { words: [], phoneEnds: [] }, at },
})
const audit = (...events: readonly (readonly [payment: string, event: PaymentEvent])[]) => {
  const recorded = events.map(([payment, event]) => ({ ...event, stream: paymentStream(payment) }))
  return auditChecks.flatMap((check) => runCheck(check, recorded as Recorded<PaymentEvent>[], at))
}

test.each([
  ['paid for one parcel, told twice', [used('d1'), used('d1')]],
  ['paid for another after its parcel was deleted', [used('d1'), released('d1'), used('d2')]],
  ['was the word of an agent, who was wrong', [promised('d1'), withdrawn('d1'), used('d2')]],
])('the daily audit finds nothing in a payment that %s', (_, events) => {
  expect(audit(...events.map((event) => ['p', event] as const))).toEqual([])
})

test('two payments of one parcel are no finding', () => {
  expect(audit(['p', used('d1')], ['q', used('d1')])).toEqual([])
})

test.each([
  ['paid for two parcels', [used('d1'), used('d2')]],
  ['was promised for one and used for another', [promised('d1'), used('d2')]],
  ['was released from a third parcel', [used('d1'), released('d3'), used('d2')]],
])('the daily audit finds a payment that %s', (_, events) => {
  expect(audit(...events.map((event) => ['p', event] as const))).toEqual([
    { about: 'payment-p', expected: 'd1', found: 'd2' },
  ])
})
