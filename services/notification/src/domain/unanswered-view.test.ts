import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { type MessageEvent, messageStream } from './message.ts'
import { repeatedView } from './repeated-view.ts'
import { type UnansweredRow, unansweredView } from './unanswered-view.ts'

const at = '2026-11-21T06:00:00.000Z'
const later = '2026-11-21T06:10:00.000Z'
const toRecorded = (event: MessageEvent) =>
  ({ ...event, stream: messageStream('m-1'), metadata: { at } }) as Recorded<MessageEvent>
const rowAfter = (...events: MessageEvent[]): UnansweredRow | null =>
  events.map(toRecorded).reduce<UnansweredRow | null>((row, event) => {
    const [id] = unansweredView.getIds(event)
    return id === undefined ? row : unansweredView.project(row, event, id)
  }, null)

const costsNothing = { segments: 0, purse: null } as const
const attempted = (when: string, more = {}): MessageEvent => ({
  type: 'SendAttempted',
  data: { at: when, attempt: 1, ...costsNothing, phoneKey: 'p1', ...more },
})
const failed = (more = {}): MessageEvent => ({
  type: 'MessageFailed',
  data: { at, attempt: 1, reason: 'busy', ...more },
})
const sent: MessageEvent = { type: 'MessageSent', data: { at, provider: 'gateway', providerId: 'id-1' } }
const parked = (held?: string): MessageEvent => ({ type: 'MessageParked', data: { at, reason: 'attempts', held } })
const one = { messageId: 'm-1', phoneKey: 'p1', since: at, count: 1, isOwed: true }

test('an attempt is without an answer until it is sent or refused', () => {
  expect(rowAfter(attempted(at))).toEqual(one)
  expect(rowAfter(attempted(at), failed({ unanswered: true }))).toEqual(one)
  expect(rowAfter(attempted(at), sent)).toBeNull()
  expect(rowAfter(attempted(at), failed())).toBeNull()
})
test('of a message that was sent the second time, the first attempt stays, and it is not owed', () => {
  expect(rowAfter(attempted(at), attempted(later))).toEqual({ ...one, count: 2 })
  expect(rowAfter(attempted(at), attempted(later), sent)).toEqual({ ...one, isOwed: false })
  expect(rowAfter(attempted(at), attempted(later), failed())).toEqual(one)
})
test('a message that was left to an admin is owed, and a dismissed one is not', () => {
  expect(rowAfter(attempted(at), parked('unanswered'))).toEqual(one)
  expect(rowAfter(attempted(at), parked('dismissed'))).toEqual({ ...one, isOwed: false })
})
test('an order of an admin, and an e-mail, are no attempt that a provider reports', () => {
  expect(rowAfter(attempted(at, { ordered: true }))).toBeNull()
  expect(rowAfter(attempted(at, { phoneKey: undefined }))).toBeNull()
  expect(rowAfter(attempted(at), attempted(later, { ordered: true }))).toEqual(one)
})

test('only a message that went again after an attempt without an answer is listed, with the last time', () => {
  const repeats = toRecorded(attempted(later, { repeats: true }))
  expect(repeatedView.getIds(toRecorded(attempted(at)))).toEqual([])
  expect(repeatedView.getIds(toRecorded(sent))).toEqual([])
  expect(repeatedView.getIds(repeats)).toEqual(['m-1'])
  expect(repeatedView.project({ messageId: 'm-1', at }, repeats, 'm-1')).toEqual({ messageId: 'm-1', at: later })
})
