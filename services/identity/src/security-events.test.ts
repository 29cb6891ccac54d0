import type { IdentityClient } from '@tuma/contracts/services'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { keptNetwork } from './security-events.ts'
import { openPruning } from './security-record.ts'
import {
  asked,
  identityForEachTest,
  logged,
  otieno,
  refusedAs,
  start,
  wanjiku,
} from './testing/identity-for-each-test.ts'

const {
  deleteAccount,
  login,
  openAccount,
  passes,
  recordSecurityEvents,
  register,
  registerAndVerify,
  reopen,
  restart,
  securityEvents,
  storedEvents,
} = identityForEachTest()

type Happened = Parameters<IdentityClient['recordSecurityEvents']>[0]['events'][number]

/** An admin changed a role at 09:00:00 in Nairobi. */
const happened = (more: Partial<Happened> = {}): Happened => ({
  kind: 'admin-act',
  per: 'minute',
  accountId: 'admin-1',
  role: 'admin',
  network: '197.248.10.7',
  what: 'people.changeRole',
  about: 'account-7',
  outcome: 'done',
  at: start,
  lastAt: more.at ?? start,
  count: 1,
  ...more,
})
/** A network as it is stored: the range, and eight digits of a keyed hash. */
const kept = (range: string) => expect.stringMatching(new RegExp(`^${range.replaceAll('.', '\\.')} #[0-9a-f]{8}$`))
const at = (time: string, more: Partial<Happened> = {}) => happened({ at: `2026-11-21T${time}Z`, ...more })
const listed = async (wanted: Parameters<typeof securityEvents>[0] = {}) => (await securityEvents(wanted)).rows

/** Events that are recorded beside an answer are written up to a second later. Closing writes them at once. */
const recorded = async () => {
  await reopen()
  return listed()
}

describe('the record of security events', () => {
  test('counts equal events of one minute in one row, and those of another minute in another', async () => {
    await recordSecurityEvents(at('06:00:05.000'), at('06:00:40.000', { count: 3 }))
    await recordSecurityEvents(at('06:00:01.000'), at('06:01:00.000'))
    const { per: _, ...row } = at('06:00:01.000', { lastAt: '2026-11-21T06:00:40.000Z', count: 5 })
    expect(await listed()).toEqual([
      expect.objectContaining({ at: '2026-11-21T06:01:00.000Z', count: 1 }),
      { ...row, network: kept('197.248.10.0/24'), id: expect.any(String), name: null, aboutName: null },
    ])
  })

  test.each([
    { kind: 'export' as const },
    { accountId: 'admin-2' },
    { role: 'agent' as const },
    { network: '197.248.10.8' },
    { what: 'people.deleteUser' },
    { about: 'account-8' },
    { outcome: 'last_admin' },
  ])('separates events that differ in %j', async (other) => {
    await recordSecurityEvents(happened(), happened(other))
    expect((await listed()).map(({ count }) => count)).toEqual([1, 1])
  })

  test('stores no address: its /24 or /48, and a keyed hash that is the same for the same network', async () => {
    const networks = ['197.248.10.7', '197.248.10.8', '2c0f:fe38:2405:12ab::/64', null]
    for (const network of networks) await recordSecurityEvents(happened({ network }))
    await recordSecurityEvents(happened({ network: '197.248.10.7' }))
    const rows = await listed()
    expect(rows.map((row) => row.network).sort()).toEqual(
      [kept('197.248.10.0/24'), kept('197.248.10.0/24'), kept('2c0f:fe38:2405::/48'), null].sort(),
    )
    expect(new Set(rows.map((row) => row.network)).size).toBe(4)
    expect(JSON.stringify(rows)).not.toMatch(/10\.7|10\.8|:12ab/)
    const hashed = (key: string) => keptNetwork((network) => `${key}${network}`.padEnd(8, '0'), '197.248.10.7')
    expect(hashed('one')).not.toBe(hashed('two'))
  })

  test('counts daily events in one row for a day in Nairobi', async () => {
    const lists = { kind: 'personal-data', per: 'day', what: 'agent.sending' } as const
    await recordSecurityEvents(at('03:00:00.000', lists), at('20:59:59.000', lists), at('21:00:00.000', lists))
    expect((await listed()).map(({ count }) => count)).toEqual([1, 2])
  })

  test('loses no count when many add to one row at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => recordSecurityEvents(happened())))
    expect((await listed()).map(({ count }) => count)).toEqual([20])
  })

  test('is read newest first in pages, by kind, by account and by time', async () => {
    await recordSecurityEvents(
      ...Array.from({ length: 5 }, (_, minute) => at(`06:0${minute}:00.000`)),
      at('06:05:00.000', { kind: 'limit', accountId: null }),
      at('06:06:00.000', { kind: 'limit', accountId: 'admin-2' }),
    )
    const first = await securityEvents({ limit: 4 })
    const second = await securityEvents({ limit: 4, cursor: first.next })
    const times = [...first.rows, ...second.rows].map((row) => row.at.slice(14, 16))
    expect([times, second.next, first.total]).toEqual([['06', '05', '04', '03', '02', '01', '00'], null, 7])
    const found = async (wanted: Parameters<typeof securityEvents>[0]) => {
      const { rows, total } = await securityEvents(wanted)
      return [rows.map((row) => row.at.slice(14, 16)), total]
    }
    expect(await found({ kind: 'limit' })).toEqual([['06', '05'], 2])
    expect(await found({ accountId: 'admin-2' })).toEqual([['06'], 1])
    expect(await found({ kind: 'limit', accountId: 'admin-1' })).toEqual([[], 0])
    const within = { from: '2026-11-21T06:01:00.000Z', to: '2026-11-21T06:03:00.000Z' }
    expect(await found(within)).toEqual([['02', '01'], 2])
    expect(await found({ ...within, kind: 'admin-act' })).toEqual([['02', '01'], 2])
  })

  test('is no history: it stores no event, and survives a restart', async () => {
    await recordSecurityEvents(happened())
    await restart()
    expect([await storedEvents(), (await listed()).length]).toEqual([[], 1])
  })

  test('names who did it, and to whom, while their accounts exist', async () => {
    const accountId = await openAccount(wanjiku)
    await recordSecurityEvents(happened({ accountId, about: accountId }))
    expect(await listed()).toMatchObject([{ name: wanjiku.name, aboutName: wanjiku.name }])
    await deleteAccount(accountId)
    expect(await listed()).toMatchObject([{ accountId, name: null, aboutName: null }])
  })

  test('deletes rows older than 400 days when it is opened, and no others', async () => {
    await recordSecurityEvents(at('06:00:00.000'), at('06:02:00.000'))
    passes(400 * 24 * 60 + 1)
    await reopen()
    await expect.poll(() => listed(), { timeout: 60_000 }).toMatchObject([{ at: '2026-11-21T06:02:00.000Z' }])
    expect((await securityEvents()).total).toBe(1)
  })
})

