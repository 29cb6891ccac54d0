import { describe, expect, test } from 'vitest'
import { linkTokens } from './accounts/links.ts'
import {
  type Applicant,
  asked,
  bySystem,
  identityForEachTest,
  keys,
  otieno,
  refusedAs,
  start,
  wanjiku,
} from './testing/identity-for-each-test.ts'

const {
  byUsername,
  client,
  deleteAccount,
  engines,
  faults,
  firstMail,
  hasAdmin,
  lastToken,
  readLinks,
  login,
  openAccount,
  passes,
  register,
  registerAndVerify,
  reopen,
  reopenCutOff,
  session,
  storedEvents,
  readTokens,
  users,
  verify,
  verifyAccount,
} = identityForEachTest()

describe('registering', () => {
  test('makes a client who signs in once the e-mail address is verified', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { password: _, ...person } = wanjiku
    const user = {
      _id: accountId,
      ...person,
      role: 'user',
      isVerified: true,
      points: 0,
      location: null,
      address: null,
      createdAt: start,
    }
    const signedIn = await login(wanjiku)
    expect(signedIn).toMatchObject({ user, expiresAt: '2026-11-21T18:00:00.000Z' })
    expect(await session(signedIn.token)).toEqual({
      sessionId: expect.any(String),
      expiresAt: '2026-11-21T18:00:00.000Z',
      user,
    })
  })

  test('that is refused because we are busy leaves nothing behind', async () => {
    await reopen(engines(), { passwordCost: { memory: 19_456, passes: 2, parallelism: 1 } })
    const people = Array.from({ length: 36 }, (_, i) => ({ ...wanjiku, username: `w${i}`, email: `w${i}@tuma.test` }))
    const tries = await Promise.allSettled(people.map((person) => register(person)))
    const refused = tries.flatMap((tried, i) => (tried.status === 'rejected' ? [{ i, reason: tried.reason }] : []))
    expect(refused.map(({ reason }) => reason)).toEqual([refusedAs('busy'), refusedAs('busy')])
    for (const { i } of refused) expect(await register(people[i] ?? wanjiku)).toEqual(expect.any(String))
  })

  test('again with the same command returns the same account and records nothing', async () => {
    const by = asked({ requestHash: 'one' })
    const accountId = await register(wanjiku, by)
    const before = await storedEvents()
    expect(await register(wanjiku, by)).toBe(accountId)
    expect(await storedEvents()).toEqual(before)
    await expect(register(wanjiku, { ...by, requestHash: 'two' })).rejects.toEqual(refusedAs('key_reused'))
  })

  test('again with the same command returns the same account even if another has taken its place', async () => {
    const by = asked()
    const accountId = await register(wanjiku, by)
    await registerAndVerify(wanjiku)
    const before = await storedEvents()
    expect(await register(wanjiku, by)).toBe(accountId)
    expect(await storedEvents()).toEqual(before)
    expect(await readTokens(accountId)).toEqual([null])
  })
})

test('a username is unique without regard to case', async () => {
  await registerAndVerify(wanjiku)
  const username = wanjiku.username.toUpperCase()
  await expect(register({ ...otieno, username })).rejects.toMatchObject({
    code: 'username_taken',
    details: { field: 'username' },
  })
  expect((await login({ ...wanjiku, email: wanjiku.email.toUpperCase() })).user.email).toBe(wanjiku.email)
})

test('a username that is refused leaves the e-mail address free', async () => {
  await register(wanjiku)
  const username = wanjiku.username.toLowerCase()
  await expect(register({ ...otieno, username })).rejects.toEqual(refusedAs('username_taken'))
  expect(await registerAndVerify(otieno)).toEqual(expect.any(String))
})

const stranger = { ...wanjiku, name: 'Somebody Else', username: 'stranger', password: 'the stranger’s' }

