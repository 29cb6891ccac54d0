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
    expect(workAfter(promised, seen('statement'), withdrawn)).toBe('unclaimed')
    expect(workAfter(promised, withdrawn)).toBeUndefined()
    expect(workAfter(promised, withdrawn, seen('statement'))).toBe('unclaimed')
  })
  test('is its payer’s, shown or made theirs, until an admin takes it away', () => {
    expect(workAfter(claimed, seen('statement'))).toBe('none')
    expect(workAfter(seen('statement'), bound)).toBe('none')
    expect(workAfter(seen('statement'), bound, unbound)).toBe('unclaimed')
  })
  test('is nobody’s to look for once it went back, or somebody has looked', () => {
    expect(workAfter(seen('statement'), reversed)).toBe('none')
    expect(workAfter(seen('statement'), explained)).toBe('none')
  })
})

describe('another amount than was shown', () => {
  test('is to be looked at until an admin lets it pass, says what it is, or another says the same', () => {
    expect(workAfter(claimed, seen('statement'), doubted('amount'))).toBe('differs')
    expect(workAfter(claimed, seen('statement'), doubted('amount'), cleared('admin'))).toBe('none')
    expect(workAfter(claimed, seen('statement'), doubted('amount'), cleared('evidence'))).toBe('none')
    expect(workAfter(claimed, seen('statement'), doubted('amount'), explained)).toBe('none')
  })
  test('stays what it is where an admin lets it pass, and is none where another says the same', () => {
    const differing = [claimed, seen('statement'), doubted('amount')]
    expect(rowAfter(...differing, cleared('admin'))).toMatchObject({ doubt: 'amount', letPass: true })
    expect(rowAfter(...differing, cleared('evidence'))).toMatchObject({ doubt: null, letPass: false })
  })
  test('is to be looked at again when it is doubted again', () =>
    expect(workAfter(claimed, seen('statement'), doubted('amount'), cleared('admin'), doubted('amount'))).toBe(
      'differs',
    ))
  test('is what a statement has told, and no other doubt', () => {
    expect(workAfter(claimed, doubted('amount'))).toBe('unstated')
    expect(workAfter(claimed, seen('statement'), doubted('overdue'))).toBe('none')
  })
  test('is forgotten with the parcel that it was withdrawn from, and so is who let it pass', () => {
    const short = [promised, seen('statement'), doubted('amount')]
    expect(workAfter(...short, withdrawn)).toBe('unclaimed')
    expect(rowAfter(...short, cleared('admin'), withdrawn)).toMatchObject({ doubt: null, letPass: false, used: false })
  })
})

describe('a payment as a statement finds it', () => {
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
  test('is a parcel’s where an agent typed its receipt, at that moment', () =>
    expect(rowAfter(promised)).toEqual({ ...row, paidAt: at, confirmed: false, claimed: false, used: true }))
  test('is confirmed where M-Pesa has told of it', () =>
    expect(rowAfter(seen('prompt'))).toEqual({ ...row, paidAt, confirmed: true, claimed: false, used: false }))
  test('stays stated whatever tells of it after the statement', () =>
    expect(rowAfter(seen('statement'), seen('prompt'))).toMatchObject({ stated: true }))
  test('has the amount that counts', () => {
    expect(rowAfter(seen('prompt'), seen('statement', 190_000))?.cents).toBe(190_000)
    expect(rowAfter(seen('prompt'), seen('statement', 190_000, false))?.cents).toBe(185_000)
  })
  test('is the same whatever else becomes of it', () => {
    const moved: PaymentEvent = { type: 'PaymentMoved', data: { reference: 'PAY-654321', movedAt: at } }
    expect(rowAfter(claimed, moved)).toEqual(rowAfter(claimed))
  })
  test('is found where payments lie and where what was looked at lies, and in no other stream', () => {
    const idsIn = (stream: string) => statedView.getIds({ ...claimed, stream } as Recorded<PaymentEvent>)
    expect([paymentStream('abc'), lookedAtStream('abc'), 'movement-abc'].map(idsIn)).toEqual([['abc'], ['abc'], []])
  })
  test('is none where only somebody’s look, or what became of it, is known', () => {
    for (const event of [explained, used, withdrawn, bound]) expect(rowAfter(event)).toBeNull()
  })
})
