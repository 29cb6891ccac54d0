import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type Account, type AccountEvent, evolve, type Place, servingLink } from './account.ts'
import { account } from './account-decisions.ts'
import type { ChangeProfile } from './profile-decisions.ts'

const { given } = toSpecification(account)

const at = '2026-11-21T06:00:00.000Z'
const dayLater = '2026-11-22T06:00:00.000Z'
const accountId = 'a1'
const beginning = {
  accountId,
  person: {
    personId: accountId,
    name: 'Wanjiku Njeri',
    username: 'wanjiku',
    email: 'w@tuma.test',
    phone: '254712345678',
  },
  password: { personId: accountId, hash: '$argon2id$…' },
}
const registered: AccountEvent = { type: 'AccountRegistered', data: { ...beginning, registeredAt: at } }
const verified: AccountEvent = { type: 'EmailVerified', data: { accountId, verifiedAt: at } }
const client = [registered, verified]
const shop = { location: 'THIKA', address: 'Stage 5' }
const agent: AccountEvent = { type: 'AccountOpened', data: { ...beginning, role: 'agent', shop, openedAt: at } }
const changed = (changes: Partial<Place & { name: string; phone: string }>): AccountEvent => ({
  type: 'ProfileChanged',
  data: {
    accountId,
    profile: {
      personId: accountId,
      name: 'Wanjiku Njeri',
      phone: '254712345678',
      location: null,
      address: null,
      ...changes,
    },
    changedAt: at,
  },
})
const wanted = (email: string): AccountEvent => ({
  type: 'EmailChangeRequested',
  data: { accountId, wanted: { personId: accountId, email }, requestedAt: at },
})
const link = (linkId: string, issuedAt = at, expiresAt = dayLater): AccountEvent => ({
  type: 'LinkIssued',
  data: { accountId, linkId, purpose: 'verify', issuedAt, expiresAt },
})
const emailChanged = (email: string): AccountEvent => ({
  type: 'EmailChanged',
  data: { accountId, address: { personId: accountId, email }, changedAt: at },
})
const change = (changes: Omit<Partial<ChangeProfile>, 'type'>): ChangeProfile => ({
  type: 'ChangeProfile',
  linkId: 'l2',
  at,
  ...changes,
})

describe('changing one’s profile', () => {
  test('changes the given fields only', () =>
    given(...client)
      .when(change({ phone: '254722000111' }))
      .then(changed({ phone: '254722000111' })))
  test('to the same values records nothing', () =>
    given(...client)
      .when(change({ name: 'Wanjiku Njeri', phone: '254712345678', email: 'W@Tuma.test', location: '', address: '' }))
      .then())
  test('gives a client a place in free text', () =>
    given(...client)
      .when(change({ location: 'Kimbo', address: 'Gate C' }))
      .then(changed({ location: 'Kimbo', address: 'Gate C' })))
  test('with an empty place removes it and leaves the rest', () =>
    given(...client, changed({ name: 'Wanjiku Kamau', location: 'Kimbo', address: 'Gate C' }))
      .when(change({ address: '' }))
      .then(changed({ name: 'Wanjiku Kamau', location: 'Kimbo' })))
  test('to another town keeps the address', () =>
    given(...client, changed({ location: 'Kimbo', address: 'Gate C' }))
      .when(change({ location: 'Thika' }))
      .then(changed({ location: 'Thika', address: 'Gate C' })))
  test('does not change an e-mail address that waits for its link', () =>
    given(...client, wanted('new@tuma.test'))
      .when(change({ name: 'Wanjiku Kamau' }))
      .then(changed({ name: 'Wanjiku Kamau' })))
  test('does not move an agent to another shop', () => {
    given(agent)
      .when(change({ location: 'KIMBO', address: 'Gate C' }))
      .then()
    given(agent)
      .when(change({ name: 'Wanjiku Kamau', location: '' }))
      .then(changed({ name: 'Wanjiku Kamau', ...shop }))
  })
  test('is refused before the e-mail address is verified', () =>
    given(registered)
      .when(change({ name: 'Wanjiku Kamau' }))
      .thenRefused('not_verified'))
  test('is refused without an account', () => given().when(change({})).thenRefused('not_found'))
})