describe('several people who register the same e-mail address', () => {
  test('each get a link that verifies their own account', async () => {
    const first = await register(wanjiku)
    passes(3)
    const second = await register(stranger)
    const asked = { email: wanjiku.email, purpose: 'verify', changesEmail: false, owner: null }
    expect(await firstMail(first)).toMatchObject({ ...asked, isProven: false, askedAt: start })
    expect(await firstMail(second)).toMatchObject({
      ...asked,
      isProven: false,
      askedAt: '2026-11-21T06:03:00.000Z',
    })
    await verify(await lastToken(first))
    expect((await login(wanjiku)).user).toMatchObject({ _id: first, username: 'Wanjiku' })
  })

  test.each([
    ['first', wanjiku, stranger],
    ['last', stranger, wanjiku],
  ])('lose it to the first to open the link, even if that account registered %s', async (_which, one, other) => {
    const ids = { [one.username]: await register(one), [other.username]: await register(other) }
    const [winner = '', loser = ''] = [ids[wanjiku.username], ids[stranger.username]]
    const dead = await lastToken(loser)
    await verify(await lastToken(winner))
    await expect(verify(dead)).rejects.toEqual(refusedAs('link_invalid'))
    expect(await readTokens(loser)).toEqual([null])
    await expect(login(stranger)).rejects.toEqual(refusedAs('not_verified'))
    expect((await login(wanjiku)).user._id).toBe(winner)
    await verify(await lastToken(winner))
  })

  test('and open their links at the same moment: one account works', async () => {
    const people = ['one', 'two', 'three'].map((username) => ({ ...wanjiku, username, password: `of ${username}` }))
    const accounts = await Promise.all(people.map((person) => register(person)))
    const tokens = await Promise.all(accounts.map(lastToken))
    const tries = await Promise.allSettled(tokens.map(verify))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const tried of tries) if (tried.status === 'rejected') expect(tried.reason).toEqual(refusedAs('link_invalid'))
    const logins = await Promise.allSettled(people.map((person) => login(person)))
    expect(logins.map(({ status }) => status)).toEqual(tries.map(({ status }) => status))
  })

  test('one during the opening of the other’s link: the other account works, and the late one never does', async () => {
    const first = await register(wanjiku)
    const token = await lastToken(first)
    const [, second] = await Promise.all([verify(token), register(stranger)])
    expect(await readTokens(second)).toEqual([null])
    expect((await login(wanjiku)).user._id).toBe(first)
  })

  test('are each told, with their own password, to open their link', async () => {
    await register(wanjiku)
    await register(stranger)
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('not_verified'))
    await expect(login(stranger)).rejects.toEqual(refusedAs('not_verified'))
    await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
  })

  test('may use the same username, which goes to the first to open the link', async () => {
    const first = await register(wanjiku)
    const again = await register({ ...wanjiku, password: 'another one' })
    await verify(await lastToken(again))
    expect((await login({ ...wanjiku, password: 'another one' })).user).toMatchObject({ _id: again })
    expect((await byUsername('wanjiku'))?._id).toBe(again)
    await expect(verify(await lastToken(first))).rejects.toEqual(refusedAs('link_invalid'))
  })

  test('keep their usernames a day longer than the address, then these are free', async () => {
    await register(stranger)
    await registerAndVerify(wanjiku)
    await expect(register({ ...otieno, username: 'stranger' })).rejects.toEqual(refusedAs('username_taken'))
    passes(24 * 60)
    expect(await registerAndVerify({ ...otieno, username: 'stranger' })).toEqual(expect.any(String))
  })

  test('can be verified by an admin, one of them', async () => {
    const first = await register(wanjiku)
    const second = await register(stranger)
    await verifyAccount(first)
    await expect(verifyAccount(second)).rejects.toEqual(refusedAs('not_found'))
    expect((await users()).rows.map(({ username }) => username)).toEqual(['Wanjiku'])
  })

  test('can’t return when the owner is deleted, and the address can be registered again', async () => {
    const dead = await register(stranger)
    const accountId = await registerAndVerify(wanjiku)
    await deleteAccount(accountId)
    expect(await readTokens(dead)).toEqual([null])
    expect(await registerAndVerify({ ...wanjiku, username: 'again' })).toEqual(expect.any(String))
  })
})

