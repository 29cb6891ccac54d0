import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { isConfirmed, type Payment, type PaymentEvent, type Seen } from './payment.ts'
import { type ClaimPayment, payment } from './payment-decisions.ts'

const { given } = toSpecification(payment)
const at = '2026-11-23T06:35:00.000Z'
const facts = { code: 'UKN6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-23T06:30:00.000Z' }
const sender = { personId: 'p1', name: 'Wanjiku Kamau' }
const whose = { sender, senderWords: ['w1'], reference: 'PAY-123456' }
const payer = { key: 'visitor:w', nameKey: null, cookieless: false }
const shown = { keys: ['visitor:w'], nameKey: null }

const seen = (changes: Partial<Seen> = {}): Seen => ({
  ...{ by: 'unchecked', ...facts, cents: 35_000, asked: false, payerNames: ['wanjiku'], payerPhoneEnd: '126' },
  ...changes,
})
const see = (changes: Partial<Seen> = {}) => ({ type: 'SeePayment' as const, seen: seen(changes), of: null, at })
const told = (changes: Partial<Seen> = {}, marks: { counts?: boolean; claimed?: boolean } = {}): PaymentEvent => ({
  type: 'PaymentSeen',
  data: { ...seen(changes), counts: true, claimed: false, at, ...marks },
})
const confirmed = (by: Seen['by'], cents = 35_000): PaymentEvent => ({
  type: 'PaymentConfirmed',
  data: { by, cents, paidAt: facts.paidAt, at },
})
const claimed: PaymentEvent = {
  type: 'PaymentClaimed',
  data: { evidence: 'message', ...facts, amount: 350, codeDateAgrees: true, payer, ...whose, claimedAt: at },
}
const paste = (amount: number): ClaimPayment => ({
  ...{ type: 'ClaimPayment', paid: { kind: 'till', ...facts, amount, codeDateAgrees: true }, shown },
  ...{ ...whose, tillName: 'TUMA PARCELS', at },
})
const claimWith = (words: string[], phoneEnds: string[] = []) => ({
  ...{ type: 'ClaimByReceipt' as const, shown, ...whose, proof: { words, phoneEnds }, arrived: null, at },
})
const bound = (by: 'receipt' | 'message'): PaymentEvent => ({
  type: 'PaymentBound',
  data: { by, payer, ...whose, note: null, at },
})
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at, fee: 350 } }
const doubted = (deliveryId: string | null = null): PaymentEvent => ({
  type: 'PaymentDoubted',
  data: { because: 'amount', deliveryId, at },
})
const cleared: PaymentEvent = { type: 'PaymentCleared', data: { by: 'evidence', deliveryId: null, note: null, at } }
const after = (...events: PaymentEvent[]) =>
  events.reduce<Payment | null>((state, event) => payment.evolve(state, event), null)

