import { dayOfReceipt, isOutgoingReceipt, normaliseReceipt } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type Claimed, type OutgoingEvent, outgoing } from './outgoing.ts'

const { given } = toSpecification(outgoing)
const at = '2026-11-26T09:00:00.000Z'
const due = '2026-11-26T06:00:00.000Z'
const claim: Claimed = {
  ...{ of: 'payout', id: 'payout-1', about: 'account:kamau', cents: 295_000, receipt: 'UKQ1ABCDE9' },
  payee: { personId: 'kamau', name: 'Kamau Otieno', phone: '254712345678' },
  ...{ payeeKey: 'k1', payeeWords: [], by: 'achieng', approvedBy: null, approval: 'not_needed', note: null, at },
}
const claiming = (more: Partial<Claimed> = {}, dueAt = due) =>
  ({ type: 'ClaimOutgoing', claim: { ...claim, ...more }, dueAt }) as const
const claimed = (more: Partial<Claimed> = {}): OutgoingEvent => ({
  type: 'OutgoingClaimed',
  data: { ...claim, ...more },
})
const paid: OutgoingEvent = {
  type: 'OutgoingPaid',
  data: { of: 'payout', id: 'payout-1', cents: 295_000, deliveryIds: ['d1'], at },
}
const released: OutgoingEvent = { type: 'OutgoingReleased', data: { id: 'payout-1', at } }

describe('a receipt of money that left', () => {
  test('is taken by the first payout or refund, and refused to every other with name and day', () => {
    given().when(claiming()).then(claimed())
    given(claimed()).when(claiming()).then()
    given(claimed())
      .when(claiming({ id: 'payout-2' }))
      .thenRefused('receipt_taken')
    given(claimed(), paid)
      .when(claiming({ of: 'refund', id: 'refund-1' }))
      .thenRefused('receipt_taken')
    const state = [claimed(), paid].reduce(outgoing.evolve, null)
    expect(() => outgoing.decide(claiming({ id: 'refund-1' }), state)).toThrow(
      expect.objectContaining({ details: { name: 'Kamau Otieno', day: '2026-11-26' } }),
    )
  })
  test('is free again once its payout was refused', () =>
    given(claimed(), released)
      .when(claiming({ id: 'payout-2' }))
      .then(claimed({ id: 'payout-2' })))
  test('is finished and given back once, and only by its own payout', () => {
    const finish = { type: 'FinishOutgoing', id: 'payout-1', deliveryIds: ['d1'], at } as const
    given(claimed()).when(finish).then(paid)
    given(claimed(), paid).when(finish).then()
    given(claimed())
      .when({ ...finish, id: 'payout-2' })
      .then()
    given(claimed()).when({ type: 'ReleaseOutgoing', id: 'payout-1', at }).then(released)
    given(claimed(), paid).when({ type: 'ReleaseOutgoing', id: 'payout-1', at }).then()
    given(claimed()).when({ type: 'ReleaseOutgoing', id: 'payout-2', at }).then()
  })
  test.each([
    ['UKP1ABCDE9', 'the day before the money became due', null],
    ['UKO1ABCDE9', 'two days before', 'receipt_day'],
    ['UKR1ABCDE9', 'tomorrow', 'receipt_day'],
    ['UKQ1ABCDE', 'today, with nine characters', 'bad_input'],
    ['UKQ1ABCDE9AB', 'today, with twelve characters', null],
    ['UKQ1ABCDE9ABC', 'today, with thirteen characters', 'bad_input'],
    ['ZZZZZZZZZZ', 'no day', 'bad_input'],
    ['UBU1ABCDE9', '30 February', 'bad_input'],
  ] as const)('%s, of %s, is judged by its day and its form: %s', (receipt, _, refused) => {
    const asked = given().when(claiming({ receipt }))
    if (refused) asked.thenRefused(refused)
    else asked.then(claimed({ receipt }))
  })
  test('of yesterday is accepted on a later day, where the money was due then', () =>
    given()
      .when(claiming({ at: '2026-11-30T09:00:00.000Z', receipt: 'UKR1ABCDE9' }))
      .then(claimed({ at: '2026-11-30T09:00:00.000Z', receipt: 'UKR1ABCDE9' })))
  test('is judged by Nairobi’s days, not by those of the server', () =>
    given()
      .when(claiming({ at: '2026-11-26T21:30:00.000Z', receipt: 'UKR1ABCDE9' }))
      .then(claimed({ at: '2026-11-26T21:30:00.000Z', receipt: 'UKR1ABCDE9' })))
  test('may have tomorrow’s day in the last hour, because the server’s clock may be behind M-Pesa’s', () => {
    const [tooEarly, lastHour] = ['2026-11-26T19:59:59.000Z', '2026-11-26T20:00:00.000Z']
    given()
      .when(claiming({ at: tooEarly, receipt: 'UKR1ABCDE9' }))
      .thenRefused('receipt_day')
    given()
      .when(claiming({ at: lastHour, receipt: 'UKR1ABCDE9' }))
      .then(claimed({ at: lastHour, receipt: 'UKR1ABCDE9' }))
  })
  test('can not be for more than M-Pesa sends at once', () => {
    given()
      .when(claiming({ cents: 25_000_000 }))
      .then(claimed({ cents: 25_000_000 }))
    given()
      .when(claiming({ cents: 25_000_100 }))
      .thenRefused('outgoing_too_large')
  })
})

describe('money that left without approval', () => {
  const missing = claimed({ approval: 'missing' })
  const approve = (by: string) => ({ type: 'ApproveOutgoing', by, note: null, at }) as const
  test('is approved afterwards by another admin, once', () => {
    given(missing)
      .when(approve('njeri'))
      .then({ type: 'OutgoingApproved', data: { by: 'njeri', note: null, at } })
    given(missing).when(approve('achieng')).thenRefused('approval_own')
    given(missing, { type: 'OutgoingApproved', data: { by: 'njeri', note: null, at } })
      .when(approve('otieno'))
      .then()
    given(claimed()).when(approve('njeri')).then()
    given().when(approve('njeri')).thenRefused('not_found')
  })
})

describe('a typed receipt', () => {
  test.each([
    [' ukq1 abcde9\u200b', 'UKQ1ABCDE9'],
    ['ＵＫＱ１ABCDE9', 'UKQ1ABCDE9'],
    ['UKQ1\u202eABCDE9', 'UKQ1ABCDE9'],
  ])('%j is kept as %s', (typed, kept) => expect(normaliseReceipt(typed)).toBe(kept))
  test('with letters of another alphabet is refused', () => {
    expect(isOutgoingReceipt(normaliseReceipt('UKQ1АBCDE9'))).toBe(false)
    expect(isOutgoingReceipt('UKQ1ABCDE9')).toBe(true)
  })
  test('gives its day', () => {
    expect(dayOfReceipt('UKQ1ABCDE9')).toBe('2026-11-26')
    expect(dayOfReceipt('UL11ABCDE9')).toBe('2026-12-01')
    expect(dayOfReceipt('UMQ1ABCDE9')).toBeNull()
  })
})
