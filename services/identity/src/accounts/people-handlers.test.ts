import { deliveryEvents, identityEvents } from '@tuma/contracts/events'
import type { Role } from '@tuma/contracts/vocabulary'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { Message } from '@tuma/platform/ports'
import { describe, expect, test, vi } from 'vitest'
import {
  type Applicant,
  asked,
  byAdmin,
  bySystem,
  identityForEachTest,
  otieno,
  refusedAs,
  start,
  wanjiku,
} from '../testing/identity-for-each-test.ts'

const {
  agents,
  assignShop,
  byUsername,
  changeRole,
  deleteAccount,
  engines,
  faults,
  hasAdmin,
  lastToken,
  login,
  names,
  openAccount,
  parked,
  passes,
  register,
  registerAndVerify,
  reopen,
  reopenCutOff,
  replay,
  restart,
  session,
  storedEvents,
  updateProfile,
  users,
  verify,
} = identityForEachTest()

const shop = { location: 'THIKA', address: 'Stage 5' }
const person = (username: string, more: Partial<Applicant> = {}): Applicant => ({
  ...wanjiku,
  username,
  email: `${username}@tuma.test`,
  ...more,
})
const open = (username: string, role: Role = 'user') => openAccount(person(username), { role })
const getNames = (rows: { username: string }[]) => rows.map(({ username }) => username)

describe('a person who manages people', () => {
  test('is an admin or the system', async () => {
    const accountId = await open('agent', 'agent')
    const before = await storedEvents()
    const agent = { kind: 'user', userId: accountId, username: 'agent', role: 'agent', shop } as const
    for (const actor of [agent, { ...agent, role: 'user' } as const, { kind: 'visitor', visitorId: null } as const]) {
      const by = asked({ actor })
      await expect(changeRole(accountId, 'admin', by)).rejects.toEqual(refusedAs('not_allowed'))
      await expect(assignShop(accountId, shop, by)).rejects.toEqual(refusedAs('not_allowed'))
      await expect(deleteAccount(accountId, null, by)).rejects.toEqual(refusedAs('not_allowed'))
    }
    expect(await storedEvents()).toEqual(before)
    expect(await assignShop(accountId, shop, byAdmin('a1'))).toMatchObject({ _id: accountId, ...shop })
  })
})

describe('agents', () => {
  test('are all listed, newest first', async () => {
    for (const username of ['one', 'two', 'three']) {
      await open(username, 'agent')
      passes(1)
    }
    await open('client')
    expect(getNames(await agents())).toEqual(['three', 'two', 'one'])
  })

  test('get a shop, and other people can’t', async () => {
    const [agent, client] = [await open('agent', 'agent'), await open('client')]
    const { token } = await login(person('agent'))
    expect(await assignShop(agent, shop)).toMatchObject(shop)
    expect((await session(token))?.user).toMatchObject(shop)
    await expect(assignShop(client, shop)).rejects.toEqual(refusedAs('not_found'))
    await expect(assignShop('nobody', shop)).rejects.toEqual(refusedAs('not_found'))
  })
})

test('names are given by account, except those of deleted ones', async () => {
  const [agent, gone] = [await open('agent', 'agent'), await open('gone')]
  await deleteAccount(gone)
  expect(await names(agent, gone, 'nobody')).toEqual({ [agent]: wanjiku.name })
})

