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
const failed = (attempt: number): MessageEvent => ({ type: 'MessageFailed', data: { at, attempt, reason: 'busy' } })
const sent: MessageEvent = { type: 'MessageSent', data: { at, provider: 'kept', providerId: 'm1' } }
const parked: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts' } }

const compose: MessageCommand = { type: 'ComposeMessage', at, composed: letter }
const attempt = (attempt: number, more = {}): MessageCommand => ({
  type: 'AttemptSending',
  at,
  attempt,
  maxUnanswered: 2,
  isTooLate: false,
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
  test('that nobody composed is neither attempted nor sent, and can not fail', () => {
    for (const command of [attempt(1), recordSent, recordFailure(1)]) given().when(command).then()
  })
  test('tells how it ended, after how many attempts, and how many of them nobody answered', () => {
    const after = (...events: MessageEvent[]) => events.reduce(message.evolve, message.initialState)
    const once = { attempts: 1, attemptedAt: at, isPaid: false, takenUpAt: null, isHeld: false }
    expect(after(composed, attempted(1))).toEqual({ ...once, status: 'waiting', unanswered: 1 })
    expect(after(composed, attempted(1, 2))).toMatchObject({ isPaid: true })
    expect(after(composed, attempted(1), sent)).toMatchObject({ status: 'sent', attempts: 1 })
    expect(after(composed, attempted(1), failed(1), parked)).toEqual({ ...once, status: 'parked', unanswered: 0 })
  })
})

describe('a message that nothing stands before', () => {
  const atOnce = (segments: number, room: number): MessageCommand => ({
    ...{ type: 'ComposeMessage', at, composed: letter },
    atOnce: { cost: cost(segments), room },
  })
  test('is composed and attempted in one, and counts in the day’s SMS', () => {
    given().when(atOnce(2, 2)).then(composed, attempted(1, 2))
    given().when(atOnce(0, 0)).then(composed, attempted(1))
  })
  test('is composed alone where the day’s SMS are not enough', () => given().when(atOnce(2, 1)).then(composed))
  test('is composed once, whoever else sends it', () => given(composed).when(atOnce(2, 2)).then())
  test('is not attempted where it is held', () => {
    const held = { ...letter, held: 'too-many-to-phone' }
    given()
      .when({ type: 'ComposeMessage', at, composed: held, atOnce: { cost: known(1), room: 9 } })
      .then({ type: 'MessageComposed', data: held }, parked)
  })
})

