import { describe, expect, test } from 'vitest'
import type { MessageRow } from './message-views.ts'
import { reachedBy } from './reach.ts'

type Row = Parameters<typeof reachedBy>[0][number]
const sms = (template: string, minute: number, report: MessageRow['report']): Row => ({
  messageId: `${template} ${minute}`,
  channel: 'sms',
  template,
  createdAt: `2026-11-21T06:${String(minute).padStart(2, '0')}:00.000Z`,
  report,
})
const toReceiver = (...rows: Row[]) => reachedBy(rows, 'receiver')

describe('whether SMS reach who gets a parcel', () => {
  test('nothing is known while none has expired', () =>
    expect(toReceiver(sms('inTransit', 1, 'Success'), sms('newCode', 2, null))).toBeNull())
  test('one that expired is no proof that they do not', () =>
    expect(toReceiver(sms('inTransit', 1, 'Expired'))).toBe(true))
  test('two that expired are', () =>
    expect(toReceiver(sms('newCode', 2, 'Expired'), sms('inTransit', 1, 'Expired'))).toBe(false))
  test('one that arrived after them takes that back, and one that arrived before does not', () => {
    const expired = [sms('inTransit', 2, 'Expired'), sms('waitingAtShop', 3, 'Expired')]
    expect(toReceiver(...expired, sms('newCode', 4, 'Success'))).toBe(true)
    expect(toReceiver(...expired, sms('requestedToReceiver', 1, 'Success'))).toBe(false)
  })
  test('a phone that was off, or a refusal, is not counted', () =>
    expect(toReceiver(sms('inTransit', 1, 'Expired'), sms('newCode', 2, 'AbsentSubscriber'))).toBe(true))
  test('what the sender was sent, or the phone before, says nothing of them', () => {
    const others = [sms('requestedToSender', 2, 'Expired'), sms('numberChanged', 3, 'Expired')]
    expect(toReceiver(sms('inTransit', 1, 'Expired'), ...others)).toBe(true)
    expect(reachedBy(others, 'receiver')).toBeNull()
  })
  test('nor does what was sent before they had another phone', () => {
    const before = [sms('inTransit', 1, 'Expired'), sms('newCode', 2, 'Expired')]
    expect(toReceiver(...before, sms('numberGiven', 3, null))).toBeNull()
    expect(toReceiver(...before, sms('numberGiven', 3, 'Expired'))).toBe(true)
  })
})
