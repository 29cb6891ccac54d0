import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { aboutLink, linkIn, type MessageEvent, roleFor } from './message.ts'
import { type MessageCommand, message } from './message-decisions.ts'
import { costsNothing } from './purses.ts'

const { given } = toSpecification(message)
const at = '2026-11-21T06:30:00.000Z'

const letter = {
  channel: 'sms',
  template: 'collected',
  about: 'd1',
  role: 'receiver',
  language: 'en',
  purse: 'known',
  recipient: { personId: 'd1:receiver', to: '0712345678', subject: null, text: 'Tuma: …', replyTo: null },
} as const
const composed: MessageEvent = { type: 'MessageComposed', data: letter }
const known = (segments: number) => ({ purse: 'known', segments }) as const
const cost = (segments: number) => (segments > 0 ? known(segments) : costsNothing)
const attempted = (attempt: number, segments = 0): MessageEvent => ({
  type: 'SendAttempted',
  data: { at, attempt, ...cost(segments) },
})
const ordered = (attempt: number, segments = 0, when = at): MessageEvent => ({
  type: 'SendAttempted',
  data: { at: when, attempt, ...cost(segments), ordered: true },
})
const failed = (attempt: number): MessageEvent => ({ type: 'MessageFailed', data: { at, attempt, reason: 'busy' } })
const sent: MessageEvent = { type: 'MessageSent', data: { at, provider: 'kept', providerId: 'm1' } }
const parked: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts' } }

const compose: MessageCommand = { type: 'ComposeMessage', at, composed: letter }
const attempt = (attempt: number, more = {}): MessageCommand => ({
  type: 'AttemptSending',
  at,
  attempt,
  waitMs: 600_000,
  waitsSince: at,
  hasCode: false,
  isTooLate: false,
  isOver: false,
  cost: costsNothing,
  room: 0,
  ...more,
})
const recordSent: MessageCommand = { type: 'RecordSent', sent: { at, provider: 'kept', providerId: 'm1' } }
const recordFailure = (attempt: number): MessageCommand => ({
  type: 'RecordFailure',
  failed: { at, attempt, reason: 'busy' },
})

describe('a message', () => {
  test('is composed', () => given().when(compose).then(composed))
  test('is composed once', () => given(composed).when(compose).then())
  test('is attempted before it is sent', () => given(composed).when(attempt(1)).then(attempted(1)))
  test('is sent', () => given(composed, attempted(1)).when(recordSent).then(sent))
  test('that is sent is not attempted again', () => given(composed, attempted(1), sent).when(attempt(2)).then())
  test('that is sent stays sent', () => given(composed, attempted(1), sent).when(recordFailure(1)).then())
  test('that is sent is sent once', () => given(composed, attempted(1), sent).when(recordSent).then())
  test('that was not composed is neither attempted nor sent, and cannot fail', () => {
    for (const command of [attempt(1), recordSent, recordFailure(1)]) given().when(command).then()
  })
  test('shows its end, its attempts, and how many had no answer', () => {
    const after = (...events: MessageEvent[]) => events.reduce(message.evolve, message.initialState)
    const once = {
      ...{ attempts: 1, attemptedAt: at, isPaid: false, takenUpAt: null, isHeld: false, isOrdered: false },
      ...{ unanswered: 0, unansweredSince: null, isUnanswered: false, repeatedAt: null, saysOnHold: false },
    }
    const unanswered = { unanswered: 1, unansweredSince: at, isUnanswered: true }
    expect(after(composed, attempted(1))).toEqual({ ...once, ...unanswered, status: 'waiting' })
    expect(after(composed, attempted(1, 2))).toMatchObject({ isPaid: true })
    expect(after(composed, attempted(1), sent)).toMatchObject({ status: 'sent', attempts: 1 })
    expect(after(composed, attempted(1), failed(1), parked)).toEqual({ ...once, status: 'parked' })
  })
})

describe('a message that waits for no other', () => {
  const atOnce = (segments: number, room: number): MessageCommand => ({
    ...{ type: 'ComposeMessage', at, composed: letter },
    atOnce: { cost: cost(segments), room },
  })
  test('is composed and attempted in one append, and counts in the day’s SMS', () => {
    given().when(atOnce(2, 2)).then(composed, attempted(1, 2))
    given().when(atOnce(0, 0)).then(composed, attempted(1))
  })
  test('is only composed when the day’s SMS are not enough', () => given().when(atOnce(2, 1)).then(composed))
  test('is composed once, whichever process sends it', () => given(composed).when(atOnce(2, 2)).then())
  test('is not attempted where it is held', () => {
    const held = { ...letter, held: 'too-many-to-phone' }
    given()
      .when({ type: 'ComposeMessage', at, composed: held, atOnce: { cost: known(1), room: 9 } })
      .then({ type: 'MessageComposed', data: held }, parked)
  })
})

