import type { Role } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type Account, type AccountEvent, evolve, servingLink } from './account.ts'
import { type AccountCommand, account } from './account-decisions.ts'

const { given } = toSpecification(account)

const at = '2026-11-21T06:00:00.000Z'
const accountId = 'a1'
const person = { name: 'Wanjiku Njeri', username: 'wanjiku', email: 'w@tuma.test', phone: '254712345678' }
const beginning = {
  accountId,
  person: { personId: accountId, ...person },
  password: { personId: accountId, hash: '$argon2id$…' },
}
const registered: AccountEvent = { type: 'AccountRegistered', data: { ...beginning, registeredAt: at } }
const opened: AccountEvent = {
  type: 'AccountOpened',
  data: { ...beginning, role: 'agent', shop: { location: 'THIKA', address: 'Stage 5' }, openedAt: at },
}
const linkIssued = (linkId: string, issuedAt: string, expiresAt: string): AccountEvent => ({
  type: 'LinkIssued',
  data: { accountId, linkId, purpose: 'verify', issuedAt, expiresAt },
})
const firstLink = linkIssued('l1', at, '2026-11-22T06:00:00.000Z')
const resetLink: AccountEvent = {
  type: 'LinkIssued',
  data: { accountId, linkId: 'r1', purpose: 'reset', issuedAt: at, expiresAt: '2026-11-22T06:00:00.000Z' },
}
const verified: AccountEvent = { type: 'EmailVerified', data: { accountId, verifiedAt: at } }
const roleChanged = (role: Role): AccountEvent => ({ type: 'RoleChanged', data: { accountId, role, changedAt: at } })
const deleted: AccountEvent = { type: 'AccountDeleted', data: { accountId, deletedAt: at } }

describe('registering', () => {
  const command: AccountCommand = {
    type: 'RegisterAccount',
    accountId,
    person,
    passwordHash: '$argon2id$…',
    linkId: 'l1',
    at,
  }
  test('makes an account and a link that lasts a day', () => given().when(command).then(registered, firstLink))
  test('twice records nothing', () => given(registered, firstLink).when(command).then())
})

describe('opening an account for another person', () => {
  const command: AccountCommand = {
    type: 'OpenAccount',
    accountId,
    person,
    passwordHash: '$argon2id$…',
    role: 'agent',
    shop: { location: 'THIKA', address: 'Stage 5' },
    at,
  }
  test('gives it a role and a shop, and needs no link', () => given().when(command).then(opened))
  test('twice records nothing', () => given(opened).when(command).then())
})

describe('asking for another verification link', () => {
  const ask = (when: string): AccountCommand => ({ type: 'RequestVerificationLink', linkId: 'l2', at: when })
  const fiveMinutesLater = '2026-11-21T06:05:00.000Z'
  const secondLink = linkIssued('l2', fiveMinutesLater, '2026-11-22T06:05:00.000Z')
  test('issues one', () => given(registered, firstLink).when(ask(fiveMinutesLater)).then(secondLink))
  test('within five minutes of the last one issues none', () =>
    given(registered, firstLink).when(ask('2026-11-21T06:04:59.999Z')).then())
  test('does not wait for a link of another purpose', () =>
    given(registered, resetLink)
      .when(ask(at))
      .then(linkIssued('l2', at, '2026-11-22T06:00:00.000Z')))
  test('issues none to a verified account', () => given(registered, verified).when(ask(fiveMinutesLater)).then())
  test('issues none without an account', () => given().when(ask(at)).then())
})

describe('verifying the e-mail address', () => {
  const open = (linkId: string, when = at): AccountCommand => ({ type: 'VerifyEmail', linkId, at: when })
  const dayLater = '2026-11-22T06:00:00.000Z'
  test('by its link is recorded', () => given(registered, firstLink).when(open('l1')).then(verified))
  test('by an older link that has not expired is recorded', () =>
    given(registered, firstLink, linkIssued('l2', at, dayLater))
      .when(open('l1'))
      .then(verified))
  test('again records nothing', () => given(registered, firstLink, verified).when(open('l1')).then())
  test('is refused when the link has expired', () =>
    given(registered, firstLink).when(open('l1', dayLater)).thenRefused('link_invalid'))
  test('is refused when the link has expired, even if it worked before', () =>
    given(registered, firstLink, verified).when(open('l1', dayLater)).thenRefused('link_invalid'))
  test('is refused for a link that was never issued', () =>
    given(registered, firstLink).when(open('l9')).thenRefused('link_invalid'))
  test('is refused for a link of another purpose', () =>
    given(registered, resetLink).when(open('r1')).thenRefused('link_invalid'))
  test('is refused without an account', () => given().when(open('l1')).thenRefused('link_invalid'))
})

describe('verifying by an admin', () => {
  const verify: AccountCommand = { type: 'VerifyByAdmin', at }
  test('needs no link', () => given(registered, firstLink).when(verify).then(verified))
  test('again records nothing', () => given(registered, verified).when(verify).then())
  test('is refused without an account', () => given().when(verify).thenRefused('not_found'))
})

