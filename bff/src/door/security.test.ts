import type { User } from '@tuma/contracts/api'
import type { IdentityClient } from '@tuma/contracts/services'
import { Refused, type Role } from '@tuma/contracts/vocabulary'
import { type Log, openLog } from '@tuma/platform/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from './policy.ts'
import { openSecurity } from './security.ts'

type Recorded = Parameters<IdentityClient['recordSecurityEvents']>[0]['events'][number]

let recorded: Recorded[] = []
let lines: string[] = []
let identityIsAway = false
beforeEach(() => {
  recorded = []
  lines = []
  identityIsAway = false
})

const log: Log = openLog('silent', { write: (line) => lines.push(line) })
const open = () =>
  openSecurity({
    identity: {
      recordSecurityEvents: async ({ events }) => {
        if (identityIsAway) throw new Refused('away')
        recorded.push(...events)
        return {}
      },
    } as Pick<IdentityClient, 'recordSecurityEvents'>,
    environment: { now: () => '2026-11-22T09:00:00.000Z', randomBytes: (count) => new Uint8Array(count) },
    log,
  })

const caller = (role: Role | null): Caller => ({
  actor: { kind: 'visitor', visitorId: null },
  user: role && ({ _id: `${role}-1`, role, name: 'Achieng Otieno', phone: '254711000111' } as User),
  token: null,
})
const made = (call: string, audited?: 'admin-act' | 'export' | 'personal-data', input: unknown = {}) => ({
  ...{ call, audited, input },
  address: '197.248.10.7',
})
const answering = (output: unknown) => async () => ({ output })
const refusing = (error: unknown) => async () => Promise.reject(error)

describe.each(['admin-act', 'export'] as const)('an %s', (audited) => {
  const deleting = made('people.deleteUser', audited, { id: 'account-7' })

  test('is recorded before it is answered: who, from where, what and about whom', async () => {
    const security = open()
    await security.watch(deleting, caller('admin'), answering({ message: 'User deleted' }))
    expect(recorded).toEqual([
      {
        ...{ kind: audited, per: 'minute', accountId: 'admin-1', role: 'admin', network: '197.248.10.7' },
        ...{ what: 'people.deleteUser', about: 'account-7', outcome: 'done', count: 1 },
        ...{ at: '2026-11-22T09:00:00.000Z', lastAt: '2026-11-22T09:00:00.000Z' },
      },
    ])
  })

  test('that can not be recorded is not answered, and is in the log', async () => {
    identityIsAway = true
    const answer = open().watch(deleting, caller('admin'), answering({}))
    await expect(answer).rejects.toMatchObject({ code: 'away' })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ kind: audited, about: 'account-7' }])
  })

  test('that is refused is recorded with the reason, and refused only for that', async () => {
    const security = open()
    const refused = () => security.watch(deleting, caller('admin'), refusing(new Refused('last_admin')))
    await expect(refused()).rejects.toMatchObject({ code: 'last_admin' })
    expect(recorded.map(({ about, outcome }) => [about, outcome])).toEqual([['account-7', 'last_admin']])
    identityIsAway = true
    await expect(refused()).rejects.toMatchObject({ code: 'last_admin' })
  })

  test('with a fault, which may have been done, is recorded as such', async () => {
    await expect(open().watch(deleting, caller('admin'), refusing(new Error('disk')))).rejects.toThrow('disk')
    expect(recorded).toMatchObject([{ kind: audited, outcome: 'fault' }])
  })

  test('by another role is a refusal by role, and one row however many ids are tried', async () => {
    const security = open()
    for (const id of ['a-1', 'a-2', 'a-3']) {
      const asked = made('people.deleteUser', audited, { id })
      await expect(security.watch(asked, caller('agent'), refusing(new Refused('not_allowed')))).rejects.toThrow()
    }
    await expect(security.watch(deleting, caller(null), refusing(new Refused('not_signed_in')))).rejects.toThrow()
    await security.close()
    expect(recorded).toMatchObject([{ kind: 'refused', accountId: 'agent-1', role: 'agent', about: null, count: 3 }])
  })
})

describe('data of others that people are shown', () => {
  const detail = made('deliveries.detail', 'personal-data', { type: 'dukani', id: 'parcel-1' })
  const list = made('agent.receiving', 'personal-data')
  const withId = { _id: 'parcel-1', picker: { pickerName: 'Juma', pickerNationalId: '12345678' } }
  const withoutId = { _id: 'parcel-1', picker: { pickerName: 'Juma', pickerNationalId: null } }

  test.each([
    ['an admin', detail, 'admin', withoutId, ['minute', 'parcel-1']],
    ['an agent, with a national id', detail, 'agent', withId, ['minute', 'parcel-1']],
    ['a client, with a national id', detail, 'user', withId, ['minute', 'parcel-1']],
    ['an agent, without one', detail, 'agent', withoutId, ['day', null]],
    ['an agent, as a list of the own shop', list, 'agent', [withId], ['day', null]],
    ['an admin, as a list', made('people.users', 'personal-data'), 'admin', [{ _id: 'account-1' }], ['minute', null]],
  ] as const)('to %s', async (_who, asked, role, output, seen) => {
    const security = open()
    await security.watch(asked, caller(role), answering(output))
    expect(recorded).toEqual([])
    await security.close()
    expect(recorded.map(({ per, about }) => [per, about])).toEqual([seen])
  })

  test.each([
    ['a client of the own parcel', detail, 'user', withoutId],
    ['no visitor who tracks one', made('deliveries.track', 'personal-data', { trackingId: 'TM-1' }), null, withoutId],
    ['an admin in what is marked for nothing', made('revenue.overview'), 'admin', {}],
  ] as const)('is not recorded for %s', async (_who, asked, role, output) => {
    const security = open()
    await security.watch(asked, caller(role), answering(output))
    await security.close()
    expect(recorded).toEqual([])
  })

  test('is answered though identity is away, and recorded later', async () => {
    identityIsAway = true
    const security = open()
    await security.watch(detail, caller('admin'), answering(withId))
    identityIsAway = false
    await security.close()
    expect(recorded).toHaveLength(1)
  })
})

test('a limit is recorded for whatever call it stopped, also before the call was known', async () => {
  const security = open()
  const tooMany = new Refused('too_many')
  await expect(security.watch(made('deliveries.track'), caller(null), refusing(tooMany))).rejects.toThrow()
  security.refusedEarly(tooMany, '197.248.10.7:51122')
  security.refusedEarly(new Refused('not_json'), '197.248.10.7')
  await security.close()
  expect(recorded).toMatchObject([
    { kind: 'limit', what: 'deliveries.track', accountId: null, network: '197.248.10.7' },
    { kind: 'limit', what: 'any', network: '197.248.10.7', count: 1 },
  ])
})

test('only ids get into the record and the log, and no input or name', async () => {
  const security = open()
  const input = { id: 'Achieng Otieno 0711000111', trackingId: 'Achieng', username: 'achieng' }
  await security.watch(made('people.deleteUser', 'admin-act', input), caller('admin'), answering(null))
  await security.watch(made('deliveries.ownDukani', 'personal-data', input), caller('admin'), answering([]))
  await security.close()
  expect(recorded).toHaveLength(2)
  expect(JSON.stringify([recorded, lines])).not.toMatch(/achieng|0711000111|254711000111/i)
})
