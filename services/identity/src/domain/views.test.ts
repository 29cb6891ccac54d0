import type { Recorded, View } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type AccountRow, accountsByNameView, accountsByPointsView, accountsView } from './account-views.ts'
import type { IdentityEvent } from './identity-event.ts'
import { type SessionRow, sessionsView, speaksFor } from './session-views.ts'

const at = '2026-11-21T06:00:00.000Z'
const accountId = 'a1'
const person = {
  personId: accountId,
  name: 'Wanjiku Njeri',
  username: 'wanjiku',
  email: 'w@tuma.test',
  phone: '254712345678',
}
const password = { personId: accountId, hash: '$argon2id$…' }

const events = {
  AccountRegistered: { accountId, person, password, registeredAt: at },
  AccountOpened: {
    accountId,
    person,
    password,
    role: 'agent',
    shop: { location: 'THIKA', address: 'Stage 5' },
    openedAt: at,
  },
  LinkIssued: { accountId, linkId: 'l1', purpose: 'verify', issuedAt: at, expiresAt: at },
  EmailVerified: { accountId, verifiedAt: at },
  PointsEarned: { accountId, deliveryId: 'd1', points: 35, earnedAt: at },
  ProfileChanged: {
    accountId,
    profile: {
      personId: accountId,
      name: 'Wanjiku Kamau',
      phone: '254722000111',
      location: 'Kimbo',
      address: 'Gate C',
    },
    changedAt: at,
  },
  EmailChangeRequested: { accountId, wanted: { personId: accountId, email: 'new@tuma.test' }, requestedAt: at },
  EmailChanged: { accountId, address: { personId: accountId, email: 'new@tuma.test' }, changedAt: at },
  PasswordReset: { accountId, password, resetAt: at },
  ShopAssigned: { accountId, shop: { location: 'KIMBO', address: 'Gate C' }, assignedAt: at },
  RoleChanged: { accountId, role: 'admin', changedAt: at },
  SessionsEnded: { accountId, endedAt: at },
  AccountDeleted: { accountId, deletedAt: at },
  SecondFactorSetUp: { accountId, factor: { personId: accountId, secret: 'sealed' }, setUpAt: at },
  SecondFactorConfirmed: { accountId, step: 7, recoveryCodes: ['r1'], confirmedAt: at },
  SecondFactorUsed: { accountId, step: 8, usedAt: at },
  RecoveryCodeUsed: { accountId, recoveryCode: 'r1', usedAt: at },
  SecondFactorRemoved: { accountId, removedAt: at },
  AdminGranted: { accountId, grantedAt: at, by: null },
  AdminRevoked: { accountId, revokedAt: at, by: null },
  ApprovalAsked: {
    ...{ approvalId: 'p1', kind: 'payout', subject: accountId, digest: 'd1', cents: 100, beneficiary: null },
    shown: { personId: 'p1', name: 'Wanjiku Njeri', phone: null, words: null },
    ...{ by: 'a9', at },
  },
  ApprovalGiven: { approvalId: 'p1', by: 'a8', at },
  ApprovalDeclined: { approvalId: 'p1', by: 'a8', note: { personId: 'p1', reason: null }, at },
  ApprovalUsed: { approvalId: 'p1', kind: 'payout', cents: 100, use: 'c1', alone: false, at },
  ApprovalReturned: { approvalId: 'p1', use: 'c1', at },
  ReservationMade: { accountId: 'a2', madeAt: at, takenFrom: accountId },
  ReservationReleased: { accountId, releasedAt: at },
  ReservationConfirmed: { accountId, confirmedAt: at },
  SessionStarted: { sessionId: 's1', accountId, epoch: 0, startedAt: at, expiresAt: '2026-11-21T18:00:00.000Z' },
  SessionEnded: { sessionId: 's1', endedAt: at },
} as const satisfies { [Type in IdentityEvent['type']]: Extract<IdentityEvent, { type: Type }>['data'] }
type Type = keyof typeof events
const types = Object.keys(events) as Type[]

const recorded = (type: Type, data: object = events[type]) => ({ type, data }) as unknown as Recorded<IdentityEvent>
const getIds = <Row extends object>(view: View<IdentityEvent, Row>) =>
  Object.fromEntries(types.map((type) => [type, view.getIds(recorded(type))]))
