import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openFirstAdmin } from '../service.ts'
import { identityForEachTest, otieno, refusedAs, wanjiku } from '../testing/identity-for-each-test.ts'
import { isWeakForStaff } from './staff-passwords.ts'

const { changeRole, client, hasAdmin, login, openAccount, passes, reopen, resetPassword, session, storedEvents } =
  identityForEachTest()

const weak = { ...wanjiku, password: 'siri-fupi' }
const strong = 'ndovu watatu mtoni'

describe('a password for agents and admins', () => {
  test.each([
    '',
    'siri-fupi',
    'qwertyuiop',
    'QWERTYUIOP',
    '1234567890',
    'tuma-demo',
    'tuma-demo-2026',
    'ｑｗｅｒｔｙｕｉｏｐ',
  ])('is weak: %s', (password) => expect(isWeakForStaff(password)).toBe(true))
  test.each(['siri-ndefu', strong])('is strong enough: %s', (password) => expect(isWeakForStaff(password)).toBe(false))
  test('may be the demonstration’s own password in a demonstration', () => {
    expect(isWeakForStaff('tuma-demo', { demonstration: true })).toBe(false)
    expect(isWeakForStaff('qwertyuiop', { demonstration: true })).toBe(true)
  })
  test('is not one of the ten thousand most common', () => {
    const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .slice(2)
    expect([list.length, new Set(list).size]).toEqual([10_000, 10_000])
    for (const password of list) expect(isWeakForStaff(password), password).toBe(true)
  })
})

describe.each(['agent', 'admin'] as const)('an %s with a weak password', (role) => {
  const getToken = async (person = weak) => {
    const refused = await login(person).catch((error) => error)
    expect(refused).toEqual(refusedAs('new_password_needed'))
    return String(refused.details.resetToken)
  }

  test('gets a token instead of a session, and no mail, and signs in with the new password', async () => {
    await openAccount(weak, { role })
    const before = await storedEvents()
    const token = await getToken()
    expect(await storedEvents()).toEqual(before)
    await expect(resetPassword(token, 'siri-fupi')).rejects.toEqual(refusedAs('password_common'))
    await resetPassword(token, strong)
    const signedIn = await login({ ...weak, password: strong })
    expect((await session(signedIn.token))?.user.role).toBe(role)
  })

  test('gets a token that works once, for half an hour', async () => {
    await openAccount(weak, { role })
    const [first, second] = [await getToken(), await getToken()]
    passes(30)
    await expect(resetPassword(first, strong)).rejects.toEqual(refusedAs('link_invalid'))
    const fresh = await getToken()
    await resetPassword(fresh, strong)
    for (const used of [fresh, second]) {
      await expect(resetPassword(used, 'another one of mine')).rejects.toEqual(refusedAs('link_invalid'))
    }
  })

  test('gets no token for a wrong password, nor one that can be changed into another', async () => {
    await openAccount(weak, { role })
    await expect(login({ ...weak, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
    const [accountId = '', linkId = '', mac = ''] = (await getToken()).split('.')
    const other = await openAccount(otieno)
    for (const made of [
      `${other}.${linkId}.${mac}`,
      `${accountId}.1-9999999999999.${mac}`,
      `${accountId}.${linkId}.x`,
    ]) {
      await expect(resetPassword(made, strong)).rejects.toEqual(refusedAs('link_invalid'))
    }
  })

  test('must choose a new one when they become staff, and keeps it as a client', async () => {
    const accountId = await openAccount(weak)
    expect((await login(weak)).user.role).toBe('user')
    await changeRole(accountId, role)
    await getToken()
  })

  test('signs in to a demonstration, whose password is public', async () => {
    const known = { ...wanjiku, password: 'tuma-demo' }
    await openAccount(known, { role })
    await getToken(known)
    await reopen(undefined, { demonstration: true })
    expect((await login(known)).user.role).toBe(role)
  })
})

describe('ADMIN_PASSWORD', () => {
  const admin = (password: string) => openFirstAdmin(client(), { email: 'owner@tuma.test', password })

  test.each(['123456', 'qwertyuiop', 'tuma-demo'])('%s makes no admin, and the start says why', async (password) => {
    await expect(admin(password)).rejects.toMatchObject({
      name: 'CannotStart',
      message: expect.stringMatching(/^ADMIN_PASSWORD: /),
    })
    expect(await hasAdmin()).toEqual({ hasAdmin: false })
  })

  test('is checked only if it makes one', async () => {
    expect(await admin(strong)).toBe(true)
    expect(await admin('123456')).toBe(true)
  })
})
