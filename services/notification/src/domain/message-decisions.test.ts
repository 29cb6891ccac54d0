import { specificationOf } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { MessageEvent } from './message.ts'
import { type MessageCommand, message } from './message-decisions.ts'

const { given } = specificationOf(message)
const at = '2026-11-21T06:30:00.000Z'

const letter = {
  channel: 'sms',
  template: 'collected',
  about: 'd1',
  recipient: { personId: 'd1:receiver', to: '0712345678', subject: null, text: 'Tuma: …', replyTo: null },
} as const
const composed: MessageEvent = { type: 'MessageComposed', data: letter }
const attempted = (attempt: number, segments = 0): MessageEvent => ({
  type: 'SendAttempted',
  data: { at, attempt, segments },
})
const failed = (attempt: number): MessageEvent => ({ type: 'MessageFailed', data: { at, attempt, reason: 'busy' } })
const sent: MessageEvent = { type: 'MessageSent', data: { at, provider: 'kept', providerId: 'm1' } }
const parked: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts' } }

const compose: MessageCommand = { type: 'ComposeMessage', composed: letter }
const attempt = (attempt: number, more = {}): MessageCommand => ({
  type: 'AttemptSending',
  at,
  attempt,
  attemptsMost: 2,
  segments: 0,
  room: 0,
  ...more,
})
const recordSent: MessageCommand = { type: 'RecordSent', sent: { at, provider: 'kept', providerId: 'm1' } }
const recordFailure = (attempt: number): MessageCommand => ({
  type: 'RecordFailure',
  failed: { at, attempt, reason: 'busy' },
  attemptsMost: 2,
})

describe('a message', () => {
  test('is composed', () => given().when(compose).then(composed))
  test('is composed once', () => given(composed).when(compose).then())
  test('is attempted before it is sent', () => given(composed).when(attempt(1)).then(attempted(1)))
  test('is sent', () => given(composed, attempted(1)).when(recordSent).then(sent))
  test('that is sent is not attempted again', () => given(composed, attempted(1), sent).when(attempt(2)).then())
  test('that is sent stays sent', () => given(composed, attempted(1), sent).when(recordFailure(1)).then())
  test('that is sent is sent once', () => given(composed, attempted(1), sent).when(recordSent).then())
  test('that nobody composed is neither attempted nor sent, and can not fail', () => {
    for (const command of [attempt(1), recordSent, recordFailure(1)]) given().when(command).then()
  })
  test('tells how it ended, and after how many attempts', () => {
    const after = (...events: MessageEvent[]) => events.reduce(message.evolve, message.initialState)
    expect(after(composed, attempted(1))).toEqual({ status: 'waiting', attempts: 1 })
    expect(after(composed, attempted(1), sent)).toEqual({ status: 'sent', attempts: 1 })
    expect(after(composed, attempted(1), failed(1), parked)).toEqual({ status: 'parked', attempts: 1 })
  })
})

describe('a message that could not be sent', () => {
  test('is attempted again', () => given(composed, attempted(1), failed(1)).when(attempt(2)).then(attempted(2)))
  test('waits while attempts are left', () => given(composed, attempted(1)).when(recordFailure(1)).then(failed(1)))
  test('is parked after the last attempt', () =>
    given(composed, attempted(1), failed(1), attempted(2)).when(recordFailure(2)).then(failed(2), parked))
  test('is left alone once parked', () => given(composed, attempted(1), failed(1), parked).when(attempt(2)).then())
})

describe('a message whose attempt a crash has left without an answer', () => {
  test('is sent again', () => given(composed, attempted(1)).when(attempt(2)).then(attempted(2)))
  test('is parked when that was the last attempt', () =>
    given(composed, attempted(1), attempted(2)).when(attempt(3)).then(parked))
  test('is not attempted by who does not know of that attempt', () =>
    given(composed, attempted(1)).when(attempt(1)).then())
})

describe('of the day’s SMS', () => {
  const attemptWith = (room: number, which = 1) => attempt(which, { segments: 2, room })

  test('a message takes its segments when it is first attempted', () =>
    given(composed).when(attemptWith(2)).then(attempted(1, 2)))
  test('it takes none when it is attempted again, even when none are left', () =>
    given(composed, attempted(1, 2), failed(1)).when(attemptWith(0, 2)).then(attempted(2)))
  test('one that needs more than is left is parked', () =>
    given(composed)
      .when(attemptWith(1))
      .then({ type: 'MessageParked', data: { at, reason: 'budget' } }))
})
