import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { identityForEachTest, keys, otieno, refusedAs, wanjiku } from '../testing/identity-for-each-test.ts'
import { linkTokens } from './links.ts'

const {
  assignShop,
  client,
  deleteAccount,
  lastToken,
  linkMail,
  readLinks,
  login,
  openAccount,
  passes,
  register,
  registerAndVerify,
  reopen,
  reopenCutOff,
  reopenHindered,
  session,
  storedEvents,
  readTokens,
  updateProfile,
  verify,
} = identityForEachTest()

const email = 'Njeri@Elsewhere.test'
const { password } = wanjiku
const shop = { location: 'THIKA', address: 'Stage 5' }

describe('changing one’s profile', () => {
  test('changes the given fields, at once', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    const changes = { name: 'Wanjiku Kamau', location: 'Kimbo', address: 'Gate C' }
    expect(await updateProfile(accountId, changes)).toMatchObject({ ...changes, phone: wanjiku.phone })
    expect(await updateProfile(accountId, { address: '' })).toMatchObject({ location: 'Kimbo', address: null })
    expect((await session(token))?.user).toMatchObject({ name: 'Wanjiku Kamau', location: 'Kimbo', address: null })
  })

  test('leaves an agent’s shop to admins', async () => {
    const accountId = await openAccount(wanjiku, { role: 'agent', shop })
    expect(await updateProfile(accountId, { name: 'Wanjiku Kamau', location: 'KIMBO', address: '' })).toMatchObject({
      name: 'Wanjiku Kamau',
      ...shop,
    })
    await assignShop(accountId, { location: 'KIMBO', address: 'Gate C' })
    expect((await updateProfile(accountId, { phone: otieno.phone })).location).toBe('KIMBO')
  })

  test('leaves no personal text in the store', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const changes = { name: 'Akinyi Adhiambo', phone: otieno.phone, email, location: 'Kimbo', address: 'Gate C' }
    await updateProfile(accountId, { ...changes, password: wanjiku.password })
    await verify(await lastToken(accountId))
    const stored = JSON.stringify(await storedEvents()).toLowerCase()
    for (const text of [...Object.values(changes), password]) expect(stored).not.toContain(text.toLowerCase())
  })

  test('of a deleted or unverified account is refused, and reserves no address', async () => {
    const gone = await registerAndVerify(wanjiku)
    await deleteAccount(gone)
    const squatter = await register(otieno)
    const before = await storedEvents()
    await expect(updateProfile(gone, { email, password: wanjiku.password })).rejects.toEqual(refusedAs('not_found'))
    await expect(updateProfile(squatter, { email, password: otieno.password })).rejects.toEqual(
      refusedAs('not_verified'),
    )
    expect(await storedEvents()).toEqual(before)
  })
})

test('the phone of the registration stays until the account is deleted, whatever the profile says later', async () => {
  const accountId = await registerAndVerify(wanjiku)
  await updateProfile(accountId, { name: 'Mallory Thief', phone: otieno.phone })
  const { name, phone } = wanjiku
  expect(await client().registeredAs({ accountId })).toEqual({ name, phone })
  expect(await client().smsNumber({ accountId })).toEqual({ phone: otieno.phone })
  await deleteAccount(accountId)
  expect(await client().registeredAs({ accountId })).toBeNull()
  expect(await client().smsNumber({ accountId })).toBeNull()
})

test('the password of an account is confirmed, and wrong ones are counted up to a limit', async () => {
  const accountId = await registerAndVerify(wanjiku)
  const confirm = (typed: string) => client().confirmPassword({ accountId, password: typed })
  expect((await confirm(wanjiku.password)).user).toMatchObject({ _id: accountId, phone: wanjiku.phone })
  await expect(confirm('not-hers')).rejects.toEqual(refusedAs('password_wrong'))
  const guesses = await Promise.allSettled(Array.from({ length: 30 }, () => confirm('not-hers')))
  expect(guesses.at(-1)).toMatchObject({ reason: { code: 'too_many' } })
  await expect(confirm(wanjiku.password)).rejects.toEqual(refusedAs('too_many'))
  await expect(client().confirmPassword({ accountId: 'nobody', password })).rejects.toEqual(refusedAs('not_found'))
})

