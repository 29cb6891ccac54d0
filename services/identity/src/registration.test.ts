import { describe, expect, test } from 'vitest'
import {
  asked,
  bySystem,
  identityForEachTest,
  otieno,
  refusedAs,
  start,
  wanjiku,
} from './testing/identity-for-each-test.ts'

const {
  faults,
  hasAdmin,
  lastToken,
  linksOf,
  login,
  openAccount,
  passes,
  register,
  registerAndVerify,
  reopen,
  reopenCutOff,
  session,
  storedEvents,
  tokensOf,
  verify,
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

  test('refused because we are busy leaves nothing behind', async () => {
    const people = Array.from({ length: 36 }, (_, i) => ({ ...wanjiku, username: `w${i}`, email: `w${i}@tuma.test` }))
    const tries = await Promise.allSettled(people.map((person) => register(person)))
    const refused = tries.flatMap((tried, i) => (tried.status === 'rejected' ? [{ i, reason: tried.reason }] : []))
    expect(refused.map(({ reason }) => reason)).toEqual([refusedAs('busy'), refusedAs('busy')])
    for (const { i } of refused) expect(await register(people[i] ?? wanjiku)).toEqual(expect.any(String))
  })

  test('again with the same command answers the same account and records nothing', async () => {
    const by = asked({ requestHash: 'one' })
    const accountId = await register(wanjiku, by)
    const before = await storedEvents()
    expect(await register(wanjiku, by)).toBe(accountId)
    expect(await storedEvents()).toEqual(before)
    await expect(register(wanjiku, { ...by, requestHash: 'two' })).rejects.toEqual(refusedAs('key_reused'))
  })

  test('again with the same command answers the same account though another has taken its place', async () => {
    const by = asked()
    const accountId = await register(wanjiku, by)
    await register(wanjiku)
    expect(await register(wanjiku, by)).toBe(accountId)
    expect(await tokensOf(accountId)).toEqual([null])
  })
})

describe('an e-mail address and a username are unique', () => {
  test('without regard to case, once they are verified', async () => {
    await registerAndVerify(wanjiku)
    const email = wanjiku.email.toUpperCase()
    await expect(register({ ...otieno, email })).rejects.toMatchObject({
      code: 'email_taken',
      details: { field: 'email' },
    })
    const username = wanjiku.username.toUpperCase()
    await expect(register({ ...otieno, username })).rejects.toMatchObject({
      code: 'username_taken',
      details: { field: 'username' },
    })
    expect((await login({ ...wanjiku, email })).user.email).toBe(wanjiku.email)
  })

  test('also when several register at the same moment: whoever is not refused is displaced, but for one', async () => {
    const people = ['one', 'two', 'three'].map((username) => ({ ...wanjiku, username }))
    const tries = await Promise.allSettled(people.map((person) => register(person)))
    for (const tried of tries) if (tried.status === 'rejected') expect(tried.reason).toEqual(refusedAs('email_taken'))

    const accounts = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []))
    const mailed = await Promise.all(accounts.map(async (account) => ({ account, tokens: await tokensOf(account) })))
    const holders = mailed.filter(({ tokens }) => tokens.some((token) => token !== null))
    expect(holders).toHaveLength(1)
    const [{ account: winner = '' } = {}] = holders
    await verify(await lastToken(winner))
    expect((await login(wanjiku)).user._id).toBe(winner)
  })

  test('and a refused username leaves the e-mail address free', async () => {
    await register(wanjiku)
    const username = wanjiku.username.toLowerCase()
    await expect(register({ ...otieno, username })).rejects.toEqual(refusedAs('username_taken'))
    expect(await registerAndVerify(otieno)).toEqual(expect.any(String))
  })
})

describe('registering with the e-mail address of an unverified account', () => {
  const owner = { ...wanjiku, password: 'the owner’s own' }

  test('takes it over: the new password counts and the old links serve no more', async () => {
    const squatter = await register(wanjiku)
    const oldToken = await lastToken(squatter)
    const accountId = await register(owner)
    await expect(verify(oldToken)).rejects.toEqual(refusedAs('link_invalid'))
    expect(await tokensOf(squatter)).toEqual([null])

    await verify(await lastToken(accountId))
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('invalid_credentials'))
    expect((await login(owner)).user).toMatchObject({ _id: accountId, username: wanjiku.username })
  })

  test('sets the username free that went with it', async () => {
    await register(wanjiku)
    await register({ ...owner, username: 'njeri' })
    expect(await registerAndVerify({ ...otieno, username: wanjiku.username })).toEqual(expect.any(String))
  })

  test('is too late when the link has been opened', async () => {
    await registerAndVerify(wanjiku)
    await expect(register(owner)).rejects.toEqual(refusedAs('email_taken'))
    expect((await login(wanjiku)).user.isVerified).toBe(true)
  })

  test('and opening the link at the same moment leave one account that works', async () => {
    const first = await register(wanjiku)
    const [verified, registered] = await Promise.allSettled([verify(await lastToken(first)), register(owner)])
    expect([verified.status, registered.status].sort()).toEqual(['fulfilled', 'rejected'])
    if (registered.status === 'fulfilled') await verify(await lastToken(registered.value))
    expect((await login(verified.status === 'fulfilled' ? wanjiku : owner)).user.isVerified).toBe(true)
  })
})

describe('a registration that was cut off before its account was there', () => {
  const by = asked()
  const cutOff = async () => {
    await reopenCutOff((stream) => stream.startsWith('account-'))
    await expect(register(wanjiku, by)).rejects.toMatchObject({ name: 'ServiceFault' })
    expect(faults.splice(0)).toHaveLength(1)
    await reopen()
  }

  test('is completed when it is retried', async () => {
    await cutOff()
    passes(60)
    const accountId = await register(wanjiku, by)
    await verify(await lastToken(accountId))
    expect((await login(wanjiku)).user._id).toBe(accountId)
  })

  test('keeps others away for ten minutes', async () => {
    await cutOff()
    passes(9)
    await expect(register(wanjiku)).rejects.toEqual(refusedAs('email_taken'))
    passes(1)
    const accountId = await registerAndVerify(wanjiku)
    await expect(register(wanjiku, by)).rejects.toEqual(refusedAs('email_taken'))
    expect((await login(wanjiku)).user._id).toBe(accountId)
  })

  test('does not come back to life where somebody unverified has taken its place', async () => {
    await cutOff()
    passes(10)
    await register(wanjiku)
    await expect(register(wanjiku, by)).rejects.toEqual(refusedAs('email_taken'))
  })
})

describe('opening an account for somebody', () => {
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
    expect(await linksOf(accountId)).toEqual([])
  })

  test('again with the same command answers the same account, with another it is refused', async () => {
    const by = bySystem()
    const accountId = await openAccount(wanjiku, {}, by)
    const before = await storedEvents()
    expect(await openAccount(wanjiku, {}, by)).toBe(accountId)
    expect(await storedEvents()).toEqual(before)
    await expect(openAccount(wanjiku)).rejects.toEqual(refusedAs('email_taken'))
    await expect(openAccount({ ...otieno, username: 'WANJIKU' })).rejects.toEqual(refusedAs('username_taken'))
    await expect(register(wanjiku)).rejects.toEqual(refusedAs('email_taken'))
  })

  test('makes the first admin known', async () => {
    await openAccount(otieno, { role: 'agent', shop })
    expect(await hasAdmin()).toEqual({ hasAdmin: false })
    await openAccount(wanjiku, { role: 'admin' })
    expect(await hasAdmin()).toEqual({ hasAdmin: true })
  })
})
