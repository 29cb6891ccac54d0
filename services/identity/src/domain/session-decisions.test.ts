import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { evolve, type SessionEvent } from './session.ts'
import { type SessionCommand, session } from './session-decisions.ts'

const { given } = toSpecification(session)

const at = '2026-11-21T06:00:00.000Z'
const started = (expiresAt: string): SessionEvent => ({
  type: 'SessionStarted',
  data: { sessionId: 's1', accountId: 'a1', epoch: 3, startedAt: at, expiresAt },
})
const ended: SessionEvent = { type: 'SessionEnded', data: { sessionId: 's1', endedAt: at } }
const halfADay = started('2026-11-21T18:00:00.000Z')

describe('signing in', () => {
  const start = (verified: boolean, keepSignedIn = false): SessionCommand => ({
    type: 'StartSession',
    sessionId: 's1',
    account: { accountId: 'a1', verified, sessionEpoch: 3 },
    keepSignedIn,
    at,
  })
  test('lasts twelve hours', () => given().when(start(true)).then(halfADay))
  test('lasts thirty days for a person who chooses to stay signed in', () =>
    given().when(start(true, true)).then(started('2026-12-21T06:00:00.000Z')))
  test('is refused before the e-mail address is verified', () => given().when(start(false)).thenRefused('not_verified'))
  test('twice records nothing', () => given(halfADay).when(start(true)).then())
})

describe('signing out', () => {
  const end: SessionCommand = { type: 'EndSession', at }
  test('ends the session', () => given(halfADay).when(end).then(ended))
  test('twice records nothing', () => given(halfADay, ended).when(end).then())
  test('without a session records nothing', () => given().when(end).then())
})

test('a session knows when it expires and that it has ended', () => {
  const running = evolve(null, halfADay)
  expect(running).toEqual({ sessionId: 's1', expiresAt: '2026-11-21T18:00:00.000Z', ended: false })
  expect(evolve(running, ended)).toMatchObject({ ended: true })
})