describe('changing a role', () => {
  test('ends the sessions at once', async () => {
    const accountId = await open('client')
    const { token } = await login(person('client'))
    expect(await changeRole(accountId, 'agent')).toMatchObject({ _id: accountId, role: 'agent' })
    expect(await session(token)).toBeNull()
    expect((await login(person('client'))).user.role).toBe('agent')
  })

  test('to the same role writes nothing and ends nothing', async () => {
    const accountId = await open('client')
    const { token } = await login(person('client'))
    const before = await storedEvents()
    expect(await changeRole(accountId, 'user')).toMatchObject({ role: 'user' })
    expect(await storedEvents()).toEqual(before)
    expect(await session(token)).not.toBeNull()
  })

  test('removes an agent’s shop, and makes no shop from a client’s place', async () => {
    const agent = await openAccount(person('agent'), { role: 'agent', shop })
    expect(await changeRole(agent, 'user')).toMatchObject({ location: null, address: null })
    const client = await open('client')
    await updateProfile(client, shop)
    expect(await changeRole(client, 'agent')).toMatchObject({ location: null, address: null })
  })

  test('of a missing account is refused, and so is making an unverified one an admin', async () => {
    await expect(changeRole('nobody', 'admin')).rejects.toEqual(refusedAs('not_found'))
    const accountId = await register(wanjiku)
    const before = await storedEvents()
    await expect(changeRole(accountId, 'admin')).rejects.toEqual(refusedAs('not_allowed'))
    expect(await storedEvents()).toEqual(before)
  })

  test('with the same command again returns the first answer', async () => {
    const accountId = await open('client')
    const by = bySystem()
    await changeRole(accountId, 'admin', by)
    const before = await storedEvents()
    expect(await changeRole(accountId, 'admin', by)).toMatchObject({ role: 'admin' })
    expect(await storedEvents()).toEqual(before)
  })
})

describe('the last admin', () => {
  test('can be neither demoted nor deleted', async () => {
    const admin = await open('admin', 'admin')
    await open('client')
    for (const role of ['user', 'agent'] as const) {
      await expect(changeRole(admin, role, byAdmin(admin))).rejects.toEqual(refusedAs('last_admin'))
    }
    await expect(deleteAccount(admin, null, byAdmin(admin))).rejects.toEqual(refusedAs('last_admin'))
    expect((await login(person('admin'))).user.role).toBe('admin')
  })

  test('can be erased by a restore of data, and the operator names another', async () => {
    const admin = await open('admin', 'admin')
    await deleteAccount(admin, null, bySystem())
    expect(await hasAdmin()).toEqual({ hasAdmin: false })
    const next = await open('next', 'admin')
    await expect(deleteAccount(next, null, byAdmin(next))).rejects.toEqual(refusedAs('last_admin'))
  })

  test('can be removed when there is another', async () => {
    const [first, second] = [await open('first', 'admin'), await open('second')]
    await changeRole(second, 'admin', byAdmin(first))
    expect(await changeRole(first, 'user', byAdmin(second))).toMatchObject({ role: 'user' })
    await expect(deleteAccount(second, null, byAdmin(second))).rejects.toEqual(refusedAs('last_admin'))
    await deleteAccount(first)
    expect(await hasAdmin()).toEqual({ hasAdmin: true })
  })

  test.each([
    ['demote', (other: string, by: string) => changeRole(other, 'user', byAdmin(by))],
    ['delete', (other: string, by: string) => deleteAccount(other, null, byAdmin(by))],
  ])('remains when two %s each other at the same moment', async (_how, remove) => {
    const [one, two] = [await open('one', 'admin'), await open('two', 'admin')]
    const tries = await Promise.allSettled([remove(two, one), remove(one, two)])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const tried of tries) if (tried.status === 'rejected') expect(tried.reason).toEqual(refusedAs('last_admin'))
    expect((await users({ role: 'admin' })).total).toBe(1)
  })

  test('is not an account that only nearly became one', async () => {
    const [one, two] = [await open('one', 'admin'), await open('two')]
    await reopenCutOff((_, types) => types.includes('RoleChanged'))
    await expect(changeRole(two, 'admin')).rejects.toMatchObject({ name: 'ServiceFault' })
    expect(faults.splice(0)).toHaveLength(1)
    await reopen()
    await expect(changeRole(one, 'user')).rejects.toEqual(refusedAs('last_admin'))
  })

  test.each(['RoleChanged', 'AdminGranted', 'AdminRevoked'])(
    'remains if changes stop before %s, and repeating completes them',
    async (type) => {
      const [one, two] = [await open('one', 'admin'), await open('two')]
      await reopenCutOff((_, types) => types.includes(type))
      await changeRole(two, 'admin').catch(() => undefined)
      await changeRole(one, 'user').catch(() => undefined)
      faults.length = 0
      await reopen()
      expect((await users({ role: 'admin' })).total).toBeGreaterThan(0)
      await changeRole(two, 'admin')
      await changeRole(one, 'user')
      expect(getNames((await users({ role: 'admin' })).rows)).toEqual(['two'])
      await expect(changeRole(two, 'user')).rejects.toEqual(refusedAs('last_admin'))
    },
  )
})

