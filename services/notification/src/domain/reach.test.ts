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

describe('whether SMS reach a receiver', () => {
  test('is unknown while none has expired', () =>
    expect(toReceiver(sms('inTransit', 1, 'Success'), sms('newCode', 2, null))).toBeNull())
  test('is not doubted after one that expired', () => expect(toReceiver(sms('inTransit', 1, 'Expired'))).toBe(true))
  test('is doubted after two that expired', () =>
    expect(toReceiver(sms('newCode', 2, 'Expired'), sms('inTransit', 1, 'Expired'))).toBe(false))
  test('is sure again after one that arrived later, but not after one that arrived before', () => {
    const expired = [sms('inTransit', 2, 'Expired'), sms('waitingAtShop', 3, 'Expired')]
    expect(toReceiver(...expired, sms('newCode', 4, 'Success'))).toBe(true)
    expect(toReceiver(...expired, sms('requestedToReceiver', 1, 'Success'))).toBe(false)
  })
  test('does not depend on a phone that was off, or on a refusal', () =>
    expect(toReceiver(sms('inTransit', 1, 'Expired'), sms('newCode', 2, 'AbsentSubscriber'))).toBe(true))
  test('does not depend on SMS to the sender or to the old phone', () => {
    const others = [sms('requestedToSender', 2, 'Expired'), sms('numberChanged', 3, 'Expired')]
    expect(toReceiver(sms('inTransit', 1, 'Expired'), ...others)).toBe(true)
    expect(reachedBy(others, 'receiver')).toBeNull()
  })
  test('does not depend on SMS from before the new phone', () => {
    const before = [sms('inTransit', 1, 'Expired'), sms('newCode', 2, 'Expired')]
    expect(toReceiver(...before, sms('numberGiven', 3, null))).toBeNull()
    expect(toReceiver(...before, sms('numberGiven', 3, 'Expired'))).toBe(true)
  })
})
