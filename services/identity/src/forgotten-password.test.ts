import { describe, expect, test } from 'vitest'
import { linkTokens } from './accounts/links.ts'
import { asked, identityForEachTest, keys, otieno, refusedAs, wanjiku } from './testing/identity-for-each-test.ts'

const {
  deleteAccount,
  forgotPassword,
  lastToken,
  linkMail,
  readLinks,
  login,
  openAccount,
  passes,
  register,
  registerAndVerify,
  resetPassword,
  session,
  storedEvents,
  readTokens,
  updateProfile,
  verify,
} = identityForEachTest()

const password = 'siri-mpya-kabisa'
const renewed = { ...wanjiku, password }
const forgotten = async () => {
  const accountId = await registerAndVerify(wanjiku)
  await forgotPassword(wanjiku.email)
  return { accountId, token: await resetToken(accountId) }
}
const resetToken = async (accountId: string) => {
  const linkId = (await readLinks(accountId)).at(-1) ?? ''
  expect(await linkMail(accountId, linkId)).toMatchObject({ purpose: 'reset', email: wanjiku.email, isProven: true })
  return lastToken(accountId)
}

describe('a person who forgets the password', () => {
  test('gets a link, one in five minutes', async () => {
    const { accountId } = await forgotten()
    await forgotPassword(wanjiku.email.toUpperCase())
    expect(await readLinks(accountId)).toHaveLength(2)
    passes(5)
    await forgotPassword(wanjiku.email)
    expect(await readLinks(accountId)).toHaveLength(3)
  })

  test('before verification gets another verification link', async () => {
    const accountId = await register(wanjiku)
    passes(5)
    await forgotPassword(wanjiku.email)
    const [, linkId = ''] = await readLinks(accountId)
    expect(await linkMail(accountId, linkId)).toMatchObject({ purpose: 'verify', isProven: false })
  })

  test('gets the same answer whether the account exists or not', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const before = await storedEvents()
    const answered = async (email: string) => {
      const start = performance.now()
      const answer = await forgotPassword(email)
      expect(performance.now() - start).toBeGreaterThan(99)
      return answer
    }
    expect(await answered('nobody@tuma.test')).toEqual({})
    expect(await storedEvents()).toEqual(before)
    expect(await answered(wanjiku.email)).toEqual({})
    expect(await readLinks(accountId)).toHaveLength(2)
  })

  test.each([wanjiku, otieno])('must wait after five times, whether the account exists or not', async ({ email }) => {
    await registerAndVerify(wanjiku)
    for (let i = 0; i < 5; i += 1) await forgotPassword(email)
    await expect(forgotPassword(email.toUpperCase())).rejects.toEqual(refusedAs('too_many'))
    await forgotPassword('else@tuma.test')
  })

  test('with an e-mail address that only waits gets nothing', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await updateProfile(accountId, { email: 'njeri@elsewhere.test', password: wanjiku.password })
    await forgotPassword('njeri@elsewhere.test')
    expect(await readLinks(accountId)).toHaveLength(2)
  })
})

describe('a reset link', () => {
  test('gives the account a new password', async () => {
    const { accountId, token } = await forgotten()
    await resetPassword(token, password)
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('invalid_credentials'))
    expect((await login(renewed)).user._id).toBe(accountId)
  })

  test('ends every session at once', async () => {
    const { token } = await forgotten()
    const sessions = [await login(wanjiku), await login(wanjiku, true)]
    await resetPassword(token, password)
    for (const { token: old } of sessions) expect(await session(old)).toBeNull()
    expect(await session((await login(renewed)).token)).not.toBeNull()
  })

  test('works once, also for two at the same moment', async () => {
    const { token } = await forgotten()
    const tries = await Promise.allSettled(['one for me', 'one for you'].map((chosen) => resetPassword(token, chosen)))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(resetPassword(token, password)).rejects.toEqual(refusedAs('link_invalid'))
  })

  test('with the same command returns the first answer', async () => {
    const { token } = await forgotten()
    const by = asked()
    await resetPassword(token, password, by)
    await resetPassword(token, password, by)
    expect((await login(renewed)).user.username).toBe(wanjiku.username)
  })

  test('works for half an hour', async () => {
    const { token } = await forgotten()
    passes(30)
    await expect(resetPassword(token, password)).rejects.toEqual(refusedAs('link_invalid'))
  })

  test('works only if it is ours and for this purpose', async () => {
    const { accountId, token } = await forgotten()
    const [linkId = '', resetId = ''] = await readLinks(accountId)
    const { getToken } = linkTokens(keys.links)
    const strange = [
      '',
      `${token}x`,
      getToken('verify', { accountId, linkId: resetId }),
      getToken('reset', { accountId, linkId }),
      getToken('reset', { accountId: 'nobody', linkId: resetId }),
    ]
    for (const wrong of strange) {
      await expect(resetPassword(wrong, password), wrong).rejects.toEqual(refusedAs('link_invalid'))
    }
    await expect(verify(getToken('verify', { accountId, linkId: resetId }))).rejects.toEqual(refusedAs('link_invalid'))
    await resetPassword(token, password)
  })

  test('that went to the old address stops once the account has another', async () => {
    const { accountId, token } = await forgotten()
    await updateProfile(accountId, { email: 'njeri@elsewhere.test', password: wanjiku.password })
    await verify(await lastToken(accountId))
    await expect(resetPassword(token, password)).rejects.toEqual(refusedAs('link_invalid'))
    expect((await readTokens(accountId)).slice(0, 2)).toEqual([null, null])
  })

  test('lets a person in who was stopped for wrong passwords', async () => {
    const { token } = await forgotten()
    for (let i = 0; i < 10; i += 1) {
      await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
    }
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('too_many'))
    await resetPassword(token, password)
    expect((await login(renewed)).user.username).toBe(wanjiku.username)
  })

  test('cancels a new e-mail address that an intruder has asked for', async () => {
    const { accountId, token } = await forgotten()
    await updateProfile(accountId, { email: 'thief@elsewhere.test', password: wanjiku.password })
    const thiefs = await lastToken(accountId)
    await resetPassword(token, password)
    await expect(verify(thiefs)).rejects.toEqual(refusedAs('link_invalid'))
    expect((await login(renewed)).user.email).toBe(wanjiku.email)
  })

  test('of a deleted account does not work', async () => {
    const { accountId, token } = await forgotten()
    await deleteAccount(accountId)
    await expect(resetPassword(token, password)).rejects.toEqual(refusedAs('link_invalid'))
  })

  test.each(['agent', 'admin'] as const)('refuses %s passwords that are easy to guess', async (role) => {
    const accountId = await openAccount(wanjiku, { role })
    await forgotPassword(wanjiku.email)
    const token = await resetToken(accountId)
    await expect(resetPassword(token, 'Password123')).rejects.toEqual(refusedAs('password_common'))
    await resetPassword(token, password)
    expect((await login(renewed)).user.role).toBe(role)
  })
})