describe('deleting an account', () => {
  test('ends its sessions and removes it from every list', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    await deleteAccount(accountId)
    expect(await session(token)).toBeNull()
    expect(await users()).toMatchObject({ rows: [], total: 0 })
    expect(await byUsername(wanjiku.username)).toBeNull()
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('invalid_credentials'))
  })

  test('releases the e-mail address, but never the username', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const newAddress = 'njeri@elsewhere.test'
    await updateProfile(accountId, { email: newAddress, password: wanjiku.password })
    await deleteAccount(accountId)
    await expect(register(wanjiku)).rejects.toEqual(refusedAs('username_taken'))
    passes(60 * 24 * 365)
    await expect(register({ ...otieno, username: 'WANJIKU' })).rejects.toEqual(refusedAs('username_taken'))
    expect(await registerAndVerify({ ...wanjiku, username: 'njeri' })).not.toBe(accountId)
    expect(await registerAndVerify({ ...otieno, email: newAddress })).not.toBe(accountId)
  })

  test('without verification keeps the username too', async () => {
    const accountId = await register(wanjiku)
    await deleteAccount(accountId)
    passes(60)
    await expect(register({ ...otieno, username: wanjiku.username })).rejects.toEqual(refusedAs('username_taken'))
  })

  test('destroys the key of the person', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await deleteAccount(accountId)
    expect(await (await openPersonalKeys(engines())).existingKey(accountId)).toBeNull()
  })

  test('is published, by its id alone', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await deleteAccount(accountId)
    const heard: Message[] = []
    const { bus } = engines()
    const onMessage = async (message: Message) => void heard.push(message)
    const consumer = bus.consume({ topic: 'identity', group: 'test', onMessage })
    const { type } = identityEvents.accountDeleted
    await vi.waitFor(() => expect(heard.map((message) => message.type)).toContain(type), 60_000)
    await consumer.close()
    const told = heard.filter((message) => message.type === type)
    expect(told.map(({ data }) => data)).toEqual([{ accountId, at: expect.any(String) }])
  })

  test('twice is refused, and so is deleting a missing account', async () => {
    const accountId = await open('client')
    const by = bySystem()
    await deleteAccount(accountId, null, by)
    await deleteAccount(accountId, null, by)
    await expect(deleteAccount(accountId)).rejects.toEqual(refusedAs('not_found'))
    await expect(deleteAccount('nobody')).rejects.toEqual(refusedAs('not_found'))
  })

  test('as an agent’s is refused for other roles', async () => {
    const [agent, client, admin] = [await open('agent', 'agent'), await open('client'), await open('admin', 'admin')]
    for (const accountId of [client, admin]) {
      await expect(deleteAccount(accountId, 'agent')).rejects.toEqual(refusedAs('not_found'))
    }
    await deleteAccount(agent, 'agent')
    expect(getNames((await users({ sort: 'name' })).rows).sort()).toEqual(['admin', 'client'])
  })

  test('that stopped halfway is completed at the next start', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await reopenCutOff((_, types) => types.includes('ReservationReleased'))
    await deleteAccount(accountId)
    const keys = await openPersonalKeys(engines())
    expect(await keys.existingKey(accountId)).not.toBeNull()
    await restart()
    await vi.waitFor(
      async () => expect(await (await openPersonalKeys(engines())).existingKey(accountId)).toBeNull(),
      60_000,
    )
    expect(await registerAndVerify({ ...wanjiku, username: 'njeri' })).not.toBe(accountId)
  })

  test('stays done when the read models are rebuilt', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await open('client')
    await deleteAccount(accountId)
    await reopen({ ...engines(), documents: engines('anew').documents })
    await hasAdmin()
    expect(getNames((await users()).rows)).toEqual(['(erased)'])
  })
})

