import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { TillPayment } from './message/mpesa-message.ts'
import { type Payer, type PaymentEvent, payerFrom, type Shown } from './payment.ts'
import { type ClaimPayment, payment, type ReleasePayment, type UsePayment } from './payment-decisions.ts'

const { given } = toSpecification(payment)

const paid: TillPayment = {
  kind: 'till',
  code: 'UKL6H7T3GA',
  amount: 350,
  recipient: 'TUMA PARCELS',
  paidAt: '2026-11-21T06:30:00.000Z',
  codeDateAgrees: true,
}
const wanjiku: Shown = { keys: ['visitor:w'], nameKey: null }
const otieno: Shown = { keys: ['visitor:o'], nameKey: null }
const sender = { personId: 'p1', name: 'Wanjiku Kamau' }
const at = '2026-11-21T06:35:00.000Z'

const claim = (changes: Partial<ClaimPayment> = {}): ClaimPayment => ({
  type: 'ClaimPayment',
  paid,
  shown: wanjiku,
  sender,
  senderWords: ['w1'],
  reference: 'PAY-123456',
  tillName: 'TUMA PARCELS',
  at,
  ...changes,
})
const claimed = (payer: Payer = payerFrom(wanjiku)): PaymentEvent => {
  const { kind: _, ...facts } = paid
  return {
    type: 'PaymentClaimed',
    data: { evidence: 'message', ...facts, payer, sender, senderWords: ['w1'], reference: 'PAY-123456', claimedAt: at },
  }
}
const use = (deliveryId: string): UsePayment => ({ type: 'UsePayment', deliveryId, at })
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
const release = (deliveryId: string): ReleasePayment => ({ type: 'ReleasePayment', deliveryId, at })
const released: PaymentEvent = { type: 'PaymentReleased', data: { deliveryId: 'd1', at } }
const moved: PaymentEvent = { type: 'PaymentMoved', data: { reference: 'PAY-654321', movedAt: at } }

describe('a payment to our till', () => {
  test('is claimed by the first person who shows its message', () => given().when(claim()).then(claimed()))
  test('is claimed however the till spells its name', () =>
    given()
      .when(claim({ tillName: ' Tuma  Parcels. ' }))
      .then(claimed()))
  test('is claimed up to 24 hours later', () =>
    given()
      .when(claim({ at: '2026-11-22T06:30:00.000Z' }))
      .then({ ...claimed(), data: { ...claimed().data, claimedAt: '2026-11-22T06:30:00.000Z' } } as PaymentEvent))
  test('is too old a minute later', () =>
    given()
      .when(claim({ at: '2026-11-22T06:31:00.000Z' }))
      .thenRefused('too_old'))
  test('may be ten minutes ahead of our clock', () =>
    given()
      .when(claim({ at: '2026-11-21T06:20:00.000Z' }))
      .then({ ...claimed(), data: { ...claimed().data, claimedAt: '2026-11-21T06:20:00.000Z' } } as PaymentEvent))
  test('is in the future when it is further ahead', () =>
    given()
      .when(claim({ at: '2026-11-21T06:19:00.000Z' }))
      .thenRefused('in_future'))
})

test('a payment to another till is refused', () =>
  given()
    .when(claim({ paid: { ...paid, recipient: 'TUMA PARCELS TWO' } }))
    .thenRefused('other_recipient'))

test('a payment to a till whose name differs by a full stop inside it is refused', () =>
  given()
    .when(claim({ tillName: 'F.M STORES', paid: { ...paid, recipient: 'FM STORES' } }))
    .thenRefused('other_recipient'))

describe('a message that is shown again', () => {
  test('for the same reference records nothing', () => given(claimed()).when(claim()).then())
  test('for another reference moves the payment there', () =>
    given(claimed())
      .when(claim({ reference: 'PAY-654321' }))
      .then(moved))
  test('days later still moves it, because it was fresh when it was claimed', () =>
    given(claimed())
      .when(claim({ reference: 'PAY-654321', at: '2026-11-25T06:30:00.000Z' }))
      .then({ type: 'PaymentMoved', data: { reference: 'PAY-654321', movedAt: '2026-11-25T06:30:00.000Z' } }))
  test('for the reference that it has moved to records nothing', () =>
    given(claimed(), moved)
      .when(claim({ reference: 'PAY-654321' }))
      .then())
  test('by another person is refused', () =>
    given(claimed())
      .when(claim({ shown: otieno }))
      .thenRefused('already_used'))
  test('after a delivery has used it is refused', () =>
    given(claimed(), used).when(claim()).thenRefused('already_used'))
})

