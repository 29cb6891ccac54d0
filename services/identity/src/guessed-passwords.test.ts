import { describe, expect, test } from 'vitest'
import { identityForEachTest, otieno, refusedAs, wanjiku } from './testing/identity-for-each-test.ts'

const { forgotPassword, lastToken, loginFrom, passes, registerAndVerify, resetPassword } = identityForEachTest()

const wrong = refusedAs('invalid_credentials')
const tooMany = refusedAs('too_many')
const [home, cafe] = ['203.0.113.7', '198.51.100.9']

const guess = (network: string, { email }: { readonly email: string } = wanjiku, device: string | null = null) =>
  loginFrom(network, { email, password: 'guess' }, device)
const guesses = async (count: number, network: string, person = wanjiku, device: string | null = null) => {
  for (let i = 0; i < count; i += 1) await expect(guess(network, person, device)).rejects.toEqual(wrong)
}
const networks = (count: number) => Array.from({ length: count }, (_, i) => `198.18.0.${i}`)
const tenFromEach = async (count: number) => {
  for (const network of networks(count)) await guesses(10, network)
}

describe('wrong passwords for an account from one network', () => {
  test.each([wanjiku, otieno])('are limited to ten, whether the account exists or not', async (person) => {
    await registerAndVerify(wanjiku)
    await guesses(10, cafe, person)
    const shouted = { email: person.email.toUpperCase(), password: wanjiku.password }
    await expect(loginFrom(cafe, shouted)).rejects.toEqual(tooMany)
    await guesses(1, cafe, { ...wanjiku, email: 'else@tuma.test' })
  })

  test('do not stop people who sign in from elsewhere', async () => {
    await registerAndVerify(wanjiku)
    await guesses(10, cafe)
    expect((await loginFrom(home, wanjiku)).user.username).toBe(wanjiku.username)
  })

  test('are limited to ten even if thirty come at the same moment', async () => {
    await registerAndVerify(wanjiku)
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => guess(cafe)))
    const reasons = tries.map((tried) => tried.status === 'rejected' && tried.reason.code)
    expect(reasons.filter((reason) => reason === 'invalid_credentials')).toHaveLength(10)
    expect(reasons.filter((reason) => reason === 'too_many')).toHaveLength(20)
  })

  test('are then allowed one at a time, after waits that double to a quarter of an hour', async () => {
    await registerAndVerify(wanjiku)
    await guesses(10, cafe)
    for (const wait of [1, 2, 4, 8, 15, 15]) {
      await expect(guess(cafe)).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: wait * 60 } })
      passes(wait)
      const together = await Promise.allSettled([guess(cafe), guess(cafe), guess(cafe)])
      const codes = together.map((tried) => tried.status === 'rejected' && tried.reason.code)
      expect(codes.sort()).toEqual(['invalid_credentials', 'too_many', 'too_many'])
    }
    passes(15)
    expect((await loginFrom(cafe, wanjiku)).user.username).toBe(wanjiku.username)
  })

  test('start at zero after the right one, and after a quarter of an hour without any', async () => {
    await registerAndVerify(wanjiku)
    for (let round = 0; round < 2; round += 1) {
      await guesses(9, cafe)
      await loginFrom(cafe, wanjiku)
    }
    await guesses(10, cafe)
    passes(16)
    await guesses(1, cafe)
    passes(31)
    await guesses(10, cafe)
  })
})

test('wrong passwords from one network are limited to fifty in a quarter of an hour; right ones don’t count', async () => {
  await registerAndVerify(wanjiku)
  for (let i = 0; i < 50; i += 1) {
    await guesses(1, cafe, { ...otieno, email: `person-${i}@tuma.test` })
    await loginFrom(home, wanjiku)
  }
  await expect(guess(cafe, otieno)).rejects.toEqual(tooMany)
  await expect(loginFrom(cafe, wanjiku)).rejects.toEqual(tooMany)
  await loginFrom(home, wanjiku)
  passes(15)
  await loginFrom(cafe, wanjiku)
})