const nothing = Object.fromEntries(types.map((type) => [type, []]))
const rowAfter = <Row extends object>(view: View<IdentityEvent, Row>, ...past: Type[]): Row | null =>
  past.reduce<Row | null>((row, type) => view.project(row, recorded(type), 'id'), null)

const registered: AccountRow = {
  accountId,
  name: 'Wanjiku Njeri',
  username: 'wanjiku',
  email: 'w@tuma.test',
  phone: '254712345678',
  role: 'user',
  isVerified: false,
  points: 0,
  location: null,
  address: null,
  createdAt: at,
  sessionEpoch: 0,
  secondFactor: false,
  words: ['wanjiku', 'njeri', 'w', 'tuma', 'test', '254712345678', '5678'],
}

describe('accounts', () => {
  test('change with events of accounts, and when another account gets their name', () => {
    expect(getIds(accountsView)).toEqual({
      ...nothing,
      AccountRegistered: [accountId],
      AccountOpened: [accountId],
      EmailVerified: [accountId],
      PointsEarned: [accountId],
      ProfileChanged: [accountId],
      EmailChanged: [accountId],
      PasswordReset: [accountId],
      ShopAssigned: [accountId],
      RoleChanged: [accountId],
      SessionsEnded: [accountId],
      AccountDeleted: [accountId],
      SecondFactorConfirmed: [accountId],
      SecondFactorRemoved: [accountId],
      ReservationMade: [accountId],
    })
    expect(accountsView.getIds(recorded('ReservationMade', { ...events.ReservationMade, takenFrom: null }))).toEqual([])
  })
  test('begin as unverified clients', () => expect(rowAfter(accountsView, 'AccountRegistered')).toEqual(registered))
  test('opened by the system are verified and have their role and shop', () =>
    expect(rowAfter(accountsView, 'AccountOpened')).toEqual({
      ...registered,
      role: 'agent',
      isVerified: true,
      location: 'THIKA',
      address: 'Stage 5',
    }))
  test('opened without a shop have none', () =>
    expect(
      accountsView.project(null, recorded('AccountOpened', { ...events.AccountOpened, shop: null }), accountId),
    ).toMatchObject({ location: null, address: null }))
  test('become verified', () =>
    expect(rowAfter(accountsView, 'AccountRegistered', 'EmailVerified')).toEqual({ ...registered, isVerified: true }))
  test('collect points', () =>
    expect(rowAfter(accountsView, 'AccountRegistered', 'PointsEarned', 'PointsEarned')).toEqual({
      ...registered,
      points: 70,
    }))
  test('are not changed by a link, nor by an address that only waits', () =>
    expect(rowAfter(accountsView, 'AccountRegistered', 'LinkIssued', 'EmailChangeRequested')).toEqual(registered))
  test('get a new profile, a new e-mail address and a shop', () => {
    const { personId: _, ...profile } = events.ProfileChanged.profile
    expect(rowAfter(accountsView, 'AccountRegistered', 'ProfileChanged')).toEqual({
      ...registered,
      ...profile,
      words: ['wanjiku', 'kamau', 'w', 'tuma', 'test', '254722000111', '0111'],
    })
    expect(rowAfter(accountsView, 'AccountRegistered', 'EmailChanged')).toEqual({
      ...registered,
      email: 'new@tuma.test',
      words: ['wanjiku', 'njeri', 'new', 'tuma', 'test', '254712345678', '5678'],
    })
    expect(rowAfter(accountsView, 'AccountOpened', 'ShopAssigned')).toMatchObject(events.ShopAssigned.shop)
  })
  test('get a new session epoch with the role and the password', () => {
    expect(rowAfter(accountsView, 'AccountRegistered', 'PasswordReset')).toEqual({ ...registered, sessionEpoch: 1 })
    expect(rowAfter(accountsView, 'AccountOpened', 'RoleChanged')).toEqual({
      ...registered,
      role: 'admin',
      isVerified: true,
      sessionEpoch: 1,
    })
  })
  test('have a second factor from the confirmation to the removal, and never as clients', () => {
    const row = rowAfter(accountsView, 'AccountOpened', 'SecondFactorSetUp')
    expect(row).toMatchObject({ secondFactor: false, sessionEpoch: 0 })
    const confirmed = accountsView.project(row, recorded('SecondFactorConfirmed'), accountId)
    expect(confirmed).toMatchObject({ secondFactor: true, sessionEpoch: 1 })
    for (const used of ['SecondFactorUsed', 'RecoveryCodeUsed'] as const)
      expect(accountsView.project(confirmed, recorded(used), accountId)).toEqual(confirmed)
    expect(accountsView.project(confirmed, recorded('SecondFactorRemoved'), accountId)).toMatchObject({
      secondFactor: false,
      sessionEpoch: 1,
    })
    for (const role of ['user', 'admin'] as const) {
      const changed = accountsView.project(
        confirmed,
        recorded('RoleChanged', { ...events.RoleChanged, role }),
        accountId,
      )
      expect(changed).toMatchObject({ role, secondFactor: role === 'admin' })
    }
  })
  test('disappear when they are deleted, even verified ones', () => {
    expect(rowAfter(accountsView, 'AccountRegistered', 'AccountDeleted', 'PointsEarned')).toBeNull()
    expect(rowAfter(accountsView, 'AccountRegistered', 'EmailVerified', 'AccountDeleted')).toBeNull()
  })
  test('disappear when another account gets their name, unless they were verified', () => {
    expect(rowAfter(accountsView, 'AccountRegistered', 'ReservationMade')).toBeNull()
    expect(rowAfter(accountsView, 'AccountRegistered', 'EmailVerified', 'ReservationMade')).toMatchObject({ accountId })
  })
  test('never show a password', () =>
    expect(JSON.stringify(rowAfter(accountsView, 'AccountRegistered'))).not.toContain('argon2'))
})

