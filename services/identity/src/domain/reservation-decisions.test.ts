import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { getOwner, type ReservationEvent, unclaimed } from './reservation.ts'
import { emailReservation, type Holder, type ReservationCommand, usernameReservation } from './reservation-decisions.ts'

const email = toSpecification(emailReservation)
const username = toSpecification(usernameReservation)

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
const reserve = (...found: Holder[]): ReservationCommand => ({
  type: 'Reserve',
  accountId: 'new',
  seen: found,
  confirmed: false,
  at,
})
const confirm: ReservationCommand = { type: 'Confirm', accountId: 'old', at }
const release: ReservationCommand = { type: 'Release', accountId: 'old', at }
const released: ReservationEvent = { type: 'ReservationReleased', data: { accountId: 'old', releasedAt: at } }

const system = { ...reserve(), confirmed: true } as ReservationCommand

describe.each([
  ['an e-mail address', email, 'email_taken', 'email'],
  ['a username', username, 'username_taken', 'username'],
])('%s', (_kind, { given }, taken, field) => {
  test('without an owner is free', () => given().when(reserve()).then(made('new', at)))
  test('is confirmed at once if the system has checked it', () =>
    given().when(system).then(made('new', at), confirmed('new', at)))
  test('reserved twice for the same account records nothing', () =>
    given(made('new'))
      .when(reserve(seen('missing', 'new')))
      .then())
  test('with an owner is refused to the system', () =>
    given(made('old'), confirmed('old'))
      .when({ ...system, seen: [seen('registered')] } as ReservationCommand)
      .thenRefused(taken, { field }))

  test('is confirmed by its holder', () => given(made('old')).when(confirm).then(confirmed('old', at)))
  test('confirmed twice records nothing', () => given(made('old'), confirmed('old')).when(confirm).then())
  test('belongs to the first to confirm it, and all others have lost it', () =>
    given(made('old'), made('second', at), made('third', at))
      .when(confirm)
      .then(made('old', tenMinutesAgo, 'second'), made('old', tenMinutesAgo, 'third'), confirmed('old', at)))
  test.each(['before', 'after'])('can’t be confirmed by an account that asked %s the owner did', (when) =>
    given(...(when === 'before' ? [made('old'), made('new')] : [made('new'), made('old')]), confirmed('new'))
      .when(confirm)
      .thenRefused('link_invalid'),
  )
  test('can’t be confirmed by a former holder', () =>
    given(made('old'), made('new', at, 'old'))
      .when(confirm)
      .thenRefused('link_invalid'))
  test('can’t be confirmed by an account that never asked', () => given().when(confirm).thenRefused('link_invalid'))
  test('that is taken over must be confirmed again', () =>
    given(made('older'), confirmed('older'), made('old', at, 'older'))
      .when(confirm)
      .then(confirmed('old', at)))

  test('is released by its holder', () => given(made('old'), confirmed('old')).when(release).then(released))
  test('can be given up by one that asked for it, and the others still may get it', () =>
    given(made('old'), made('second'), released)
      .when({ ...confirm, accountId: 'second' } as ReservationCommand)
      .then(confirmed('second', at)))
  test('released twice records nothing', () => given(made('old'), released).when(release).then())
  test('can’t be released by a former holder', () =>
    given(made('old'), made('new', at, 'old'))
      .when(release)
      .then())
  test('is free once it is released', () =>
    given(made('old'), confirmed('old'), released).when(reserve()).then(made('new', at)))
})