describe('a message that is held', () => {
  const held = { ...letter, held: 'too-many-to-phone' }
  const heldBack: MessageEvent[] = [{ type: 'MessageComposed', data: held }, parked]
  const release: MessageCommand = { type: 'ReleaseHeld', at }

  test('is left to an admin from the beginning', () => {
    given()
      .when({ type: 'ComposeMessage', at, composed: held })
      .then(...heldBack)
    given(...heldBack)
      .when(attempt(1))
      .then()
  })
  test('is sent when an admin says so', () =>
    given(...heldBack)
      .when({ type: 'SendAgain', at, cost: known(2) })
      .then(attempted(1, 2)))
  test('goes as every other once a shop has had the parcel, of what is left of the day’s SMS', () => {
    given(...heldBack)
      .when(release)
      .then(attempted(1))
    given(...heldBack, attempted(1))
      .when(attempt(2, { cost: known(2), room: 1 }))
      .then()
    given(...heldBack, attempted(1))
      .when(attempt(2, { cost: known(2), room: 2 }))
      .then(attempted(2, 2))
  })
  test('is released once, and what is parked for another reason is not', () => {
    given(...heldBack, attempted(1))
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
  test('is held where it was held, and no shop lets it go then', () => {
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
  test('stays as it is where it was sent, or left to an admin', () => {
    given(composed, attempted(1), sent).when(hold).then()
    given(composed, attempted(1), failed(1), parked).when(hold).then()
    given().when(hold).then()
  })
  test('is sent when an admin says so', () =>
    given(composed, restored)
      .when({ type: 'SendAgain', at, cost: known(2) })
      .then(attempted(1, 2)))
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
  test('is left alone then', () => given(composed, attempted(1), failed(1), parked).when(attempt(2)).then())
})

describe('a message whose attempt a crash has left without an answer', () => {
  test('is sent again', () => given(composed, attempted(1)).when(attempt(2)).then(attempted(2)))
  test('is left to an admin when that was the last of several in a row', () =>
    given(composed, attempted(1), attempted(2)).when(attempt(3)).then(parked))
  test('is sent again when one in between was answered', () =>
    given(composed, attempted(1), failed(1), attempted(2)).when(attempt(3)).then(attempted(3)))
  test('is not attempted by who does not know of that attempt', () =>
    given(composed, attempted(1)).when(attempt(1)).then())
})

describe('an admin', () => {
  const later = '2026-11-24T06:30:00.000Z'
  const sendAgain = (when = later): MessageCommand => ({ type: 'SendAgain', at: when, cost: known(2) })
  const asked = (attempt: number, segments: number): MessageEvent => ({
    type: 'SendAttempted',
    data: { at: later, attempt, ...cost(segments) },
  })
  const leftToThem = [composed, attempted(1, 2), attempted(2), parked]

  test('has a message taken up again that was left to them, and it is attempted then', () => {
    given(...leftToThem)
      .when(sendAgain())
      .then(asked(3, 0))
    given(...leftToThem, asked(3, 0))
      .when(attempt(4))
      .then(attempted(4))
    expect([...leftToThem, asked(3, 0)].reduce(message.evolve, null)).toMatchObject({ takenUpAt: later })
  })
  test('has one sent that waits for tomorrow: it takes its segments of today’s', () => {
    given(composed).when(sendAgain()).then(asked(1, 2))
    given(composed, asked(1, 2))
      .when(attempt(2, { cost: known(2), room: 0 }))
      .then(attempted(2))
  })
  test('who asks twice at once is heard once, and later again', () => {
    given(composed, asked(1, 2)).when(sendAgain('2026-11-24T06:30:59.000Z')).then()
    given(composed, asked(1, 2))
      .when(sendAgain('2026-11-24T06:31:00.000Z'))
      .then({ type: 'SendAttempted', data: { at: '2026-11-24T06:31:00.000Z', attempt: 2, ...costsNothing } })
  })
  test('sends nothing that is sent, or that nobody composed', () => {
    given(composed, attempted(1), sent).when(sendAgain()).then()
    given().when(sendAgain()).then()
  })
})

describe('of the day’s SMS', () => {
  const attemptWith = (room: number, which = 1) => attempt(which, { cost: known(2), room })

  test('a message takes its segments when it is first attempted', () =>
    given(composed).when(attemptWith(2)).then(attempted(1, 2)))
  test('it takes none when it is attempted again, even when none are left', () =>
    given(composed, attempted(1, 2), failed(1)).when(attemptWith(0, 2)).then(attempted(2)))
  test('one that needs more than is left waits', () => given(composed).when(attemptWith(1)).then())
})

describe('an admin who wants nobody to have it', () => {
  const dismiss = (when = at): MessageCommand => ({ type: 'Dismiss', at: when })
  const dismissed: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts', held: 'dismissed' } }

  test('dismisses what waits and what is left to them, once', () => {
    given(composed).when(dismiss()).then(dismissed)
    given(composed, attempted(1), failed(1)).when(dismiss()).then(dismissed)
    given(composed, parked).when(dismiss()).then(dismissed)
    given(composed, dismissed).when(dismiss()).then()
  })
  test('leaves alone what is sent, what is just being sent and what nobody composed', () => {
    given(composed, attempted(1), sent).when(dismiss()).then()
    given(composed, attempted(1)).when(dismiss()).then()
    given().when(dismiss()).then()
  })
  test('dismisses what was handed over a minute ago and never answered', () => {
    const later = '2026-11-21T06:31:00.000Z'
    const then: MessageEvent = { ...dismissed, data: { ...dismissed.data, at: later } as typeof parked.data }
    given(composed, attempted(1)).when(dismiss(later)).then(then)
  })
  test('has dismissed it for good: no attempt, no shop, no backup and no other admin brings it back', () => {
    const commands: MessageCommand[] = [
      attempt(1),
      { type: 'SendAgain', at, cost: known(1) },
      { type: 'ReleaseHeld', at },
      { type: 'HoldRestored', at },
    ]
    for (const command of commands) given(composed, dismissed).when(command).then()
  })
  test('of a release that knows no dismissing may send it all the same: it is taken up again', () => {
    given(composed, dismissed, attempted(1)).when(recordSent).then(sent)
  })
})

test('of an older message it is known from its text whose part it was for', () => {
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

test('where a mail’s link stands, and that older ones do not say', () => {
  expect(linkIn(aboutLink('a1', 'l1'))).toEqual({ accountId: 'a1', linkId: 'l1' })
  expect(linkIn('a1')).toBe(null)
})