describe('forgetting the password', () => {
  const forget = (when = at): AccountCommand => ({ type: 'RequestResetLink', linkId: 'l2', at: when })
  const reset = (linkId: string, issuedAt: string, expiresAt: string): AccountEvent => ({
    type: 'LinkIssued',
    data: { accountId, linkId, purpose: 'reset', issuedAt, expiresAt },
  })
  const first = reset('l1', at, '2026-11-21T06:30:00.000Z')
  test('issues a link that lasts half an hour', () =>
    given(registered, verified)
      .when(forget())
      .then(reset('l2', at, '2026-11-21T06:30:00.000Z')))
  test('again within five minutes issues no other', () =>
    given(registered, verified, first).when(forget('2026-11-21T06:04:59.999Z')).then())
  test('again after five minutes issues another', () =>
    given(registered, verified, first)
      .when(forget('2026-11-21T06:05:00.000Z'))
      .then(reset('l2', '2026-11-21T06:05:00.000Z', '2026-11-21T06:35:00.000Z')))
  test('before verification issues a verification link', () =>
    given(registered)
      .when(forget())
      .then(linkIssued('l2', at, '2026-11-22T06:00:00.000Z')))
  test('issues no link without an account', () => given().when(forget()).then())
})

describe('choosing a new password', () => {
  const reset = (more: { linkId?: string; weak?: boolean; at?: string } = {}): AccountCommand => ({
    type: 'ResetPassword',
    linkId: 'r1',
    passwordHash: '$argon2id$new',
    weak: false,
    at,
    ...more,
  })
  const passwordReset: AccountEvent = {
    type: 'PasswordReset',
    data: { accountId, password: { personId: accountId, hash: '$argon2id$new' }, resetAt: at },
  }
  test('by a reset link is recorded', () => given(registered, verified, resetLink).when(reset()).then(passwordReset))
  test('a second time is refused', () =>
    given(registered, verified, resetLink, passwordReset).when(reset()).thenRefused('link_invalid'))
  test('is refused when the link has expired', () =>
    given(registered, verified, resetLink)
      .when(reset({ at: '2026-11-22T06:00:00.000Z' }))
      .thenRefused('link_invalid'))
  test('is refused for a verification link', () =>
    given(registered, firstLink)
      .when(reset({ linkId: 'l1' }))
      .thenRefused('link_invalid'))
  test('is refused if the link went to an address that the account no longer has', () => {
    const address = { personId: accountId, email: 'new@tuma.test' }
    const moved: AccountEvent = { type: 'EmailChanged', data: { accountId, address, changedAt: at } }
    const backAgain: AccountEvent = {
      type: 'EmailChangeRequested',
      data: { accountId, wanted: { personId: accountId, email: person.email }, requestedAt: at },
    }
    given(registered, verified, resetLink, moved).when(reset()).thenRefused('link_invalid')
    given(registered, verified, resetLink, moved, backAgain).when(reset()).thenRefused('link_invalid')
  })
  test('that is easy to guess is refused for agents and admins only', () => {
    given(registered, verified, resetLink)
      .when(reset({ weak: true }))
      .then(passwordReset)
    given(opened, resetLink)
      .when(reset({ weak: true }))
      .thenRefused('password_common', { field: 'password' })
    given(opened, roleChanged('admin'), resetLink)
      .when(reset({ weak: true }))
      .thenRefused('password_common')
  })
  test('is refused without an account', () => given().when(reset()).thenRefused('link_invalid'))
  test('ends all sessions and keeps the verification link valid', () => {
    const after = [registered, firstLink, verified, resetLink, passwordReset].reduce(evolve, null as Account | null)
    expect(after).toMatchObject({ sessionEpoch: 1, password: { hash: '$argon2id$new' } })
    expect(servingLink(after, 'l1', at)).not.toBeNull()
  })
})

describe('giving an agent a shop', () => {
  const shop = { location: 'KIMBO', address: 'Gate C' }
  const assign: AccountCommand = { type: 'AssignShop', shop, at }
  const assigned: AccountEvent = { type: 'ShopAssigned', data: { accountId, shop, assignedAt: at } }
  test('is recorded', () => given(opened).when(assign).then(assigned))
  test('twice records nothing', () => given(opened, assigned).when(assign).then())
  test.each([
    ['another shop of the same town', { location: 'KIMBO', address: 'Gate D' }],
    ['a shop of the same name in another town', { location: 'THIKA', address: 'Gate C' }],
  ])('moves the agent to %s', (_where, moved) =>
    given(opened, assigned)
      .when({ type: 'AssignShop', shop: moved, at })
      .then({ type: 'ShopAssigned', data: { accountId, shop: moved, assignedAt: at } }),
  )
  test.each(['user', 'admin'] as const)('is refused for an account that is no agent but %s', (role) =>
    given(opened, roleChanged(role)).when(assign).thenRefused('not_found'),
  )
  test('is refused without an account', () => given().when(assign).thenRefused('not_found'))
})