test('wrong passwords from all networks of one /48 are limited to four times as many as from one', async () => {
  const getNetwork = (wide: number, i: number) => `2001:db8:${wide}:${(i * 256).toString(16)}::/64`
  for (let i = 0; i < 200; i += 1) await guesses(1, getNetwork(1, i), { ...otieno, email: `person-${i}@tuma.test` })
  await expect(guess(getNetwork(1, 200), otieno)).rejects.toEqual(tooMany)
  await guesses(1, getNetwork(2, 200), otieno)
})

describe('wrong passwords for an account from everywhere', () => {
  test('are limited to a hundred in an hour', async () => {
    await registerAndVerify(wanjiku)
    await tenFromEach(10)
    await expect(loginFrom(home, wanjiku)).rejects.toEqual(tooMany)
    passes(60)
    await loginFrom(home, wanjiku)
  })

  test('do not count if they were refused for their network', async () => {
    await registerAndVerify(wanjiku)
    await guesses(10, cafe)
    for (let i = 0; i < 100; i += 1) await expect(guess(cafe)).rejects.toEqual(tooMany)
    await loginFrom(home, wanjiku)
  })

  test('start at zero when the password changes', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await tenFromEach(10)
    await forgotPassword(wanjiku.email)
    await resetPassword(await lastToken(accountId), 'a new one of mine')
    await loginFrom(home, { ...wanjiku, password: 'a new one of mine' })
  })
})

describe('a browser that has signed in before', () => {
  test('is let in whatever strangers guess, even from its own network', async () => {
    await registerAndVerify(wanjiku)
    const { device = null } = await loginFrom(home, wanjiku)
    await tenFromEach(10)
    await expect(guess(home)).rejects.toEqual(tooMany)
    expect((await loginFrom(home, wanjiku, device)).user.username).toBe(wanjiku.username)
  })

  test('may guess ten times itself, and its guesses count for no other', async () => {
    await registerAndVerify(wanjiku)
    const { device = null } = await loginFrom(home, wanjiku)
    await guesses(10, home, wanjiku, device)
    await expect(loginFrom(home, wanjiku, device)).rejects.toEqual(tooMany)
    expect((await loginFrom(home, wanjiku)).user.username).toBe(wanjiku.username)
  })

  test('is known to the accounts that signed in from it, and to no other', async () => {
    await registerAndVerify(wanjiku)
    await registerAndVerify(otieno)
    const { device = null } = await loginFrom(home, otieno)
    await guesses(10, home)
    await expect(loginFrom(home, wanjiku, device)).rejects.toEqual(tooMany)
    for (const made of ['garbage', device?.slice(0, -1) ?? '', `${device}x`]) {
      await expect(loginFrom(home, wanjiku, made)).rejects.toEqual(tooMany)
    }
  })

  test('is a stranger after a change of password, except the one that changed it', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { device: old = null } = await loginFrom(home, wanjiku)
    await forgotPassword(wanjiku.email)
    const { device = null } = await resetPassword(await lastToken(accountId), 'a new one of mine')
    const changed = { ...wanjiku, password: 'a new one of mine' }
    await tenFromEach(10)
    await expect(loginFrom(home, changed, old)).rejects.toEqual(tooMany)
    await loginFrom(home, changed, device)
  })

  test('keeps the newest five accounts', async () => {
    const people = Array.from({ length: 6 }, (_, i) => ({ ...otieno, username: `o${i}`, email: `o${i}@tuma.test` }))
    let device: string | null = null
    for (const person of people) {
      await registerAndVerify(person)
      device = (await loginFrom(home, person, device)).device ?? null
    }
    expect(device?.split('.')).toHaveLength(5)
    // The bff accepts a cookie of at most this length.
    expect(device?.length).toBeLessThan(500)
    for (const person of people.slice(0, 2)) await guesses(10, home, person)
    const [first = otieno, second = otieno] = people
    await expect(loginFrom(home, first, device)).rejects.toEqual(tooMany)
    await loginFrom(home, second, device)
  })
})

test('strangers who ask for a reset do not stop the owner from one', async () => {
  const accountId = await registerAndVerify(wanjiku)
  for (let i = 0; i < 5; i += 1) await forgotPassword(wanjiku.email, undefined, cafe)
  await expect(forgotPassword(wanjiku.email, undefined, cafe)).rejects.toEqual(tooMany)
  passes(5)
  await forgotPassword(wanjiku.email, undefined, home)
  await resetPassword(await lastToken(accountId), 'a new one of mine')
})
