import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type Payer, type PaymentEvent, paymentStream, type Seen } from './payment.ts'
import { type HeldRow, heldView, type PaymentRow, paymentsView } from './payment-views.ts'

const at = '2026-11-23T06:35:00.000Z'
const later = '2026-11-23T07:35:00.000Z'
const payer: Payer = { key: 'visitor:w', nameKey: 'name:w', cookieless: false }
const facts = { code: 'UKN6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-23T06:30:00.000Z' }
const sender = { personId: 'p1', name: 'Wanjiku Kamau' }
const note = { personId: 'p1', reason: 'called us' }

const claimed: PaymentEvent = {
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', ...facts, amount: 350, codeDateAgrees: true, payer, sender },
    ...{ reference: 'PAY-123456', claimedAt: at, senderWords: ['w1', 'w2'] },
  },
}
const seen = (changes: Partial<Seen & { counts: boolean }> = {}): PaymentEvent => ({
  type: 'PaymentSeen',
  data: {
    ...{ by: 'confirmation', ...facts, cents: 35_050, asked: false, payerNames: [], payerPhoneEnd: null },
    ...{ counts: true, claimed: false, at: later },
    ...changes,
  },
})
const bound: PaymentEvent = {
  type: 'PaymentBound',
  data: { by: 'admin', payer, sender, senderWords: ['w3'], reference: 'PAY-654321', note, at: later },
}
const confirmed: PaymentEvent = {
  type: 'PaymentConfirmed',
  data: { by: 'confirmation', cents: 35_050, paidAt: later, at: later },
}
const unbound: PaymentEvent = { type: 'PaymentUnbound', data: { note, at: later } }
const doubted = (because: 'overdue' | 'amount'): PaymentEvent => ({
  type: 'PaymentDoubted',
  data: { because, deliveryId: null, at: later },
})
const cleared = (by: 'admin' | 'evidence'): PaymentEvent => ({
  type: 'PaymentCleared',
  data: { by, deliveryId: null, note: null, at: later },
})
const reversed: PaymentEvent = {
  type: 'PaymentReversed',
  data: { cents: 35_000, deliveryId: null, reversedAt: later, at: later },
}
const moved: PaymentEvent = { type: 'PaymentMoved', data: { reference: 'PAY-777777', movedAt: later } }
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: later } }
const released: PaymentEvent = { type: 'PaymentReleased', data: { deliveryId: 'd1', at: later } }

const recorded = (event: PaymentEvent) => ({ ...event, stream: paymentStream('abc') }) as Recorded<PaymentEvent>
const after = (...events: PaymentEvent[]): HeldRow | null =>
  events.reduce<HeldRow | null>((row, event) => {
    const [id = ''] = heldView.getIds(recorded(event))
    return heldView.project(row, recorded(event), id)
  }, null)
const payableAfter = (...events: PaymentEvent[]): PaymentRow | null =>
  events.reduce<PaymentRow | null>((row, event) => paymentsView.project(row, recorded(event), 'abc'), null)

const untouched = { addedTo: null, paidIn: null, more: 0, fee: null, unserved: false }
const wellTold = { unchecked: false, contradicted: false, checking: 'none' }
const nothingSaid = { doubt: null, reversed: false, letPass: false, usedBy: null, ...untouched, ...wellTold }