describe('an e-mail address', () => {
  test.each(['missing', 'registered', 'displaced', 'deleted'] as const)(
    'that an account has only asked for (%s) may be asked for by others too',
    (standing) =>
      email
        .given(made('old', at))
        .when(reserve(seen(standing)))
        .then(made('new', at)),
  )
  test('that fifty accounts have asked for is lost to the oldest', () => {
    const fifty = Array.from({ length: 50 }, (_, i) => made(`asker ${i}`))
    email
      .given(...fifty)
      .when(reserve())
      .then(made('new', at, 'asker 0'))
  })
  test('stays with its owner when another asks, who gets no refusal but has lost it', () => {
    const asked = [made('new', at), made('old', tenMinutesAgo, 'new'), confirmed('old', at)]
    email
      .given(made('old'), confirmed('old'))
      .when(reserve(seen('registered')))
      .then(...asked)
    email
      .given(made('old'), confirmed('old'), ...asked)
      .when({ ...confirm, accountId: 'new' } as ReservationCommand)
      .thenRefused('link_invalid')
    email
      .given(made('old'), confirmed('old'), ...asked)
      .when(confirm)
      .then()
  })
  test('that an account has lost may be asked for again without a record', () =>
    email
      .given(made('new'), made('old'), made('old', at, 'new'), confirmed('old'))
      .when(reserve(seen('registered')))
      .then())
  test('that was lost may be asked for again once it is free', () =>
    email
      .given(made('new'), made('old'), made('old', at, 'new'), confirmed('old'), released)
      .when(reserve())
      .then(made('new', at)))
  test('of a deleted account is free', () =>
    email
      .given(made('old'), confirmed('old'))
      .when(reserve(seen('deleted')))
      .then(made('new', at, 'old')))
  test('that the system has checked is lost to all others who asked', () =>
    email
      .given(made('old'), made('second'))
      .when(system)
      .then(made('new', at, 'old'), made('new', at, 'second'), confirmed('new', at)))
})

describe('a username', () => {
  test.each(['registered', 'rival', 'displaced', 'missing', 'deleted'] as const)(
    'of a confirmed owner is taken (%s)',
    (standing) =>
      username
        .given(made('old'), confirmed('old'))
        .when(reserve(seen(standing)))
        .thenRefused('username_taken'),
  )
  test.each(['registered', 'deleted'] as const)('stays with an account that is %s', (standing) =>
    username
      .given(made('old'))
      .when(reserve(seen(standing)))
      .thenRefused('username_taken'),
  )
  test('that another account took since it was read is taken', () =>
    username.given(made('faster')).when(reserve()).thenRefused('username_taken', { field: 'username' }))
  test('that another account asked for since it was read is taken', () =>
    username
      .given(made('old'), made('faster'))
      .when(reserve(seen('displaced')))
      .thenRefused('username_taken'))
  test('of an account that has not appeared for ten minutes is free', () =>
    username
      .given(made('old'))
      .when(reserve(seen('missing')))
      .then(made('new', at, 'old')))
  test('of an account that may still appear is taken', () =>
    username
      .given(made('old', '2026-11-21T06:00:00.001Z'))
      .when(reserve(seen('missing')))
      .thenRefused('username_taken'))
  test('of an account that lost its e-mail address is free', () =>
    username
      .given(made('old'))
      .when(reserve(seen('displaced')))
      .then(made('new', at, 'old')))
  test('may be asked for by an account that registers the same e-mail address', () =>
    username
      .given(made('old'), made('gone'))
      .when(reserve(seen('rival'), seen('displaced', 'gone')))
      .then(made('new', at, 'gone')))
  test('that an account has lost may be asked for again without a record', () =>
    username
      .given(made('new'), made('old'), made('old', at, 'new'), confirmed('old'))
      .when(reserve(seen('registered')))
      .then())
})

/** How releases read a stream before several accounts could ask for one name. */
const readBefore = (events: readonly ReservationEvent[]) =>
  events.reduce<{ accountId: string; confirmed: boolean } | null>((held, { type, data }) => {
    if (type === 'ReservationMade') return { accountId: data.accountId, confirmed: false }
    return type === 'ReservationConfirmed' && held ? { accountId: held.accountId, confirmed: true } : null
  }, null)

test.each([
  ['is confirmed by the first of two who asked', [made('old'), made('new')], confirm],
  ['is confirmed by the last of two who asked', [made('new'), made('old')], confirm],
  ['of one person is asked for by another', [made('old'), confirmed('old')], reserve(seen('registered'))],
])('an e-mail address that %s has the same owner in an earlier release', (_what, past, command) => {
  const stream = [...past, ...emailReservation.decide(command, past.reduce(emailReservation.evolve, unclaimed))]
  expect(readBefore(stream)).toEqual({ accountId: 'old', confirmed: true })
  expect(getOwner(stream.reduce(emailReservation.evolve, unclaimed))).toBe('old')
})
