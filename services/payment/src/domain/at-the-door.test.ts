import { specificationOf } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { TakeAtTheDoor } from './at-the-door.ts'
import { type PaymentEvent, payerFrom, type Seen, type Shown } from './payment.ts'
import { payment, type SeePayment } from './payment-decisions.ts'

const { given } = specificationOf(payment)
const at = '2026-11-23T06:35:00.000Z'
const facts = { code: 'UKN6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-23T06:30:00.000Z' }
const wanjiku: Shown = { keys: ['visitor:w'], nameKey: null, formerNameKey: null }
const bearer = { sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: ['w1'], reference: 'PAY-123456' }
const proof = { words: ['otieno'], phoneEnds: [] }
const stranger = { words: ['kamau'], phoneEnds: ['99'] }

const told = (changes: Partial<Seen> = {}): Seen => ({
  ...{ by: 'confirmation', ...facts, cents: 125_000, asked: false, payerNames: ['otieno'], payerPhoneEnd: '126' },
  ...changes,
})
const seen = (changes: Partial<Seen> = {}): PaymentEvent => ({
  type: 'PaymentSeen',
  data: { ...told(changes), counts: true, claimed: false, at },
})
const confirmed = (by: Seen['by'] = 'confirmation', cents = 125_000): PaymentEvent => ({
  type: 'PaymentConfirmed',
  data: { by, cents, at },
})
const used = (fee?: number): PaymentEvent => ({
  type: 'PaymentUsed',
  data: { deliveryId: 'd1', usedAt: at, ...(fee === undefined ? {} : { fee }) },
})
const promised: PaymentEvent = {
  type: 'PaymentPromised',
  data: { deliveryId: 'd1', code: facts.code, amount: 1250, proof, at },
}
const claimed: PaymentEvent = {
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', ...facts, amount: 1250, codeDateAgrees: true, payer: payerFrom(wanjiku), ...bearer },
    claimedAt: at,
  },
}
const bound: PaymentEvent = {
  type: 'PaymentBound',
  data: { by: 'receipt', payer: payerFrom(wanjiku), ...bearer, note: null, at },
}
const take = (changes: Partial<TakeAtTheDoor> = {}): TakeAtTheDoor => ({
  ...{ type: 'TakeAtTheDoor', deliveryId: 'd1', code: facts.code, proof, due: 1250, at },
  ...changes,
})
const see = (changes: Partial<Seen> = {}, deliveryId?: string): SeePayment => ({
  ...{ type: 'SeePayment', seen: told(changes), of: null, at },
  ...(deliveryId === undefined ? {} : { deliveryId }),
})

describe('what was paid to the till', () => {
  test('is the delivery’s that an agent types it for', () => given(seen(), confirmed()).when(take()).then(used(1250)))
  test('and no other’s afterwards', () => {
    given(seen(), confirmed(), used()).when(take()).then()
    given(seen(), confirmed(), used())
      .when(take({ deliveryId: 'd2' }))
      .thenRefused('payment_used')
  })
  test('of a customer who waits is theirs, shown by message or claimed by receipt', () => {
    given(claimed).when(take()).thenRefused('payment_used')
    given(seen(), confirmed(), bound).when(take()).thenRefused('payment_used')
  })
  test('is of whoever paid it', () =>
    given(seen(), confirmed())
      .when(take({ proof: stranger }))
      .thenRefused('payer_differs'))
  test('has to be enough', () =>
    given(seen({ cents: 124_900 }), confirmed())
      .when(take())
      .thenRefused('payment_short'))
  test('counts for nothing when its payer has it back', () =>
    given(seen(), confirmed(), { type: 'PaymentReversed', data: { cents: 125_000, deliveryId: null, at } })
      .when(take())
      .thenRefused('payment_short'))
})

describe('what was not heard of yet', () => {
  test('is promised', () => given().when(take()).then(promised))
  test('and is the delivery’s when it comes', () => {
    given(promised).when(see()).then(seen(), confirmed())
    expect([promised, seen(), confirmed()].reduce(payment.evolve, null)).toMatchObject({ usedBy: 'd1', promised: null })
  })
  test.each([{ cents: 124_900 }, { payerNames: ['kamau'], payerPhoneEnd: '999' }])(
    'is doubted when it is less, or another’s: %j',
    (changes) =>
      given(promised)
        .when(see(changes))
        .then(seen(changes), confirmed('confirmation', changes.cents ?? 125_000), {
          type: 'PaymentDoubted',
          data: { because: 'amount', deliveryId: 'd1', at },
        }),
  )
  test('is nobody else’s by its message', () =>
    given(promised)
      .when({
        ...{ type: 'ClaimPayment', paid: { kind: 'till', ...facts, amount: 1250, codeDateAgrees: true } },
        ...{ shown: wanjiku, ...bearer, tillName: 'TUMA PARCELS', at },
      })
      .thenRefused('already_used'))
})

describe('what was asked for at the door', () => {
  test('is the delivery’s from birth, and nobody’s payer’s', () => {
    const birth = [seen({ by: 'prompt' }), confirmed('prompt'), used()]
    given()
      .when(see({ by: 'prompt' }, 'd1'))
      .then(...birth)
    expect(birth.reduce(payment.evolve, null)).toMatchObject({ payers: [], usedBy: 'd1' })
  })
  test('also where M-Pesa’s confirmation came first', () => {
    given(seen(), confirmed())
      .when(see({ by: 'prompt' }, 'd1'))
      .then({ type: 'PaymentSeen', data: { ...told({ by: 'prompt' }), counts: false, claimed: false, at } }, used())
    given(seen({ by: 'prompt' }), confirmed('prompt'), used())
      .when(see({ by: 'prompt' }, 'd1'))
      .then()
  })
})
