import { describe, expect, test } from 'vitest'
import { asked, byAdmin, identityForEachTest, otieno, refusedAs, wanjiku } from '../testing/identity-for-each-test.ts'

const {
  changeRole,
  client,
  clock,
  deleteAccount,
  engines,
  login,
  logout,
  openAccount,
  passes,
  registerAndVerify,
  faults,
  reopenCutOff,
  reopenHindered,
  restart,
  session,
} = identityForEachTest()

const phone = { browser: 'Chrome', system: 'Android' }
const loginWith = (person: typeof wanjiku, from: object, network = '203.0.113.7', keepSignedIn = false) => {
  const { email, password } = person
  return client().login({ asked: asked({ network }), email, password, keepSignedIn, network, ...from })
}
const listed = (accountId: string, token: string | null = null) => client().sessions({ accountId, token })
const end = (accountId: string, sessionId: string) => client().endSession({ asked: asked(), accountId, sessionId })
const endOthers = (accountId: string, token: string) => client().endOtherSessions({ asked: asked(), accountId, token })
const getId = async (token: string) => (await session(token))?.sessionId ?? ''

/** The devices as they are stored. */
const kept = async () => {
  const rows = await engines().documents.collection<{ sessionId: string; sealed: string }>({
    name: 'signed-in-devices-v1',
    shape: { sessionId: 'text', accountId: 'text', epoch: 'number', expiresAt: 'text', sealed: 'text' },
    fields: { accountId: 'text', expiresAt: 'text' },
    indexes: [['accountId']],
    sortBy: 'expiresAt',
  })
  return (await rows.find({ limit: 100 })).documents
}

describe('a signed-in person sees', () => {
  test('each of their sessions: browser, network, since when, last use, and which one asks', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const began = clock()
    const { token } = await loginWith(wanjiku, phone)
    passes(20)
    const { token: desk } = await loginWith(wanjiku, { browser: null, system: null }, '198.51.100.4')
    passes(20)
    await session(token)
    expect(await listed(accountId, desk)).toEqual([
      {
        ...{ _id: await getId(token), ...phone, network: '203.0.113.7', current: false },
        ...{ since: began, lastUsed: clock() },
      },
      expect.objectContaining({ _id: await getId(desk), browser: null, system: null, current: true }),
    ])
  })

  test('no sessions of other people', async () => {
    await registerAndVerify(wanjiku)
    await loginWith(wanjiku, phone)
    expect(await listed(await registerAndVerify(otieno))).toEqual([])
  })

  test('no session that has ended, expired, or was unused for too long', async () => {
    const accountId = await openAccount(otieno, { role: 'agent' })
    await logout((await loginWith(otieno, phone)).token)
    expect(await listed(accountId)).toEqual([])
    await loginWith(otieno, phone, '203.0.113.7', true)
    expect(await listed(accountId)).toHaveLength(1)
    passes(12 * 60)
    expect(await listed(accountId)).toEqual([])
  })

  test('the same after a restart, with a client’s last use weeks ago', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { token } = await loginWith(wanjiku, phone, '203.0.113.7', true)
    passes(60)
    const used = clock()
    await session(token)
    passes(20 * 24 * 60)
    const { token: other } = await loginWith(wanjiku, phone)
    passes(60)
    await session(other)
    await restart()
    expect((await listed(accountId)).map(({ lastUsed }) => lastUsed)).toEqual([clock(), used])
  })
})

