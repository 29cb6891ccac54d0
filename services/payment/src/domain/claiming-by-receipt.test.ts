import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { ClaimByReceipt } from './claiming-by-receipt.ts'
import type { TillPayment } from './message/mpesa-message.ts'
import { type PaymentEvent, payerFrom, type Seen, type Shown } from './payment.ts'
import { payment } from './payment-decisions.ts'

const { given } = toSpecification(payment)
const at = '2026-11-23T06:35:00.000Z'
const facts = { code: 'UKN6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-23T06:30:00.000Z' }
const wanjiku: Shown = { keys: ['visitor:w'], nameKey: null }
const otieno: Shown = { keys: ['visitor:o'], nameKey: null }
const bearer = { sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: ['w1'], reference: 'PAY-123456' }
const note = { personId: 'p1', reason: 'called us' }

const seen = (changes: Partial<Seen> = {}): PaymentEvent => ({
  type: 'PaymentSeen',
  data: {
    ...{ by: 'confirmation', ...facts, cents: 35_000, asked: false, payerNames: ['wanjiku'], payerPhoneEnd: '126' },
    ...{ counts: true, claimed: false, at },
    ...changes,
  },
})
const claimed = (shown: Shown): PaymentEvent => ({
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', ...facts, amount: 350, codeDateAgrees: true, payer: payerFrom(shown), ...bearer },
    claimedAt: at,
  },
})
const bound = (by: 'prompt' | 'receipt' | 'admin', shown = wanjiku): PaymentEvent => ({
  type: 'PaymentBound',
  data: { by, payer: payerFrom(shown), ...bearer, note: null, at },
})
const reversed: PaymentEvent = {
  type: 'PaymentReversed',
  data: { cents: 35_000, deliveryId: null, reversedAt: at, at },
}
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
const byName = { words: ['kamau', 'wanjiku'], phoneEnds: [] }
const claim = (changes: Partial<ClaimByReceipt> = {}): ClaimByReceipt => ({
  ...{ type: 'ClaimByReceipt', shown: wanjiku, proof: byName, ...bearer, arrived: null, at },
  ...changes,
})
const unknown = 'receipt_unknown'

describe('money that came before its claim', () => {
  test('is claimed by its receipt code and a word of the payer’s name', () =>
    given(seen()).when(claim()).then(bound('receipt')))
  test('or by the end of the payer’s phone', () =>
    given(seen())
      .when(claim({ proof: { words: [], phoneEnds: ['26', '126', '7126'] } }))
      .then(bound('receipt')))
  test('by what any of M-Pesa’s reports says', () =>
    given(seen({ payerNames: [] }), seen({ by: 'statement', counts: false } as Partial<Seen>))
      .when(claim())
      .then(bound('receipt')))
  test('is claimed however old it is', () => {
    const late = '2027-11-23T06:35:00.000Z'
    given(seen())
      .when(claim({ at: late }))
      .then({ ...bound('receipt'), data: { ...bound('receipt').data, at: late } } as PaymentEvent)
  })
  test('is not given to a claimer who knows the code alone', () => {
    const alone = { words: ['otieno'], phoneEnds: ['127'] }
    given(seen())
      .when(claim({ proof: alone }))
      .thenRefused(unknown)
    given(seen({ payerNames: [], payerPhoneEnd: null }))
      .when(claim({ proof: { words: [], phoneEnds: [] } }))
      .thenRefused(unknown)
  })
  test('is not given to another claimer afterwards, by receipt or by message', () => {
    given(seen(), bound('receipt'))
      .when(claim({ shown: otieno }))
      .thenRefused('already_used')
    given(seen(), bound('receipt'))
      .when({
        ...{ type: 'ClaimPayment', paid: { kind: 'till', ...facts, amount: 350, codeDateAgrees: true }, shown: otieno },
        ...{ ...bearer, tillName: 'TUMA PARCELS', at },
      })
      .thenRefused('already_used')
  })
  test('that a delivery has taken, or that was reversed, is not claimed', () => {
    given(seen(), bound('receipt'), used).when(claim()).thenRefused('already_used')
    given(seen(), reversed).when(claim()).thenRefused('reversed')
  })
  test('is claimed when an admin has let it pass or released it', () => {
    given(seen(), reversed, { type: 'PaymentCleared', data: { by: 'admin', deliveryId: null, note, at } })
      .when(claim())
      .then(bound('receipt'))
    given(seen(), bound('prompt', otieno), { type: 'PaymentUnbound', data: { note, at } })
      .when(claim())
      .then(bound('receipt'))
  })
})

describe('the same answer is given', () => {
  test('to a claimer of an unknown receipt', () => given().when(claim()).thenRefused(unknown))
  test('to a claimer of a receipt that only a message has shown', () =>
    given(claimed(otieno)).when(claim()).thenRefused(unknown))
  test('and to a claimer who does not know the payer of a claimed one', () =>
    given(seen(), bound('prompt', otieno))
      .when(claim({ proof: { words: [], phoneEnds: [] } }))
      .thenRefused(unknown))
})

describe('its payer', () => {
  test('needs no proof, and moves it to another reference', () => {
    const noProof = { words: [], phoneEnds: [] }
    given(claimed(wanjiku))
      .when(claim({ proof: noProof }))
      .then()
    given(seen(), bound('receipt'))
      .when(claim({ proof: noProof, reference: 'PAY-654321' }))
      .then({ type: 'PaymentMoved', data: { reference: 'PAY-654321', movedAt: at } })
  })
})

describe('a payment that was poured into another', () => {
  const added: PaymentEvent = { type: 'PaymentAdded', data: { into: 'first', adding: 'a1', at } }
  const past = [seen(), bound('receipt'), added] as const
  test('is shown again for the same one, and nothing happens', () =>
    given(...past)
      .when(claim({ adds: { into: 'first', adding: 'a2' } }))
      .then())
  test('is not claimed for anything else', () => {
    given(...past)
      .when(claim({ reference: 'PAY-654321' }))
      .thenRefused('already_used')
    given(...past)
      .when(claim({ adds: { into: 'another', adding: 'a2' } }))
      .thenRefused('already_used')
  })
})

describe('a payer whose prompt has arrived', () => {
  const arrived: TillPayment = { kind: 'till', ...facts, amount: 350, codeDateAgrees: true }
  test('claims by the code alone what M-Pesa has not reported: it is only shown', () => {
    given().when(claim({ arrived })).then(claimed(wanjiku))
    expect(payment.evolve(null, claimed(wanjiku))?.seenBy).toEqual(['message'])
  })
  test('must be the payer of what M-Pesa has reported', () => {
    given(seen())
      .when(claim({ arrived, proof: { words: [], phoneEnds: ['126'] } }))
      .then(bound('receipt'))
    given(seen())
      .when(claim({ arrived, proof: { words: [], phoneEnds: ['127'] } }))
      .thenRefused(unknown)
  })
  test('does not get another amount than they were asked for', () =>
    given(seen({ cents: 50_000 }))
      .when(claim({ arrived }))
      .thenRefused('amount_differs'))
})