describe('what admins see of a payment', () => {
  test('shows a pasted message', () =>
    expect(after(claimed)).toEqual({
      paymentId: 'abc',
      state: 'shown',
      standing: 'unused',
      ...nothingSaid,
      cents: 35_000,
      confirmed: false,
      claimed: true,
      receipt: 'UKN6H7T3GA',
      reference: 'PAY-123456',
      senderWords: [{ word: 'w1' }, { word: 'w2' }],
      words: ['ukn6h7t3ga', 'pay', '123456', 'w1', 'w2'],
      heardAt: at,
    }))
  test('shows no owner where only M-Pesa has reported it', () =>
    expect(after(seen(), confirmed)).toEqual({
      paymentId: 'abc',
      state: 'confirmed',
      standing: 'unclaimed',
      ...nothingSaid,
      cents: 35_050,
      confirmed: true,
      claimed: false,
      receipt: 'UKN6H7T3GA',
      reference: '',
      senderWords: [],
      words: ['ukn6h7t3ga'],
      heardAt: later,
    }))
  test('is found by its owner once it has one', () => {
    expect(after(seen(), confirmed, bound)).toMatchObject({ standing: 'unused', claimed: true, heardAt: later })
    expect(after(claimed, bound)?.words).toEqual(['ukn6h7t3ga', 'pay', '654321', 'w3'])
    expect(after(claimed, moved)?.words).toEqual(['ukn6h7t3ga', 'pay', '777777', 'w1', 'w2'])
  })
  test('is found by its receipt alone when it has no owner', () =>
    expect(after(claimed, unbound)).toMatchObject({
      ...{ standing: 'unclaimed', claimed: false, reference: '', senderWords: [], words: ['ukn6h7t3ga'] },
    }))
  test('shows which delivery takes it and gives it back', () => {
    expect(after(claimed, used)).toMatchObject({ standing: 'used', usedBy: 'd1' })
    expect(after(claimed, used, released)).toEqual(after(claimed))
  })
  test('stays unchanged when the payment is seen again', () => {
    expect(after(claimed, seen({ cents: 35_000 }))).toEqual(after(claimed))
    expect(after(claimed, seen({ cents: 1, counts: false }))).toEqual(after(claimed))
  })
  test('says that money is owed, by the fee and by what came back', () => {
    const usedFor = (fee: number): PaymentEvent => ({
      type: 'PaymentUsed',
      data: { deliveryId: 'd1', usedAt: at, fee },
    })
    const unserved: PaymentEvent = { type: 'PaymentUnserved', data: { deliveryId: 'd1', because: 'deleted', at } }
    const toppedUp: PaymentEvent = {
      type: 'PaymentToppedUp',
      data: { by: 'b', adding: 'a', cents: 5_000, proven: true, at },
    }
    const refunded = (cents: number): PaymentEvent => ({
      type: 'PaymentRefunded',
      data: { refundId: 'r', cents, receipt: 'UKO1AAAAA1', deliveryId: 'd1', note, at },
    })
    expect(after(claimed, confirmed, usedFor(350))).toMatchObject({ standing: 'used' })
    expect(after(claimed, confirmed, toppedUp, usedFor(350))).toMatchObject({ standing: 'owed' })
    expect(after(claimed, confirmed, toppedUp, usedFor(350), refunded(5_000))).toMatchObject({ standing: 'used' })
    expect(after(claimed, confirmed, usedFor(350), unserved)).toMatchObject({ standing: 'owed' })
    expect(after(claimed, confirmed, usedFor(350), unserved, refunded(35_000))).toMatchObject({ standing: 'used' })
    const back: PaymentEvent = { type: 'PaymentUnserved', data: { deliveryId: 'd1', because: 'returned', at } }
    expect(after(claimed, confirmed, usedFor(350), back)).toMatchObject({ standing: 'used' })
    expect(after(seen({ cents: 35_000 }), confirmed, usedFor(350), back)).toMatchObject({ standing: 'owed' })
    // Money that only a message tells of is owed to no payer.
    expect(after(claimed, usedFor(250))).toMatchObject({ standing: 'used' })
    expect(after(claimed, usedFor(350), unserved)).toMatchObject({ standing: 'used' })
    expect(after(claimed, usedFor(250), confirmed)).toMatchObject({ standing: 'owed' })
    const unproven = { ...toppedUp, data: { ...toppedUp.data, proven: false } } as PaymentEvent
    const proven: PaymentEvent = { type: 'PaymentTopUpProven', data: { by: 'b', cents: 5_000, at } }
    expect(after(claimed, confirmed, unproven, usedFor(350))).toMatchObject({ standing: 'used' })
    expect(after(claimed, confirmed, unproven, usedFor(350), proven)).toMatchObject({ standing: 'owed' })
  })
  test('leaves the lists while the payment is poured into another', () => {
    const added: PaymentEvent = { type: 'PaymentAdded', data: { into: 'b', adding: 'a', at } }
    const returned: PaymentEvent = { type: 'PaymentReturned', data: { from: 'b', adding: 'a', at } }
    expect(after(claimed, added)).toMatchObject({ standing: 'added', addedTo: 'b' })
    expect(after(claimed, added, returned)).toEqual(after(claimed))
    expect(payableAfter(claimed, added)).toMatchObject({ addedTo: 'b' })
    expect(payableAfter(claimed, added, returned)).toEqual(payableAfter(claimed))
  })
  test.each([
    ['overdue', 'overdue'],
    ['amount', 'mismatched'],
  ] as const)('comes first while it is doubted because of %s', (because, state) => {
    expect(after(claimed, used, doubted(because))).toMatchObject({ state, standing: 'doubted', doubt: because })
    expect(after(claimed, used, doubted(because), cleared('evidence'))).toMatchObject({
      state: 'shown',
      standing: 'used',
    })
    expect(after(claimed, used, doubted(because), cleared('admin'))).toMatchObject({
      state,
      standing: 'used',
      letPass: true,
    })
    expect(after(claimed, doubted('overdue'), cleared('admin'), doubted(because))).toMatchObject({
      standing: 'doubted',
      letPass: false,
    })
  })
  test('is work while its code and its message name different days, until M-Pesa reports it', () => {
    const { data } = claimed as Extract<PaymentEvent, { type: 'PaymentClaimed' }>
    const oddly: PaymentEvent = { type: 'PaymentClaimed', data: { ...data, code: 'UKA6H7T3GA', codeDateAgrees: false } }
    expect(after(oddly)).toMatchObject({ state: 'mismatched', doubt: 'code_date', standing: 'doubted' })
    expect(after(oddly, cleared('admin'))).toMatchObject({ standing: 'unused', letPass: true })
    expect(after(oddly, seen({ counts: false }), confirmed)).toMatchObject({ state: 'confirmed', standing: 'unused' })
  })
  test('comes first after a reversal, until an admin lets it pass', () => {
    expect(after(claimed, confirmed, used, reversed)).toMatchObject({
      state: 'reversed',
      standing: 'doubted',
      reversed: true,
    })
    expect(after(claimed, used, reversed, cleared('admin'))).toMatchObject({ state: 'reversed', standing: 'used' })
    expect(after(claimed, doubted('overdue'), cleared('admin'), reversed)).toMatchObject({
      standing: 'doubted',
      letPass: false,
    })
  })
  test('is never made by a change alone', () => {
    for (const event of [
      moved,
      used,
      released,
      confirmed,
      bound,
      unbound,
      doubted('overdue'),
      cleared('admin'),
      reversed,
    ])
      expect(after(event)).toBeNull()
  })
  test.each(['standing', 'state', 'usedBy'])('is found by its %s without a scan of all others', (field) =>
    expect(heldView.collection.indexes).toContainEqual([field]),
  )
})

