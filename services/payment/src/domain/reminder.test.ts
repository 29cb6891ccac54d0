import { Refused } from '@tuma/contracts/vocabulary'
import { expect, test } from 'vitest'
import type { Payment } from './payment.ts'
import { isLeftUnused, remindedBetween, reminder, restsUntil } from './reminder.ts'
import { type TakeByLink, takeByLink } from './taking-by-link.ts'

const at = '2026-11-23T07:00:00.000Z'
const payer = { key: 'visitor:w', nameKey: null, cookieless: false }
const paid = {
  ...{ cents: 35_000, payers: [payer], seenBy: ['prompt'], refunds: [], topUps: [], reference: 'PAY-123456' },
  ...{ usedBy: null, addedTo: null, paidIn: null, doubt: null, reversed: false, letPass: false },
} as unknown as Payment

test('a payer is reminded once', () => {
  const told = { paymentId: 'p1', until: '2026-11-24T07:00:00.000Z', at }
  const command = { type: 'RemindPayer', ...told } as const
  expect(reminder.decide(command, null)).toEqual([{ type: 'PayerReminded', data: told }])
  expect(reminder.decide(command, told)).toEqual([])
})

test.each<[number, boolean]>([
  [7, false],
  [8, true],
  [19, true],
  [20, false],
  [0, false],
])('at %i in Nairobi payers are reminded: %s', (hour, isTold) =>
  expect(remindedBetween(at, hour) !== null).toBe(isTold),
)

test('payments from two days to ten minutes ago are looked at', () =>
  expect(remindedBetween(at, 10)).toEqual({ from: '2026-11-21T07:00:00.000Z', to: '2026-11-23T06:50:00.000Z' }))

test('a payment is not looked at again once its payer was reminded, and for an hour where that was not possible', () => {
  expect(restsUntil(at, true)).toBe('2026-11-25T07:00:00.000Z')
  expect(restsUntil(at, false)).toBe('2026-11-23T08:00:00.000Z')
})

test.each<[string, Partial<Payment>, string[], boolean]>([
  ['proven and unused', {}, [], true],
  ['of a message alone', { seenBy: ['message'] }, [], false],
  ['nobody’s', { payers: [] }, [], false],
  ['used', { usedBy: 'd1' }, ['PaymentUsed'], false],
  ['used and free again', {}, ['PaymentUsed', 'PaymentReleased'], false],
  ['taken from its payer by the office', {}, ['PaymentUnbound', 'PaymentBound'], false],
  ['poured into another', { addedTo: { into: 'p2', adding: 'a' } }, [], false],
  ['paid back in part', { refunds: [{ refundId: 'r', cents: 100, receipt: 'X' }] }, [], false],
  ['an agent’s cash', { paidIn: 'otieno' }, [], false],
  ['doubted', { doubt: 'amount' }, [], false],
  ['reversed, and let pass', { reversed: true, letPass: true }, [], false],
  ['less than a shilling', { cents: 99 }, [], false],
])('a payment that is %s is left unused: %s', (_, changes, past, isLeft) =>
  expect(
    isLeftUnused(
      { ...paid, ...changes },
      past.map((type) => ({ type }) as never),
    ),
  ).toBe(isLeft),
)

const sender = { personId: 'p1', name: 'Wanjiku Kamau' }
const take = (key: string): TakeByLink => ({
  ...{ type: 'TakeByLink' as const, shown: { keys: [key], nameKey: null }, sender, senderWords: ['w'] },
  ...{ reference: 'PAY-123456', quotedAt: '2026-11-22T07:00:00.000Z', at },
})

test('the link gives it to another browser, at the quoted price', () =>
  expect(takeByLink(take('visitor:other'), paid)).toEqual([
    {
      type: 'PaymentBound',
      data: {
        ...{ by: 'link', payer: { ...payer, key: 'visitor:other' }, sender, senderWords: ['w'], note: null },
        ...{ reference: 'PAY-123456', quotedAt: '2026-11-22T07:00:00.000Z', at },
      },
    },
  ]))

test('the last browser that took it takes nothing again, and an earlier one takes it back', () => {
  expect(takeByLink(take('visitor:w'), paid)).toEqual([])
  const other = { ...payer, key: 'visitor:other' }
  expect(takeByLink(take('visitor:w'), { ...paid, payers: [payer, other] })).toHaveLength(1)
})

test.each<[string, Partial<Payment> | null]>([
  ['used', { usedBy: 'd1' }],
  ['doubted', { doubt: 'amount' }],
  ['unknown', null],
])('a payment that is %s can not be taken by its link', (_, changes) =>
  expect(() => takeByLink(take('visitor:w'), changes && { ...paid, ...changes })).toThrow(new Refused('payment_used')),
)