describe('users', () => {
  test('are found by a search, in the chosen role', async () => {
    await open('achieng')
    await open('barasa', 'agent')
    await openAccount(person('chebet', { phone: '254722000111' }))
    expect(getNames((await users({ search: 'BARA' })).rows)).toEqual(['barasa'])
    expect(getNames((await users({ search: '0722' })).rows)).toEqual(['chebet'])
    expect(await users({ search: 'tuma.test', role: 'agent' })).toMatchObject({ total: 1 })
    expect((await users({ search: 'nobody' })).rows).toEqual([])
    expect(getNames((await users({ search: 'njeri', sort: 'points' })).rows)).toHaveLength(3)
    expect(getNames((await users({ search: 'njeri bara', sort: 'name' })).rows)).toEqual(['barasa'])
  })

  test('come in pages', async () => {
    for (const username of ['a', 'b', 'c']) await open(username)
    const first = await users({ sort: 'name', limit: 2 })
    const second = await users({ sort: 'name', limit: 2, cursor: first.next })
    expect([first.total, second.next]).toEqual([3, null])
    expect(getNames([...first.rows, ...second.rows]).sort()).toEqual(['a', 'b', 'c'])
    await expect(users({ cursor: 'nonsense' })).rejects.toEqual(refusedAs('bad_input'))
  })

  test('come newest first in pages, each once', async () => {
    for (const username of ['a', 'b', 'c', 'd', 'e']) await open(username, username === 'c' ? 'agent' : 'user')
    const whole = await users()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof users>> = await users({ limit: 2, cursor })
      expect(page.total).toBe(5)
      seen.push(...getNames(page.rows))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toEqual(getNames(whole.rows))
    expect((await users({ role: 'user', limit: 2 })).total).toBe(4)
    expect(getNames((await users({ role: 'agent' })).rows)).toEqual(['c'])
    const { next: ofNewest } = await users({ limit: 2 })
    const { next: byName } = await users({ sort: 'name', limit: 2 })
    await expect(users({ sort: 'name', cursor: ofNewest })).rejects.toEqual(refusedAs('bad_input'))
    await expect(users({ cursor: byName })).rejects.toEqual(refusedAs('bad_input'))
  })

  test('have the shape of the contract', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { password: _, ...shown } = wanjiku
    const row = { ...shown, role: 'user', isVerified: true, points: 0, location: null, address: null, createdAt: start }
    expect((await users()).rows).toEqual([{ _id: accountId, ...row }])
    expect(await byUsername('WANJIKU')).toEqual({ _id: accountId, ...row })
    expect(await byUsername('nobody')).toBeNull()
  })

  test('show an account with an e-mail address until another’s link to it is opened', async () => {
    await register(wanjiku)
    const accountId = await register({ ...wanjiku, name: 'Wanjiku Kamau' })
    expect((await users()).total).toBe(2)
    const other = await registerAndVerify(otieno)
    await updateProfile(other, { email: wanjiku.email, password: otieno.password })
    expect((await byUsername(wanjiku.username))?._id).toBe(accountId)
    expect((await users()).total).toBe(3)
    await verify(await lastToken(other))
    expect((await users()).rows).toMatchObject([{ _id: other }])
    expect(await byUsername(wanjiku.username)).toBeNull()
    expect((await byUsername(otieno.username))?.email).toBe(wanjiku.email)
  })
})

test('a message that failed is listed, and can be handled again', async () => {
  const { topic, type } = deliveryEvents.completed
  const { bus } = engines()
  await bus.publish(topic, [{ id: 'm1', key: 'delivery-d1', type, version: 1, data: {}, headers: {} }])
  await vi.waitFor(async () => expect(await parked()).toHaveLength(1), 60_000)
  expect(await parked()).toMatchObject([{ topic, group: 'identity', key: 'delivery-d1', type }])
  expect(await replay(topic, 'payment', 'delivery-d1')).toEqual({ replayed: 0 })
  expect(await replay(topic, 'identity', 'delivery-d1')).toEqual({ replayed: 1 })
})