describe('a payer', () => {
  const reference = 'PAY-654321'
  const visitor: Shown = { keys: ['visitor:1'], nameKey: null }
  const user: Shown = { keys: ['user:1'], nameKey: null }
  const both: Shown = { ...user, keys: ['user:1', 'visitor:1'] }
  const program = (visitorKey: string): Shown => ({
    keys: [visitorKey],
    nameKey: 'name:w at home',
  })
  const isKnown = (paidAs: Shown, shown: Shown) =>
    given(claimed(payerFrom(paidAs)))
      .when(claim({ shown, reference }))
      .then(moved)
  const isNotKnown = (paidAs: Shown, shown: Shown) =>
    given(claimed(payerFrom(paidAs)))
      .when(claim({ shown, reference }))
      .thenRefused('already_used')

  test('who logs in later is known by the visitor’s cookie', () => isKnown(visitor, both))
  test('who logs in elsewhere is not known', () => isNotKnown(visitor, user))
  test('who was logged in is known by the account', () => isKnown(both, user))
  test('who was logged in is not known by the cookie of that browser', () => isNotKnown(both, visitor))
  test('with a cookie is not known by the name', () => isNotKnown(visitor, program('visitor:2')))

  test('without cookies is known by name and network, whatever cookie was handed out', () =>
    isKnown(program('visitor:1'), program('visitor:2')))
  test('without cookies is not known by the name from another network', () =>
    isNotKnown(program('visitor:1'), { ...program('visitor:2'), nameKey: 'name:w elsewhere' }))
  test('without cookies is not known by the name in a browser', () =>
    isNotKnown(program('visitor:1'), { ...visitor, keys: ['visitor:2'] }))
  test('who kept the first cookie is known by it, whatever the name', () =>
    isKnown(program('visitor:1'), { ...otieno, keys: ['visitor:1'] }))
  test('who shows nothing is not known', () => isNotKnown({ keys: [], nameKey: null }, { ...user, keys: [] }))
})

describe('a delivery', () => {
  test('uses a payment', () => given(claimed()).when(use('d1')).then(used))
  test('whose event comes twice uses it once', () => given(claimed(), used).when(use('d1')).then())
  test('can not have used a payment that was not claimed', () =>
    expect(() => payment.decide(use('d1'), null)).toThrow('a payment that is not claimed'))
  test('does not take over a payment that another has used', () => given(claimed(), used).when(use('d2')).then())
})

describe('a delivery that is deleted before it was handed over', () => {
  test('releases its payment', () => given(claimed(), used).when(release('d1')).then(released))
  test('releases it once', () => given(claimed(), used, released).when(release('d1')).then())
  test('does not release what another has used', () => given(claimed(), used).when(release('d2')).then())
  test('releases nothing when the payment was not claimed', () => given().when(release('d1')).then())
  test('leaves the payment to another one', () =>
    given(claimed(), used, released)
      .when(use('d2'))
      .then({ type: 'PaymentUsed', data: { deliveryId: 'd2', usedAt: at } }))
  test('leaves it to its payer, who may show it again', () =>
    given(claimed(), used, released)
      .when(claim({ reference: 'PAY-654321', at: '2026-11-25T06:30:00.000Z' }))
      .then({ type: 'PaymentMoved', data: { reference: 'PAY-654321', movedAt: '2026-11-25T06:30:00.000Z' } }))
  test('leaves it to no one else', () =>
    given(claimed(), used, released)
      .when(claim({ shown: otieno }))
      .thenRefused('already_used'))
})

test('a payment that an agent gave at the door is withdrawn only while its parcel has it', () => {
  const { kind: _, amount, codeDateAgrees: __, ...facts } = paid
  const seen: PaymentEvent = {
    type: 'PaymentSeen',
    data: {
      ...{ by: 'confirmation', ...facts, cents: 100 * amount, asked: false, payerNames: [], payerPhoneEnd: null },
      ...{ counts: true, claimed: false, at },
    },
  }
  const given350: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at, fee: 350 } }
  const unbind = { type: 'UnbindPayment', note: { personId: 'p1', reason: 'called us' }, at } as const
  given(seen, given350, released).when(unbind).then()
})