describe('a row that is too old', () => {
  afterEach(() => vi.useRealTimers())

  test('is deleted every hour, by the replica with the lease', async () => {
    // The service's own auditor goes on by `setImmediate` until it is closed.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    let holds = true
    const pruned: string[] = []
    const prune = async (now: string) => pruned.push(now)
    const lease = { take: async () => holds, release: async () => undefined, keep: () => () => undefined }
    const faults: unknown[] = []
    const pruning = openPruning(
      { prune },
      lease,
      () => `look ${pruned.length}`,
      (error) => faults.push(error),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(pruned).toEqual(['look 0'])
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(pruned).toEqual(['look 0', 'look 1'])
    holds = false
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect([pruned.length, faults]).toEqual([2, []])
    await pruning.close()
  })
})

describe('signing in', () => {
  const network = '2c0f:fe38:2405:12ab::/64'

  test('is recorded with who, from where and how often', async () => {
    const accountId = await registerAndVerify(wanjiku)
    await login(wanjiku, false, asked({ network }))
    await login(wanjiku, false, asked({ network }))
    expect(await recorded()).toEqual([
      expect.objectContaining({
        kind: 'sign-in',
        accountId,
        role: 'user',
        network: kept('2c0f:fe38:2405::/48'),
        what: 'users.login',
        count: 2,
      }),
    ])
  })

  test('that is refused is recorded with the account, and with nothing about an unknown address', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const guess = (email: string) => login({ email, password: 'a guess' }, false, asked({ network }))
    await expect(guess(wanjiku.email)).rejects.toEqual(refusedAs('invalid_credentials'))
    await expect(guess(otieno.email)).rejects.toEqual(refusedAs('invalid_credentials'))
    const rows = await recorded()
    expect(rows.map((row) => [row.kind, row.outcome, row.accountId, row.role, row.network])).toEqual(
      expect.arrayContaining([
        ['sign-in-refused', 'invalid_credentials', accountId, 'user', kept('2c0f:fe38:2405::/48')],
        ['sign-in-refused', 'invalid_credentials', null, null, kept('2c0f:fe38:2405::/48')],
      ]),
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify([rows.map(({ name: _, ...kept }) => kept), logged()])).not.toMatch(/otieno|wanjiku|guess/i)
  })

  test('before verification, and beyond the limit, is recorded with the reason', async () => {
    await register(wanjiku)
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('not_verified'))
    for (let i = 0; i < 9; i += 1) {
      await expect(login({ ...wanjiku, password: 'guess' })).rejects.toEqual(refusedAs('invalid_credentials'))
    }
    await expect(login(wanjiku)).rejects.toEqual(refusedAs('too_many'))
    const outcomes = (await recorded()).map(({ outcome, count }) => `${count} ${outcome}`)
    expect(outcomes.sort()).toEqual(['1 not_verified', '1 too_many', '9 invalid_credentials'])
  })

  test('is in the log too, even if LOG_LEVEL is silent', async () => {
    await registerAndVerify(wanjiku)
    const { user } = await login(wanjiku)
    await recorded()
    expect(logged()).toEqual([
      expect.objectContaining({ kind: 'sign-in', accountId: user._id, count: 1, msg: 'security event' }),
    ])
  })
})