test('an account gets mail at its address once it is verified, until it is deleted', async () => {
  const readsAt = async (accountId: string) => (await client().mailAddress({ accountId }))?.email ?? null
  const accountId = await register(wanjiku)
  expect(await readsAt(accountId)).toBeNull()
  await verify(await lastToken(accountId))
  expect(await readsAt(accountId)).toBe(wanjiku.email)
  await updateProfile(accountId, { email, password })
  expect(await readsAt(accountId)).toBe(wanjiku.email)
  await deleteAccount(accountId)
  expect([await readsAt(accountId), await readsAt('nobody')]).toEqual([null, null])
})

describe('a new e-mail address', () => {
  const asked = async () => {
    const accountId = await registerAndVerify(wanjiku)
    expect((await updateProfile(accountId, { email, password })).email).toBe(wanjiku.email)
    return accountId
  }

  test('gets a link and waits until the link is opened', async () => {
    const accountId = await asked()
    const linkId = (await readLinks(accountId)).at(-1)
    expect(await linkMail(accountId, linkId)).toMatchObject({ email, purpose: 'verify', changesEmail: true })
    await expect(login({ ...wanjiku, email })).rejects.toEqual(refusedAs('invalid_credentials'))
    const { token, user } = await login(wanjiku)
    expect(user.email).toBe(wanjiku.email)

    await verify(await lastToken(accountId))
    expect((await session(token))?.user.email).toBe(email)
    expect((await login({ ...wanjiku, email })).user._id).toBe(accountId)
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('invalid_credentials'))
  })

  test.each([
    ['no password', undefined, 'password_needed'],
    ['a wrong password', 'guess', 'password_wrong'],
    ['another’s password', otieno.password, 'password_wrong'],
  ])('is refused with %s, and nothing changes', async (_what, given, code) => {
    const accountId = await registerAndVerify(wanjiku)
    const before = await storedEvents()
    await expect(
      updateProfile(accountId, { name: 'Wanjiku Kamau', email, ...(given === undefined ? {} : { password: given }) }),
    ).rejects.toMatchObject({ code, details: { field: 'password' } })
    expect(await storedEvents()).toEqual(before)
  })

  test('that is the same as before needs no link', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const changes = { name: 'Wanjiku Kamau', email: wanjiku.email.toUpperCase() }
    expect(await updateProfile(accountId, changes)).toMatchObject({ name: 'Wanjiku Kamau', email: wanjiku.email })
    expect(await readLinks(accountId)).toHaveLength(1)
  })

  test('is refused after ten wrong passwords, without a check of the next ones', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const change = (given: string) => updateProfile(accountId, { email, password: given })
    for (let i = 0; i < 10; i += 1) await expect(change('guess')).rejects.toEqual(refusedAs('password_wrong'))
    await expect(change(password)).rejects.toEqual(refusedAs('too_many'))
    await login(wanjiku)
    passes(1)
    await change(password)
  })

  test('is reported to the old one, even if its link was opened first', async () => {
    const accountId = await asked()
    const linkId = (await readLinks(accountId)).at(-1)
    expect(await linkMail(accountId, linkId)).toMatchObject({ email, formerEmail: wanjiku.email })
    await verify(await lastToken(accountId))
    expect(await linkMail(accountId, linkId)).toMatchObject({ email, formerEmail: wanjiku.email })
    const [first] = await readLinks(await registerAndVerify({ ...otieno, email: 'third@tuma.test' }))
    expect(await linkMail(accountId, first)).toBeNull()
  })

  test('releases the old one when its link is opened', async () => {
    const accountId = await asked()
    await reopenHindered((_, types) => pause(types.includes('ReservationReleased') ? 400 : 0))
    expect(await readTokens(await register({ ...wanjiku, username: 'third' }))).toEqual([null])
    await verify(await lastToken(accountId))
    expect(await registerAndVerify({ ...wanjiku, username: 'fourth' })).not.toBe(accountId)
    expect(await readTokens(await register({ ...otieno, email }))).toEqual([null])
  })

  test('of another account gets the usual answer; its owner and the old address are notified, and it stays', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const owner = await registerAndVerify(otieno)
    passes(10)
    expect((await updateProfile(accountId, { email: 'OTIENO@tuma.test', password })).email).toBe(wanjiku.email)
    const [, linkId = ''] = await readLinks(accountId)
    expect((await readTokens(accountId))[1]).toBeNull()
    expect(await client().linkMail({ accountId, linkId, tellsOwner: true })).toMatchObject({
      email: 'OTIENO@tuma.test',
      isProven: false,
      askedAt: '2026-11-21T06:10:00.000Z',
      changesEmail: true,
      formerEmail: wanjiku.email,
      owner: otieno.username,
      token: '',
    })
    const token = linkTokens(keys.links).getToken('verify', { accountId, linkId })
    await expect(verify(token)).rejects.toEqual(refusedAs('link_invalid'))
    expect((await login(wanjiku)).user._id).toBe(accountId)
    expect((await login(otieno)).user._id).toBe(owner)
  })

  test('can be asked for again when its owner is deleted', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const owner = await registerAndVerify(otieno)
    await updateProfile(accountId, { email: otieno.email, password })
    await deleteAccount(owner)
    passes(5)
    await updateProfile(accountId, { email: otieno.email, password })
    await verify(await lastToken(accountId))
    expect((await login({ ...wanjiku, email: otieno.email })).user._id).toBe(accountId)
  })

  test('belongs to the first of two to open their link', async () => {
    const first = await asked()
    const second = await registerAndVerify(otieno)
    await updateProfile(second, { email, password: otieno.password })
    const late = await lastToken(second)
    await verify(await lastToken(first))
    await expect(verify(late)).rejects.toEqual(refusedAs('link_invalid'))
    expect((await login({ ...wanjiku, email })).user._id).toBe(first)
    expect((await login(otieno)).user._id).toBe(second)
  })

  test('belongs to a new account that registers it and opens the link first', async () => {
    const accountId = await asked()
    const token = await lastToken(accountId)
    const owner = await registerAndVerify({ ...otieno, email })
    await expect(verify(token)).rejects.toEqual(refusedAs('link_invalid'))
    expect((await readTokens(accountId)).at(-1)).toBeNull()
    expect((await login({ ...otieno, email })).user._id).toBe(owner)
    expect((await login(wanjiku)).user._id).toBe(accountId)
  })

  test('ends the link of the old address, and its own link works until it expires', async () => {
    const accountId = await asked()
    const [old = '', own = ''] = await readTokens(accountId).then((tokens) => tokens.map(String))
    await verify(old)
    expect((await login(wanjiku)).user.email).toBe(wanjiku.email)
    await verify(own)
    await expect(verify(old)).rejects.toEqual(refusedAs('link_invalid'))
    await verify(own)
    passes(24 * 60)
    await expect(verify(own)).rejects.toEqual(refusedAs('link_invalid'))
  })

  test('may be changed back to the one before', async () => {
    const accountId = await asked()
    await verify(await lastToken(accountId))
    passes(5)
    await updateProfile(accountId, { email: wanjiku.email, password })
    await verify(await lastToken(accountId))
    expect((await login(wanjiku)).user.email).toBe(wanjiku.email)
    expect(await registerAndVerify({ ...otieno, email })).not.toBe(accountId)
  })

  test('whose change stopped halfway releases the old one at the next start', async () => {
    const accountId = await asked()
    const token = await lastToken(accountId)
    const cutOff = await reopenCutOff((_, types) => types.includes('ReservationReleased'))
    await verify(token)
    expect(cutOff()).toBeGreaterThan(0)
    await reopen()
    const waiting = ['third', 'fourth', 'fifth', 'sixth']
    const tokens = async () => readTokens(await register({ ...wanjiku, username: waiting.shift() ?? 'last' }))
    await expect.poll(tokens).toEqual([expect.any(String)])
  })
})
