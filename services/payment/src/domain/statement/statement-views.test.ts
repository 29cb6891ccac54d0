import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type PaymentEvent, payerFrom, paymentStream } from '../payment.ts'
import { type LookedAtEvent, lookedAtStream } from './looked-at.ts'
import { type StatedRow, statedView } from './statement-views.ts'

const at = '2026-11-24T06:35:00.000Z'
const paidAt = '2026-11-24T06:30:00.000Z'
const seen = (by: 'prompt' | 'statement', cents = 185_000, counts = true): PaymentEvent => ({
  type: 'PaymentSeen',
  data: {
    ...{ by, code: 'UKO6H7T3GA', cents, recipient: 'TUMA PARCELS', paidAt, asked: by === 'statement' },
    ...{ payerNames: [], payerPhoneEnd: null, counts, claimed: false, at },
  },
})
const payer = payerFrom({ keys: ['visitor:w'], nameKey: null })
const bearer = { sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: [], reference: 'PAY-123456' }
const claimed: PaymentEvent = {
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', code: 'UKO6H7T3GA', amount: 1850, recipient: 'TUMA PARCELS', paidAt },
    ...{ codeDateAgrees: true, payer, ...bearer, claimedAt: at },
  },
}
const note = { personId: 'abc', reason: 'She stands before me with its message' }
const bound: PaymentEvent = { type: 'PaymentBound', data: { by: 'admin', payer, ...bearer, note, at } }
const unbound: PaymentEvent = { type: 'PaymentUnbound', data: { note, at } }
const doubted = (because: 'amount' | 'overdue'): PaymentEvent => ({
  type: 'PaymentDoubted',
  data: { because, deliveryId: null, at },
})
const cleared = (by: 'admin' | 'evidence'): PaymentEvent => ({
  type: 'PaymentCleared',
  data: { by, deliveryId: null, note: null, at },
})
const reversed: PaymentEvent = {
  type: 'PaymentReversed',
  data: { cents: 185_000, deliveryId: null, reversedAt: at, at },
}
const explained: LookedAtEvent = { type: 'DifferenceExplained', data: { note, at } }
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
const released: PaymentEvent = { type: 'PaymentReleased', data: { deliveryId: 'd1', at } }
const promised: PaymentEvent = {
  type: 'PaymentPromised',
  data: { deliveryId: 'd1', code: 'UKO6H7T3GA', amount: 1850, proof: { words: [], phoneEnds: [] }, at },
}

const withdrawn: PaymentEvent = { type: 'PaymentWithdrawn', data: { deliveryId: 'd1', note, at } }

type Told = PaymentEvent | LookedAtEvent
const recorded = (event: Told) => {
  const stream = event.type === 'DifferenceExplained' ? lookedAtStream('abc') : paymentStream('abc')
  return { ...event, stream } as Recorded<Told>
}
const rowAfter = (...events: Told[]) =>
  events.map(recorded).reduce<StatedRow | null>((row, event) => {
    const [paymentId = ''] = statedView.getIds(event)
    return statedView.project(row, event, paymentId)
  }, null)
const workAfter = (...events: Told[]) => rowAfter(...events)?.work

describe('money in the till', () => {
  test('has no owner when only a statement reports it', () => {
    expect(workAfter(seen('statement'))).toBe('unclaimed')
  })
  test('belongs to a parcel where a prompt at the door asked for it', () => {
    expect(workAfter(seen('prompt'), used)).toBe('unstated')
    expect(workAfter(seen('prompt'), used, seen('statement'))).toBe('none')
  })
  test('belongs to a parcel where an agent has typed its receipt, and is missing until a statement has it', () => {
    expect(workAfter(promised)).toBe('unstated')
    expect(workAfter(promised, seen('statement'))).toBe('none')
  })
  test('has no owner again when that parcel releases it', () => {
    expect(workAfter(seen('prompt'), used, seen('statement'), released)).toBe('unclaimed')
  })
  test('has no owner after a withdrawal, and is not missing where only an agent told of it', () => {
    expect(workAfter(promised, seen('statement'), withdrawn)).toBe('unclaimed')
    expect(workAfter(promised, withdrawn)).toBeUndefined()
    expect(workAfter(promised, withdrawn, seen('statement'))).toBe('unclaimed')
  })
  test('belongs to its payer, by message or admin, until an admin takes it away', () => {
    expect(workAfter(claimed, seen('statement'))).toBe('none')
    expect(workAfter(seen('statement'), bound)).toBe('none')
    expect(workAfter(seen('statement'), bound, unbound)).toBe('unclaimed')
  })
  test('is no work once it was reversed, or an admin has explained it', () => {
    expect(workAfter(seen('statement'), reversed)).toBe('none')
    expect(workAfter(seen('statement'), explained)).toBe('none')
  })
})