describe('accounts in another order', () => {
  const { words, ...account } = registered
  test('change with the same events, and have the same fields', () => {
    for (const view of [accountsByNameView, accountsByPointsView]) {
      expect(getIds(view)).toEqual(getIds(accountsView))
      expect(rowAfter(view, 'AccountRegistered')).toMatchObject({ account, role: 'user', words })
      expect(rowAfter(view, 'AccountOpened', 'RoleChanged')).toMatchObject({ role: 'admin' })
      expect(rowAfter(view, 'AccountRegistered', 'AccountDeleted')).toBeNull()
    }
  })
  test('are sorted by name, in any case of letters', () => {
    expect(rowAfter(accountsByNameView, 'AccountRegistered')).toMatchObject({ place: 'WANJIKU NJERI' })
    expect(rowAfter(accountsByNameView, 'AccountRegistered', 'ProfileChanged')).toMatchObject({
      place: 'WANJIKU KAMAU',
    })
  })
  test('are sorted by points, and equal ones by id', () => {
    expect(rowAfter(accountsByPointsView, 'AccountRegistered')).toMatchObject({ place: `000000000000 ${accountId}` })
    expect(rowAfter(accountsByPointsView, 'AccountRegistered', 'PointsEarned')).toMatchObject({
      place: `000000000035 ${accountId}`,
    })
  })
})

describe('sessions', () => {
  test('change with events of sessions only', () =>
    expect(getIds(sessionsView)).toEqual({ ...nothing, SessionStarted: ['s1'], SessionEnded: ['s1'] }))
  test('have a row while they last', () =>
    expect(rowAfter(sessionsView, 'SessionStarted')).toEqual(events.SessionStarted))
  test('have no row once they have ended', () =>
    expect(rowAfter(sessionsView, 'SessionStarted', 'SessionEnded')).toBeNull())
})

describe('a session is valid for its account', () => {
  const session: SessionRow = events.SessionStarted
  const account: AccountRow = { ...registered, isVerified: true }
  test('while it lasts', () => expect(speaksFor(session, account, '2026-11-21T17:59:59.999Z')).toBe(true))
  test('until it expires', () => expect(speaksFor(session, account, '2026-11-21T18:00:00.000Z')).toBe(false))
  test('until the account ends all its sessions', () =>
    expect(speaksFor(session, { ...account, sessionEpoch: 1 }, at)).toBe(false))
  test('only if the account is verified', () => expect(speaksFor(session, registered, at)).toBe(false))
})
