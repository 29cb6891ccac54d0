import { readFileSync } from 'node:fs'
import { deliveryEvents } from '@tuma/contracts/events'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { Json, Message } from '@tuma/platform/ports'
import { describe, expect, test, vi } from 'vitest'
import { asked, identityForEachTest, otieno, refusedAs, start, wanjiku } from './testing/identity-for-each-test.ts'

const {
  engines,
  hasAdmin,
  linkMail,
  readLinks,
  login,
  logout,
  openAccount,
  register,
  registerAndVerify,
  reopen,
  restart,
  session,
  storedEvents,
  readTokens,
} = identityForEachTest()

test('a registration requests a mail, without personal data on the topic', async () => {
  const messages: Message[] = []
  const consumer = engines().bus.consume({
    topic: 'identity',
    group: 'test',
    onMessage: async (message) => void messages.push(message),
  })
  const accountId = await register(wanjiku, asked({ origin: 'seed' }))
  await vi.waitFor(() => expect(messages).toHaveLength(1), 60_000)
  await consumer.close()
  const [linkId] = await readLinks(accountId)
  expect(messages).toEqual([
    expect.objectContaining({
      type: 'identity.link-requested',
      version: 1,
      data: { accountId, linkId, purpose: 'verify', expiresAt: '2026-11-22T06:00:00.000Z' },
      headers: expect.objectContaining({ origin: 'seed' }),
    }),
  ])
  expect(await linkMail(accountId, linkId)).toEqual({
    email: wanjiku.email,
    isProven: false,
    formerEmail: null,
    name: wanjiku.name,
    purpose: 'verify',
    changesEmail: false,
    askedAt: start,
    owner: null,
    expiresAt: '2026-11-22T06:00:00.000Z',
    token: expect.stringMatching(new RegExp(`^${accountId}\\.${linkId}\\.`)),
  })
})

test('a registration leaves no personal text in the store', async () => {
  await registerAndVerify(wanjiku)
  await openAccount(otieno, { role: 'agent', shop: { location: 'THIKA', address: 'Stage 5' } })
  const { token } = await login(wanjiku)
  await logout(token)
  const rows = JSON.stringify(await storedEvents()).toLowerCase()
  expect(rows).toContain('accountregistered')
  for (const text of [wanjiku, otieno].flatMap((person) => [...person.name.split(' '), ...Object.values(person)])) {
    expect(rows).not.toContain(text.toLowerCase())
  }
  expect(rows).not.toContain('argon2')
})

test('all data survives a restart', async () => {
  const accountId = await registerAndVerify(wanjiku)
  const { token } = await login(wanjiku)
  await restart()
  expect((await session(token))?.user._id).toBe(accountId)
  expect((await login(wanjiku)).user._id).toBe(accountId)
  await expect(register(wanjiku)).rejects.toEqual(refusedAs('username_taken'))
  expect(await readTokens(await register({ ...wanjiku, username: 'third' }))).toEqual([null])
})

describe('points', () => {
  const { topic, type, version } = deliveryEvents.completed
  const golden = JSON.parse(
    readFileSync(new URL('../../../contracts/golden/delivery.completed.v1.json', import.meta.url), 'utf8'),
  )
  const completed = (id: string, data: { [field: string]: Json }): Message => ({
    id,
    key: `delivery-${id}`,
    type,
    version,
    data: { ...golden, ...data },
    headers: {},
  })
  const deliver = async (...messages: Message[]) => {
    const { bus } = engines()
    await bus.publish(topic, messages)
    await vi.waitFor(async () => expect(await bus.lag(topic, 'identity')).toBe(0), 60_000)
    expect(await bus.parked('identity')).toEqual([])
  }

  test('are earned once a delivery, however often it is reported', async () => {
    const ownerId = await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    await deliver(completed('m1', { ownerId, points: 35 }), completed('m1', { ownerId, points: 35 }))
    await deliver(completed('m1', { ownerId, points: 35 }), completed('m2', { ownerId, points: 15 }))
    expect((await session(token))?.user.points).toBe(50)
  })

  test('of an unknown owner cause no error', async () => {
    await deliver(completed('m1', {}))
    expect(await storedEvents()).toEqual([])
  })
})

describe('an account whose key was destroyed', () => {
  test('is closed, and its names stay taken', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await (await openPersonalKeys(engines())).destroy([accountId])
    await reopen()
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('invalid_credentials'))
    expect(await readTokens(await register({ ...wanjiku, username: 'third' }))).toEqual([null])
    await expect(register({ ...otieno, username: wanjiku.username })).rejects.toEqual(refusedAs('username_taken'))
  })

  test('still counts when the read models are rebuilt, and is waited for', async () => {
    await openAccount(wanjiku, { role: 'admin' })
    const { token } = await login(wanjiku)
    // Documents of another service: no rows, no checkpoint, no personal keys.
    await reopen({ ...engines(), documents: engines('anew').documents })
    expect(await hasAdmin()).toEqual({ hasAdmin: true })
    const user = (await session(token))?.user
    expect(user).toMatchObject({ name: '(erased)', email: '(erased)', role: 'admin', isVerified: true })
  })
})