describe('a message on hold', () => {
  const held = { ...letter, held: 'too-many-to-phone' }
  const heldBack: MessageEvent[] = [{ type: 'MessageComposed', data: held }, parked]
  const release: MessageCommand = { type: 'ReleaseHeld', at }

  test('waits for an admin from the beginning', () => {
    given()
      .when({ type: 'ComposeMessage', at, composed: held })
      .then(...heldBack)
    given(...heldBack)
      .when(attempt(1))
      .then()
  })
  test('is sent when an admin sends it', () =>
    given(...heldBack)
      .when({ type: 'SendAgain', at, cost: known(2) })
      .then(ordered(1, 2)))
  test('is sent like every other once a shop has had the parcel, from the rest of the day’s SMS', () => {
    given(...heldBack)
      .when(release)
      .then(ordered(1))
    given(...heldBack, ordered(1))
      .when(attempt(2, { cost: known(2), room: 1 }))
      .then()
    given(...heldBack, ordered(1))
      .when(attempt(2, { cost: known(2), room: 2 }))
      .then(attempted(2, 2))
  })
  test('is released once, and a message that is parked for another reason is not', () => {
    given(...heldBack, ordered(1))
      .when(release)
      .then()
    given(...heldBack, attempted(1), failed(1), parked)
      .when(release)
      .then()
    given(composed, attempted(1), parked).when(release).then()
    given(composed).when(release).then()
    given().when(release).then()
  })
})

describe('a message of data that were restored from a backup', () => {
  const hold: MessageCommand = { type: 'HoldRestored', at }
  const restored: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts', held: 'restored' } }
  const release: MessageCommand = { type: 'ReleaseHeld', at }
  const heldBefore: MessageEvent[] = [
    { type: 'MessageComposed', data: { ...letter, held: 'too-many-to-phone' } },
    parked,
  ]

  test('is held where it waited, however often it was tried, and once', () => {
    given(composed).when(hold).then(restored)
    given(composed, attempted(1), failed(1)).when(hold).then(restored)
    given(composed, restored).when(hold).then()
  })
  test('is held again where it was held, and a shop’s step does not release it', () => {
    given(...heldBefore)
      .when(hold)
      .then(restored)
    given(...heldBefore, restored)
      .when(release)
      .then()
    given(composed, restored).when(release).then()
    const late: MessageEvent = { type: 'MessageComposed', data: { ...letter, held: 'restored' } }
    given(late, parked).when(release).then()
  })
  test('stays as it was where it was sent, or left to an admin', () => {
    given(composed, attempted(1), sent).when(hold).then()
    given(composed, attempted(1), failed(1), parked).when(hold).then()
    given().when(hold).then()
  })
  test('is sent when an admin sends it', () =>
    given(composed, restored)
      .when({ type: 'SendAgain', at, cost: known(2) })
      .then(ordered(1, 2)))
})

describe('a message that could not be sent', () => {
  const getLast = (attempts: number) =>
    Array.from({ length: attempts }, (_, n) => [attempted(n + 1), failed(n + 1)]).flat()

  test('is attempted again', () => given(composed, attempted(1), failed(1)).when(attempt(2)).then(attempted(2)))
  test('waits, however often it failed', () =>
    given(composed, ...getLast(49), attempted(50))
      .when(recordFailure(50))
      .then(failed(50)))
  test('is attempted, however often it failed', () =>
    given(composed, ...getLast(50))
      .when(attempt(51))
      .then(attempted(51)))
  test('is left to an admin when it is too late', () =>
    given(composed, ...getLast(2))
      .when(attempt(3, { isTooLate: true }))
      .then(parked))
  test('is then not tried by itself', () => given(composed, attempted(1), failed(1), parked).when(attempt(2)).then())
})