describe('another amount than was shown', () => {
  test('is work until an admin lets it pass or explains it, or new evidence agrees', () => {
    expect(workAfter(claimed, seen('statement'), doubted('amount'))).toBe('differs')
    expect(workAfter(claimed, seen('statement'), doubted('amount'), cleared('admin'))).toBe('none')
    expect(workAfter(claimed, seen('statement'), doubted('amount'), cleared('evidence'))).toBe('none')
    expect(workAfter(claimed, seen('statement'), doubted('amount'), explained)).toBe('none')
  })
  test('keeps its doubt where an admin lets it pass, and loses it where new evidence agrees', () => {
    const differing = [claimed, seen('statement'), doubted('amount')]
    expect(rowAfter(...differing, cleared('admin'))).toMatchObject({ doubt: 'amount', letPass: true })
    expect(rowAfter(...differing, cleared('evidence'))).toMatchObject({ doubt: null, letPass: false })
  })
  test('is work again after another doubt', () =>
    expect(workAfter(claimed, seen('statement'), doubted('amount'), cleared('admin'), doubted('amount'))).toBe(
      'differs',
    ))
  test('is work only by a statement’s amount, and by no other doubt', () => {
    expect(workAfter(claimed, doubted('amount'))).toBe('unstated')
    expect(workAfter(claimed, seen('statement'), doubted('overdue'))).toBe('none')
  })
  test('is forgotten with the withdrawal, like the admin’s decision', () => {
    const short = [promised, seen('statement'), doubted('amount')]
    expect(workAfter(...short, withdrawn)).toBe('unclaimed')
    expect(rowAfter(...short, cleared('admin'), withdrawn)).toMatchObject({ doubt: null, letPass: false, used: false })
  })
})

describe('a payment that a statement is compared with', () => {
  const untouched = {
    doubt: null,
    letPass: false,
    reversed: false,
    reversedAt: null,
    explained: false,
    paymentId: 'abc',
  }
  const row = { ...untouched, receipt: 'UKO6H7T3GA', cents: 185_000, stated: false, work: 'unstated' }
  test('is a claim where only its message was shown', () =>
    expect(rowAfter(claimed)).toEqual({ ...row, paidAt, confirmed: false, claimed: true, used: false }))
  test('belongs to a parcel from the moment at which an agent typed its receipt', () =>
    expect(rowAfter(promised)).toEqual({ ...row, paidAt: at, confirmed: false, claimed: false, used: true }))
  test('is confirmed where M-Pesa has reported it', () =>
    expect(rowAfter(seen('prompt'))).toEqual({ ...row, paidAt, confirmed: true, claimed: false, used: false }))
  test('stays stated, whatever reports follow the statement', () =>
    expect(rowAfter(seen('statement'), seen('prompt'))).toMatchObject({ stated: true }))
  test('has the amount that counts', () => {
    expect(rowAfter(seen('prompt'), seen('statement', 190_000))?.cents).toBe(190_000)
    expect(rowAfter(seen('prompt'), seen('statement', 190_000, false))?.cents).toBe(185_000)
  })
  test('is not changed by other events', () => {
    const moved: PaymentEvent = { type: 'PaymentMoved', data: { reference: 'PAY-654321', movedAt: at } }
    expect(rowAfter(claimed, moved)).toEqual(rowAfter(claimed))
  })
  test('is found in streams of payments and of explained differences, and in no others', () => {
    const idsIn = (stream: string) => statedView.getIds({ ...claimed, stream } as Recorded<PaymentEvent>)
    expect([paymentStream('abc'), lookedAtStream('abc'), 'movement-abc'].map(idsIn)).toEqual([['abc'], ['abc'], []])
  })
  test('has no row where only an explanation or a change is known', () => {
    for (const event of [explained, used, withdrawn, bound]) expect(rowAfter(event)).toBeNull()
  })
})
