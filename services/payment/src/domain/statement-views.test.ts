import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type PaymentEvent, paymentStream } from './payment.ts'
import { statedView } from './statement-views.ts'

const at = '2026-11-24T06:35:00.000Z'
const seen = (by: 'prompt' | 'statement'): PaymentEvent => ({
  type: 'PaymentSeen',
  data: {
    ...{ by, code: 'UKO6H7T3GA', cents: 185_000, recipient: 'TUMA PARCELS', paidAt: at, asked: by === 'statement' },
    ...{ payerNames: [], payerPhoneEnd: null, counts: true, claimed: false, at },
  },
})
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
const released: PaymentEvent = { type: 'PaymentReleased', data: { deliveryId: 'd1', at } }
const promised: PaymentEvent = {
  type: 'PaymentPromised',
  data: { deliveryId: 'd1', code: 'UKO6H7T3GA', amount: 1850, proof: { words: [], phoneEnds: [] }, at },
}

const workAfter = (...events: PaymentEvent[]) => {
  const recorded = events.map((event) => ({ ...event, stream: paymentStream('abc') }) as Recorded<PaymentEvent>)
  return recorded.reduce<ReturnType<typeof statedView.project>>(
    (row, event) => statedView.project(row, event, 'abc'),
    null,
  )?.work
}

describe('money in the till that nobody has claimed', () => {
  test('is nobody’s once a statement tells of it', () => {
    expect(workAfter(seen('statement'))).toBe('unclaimed')
  })
  test('is a parcel’s where it was asked for at the door', () => {
    expect(workAfter(seen('prompt'), used)).toBe('unstated')
    expect(workAfter(seen('prompt'), used, seen('statement'))).toBe('none')
  })
  test('is a parcel’s where an agent has typed its receipt, and missing until a statement has it', () => {
    expect(workAfter(promised)).toBe('unstated')
    expect(workAfter(promised, seen('statement'))).toBe('none')
  })
  test('is nobody’s again when that parcel lets go of it', () => {
    expect(workAfter(seen('prompt'), used, seen('statement'), released)).toBe('unclaimed')
  })
  test('is nobody’s again when an admin takes it back from there, and missing nowhere where an agent alone spoke of it', () => {
    const note = { personId: 'abc', reason: 'She stands before me with its message' }
    const withdrawn: PaymentEvent = { type: 'PaymentWithdrawn', data: { deliveryId: 'd1', note, at } }
    expect(workAfter(promised, seen('statement'), withdrawn)).toBe('unclaimed')
    expect(workAfter(promised, withdrawn)).toBeUndefined()
    expect(workAfter(promised, withdrawn, seen('statement'))).toBe('unclaimed')
  })
})