describe('a message whose last attempt has no answer', () => {
  const minutesLater = (minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString()
  const repeat = (which: number, when: string, more = {}): MessageCommand => attempt(which, { at: when, ...more })
  const repeated = (which: number, when: string): MessageEvent => ({
    type: 'SendAttempted',
    data: { at: when, attempt: which, ...costsNothing, repeats: true },
  })
  const lost = (which: number, when = at): MessageEvent => ({
    type: 'MessageFailed',
    data: { at: when, attempt: which, reason: 'no-answer', unanswered: true },
  })
  const left = (when: string): MessageEvent => ({
    type: 'MessageParked',
    data: { at: when, reason: 'attempts', held: 'unanswered' },
  })
  const again = minutesLater(10)
  const twice = [composed, attempted(1), repeated(2, again)]

  test('waits ten minutes for a report, whether we crashed or the answer was lost', () => {
    for (const past of [[], [lost(1)]]) {
      given(composed, attempted(1), ...past)
        .when(repeat(2, minutesLater(9.99)))
        .then()
      given(composed, attempted(1), ...past)
        .when(repeat(2, again))
        .then(repeated(2, again))
    }
  })
  test('waits no longer than that where a clock that was ahead recorded the attempt', () => {
    const seen = { waitsSince: minutesLater(-90) }
    given(composed, attempted(1))
      .when(repeat(2, minutesLater(-81), seen))
      .then()
    given(composed, attempted(1))
      .when(repeat(2, minutesLater(-80), seen))
      .then(repeated(2, minutesLater(-80)))
  })
  test('goes again once, and is then left to the office, which reads that it may have arrived', () => {
    given(...twice)
      .when(repeat(3, minutesLater(20)))
      .then(left(minutesLater(20)))
    given(...twice, lost(2, again))
      .when(repeat(3, minutesLater(20)))
      .then(left(minutesLater(20)))
  })
  test('goes no third time within a day, also where attempts between were refused', () => {
    const between = [...twice, failed(2), repeated(3, minutesLater(11))]
    const day = 24 * 60
    given(...between)
      .when(repeat(4, minutesLater(10 + day)))
      .then(left(minutesLater(10 + day)))
    given(...between)
      .when(repeat(4, minutesLater(11 + day)))
      .then(repeated(4, minutesLater(11 + day)))
  })
  test('is tried as usual where the second attempt was refused', () =>
    given(...twice, failed(2))
      .when(repeat(3, minutesLater(11)))
      .then(repeated(3, minutesLater(11))))
  test('is not repeated where it has a collection code, but waits for the report', () => {
    given(composed, attempted(1))
      .when(repeat(2, minutesLater(5), { hasCode: true }))
      .then()
    given(composed, attempted(1))
      .when(repeat(2, again, { hasCode: true }))
      .then(left(again))
    given(composed, attempted(1), failed(1))
      .when(attempt(2, { hasCode: true }))
      .then(attempted(2))
  })
  test('goes again at once where a person waits for it, and twice at most', () => {
    given(composed, attempted(1))
      .when(attempt(2, { waitMs: 0 }))
      .then(repeated(2, at))
    given(composed, attempted(1), repeated(2, at))
      .when(attempt(3, { waitMs: 0 }))
      .then(left(at))
  })
  test('may have arrived, also where it is too late by then, and is of no use where no one can send it', () => {
    given(composed, attempted(1))
      .when(attempt(2, { isTooLate: true }))
      .then(left(at))
    given(composed, attempted(1))
      .when(attempt(2, { isTooLate: true, isOver: true }))
      .then(parked)
  })
  test('goes when an admin sends it, without a wait and also with a code', () => {
    const bySend: MessageEvent[] = [composed, attempted(1), left(again), ordered(2, 0, again)]
    given(composed, attempted(1), left(again))
      .when({ type: 'SendAgain', at: again, cost: costsNothing })
      .then(ordered(2, 0, again))
    given(...bySend)
      .when(repeat(3, again, { hasCode: true }))
      .then(repeated(3, again))
    given(...bySend, repeated(3, again))
      .when(repeat(4, minutesLater(20)))
      .then(left(minutesLater(20)))
  })
  test('is not attempted by a process that does not know of that attempt', () =>
    given(composed, attempted(1)).when(repeat(1, again)).then())

  const report = (reportedAt: string): MessageCommand => ({
    ...{ type: 'RecordReported', at: again, reportedAt, provider: 'africastalking', providerId: 'at1' },
  })
  const reported: MessageEvent = {
    type: 'MessageSent',
    data: { at: again, provider: 'africastalking', providerId: 'at1' },
  }
  test('is sent by a report that came after the attempt, also once it was left to the office', () => {
    given(composed, attempted(1)).when(report(at)).then(reported)
    given(composed, attempted(1), lost(1), left(again))
      .when(report(minutesLater(9)))
      .then(reported)
    given(composed, attempted(1), reported).when(repeat(2, again)).then()
  })
  test('is not sent by a report of before, nor where its attempt had an answer', () => {
    given(composed, attempted(1))
      .when(report(minutesLater(-1)))
      .then()
    given(composed, attempted(1), failed(1)).when(report(again)).then()
    given(composed).when(report(again)).then()
    given(composed, attempted(1), sent).when(report(again)).then()
    given().when(report(again)).then()
  })
  test('that said that the parcel is on hold has said so', () => {
    const onHold: MessageEvent = {
      type: 'SendAttempted',
      data: { at, attempt: 1, ...costsNothing, phoneKey: 'p1', saysOnHold: true },
    }
    given(composed)
      .when(attempt(1, { phoneKey: 'p1', saysOnHold: true }))
      .then(onHold)
    given(composed, onHold)
      .when(report(at))
      .then({ ...reported, data: { ...reported.data, saidOnHold: true } as never })
  })
})

describe('an admin', () => {
  const later = '2026-11-24T06:30:00.000Z'
  const sendAgain = (when = later): MessageCommand => ({ type: 'SendAgain', at: when, cost: known(2) })
  const asked = (attempt: number, segments: number): MessageEvent => ordered(attempt, segments, later)
  const leftToThem = [composed, attempted(1, 2), failed(1), attempted(2), failed(2), parked]

  test('takes up a message that was left to them, and it is attempted', () => {
    given(...leftToThem)
      .when(sendAgain())
      .then(asked(3, 0))
    given(...leftToThem, asked(3, 0))
      .when(attempt(4))
      .then(attempted(4))
    expect([...leftToThem, asked(3, 0)].reduce(message.evolve, null)).toMatchObject({ takenUpAt: later })
  })
  test('sends one that waits for tomorrow: it uses today’s segments', () => {
    given(composed).when(sendAgain()).then(asked(1, 2))
    given(composed, asked(1, 2))
      .when(attempt(2, { cost: known(2), room: 0 }))
      .then(attempted(2))
  })
  test('who presses twice at once acts once, and can act again later', () => {
    given(composed, asked(1, 2)).when(sendAgain('2026-11-24T06:30:59.000Z')).then()
    given(composed, asked(1, 2))
      .when(sendAgain('2026-11-24T06:31:00.000Z'))
      .then(ordered(2, 0, '2026-11-24T06:31:00.000Z'))
  })
  test('cannot send what is sent, or was not composed', () => {
    given(composed, attempted(1), sent).when(sendAgain()).then()
    given().when(sendAgain()).then()
  })
})

describe('of the day’s SMS', () => {
  const attemptWith = (room: number, which = 1) => attempt(which, { cost: known(2), room })

  test('a message uses its segments at its first attempt', () =>
    given(composed).when(attemptWith(2)).then(attempted(1, 2)))
  test('a message uses none when it is attempted again, even when none are left', () =>
    given(composed, attempted(1, 2), failed(1)).when(attemptWith(0, 2)).then(attempted(2)))
  test('a message that needs more than is left waits', () => given(composed).when(attemptWith(1)).then())
})

describe('an admin who dismisses messages', () => {
  const dismiss = (when = at): MessageCommand => ({ type: 'Dismiss', at: when })
  const dismissed: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts', held: 'dismissed' } }

  test('dismisses what waits and what is left to them, once', () => {
    given(composed).when(dismiss()).then(dismissed)
    given(composed, attempted(1), failed(1)).when(dismiss()).then(dismissed)
    given(composed, parked).when(dismiss()).then(dismissed)
    given(composed, dismissed).when(dismiss()).then()
  })
  test('does not dismiss what is sent, is just being sent, or was not composed', () => {
    given(composed, attempted(1), sent).when(dismiss()).then()
    given(composed, attempted(1)).when(dismiss()).then()
    given().when(dismiss()).then()
  })
  test('dismisses what was handed over a minute ago without an answer', () => {
    const later = '2026-11-21T06:31:00.000Z'
    const then: MessageEvent = { ...dismissed, data: { ...dismissed.data, at: later } as typeof parked.data }
    given(composed, attempted(1)).when(dismiss(later)).then(then)
  })
  test('dismisses for good: no attempt, shop, backup or other admin brings the message back', () => {
    const commands: MessageCommand[] = [
      attempt(1),
      { type: 'SendAgain', at, cost: known(1) },
      { type: 'ReleaseHeld', at },
      { type: 'HoldRestored', at },
    ]
    for (const command of commands) given(composed, dismissed).when(command).then()
  })
  test('may see the message sent by an older release, which does not know dismissing', () => {
    given(composed, dismissed, attempted(1)).when(recordSent).then(sent)
  })
})

test('the text of an older message shows which role it was for', () => {
  expect(['requestedToSender', 'requestedToReceiver', 'collected', 'verify', 'reset', 'support'].map(roleFor)).toEqual([
    'sender',
    'receiver',
    'receiver',
    'account',
    'account',
    'support',
  ])
  for (const template of ['senderAsked', 'senderAskedByMail', 'backAtShop', 'newCodeToSender', 'returned'])
    expect(roleFor(template)).toBe('sender')
  for (const template of ['newCode', 'stillWaiting', 'goesBack']) expect(roleFor(template)).toBe('receiver')
})

test('the place of an email’s link is stored, and older ones have none', () => {
  expect(linkIn(aboutLink('a1', 'l1'))).toEqual({ accountId: 'a1', linkId: 'l1' })
  expect(linkIn('a1')).toBe(null)
})