describe('a confirmation without proof', () => {
  test('is recorded and confirms nothing', () => {
    given().when(see()).then(told())
    expect(isConfirmed(after(told()) as Payment)).toBe(false)
  })
  test('books a parcel as a message does: by receipt code and name or phone, or by its message', () => {
    given(told())
      .when(claimWith(['wanjiku']))
      .then(bound('receipt'))
    given(told())
      .when(claimWith([], ['126']))
      .then(bound('receipt'))
    given(told()).when(paste(350)).then(bound('message'))
    expect(() => payment.decide(paste(3500), after(told()))).toThrow(
      expect.objectContaining({ code: 'amount_differs' }),
    )
  })
  test.each(['prompt', 'confirmation', 'statement'] as const)('is confirmed once a %s has the same facts', (by) =>
    given(told(), bound('receipt'))
      .when(see({ by }))
      .then(told({ by }, { claimed: true }), confirmed(by)),
  )
  test('that was claimed is doubted once a proof has a smaller amount', () =>
    given(told({ cents: 500_000 }), bound('receipt'), used)
      .when(see({ by: 'confirmation', asked: true, cents: 5_000 }))
      .then(
        told({ by: 'confirmation', asked: true, cents: 5_000 }, { claimed: true }),
        confirmed('confirmation', 5_000),
        doubted('d1'),
      ))
  test('that was not claimed gets the amount of the proof, without a doubt', () =>
    given(told({ cents: 500_000 }))
      .when(see({ by: 'confirmation' }))
      .then(told({ by: 'confirmation' }), confirmed('confirmation')))
  test('may be doubted by M-Pesa, like a message', () =>
    given(told())
      .when({ type: 'DoubtPayment', because: 'no_such_transaction', at: '2026-11-23T06:50:00.000Z' })
      .then({
        type: 'PaymentDoubted',
        data: { because: 'no_such_transaction', deliveryId: null, at: '2026-11-23T06:50:00.000Z' },
      }))
  test('loses its payer once a proof has named another', () => {
    const state = after(told({ payerNames: ['thief'] }), told({ by: 'confirmation', payerNames: ['njeri'] }))
    expect(state).toMatchObject({ payerNames: ['njeri'], payerPhoneEnds: ['126'] })
    expect(() => payment.decide(claimWith(['thief']), state)).toThrow(
      expect.objectContaining({ code: 'receipt_unknown' }),
    )
  })
  test('does not release a parcel: the agent answers for it as for unreported money', () => {
    const proof = { words: ['njeri'], phoneEnds: [] }
    const take = { type: 'TakeAtTheDoor' as const, deliveryId: 'd1', code: 'UKN6H7T3GA', proof, due: 350, at }
    const promised: PaymentEvent = {
      type: 'PaymentPromised',
      data: { deliveryId: 'd1', code: 'UKN6H7T3GA', amount: 350, proof, at },
    }
    given(told()).when(take).then(promised)
    given(told(), bound('receipt')).when(take).thenRefused('payment_used')
    // The proof names another payer, which breaks that promise.
    given(told(), promised)
      .when(see({ by: 'confirmation' }))
      .then(told({ by: 'confirmation' }), confirmed('confirmation'), doubted('d1'))
    // A report that can be made up does not fulfil a promise.
    expect(after(promised, told({}, { counts: false }))).toMatchObject({ promised: proof, seenBy: ['unchecked'] })
  })
})

describe('a confirmation without proof, for a known payment,', () => {
  const proven = [told({ by: 'prompt', payerNames: [] }), confirmed('prompt')]
  test('adds nothing to a proven payment with the same facts', () => {
    given(...proven)
      .when(see())
      .then()
    given(told(), bound('receipt')).when(see()).then()
  })
  test('with another amount than was proven changes nothing, and is recorded once', () => {
    const other = told({ cents: 500_000 }, { counts: false })
    given(...proven)
      .when(see({ cents: 500_000 }))
      .then(other)
    given(...proven, other)
      .when(see({ cents: 600_000 }))
      .then()
    const before = after(...proven) as Payment
    expect(after(...proven, other)).toEqual({ ...before, contradicted: true })
  })
  test('does not name the payer where another confirmation came first', () =>
    expect(after(told(), told({ cents: 1, payerNames: ['thief'] }, { counts: false }))).toMatchObject({
      ...{ cents: 35_000, payerNames: ['wanjiku'], contradicted: true, doubt: null },
    }))
  test('doubts a message with another amount, whose amount stays', () => {
    const less = told({ cents: 3_500 }, { counts: false, claimed: true })
    given(claimed)
      .when(see({ cents: 3_500 }))
      .then(less, doubted())
    expect(after(claimed, less, doubted())).toMatchObject({ amount: 350, doubt: 'amount' })
    given(claimed, less, doubted())
      .when(see({ by: 'confirmation' }))
      .then(told({ by: 'confirmation' }, { claimed: true }), confirmed('confirmation'), cleared)
  })
  test('is kept beside a message with the same facts', () =>
    given(claimed)
      .when(see())
      .then(told({}, { counts: false, claimed: true })))
})
