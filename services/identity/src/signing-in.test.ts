import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { asked, identityForEachTest, keys, otieno, refusedAs, wanjiku } from './testing/identity-for-each-test.ts'

const { engines, lastToken, readLinks, login, logout, passes, register, registerAndVerify, reopen, session, verify } =
  identityForEachTest()

describe('signing in', () => {
  test('is refused before verification, and says so only after the right password', async () => {
    await register(wanjiku)
    await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('not_verified'))
  })

  test('before verification sends a new link, at most one in five minutes', async () => {
    const accountId = await register(wanjiku)
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('not_verified'))
    expect(await readLinks(accountId)).toHaveLength(1)
    passes(5)
    await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
    expect(await readLinks(accountId)).toHaveLength(1)
    for (let i = 0; i < 2; i += 1) await expect(login(wanjiku)).rejects.toEqual(refusedAs('not_verified'))
    expect(await readLinks(accountId)).toHaveLength(2)
    await verify(await lastToken(accountId))
    expect((await login(wanjiku)).user._id).toBe(accountId)
  })

  test('does not distinguish a wrong password from an unknown e-mail address', async () => {
    await registerAndVerify(wanjiku)
    await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
    await expect(login(otieno)).rejects.toEqual(refusedAs('invalid_credentials'))
  })

  test('again with the same command returns the same session', async () => {
    await registerAndVerify(wanjiku)
    const by = asked()
    const first = await login(wanjiku, false, by)
    passes(1)
    const { device: _, ...again } = await login(wanjiku, false, by)
    expect(first).toMatchObject(again)
  })

  test('of two people under one command id never mixes them up', async () => {
    await registerAndVerify(wanjiku)
    await registerAndVerify(otieno)
    const by = asked()
    const [first, second] = [await login(wanjiku, false, by), await login(otieno, false, by)]
    expect((await session(first.token))?.user.username).toBe('Wanjiku')
    expect((await session(second.token))?.user.username).toBe('otieno')
  })
})

describe('a session', () => {
  test('is invalid right after logout, and no other is', async () => {
    await registerAndVerify(wanjiku)
    const [phone, desk] = [await login(wanjiku), await login(wanjiku)]
    await logout(phone.token)
    expect(await session(phone.token)).toBeNull()
    expect((await session(desk.token))?.user.username).toBe('Wanjiku')
    await logout(phone.token)
    await logout('unknown')
  })

  test.each([
    [false, 12],
    [true, 30 * 24],
  ])('with keepSignedIn %s lasts %i hours', async (keepSignedIn, hours) => {
    await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku, keepSignedIn)
    passes(hours * 60 - 1)
    expect(await session(token)).not.toBeNull()
    passes(1)
    expect(await session(token)).toBeNull()
  })

  test('from before a restore has ended, and later ones stay valid after another start', async () => {
    await registerAndVerify(wanjiku)
    const before = await login(wanjiku, true)
    const restored = { id: 'the restore' }
    await reopen(engines(), { restored })
    expect(await session(before.token)).toBeNull()
    const since = await login(wanjiku)
    await reopen(engines(), { restored })
    expect((await session(since.token))?.user.username).toBe('Wanjiku')
    expect(await session(before.token)).toBeNull()
    await reopen(engines(), { restored: { id: 'the next' } })
    expect(await session(since.token)).toBeNull()
  })

  test('needs a token that we signed', async () => {
    await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    const claims = jwt.decode(token) as jwt.JwtPayload
    const [header, payload, signature] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const strange = [
      '',
      'garbage',
      'a.b.c',
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      jwt.sign(claims, '', { algorithm: 'none' }),
      jwt.sign(claims, 'c0ffee00'.repeat(8)),
      jwt.sign(claims, keys.links),
      jwt.sign(claims, keys.sessions, { algorithm: 'HS512' }),
      jwt.sign({ ...claims, jti: 'another session' }, keys.sessions),
      jwt.sign({ exp: claims.exp }, keys.sessions),
      jwt.sign('text', keys.sessions),
    ]
    for (const wrong of strange) expect(await session(wrong), wrong).toBeNull()
    expect(jwt.sign(claims, keys.sessions, { noTimestamp: true })).toBe(token)
    expect(await session(token)).not.toBeNull()
  })
})