describe('registering an e-mail address that has an owner', () => {
  test('gets the usual answer, and its links never verify anything', async () => {
    const owner = await registerAndVerify(wanjiku)
    const accountId = await register({ ...stranger, email: wanjiku.email.toUpperCase() })
    expect(await readLinks(accountId)).toHaveLength(1)
    expect(await readTokens(accountId)).toEqual([null])
    const [linkId = ''] = await readLinks(accountId)
    await expect(verify(linkTokens(keys.links).getToken('verify', { accountId, linkId }))).rejects.toEqual(
      refusedAs('link_invalid'),
    )
    await expect(verifyAccount(accountId)).rejects.toEqual(refusedAs('not_found'))
    expect((await login(wanjiku)).user._id).toBe(owner)
  })

  test('is reported to its owner, once, with the name of their own account', async () => {
    await registerAndVerify(wanjiku)
    passes(90)
    const accountId = await register(stranger)
    expect(await firstMail(accountId)).toMatchObject({
      email: stranger.email,
      isProven: false,
      askedAt: '2026-11-21T07:30:00.000Z',
      owner: 'Wanjiku',
      token: '',
    })
    passes(5)
    await expect(login(stranger)).rejects.toEqual(refusedAs('not_verified'))
    const [, again = ''] = await readLinks(accountId)
    expect(await client().linkMail({ accountId, linkId: again, tellsOwner: true })).toBeNull()
  })

  test('writes and returns the same as registering a free one, and so does signing in to it', async () => {
    await registerAndVerify(wanjiku)
    /** The streams that are written when the address is registered; the later answers, and that these write nothing. */
    const written = async (person: Applicant) => {
      const before = (await storedEvents()).length
      await register(person)
      const after = await storedEvents()
      await expect(login(person)).rejects.toEqual(refusedAs('not_verified'))
      await expect(login({ ...person, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
      await expect(register({ ...otieno, username: person.username })).rejects.toEqual(refusedAs('username_taken'))
      expect(await storedEvents()).toEqual(after)
      return new Set(after.slice(before).map(({ stream }) => stream.replace(/-.*/, '')))
    }
    const free = { ...otieno, email: 'free@tuma.test', username: 'free' }
    expect(await written(stranger)).toEqual(await written(free))
  })

  test('does not reset the count of wrong guesses with its own password', async () => {
    await registerAndVerify(wanjiku)
    await register(stranger)
    for (let i = 0; i < 5; i += 1) {
      await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
      await expect(login(stranger)).rejects.toEqual(refusedAs('not_verified'))
    }
    await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('too_many'))
  })

  test('may be done again by the owner once the account is deleted', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const early = await register(stranger)
    await deleteAccount(accountId)
    expect(await firstMail(early)).toBeNull()
    const again = await registerAndVerify({ ...wanjiku, username: 'again' })
    expect((await login(wanjiku)).user._id).toBe(again)
  })
})

describe('a registration that stopped before its account existed', () => {
  const by = asked()
  const cutOff = async () => {
    await reopenCutOff((stream) => stream.startsWith('account-'))
    await expect(register(wanjiku, by)).rejects.toMatchObject({ name: 'ServiceFault' })
    expect(faults.splice(0)).toHaveLength(1)
    await reopen()
  }

  test('is completed by a retry', async () => {
    await cutOff()
    passes(60)
    const accountId = await register(wanjiku, by)
    await verify(await lastToken(accountId))
    expect((await login(wanjiku)).user._id).toBe(accountId)
  })

  test('keeps its username from others for ten minutes', async () => {
    await cutOff()
    passes(9)
    await expect(register(wanjiku)).rejects.toEqual(refusedAs('username_taken'))
    passes(1)
    const accountId = await registerAndVerify(wanjiku)
    await expect(register(wanjiku, by)).rejects.toEqual(refusedAs('username_taken'))
    expect((await login(wanjiku)).user._id).toBe(accountId)
  })

  test('is not continued if an unverified account has taken its place', async () => {
    await cutOff()
    passes(10)
    await register(wanjiku)
    await expect(register(wanjiku, by)).rejects.toEqual(refusedAs('username_taken'))
  })
})

describe('opening an account for another person', () => {
  const shop = { location: 'THIKA', address: 'Stage 5' }

  test('is for the system only', async () => {
    const admin = { kind: 'user', userId: 'a1', username: 'admin', role: 'admin', shop: null } as const
    for (const actor of [admin, { kind: 'visitor', visitorId: null } as const]) {
      await expect(openAccount(wanjiku, {}, asked({ actor }))).rejects.toEqual(refusedAs('not_allowed'))
    }
    expect(await storedEvents()).toEqual([])
  })

  test('gives it its role and shop; it is verified and gets no link', async () => {
    const at = '2026-10-22T06:00:00.000Z'
    const accountId = await openAccount(wanjiku, { role: 'agent', shop }, bySystem({ origin: 'seed', at }))
    expect((await login(wanjiku)).user).toMatchObject({ role: 'agent', isVerified: true, createdAt: at, ...shop })
    expect(await readLinks(accountId)).toEqual([])
  })

  test('again with the same command returns the same account, with another it is refused', async () => {
    const by = bySystem()
    const accountId = await openAccount(wanjiku, {}, by)
    const before = await storedEvents()
    expect(await openAccount(wanjiku, {}, by)).toBe(accountId)
    expect(await storedEvents()).toEqual(before)
    await expect(openAccount(wanjiku)).rejects.toEqual(refusedAs('email_taken'))
    await expect(openAccount({ ...otieno, username: 'WANJIKU' })).rejects.toEqual(refusedAs('username_taken'))
    expect(await readTokens(await register({ ...wanjiku, username: 'late' }))).toEqual([null])
  })

  test('makes the first admin known', async () => {
    await openAccount(otieno, { role: 'agent', shop })
    expect(await hasAdmin()).toEqual({ hasAdmin: false })
    await openAccount(wanjiku, { role: 'admin' })
    expect(await hasAdmin()).toEqual({ hasAdmin: true })
  })
})
