import { specificationOf } from '@tuma/platform/testing'
import { describe, test } from 'vitest'
import type { ReservationEvent } from './reservation.ts'
import { emailReservation, type Holder, type ReservationCommand, usernameReservation } from './reservation-decisions.ts'

const email = specificationOf(emailReservation)
const username = specificationOf(usernameReservation)

const at = '2026-11-21T06:10:00.000Z'
const tenMinutesAgo = '2026-11-21T06:00:00.000Z'
const made = (accountId: string, madeAt = tenMinutesAgo, takenFrom: string | null = null): ReservationEvent => ({
  type: 'ReservationMade',
  data: { accountId, madeAt, takenFrom },
})
const confirmed = (accountId: string, confirmedAt = tenMinutesAgo): ReservationEvent => ({
  type: 'ReservationConfirmed',
  data: { accountId, confirmedAt },
})
const seen = (standing: Holder['standing'], accountId = 'old'): Holder => ({ accountId, standing })
const reserve = (found: Holder | null): ReservationCommand => ({
  type: 'Reserve',
  accountId: 'new',
  seen: found,
  confirmed: false,
  at,
})
const confirm: ReservationCommand = { type: 'Confirm', accountId: 'old', at }
const release: ReservationCommand = { type: 'Release', accountId: 'old', at }
const released: ReservationEvent = { type: 'ReservationReleased', data: { accountId: 'old', releasedAt: at } }

describe.each([
  ['an e-mail address', email, 'email_taken', 'email'],
  ['a username', username, 'username_taken', 'username'],
])('%s', (_kind, { given }, taken, field) => {
  test('that nobody has is free', () => given().when(reserve(null)).then(made('new', at)))
  test('is confirmed at once when the system vouches for it', () =>
    given()
      .when({ ...reserve(null), confirmed: true } as ReservationCommand)
      .then(made('new', at), confirmed('new', at)))
  test('reserved twice for the same account records nothing', () =>
    given(made('new'))
      .when(reserve(seen('missing', 'new')))
      .then())
  test('of a confirmed holder is taken', () =>
    given(made('old'), confirmed('old'))
      .when(reserve(seen('registered')))
      .thenRefused(taken))
  test('of a confirmed holder stays taken when its e-mail address has changed', () =>
    given(made('old'), confirmed('old'))
      .when(reserve(seen('displaced')))
      .thenRefused(taken))
  test('that somebody took since the look at it is taken', () =>
    given(made('faster')).when(reserve(null)).thenRefused(taken, { field }))
  test('that changed hands since the look at it is taken', () =>
    given(made('old'), made('faster'))
      .when(reserve(seen('displaced')))
      .thenRefused(taken))
  test('of an account that has not come for ten minutes is free', () =>
    given(made('old'))
      .when(reserve(seen('missing')))
      .then(made('new', at, 'old')))
  test('of an account that may still come is taken', () =>
    given(made('old', '2026-11-21T06:00:00.001Z'))
      .when(reserve(seen('missing')))
      .thenRefused(taken))
  test('of an account that lost its e-mail address is free', () =>
    given(made('old'))
      .when(reserve(seen('displaced')))
      .then(made('new', at, 'old')))

  test('is confirmed by its holder', () => given(made('old')).when(confirm).then(confirmed('old', at)))
  test('confirmed twice records nothing', () => given(made('old'), confirmed('old')).when(confirm).then())
  test('is not confirmed by who had it before', () =>
    given(made('old'), made('new')).when(confirm).thenRefused('link_invalid'))
  test('is not confirmed by who never had it', () => given().when(confirm).thenRefused('link_invalid'))
  test('taken over must be confirmed anew', () =>
    given(made('older'), confirmed('older'), made('old')).when(confirm).then(confirmed('old', at)))

  test('is released by its holder', () => given(made('old'), confirmed('old')).when(release).then(released))
  test('released twice records nothing', () => given(made('old'), released).when(release).then())
  test('is not released by who had it before', () => given(made('old'), made('new')).when(release).then())
  test('is free once it is released', () =>
    given(made('old'), confirmed('old'), released).when(reserve(null)).then(made('new', at)))
})

test('an e-mail address of a deleted account is free', () =>
  email
    .given(made('old'), confirmed('old'))
    .when(reserve(seen('deleted')))
    .then(made('new', at, 'old')))

test.each([[[made('old')]], [[made('old'), confirmed('old')]]])(
  'a username of a deleted account is never given out again',
  (past) =>
    username
      .given(...past)
      .when(reserve(seen('deleted')))
      .thenRefused('username_taken'),
)

test('an e-mail address goes from an unverified account to who registers next', () =>
  email
    .given(made('old'))
    .when(reserve(seen('registered')))
    .then(made('new', at, 'old')))

test('a username stays with an unverified account', () =>
  username
    .given(made('old'))
    .when(reserve(seen('registered')))
    .thenRefused('username_taken'))