describe('changing the role', () => {
  const change = (role: Role): AccountCommand => ({ type: 'ChangeRole', role, at })
  test('is recorded', () => given(registered, verified).when(change('admin')).then(roleChanged('admin')))
  test('to the same role records nothing', () => given(opened).when(change('agent')).then())
  test('to admin is refused while another account may still get the address', () => {
    given(registered).when(change('admin')).thenRefused('not_allowed')
    given(registered).when(change('agent')).then(roleChanged('agent'))
  })
  test('is refused without an account', () => given().when(change('agent')).thenRefused('not_found'))
  test('ends all sessions and removes the place', () => {
    const after = [opened, roleChanged('user')].reduce(evolve, null as Account | null)
    expect(after).toMatchObject({ role: 'user', sessionEpoch: 1, place: { location: null, address: null } })
  })
})

describe('an account', () => {
  test('begins without links, sessions, second factor, former addresses, or a new one', () => {
    const nothing = { deleted: false, sessionEpoch: 0, links: [], wanted: null, formerEmails: [], secondFactor: null }
    const place = { location: null, address: null }
    const registeredAs = { name: beginning.person.name, phone: beginning.person.phone }
    const fresh = { ...beginning, ...nothing, registeredAs, registeredAt: registered.data.registeredAt }
    expect(evolve(null, registered)).toEqual({ ...fresh, role: 'user', place, verified: false })
  })
  test('that is deleted has no link that works', () =>
    expect([registered, firstLink, deleted].reduce(evolve, null as Account | null)).toMatchObject({
      deleted: true,
      links: [],
    }))
})

describe('deleting an account', () => {
  const remove = (role: Role | null = null): AccountCommand => ({ type: 'DeleteAccount', role, at })
  test('is recorded', () => given(registered).when(remove()).then(deleted))
  test('as an agent’s is recorded for an agent', () => given(opened).when(remove('agent')).then(deleted))
  test('as an agent’s is refused for a client', () => given(registered).when(remove('agent')).thenRefused('not_found'))
  test('twice is refused', () => given(registered, deleted).when(remove()).thenRefused('not_found'))
  test('that does not exist is refused', () => given().when(remove()).thenRefused('not_found'))
})

describe('a deleted account', () => {
  const gone = (...more: AccountEvent[]) => given(registered, firstLink, ...more, deleted)
  test.each<AccountCommand>([
    { type: 'ChangeRole', role: 'agent', at },
    { type: 'AssignShop', shop: { location: 'KIMBO', address: 'Gate C' }, at },
    { type: 'ChangeProfile', name: 'Wanjiku Kamau', linkId: 'l2', at },
  ])('is not found: $type', (command) => gone(verified).when(command).thenRefused('not_found'))
  test.each<AccountCommand>([
    { type: 'VerifyEmail', linkId: 'l1', at },
    { type: 'ResetPassword', linkId: 'r1', passwordHash: '$argon2id$new', weak: false, at },
  ])('has no link that works: $type', (command) => gone(resetLink).when(command).thenRefused('link_invalid'))
  test.each<AccountCommand>([
    { type: 'EarnPoints', deliveryId: 'd1', points: 35, at },
    { type: 'RequestResetLink', linkId: 'l2', at },
    { type: 'RequestVerificationLink', linkId: 'l2', at },
    { type: 'RegisterAccount', accountId, person, passwordHash: '$argon2id$…', linkId: 'l1', at },
    { type: 'OpenAccount', accountId, person, passwordHash: '$argon2id$…', role: 'user', shop: null, at },
  ])('records nothing: $type', (command) => gone().when(command).then())
})

describe('earning points', () => {
  const earn = (points: number): AccountCommand => ({ type: 'EarnPoints', deliveryId: 'd1', points, at })
  const earned: AccountEvent = { type: 'PointsEarned', data: { accountId, deliveryId: 'd1', points: 35, earnedAt: at } }
  test('records them', () => given(registered).when(earn(35)).then(earned))
  test('records nothing for a fee that is too small for a point', () => given(registered).when(earn(0)).then())
  test('for an account that does not exist records nothing', () => given().when(earn(35)).then())
  test('changes nothing that decisions depend on', () => {
    const before = evolve(null, registered)
    expect(evolve(before, earned)).toEqual(before)
  })
})

test('a link works until the moment it expires', () => {
  const account = [registered, firstLink].reduce(evolve, null as Account | null)
  expect(servingLink(account, 'l1', '2026-11-22T05:59:59.999Z')).toMatchObject({ linkId: 'l1', purpose: 'verify' })
  expect(servingLink(account, 'l1', '2026-11-22T06:00:00.000Z')).toBeNull()
  expect(servingLink(null, 'l1', at)).toBeNull()
})