describe('asking for another e-mail address', () => {
  const ask = (email: string, more: Partial<ChangeProfile> = {}) => change({ email, ...more })
  const fiveMinutesLater = '2026-11-21T06:05:00.000Z'

  test('issues a link', () =>
    given(...client)
      .when(ask('new@tuma.test'))
      .then(wanted('new@tuma.test'), link('l2')))
  test('together with a name changes the name at once', () =>
    given(...client)
      .when(ask('new@tuma.test', { name: 'Wanjiku Kamau' }))
      .then(changed({ name: 'Wanjiku Kamau' }), wanted('new@tuma.test'), link('l2')))
  test('again within five minutes issues no other link', () =>
    given(...client, wanted('new@tuma.test'), link('l1'))
      .when(ask('NEW@tuma.test'))
      .then())
  test('again after five minutes issues another', () =>
    given(...client, wanted('new@tuma.test'), link('l1'))
      .when(ask('new@tuma.test', { at: fiveMinutesLater }))
      .then(link('l2', fiveMinutesLater, '2026-11-22T06:05:00.000Z')))
  test('after a mistyped one issues a link to the right one at once', () =>
    given(...client, wanted('mew@tuma.test'), link('l1'))
      .when(ask('new@tuma.test'))
      .then(wanted('new@tuma.test'), link('l2')))
})

describe('opening the link to another e-mail address', () => {
  const open = (linkId: string, when = at) => ({ type: 'VerifyEmail', linkId, at: when }) as const
  const asked = [registered, link('l1'), verified, wanted('new@tuma.test'), link('l2')]

  test('gives the account the address', () =>
    given(...asked)
      .when(open('l2'))
      .then(emailChanged('new@tuma.test')))
  test('again records nothing', () =>
    given(...asked, emailChanged('new@tuma.test'))
      .when(open('l2'))
      .then())
  test('is refused when it has expired', () =>
    given(...asked)
      .when(open('l2', dayLater))
      .thenRefused('link_invalid'))
  test('is refused if another address was asked for since', () =>
    given(...asked, wanted('newer@tuma.test'))
      .when(open('l2'))
      .thenRefused('link_invalid'))
  test('is refused when the password was reset since', () =>
    given(...asked, { type: 'PasswordReset', data: { accountId, password: beginning.password, resetAt: at } })
      .when(open('l2'))
      .thenRefused('link_invalid'))
  test('does not make the link of the old address work again', () =>
    given(...asked)
      .when(open('l1'))
      .then())
  test('ends the link of the old address', () =>
    given(...asked, emailChanged('new@tuma.test'))
      .when(open('l1'))
      .thenRefused('link_invalid'))
})

describe('while another e-mail address waits for its link', () => {
  const resetLink: AccountEvent = {
    type: 'LinkIssued',
    data: { accountId, linkId: 'r1', purpose: 'reset', issuedAt: at, expiresAt: dayLater },
  }
  const waiting = [...client, wanted('new@tuma.test'), resetLink]
  test('the mail for a forgotten password goes to the old one, the only proven one', () => {
    const account = waiting.reduce(evolve, null as Account | null)
    expect(servingLink(account, 'r1', at)?.email).toBe('w@tuma.test')
  })
  test('a second mail for a forgotten password within five minutes has no new link', () =>
    given(...waiting)
      .when({ type: 'RequestResetLink', linkId: 'r2', at })
      .then())
})

test('an account remembers the addresses that it left, except one that it came back to', () => {
  const formerAfter = (...emails: string[]) =>
    [...client, ...emails.map(emailChanged)].reduce(evolve, null as Account | null)?.formerEmails
  expect(formerAfter('new@tuma.test')).toEqual(['w@tuma.test'])
  expect(formerAfter('new@tuma.test', 'newer@tuma.test')).toEqual(['w@tuma.test', 'new@tuma.test'])
  expect(formerAfter('new@tuma.test', 'W@tuma.test')).toEqual(['new@tuma.test'])
})