describe('what can be paid with', () => {
  test('is also what M-Pesa has reported and no payer has claimed', () =>
    expect(payableAfter(seen())).toEqual({
      ...{ paymentId: 'abc', payerKey: null, nameKey: null, reference: '', amount: 350 },
      ...{
        paidAt: facts.paidAt,
        claimedAt: later,
        heldSince: later,
        usedBy: null,
        cents: 35_050,
        more: 0,
        addedTo: null,
        told: true,
      },
    }))
  test('has the amount that M-Pesa has reported, where that counts', () => {
    expect(payableAfter(claimed, seen({ cents: 3_599 }))).toMatchObject({
      amount: 35,
      payerKey: 'visitor:w',
      claimedAt: at,
    })
    expect(payableAfter(claimed, seen({ cents: 3_599, counts: false }))).toMatchObject({ amount: 350 })
  })
  test('gets the owner that claims it', () => {
    expect(payableAfter(seen(), bound)).toMatchObject({
      ...{ payerKey: 'visitor:w', nameKey: null, reference: 'PAY-654321', claimedAt: later },
    })
    const programs = { ...payer, cookieless: true }
    const toProgram = { ...bound, data: { ...bound.data, payer: programs } } as PaymentEvent
    expect(payableAfter(seen(), toProgram)).toMatchObject({ nameKey: 'name:w' })
    expect(payableAfter(claimed, unbound)).toMatchObject({ payerKey: null, nameKey: null, reference: '' })
  })
  test('is not changed by evidence or doubts', () => {
    for (const event of [confirmed, doubted('overdue'), cleared('evidence'), reversed])
      expect(payableAfter(claimed, event)).toEqual(payableAfter(claimed))
  })
  test('has no row where only a change is known', () => {
    for (const event of [bound, unbound]) expect(payableAfter(event)).toBeNull()
  })
})