describe('a session', () => {
  test('that its owner ends is invalid, and no other ends', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const [stolen, own] = [await login(wanjiku), await login(wanjiku)]
    await end(accountId, await getId(stolen.token))
    expect(await session(stolen.token)).toBeNull()
    expect(await session(own.token)).not.toBeNull()
    expect(await listed(accountId)).toHaveLength(1)
  })

  test('stays listed if its end could not be recorded', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    await reopenCutOff((_, types) => types.includes('SessionEnded'))
    await expect(end(accountId, await getId(token))).rejects.toMatchObject({ name: 'ServiceFault' })
    expect(faults.splice(0)).toHaveLength(1)
    expect(await listed(accountId)).toHaveLength(1)
  })

  test('of another person is not found', async () => {
    await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    const other = await registerAndVerify(otieno)
    await expect(end(other, await getId(token))).rejects.toEqual(refusedAs('not_found'))
    expect(await session(token)).not.toBeNull()
  })

  test('is not found once it has ended', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    const id = await getId(token)
    await end(accountId, id)
    await expect(end(accountId, id)).rejects.toEqual(refusedAs('not_found'))
  })

  test('that starts while all others are ended is listed', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { token } = await login(wanjiku)
    await reopenHindered(async (_stream, types) => {
      if (types.includes('SessionStarted')) await endOthers(accountId, token)
    })
    const { token: begun } = await login(wanjiku)
    expect((await listed(accountId, begun)).find(({ current }) => current)).toBeDefined()
  })
})

test('all sessions but the caller’s end together', async () => {
  const accountId = await registerAndVerify(wanjiku)
  const others = [await login(wanjiku), await login(wanjiku, true), await login(wanjiku)]
  const own = await login(wanjiku)
  await endOthers(accountId, own.token)
  expect(await Promise.all(others.map(({ token }) => session(token)))).toEqual([null, null, null])
  expect(await listed(accountId, own.token)).toMatchObject([{ current: true }])
  expect(await session(own.token)).not.toBeNull()
})

describe('an admin', () => {
  test('ends all sessions of an account, and its owner signs in again as before', async () => {
    const admin = await openAccount(otieno, { role: 'admin' })
    const accountId = await registerAndVerify(wanjiku)
    const sessions = [await login(wanjiku), await login(wanjiku, true)]
    await client().endAllSessions({ asked: byAdmin(admin), accountId })
    expect(await Promise.all(sessions.map(({ token }) => session(token)))).toEqual([null, null])
    expect(await listed(accountId)).toEqual([])
    expect(await session((await login(wanjiku)).token)).not.toBeNull()
  })

  test('gets "not found" for an unknown account', async () => {
    const admin = await openAccount(otieno, { role: 'admin' })
    const command = { asked: byAdmin(admin), accountId: 'nobody' }
    await expect(client().endAllSessions(command)).rejects.toEqual(refusedAs('not_found'))
  })

  test('is the only one who may', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const by = asked({ actor: { kind: 'user', userId: accountId, username: 'w', role: 'user', shop: null } })
    await expect(client().endAllSessions({ asked: by, accountId })).rejects.toEqual(refusedAs('not_allowed'))
  })
})

describe('the stored device', () => {
  test('is written before its session, so that no session is unlisted', async () => {
    await registerAndVerify(wanjiku)
    const before: number[] = []
    await reopenHindered(async (_stream, types) => {
      if (types.includes('SessionStarted')) before.push((await kept()).length)
    })
    await login(wanjiku)
    expect(before).toEqual([1])
  })

  test('is sealed', async () => {
    await registerAndVerify(wanjiku)
    await loginWith(wanjiku, phone)
    const opened = (await kept()).map(({ sealed }) => Buffer.from(sealed, 'base64').toString('latin1'))
    const stored = JSON.stringify([await kept(), opened, await engines().events.readAll(null, 1000)])
    expect(await kept()).toHaveLength(1)
    for (const word of ['Chrome', 'Android', '203.0.113.7']) expect(stored).not.toContain(word)
  })

  test('is deleted with its session, however that ends', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const signIn = async () => (await login(wanjiku)).token
    await logout(await signIn())
    await end(accountId, await getId(await signIn()))
    await signIn()
    await endOthers(accountId, await signIn())
    expect(await kept()).toHaveLength(1)
    await changeRole(accountId, 'agent')
    await expect.poll(kept).toEqual([])
  })

  test('is deleted when the session has expired and another person logs in', async () => {
    await registerAndVerify(wanjiku)
    await registerAndVerify(otieno)
    const { token } = await login(wanjiku)
    const id = await getId(token)
    passes(13 * 60)
    await login(otieno)
    expect((await kept()).map(({ sessionId }) => sessionId)).not.toContain(id)
  })

  test('is deleted with its account', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await login(wanjiku)
    await deleteAccount(accountId)
    expect(await kept()).toEqual([])
  })
})
