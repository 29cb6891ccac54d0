import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { ClaimPayIn } from './paying-in.ts'
import { isUsable, type PaymentEvent, payerFrom, type Seen, type Shown } from './payment.ts'
import { type ClaimPayment, payment, type RebindPayment, type SeePayment } from './payment-decisions.ts'
import { heldView, paymentsView } from './payment-views.ts'

const { given } = toSpecification(payment)
const at = '2026-11-23T06:35:00.000Z'
const facts = { code: 'UKN6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-23T06:30:00.000Z' }
const wanjiku: Shown = { keys: ['visitor:w'], nameKey: null }
const bearer = { sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: ['w1'], reference: 'PAY-123456' }
const proof = { words: ['otieno'], phoneEnds: [] }
const note = { personId: 'p1', reason: 'It is a customer’s' }

const told = (changes: Partial<Seen> = {}): Seen => ({
  ...{ by: 'prompt', ...facts, cents: 100_000, asked: false, payerNames: ['otieno'], payerPhoneEnd: '126' },
  ...changes,
})
const seen = (changes: Partial<Seen> = {}, counts = true): PaymentEvent => ({
  type: 'PaymentSeen',
  data: { ...told(changes), counts, claimed: false, at },
})
const confirmed = (by: Seen['by'] = 'prompt'): PaymentEvent => ({
  type: 'PaymentConfirmed',
  data: { by, cents: 100_000, paidAt: facts.paidAt, at },
})
const paidIn = (drawer = 'otieno'): PaymentEvent => ({ type: 'PaymentPaidIn', data: { drawer, at } })
const bound: PaymentEvent = {
  type: 'PaymentBound',
  data: { by: 'receipt', payer: payerFrom(wanjiku), ...bearer, note: null, at },
}
const see = (changes: Partial<Seen> = {}): SeePayment => ({
  ...{ type: 'SeePayment', seen: told(changes), of: null, drawer: 'otieno', at },
})
const claim = (changes: Partial<ClaimPayIn> = {}): ClaimPayIn => ({
  ...{ type: 'ClaimPayIn', drawer: 'otieno', proof, at },
  ...changes,
})
const paste: ClaimPayment = {
  ...{ type: 'ClaimPayment', shown: wanjiku, ...bearer, tillName: 'TUMA PARCELS', at },
  paid: { kind: 'till', ...facts, amount: 1000, codeDateAgrees: true },
}

describe('the prompt of an agent who pays cash in', () => {
  test('marks its payment when it reports it, and never again', () => {
    given().when(see()).then(seen(), confirmed(), paidIn())
    given(seen(), confirmed(), paidIn()).when(see()).then()
    given(seen(), confirmed(), paidIn(), { type: 'PaymentUnbound', data: { note, at } }).when(see()).then()
  })
  test('marks what M-Pesa’s confirmation has reported before', () =>
    given(seen({ by: 'confirmation' }), confirmed('confirmation'))
      .when(see())
      .then(seen({}, false), paidIn()))
  test('marks nothing that has a payer by then', () =>
    given(seen({ by: 'confirmation' }), confirmed('confirmation'), bound)
      .when(see())
      .then({ type: 'PaymentSeen', data: { ...told(), counts: false, claimed: true, at } }))
})

describe('the receipt of cash that an agent paid to the till by hand', () => {
  test('is taken from its payer once it is proven, once', () => {
    given(seen({ by: 'statement' }), confirmed('statement'))
      .when(claim())
      .then(paidIn())
    given(seen({ by: 'statement' }), confirmed('statement'), paidIn())
      .when(claim())
      .then()
  })
  test('is refused before that', () => {
    given().when(claim()).thenRefused('not_paid_yet')
    given(seen({ by: 'unchecked' }))
      .when(claim())
      .thenRefused('not_paid_yet')
  })
  test('is refused to another person, and where the money has an owner', () => {
    const known = [seen({ by: 'statement' }), confirmed('statement')]
    given(...known)
      .when(claim({ proof: { words: ['kamau'], phoneEnds: ['99'] } }))
      .thenRefused('payer_differs')
    given(...known, bound)
      .when(claim())
      .thenRefused('payment_used')
    given(...known, paidIn('amina'))
      .when(claim())
      .thenRefused('payment_used')
    given(...known, { type: 'PaymentReversed', data: { cents: 100_000, deliveryId: null, reversedAt: at, at } })
      .when(claim())
      .thenRefused('not_paid_yet')
  })
})

describe('cash of an agent at the till', () => {
  const events = [seen(), confirmed(), paidIn()]
  test('is never a payer’s, and pays for no parcel', () => {
    given(...events)
      .when(paste)
      .thenRefused('already_used')
    given(...events)
      .when({ type: 'TakeAtTheDoor', deliveryId: 'd1', code: facts.code, proof, due: 100, at })
      .thenRefused('payment_used')
    const state = events.reduce(payment.evolve, payment.initialState)
    expect(state && isUsable(state)).toBe(false)
  })
  test('can be given to its payer by an admin', () => {
    const rebind: RebindPayment = {
      ...{ type: 'RebindPayment', payer: payerFrom(wanjiku), ...bearer, note, at },
    }
    given(...events)
      .when(rebind)
      .then({ type: 'PaymentBound', data: { by: 'admin', payer: payerFrom(wanjiku), ...bearer, note, at } })
    given(...events)
      .when({ type: 'UnbindPayment', note, at })
      .then({ type: 'PaymentUnbound', data: { note, at } })
    const state = [...events, bound].reduce(payment.evolve, payment.initialState)
    expect(state?.paidIn).toBeNull()
  })
  test('is on no list of money without an owner', () => {
    const recorded = events.map((event) => ({ ...event, stream: 'payment-p1' }) as never)
    const held = recorded.reduce<ReturnType<typeof heldView.project>>(
      (row, event) => heldView.project(row, event, 'p1'),
      null,
    )
    expect(held).toMatchObject({ standing: 'used', paidIn: 'otieno', usedBy: null })
    const row = recorded.reduce<ReturnType<typeof paymentsView.project>>(
      (before, event) => paymentsView.project(before, event, 'p1'),
      null,
    )
    expect(row).toMatchObject({ payerKey: null, nameKey: null })
  })
})
