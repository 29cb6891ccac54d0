import type { User } from '@tuma/contracts/api'
import type { IdentityClient } from '@tuma/contracts/services'
import { EngineAway } from '@tuma/platform/ports'
import { expect, test } from 'vitest'
import { type Caller, callerAgain } from './policy.ts'

const user = { _id: 'achieng', username: 'achieng', role: 'admin' } as User
const actor = { kind: 'user', userId: 'achieng', username: 'achieng', role: 'admin', shop: null } as const
const caller: Caller = { actor, user, token: 'token' }
const lookedAt = (session: () => Promise<{ user: User } | null>, mustSetUp = false) =>
  callerAgain(caller, { session } as unknown as IdentityClient, () => mustSetUp)

test('an open screen continues with the user that its session has now', async () => {
  const now = { ...user, role: 'agent', location: 'THIKA', address: 'Main Stage' } as User
  const agent = { ...actor, role: 'agent', shop: { location: 'THIKA', address: 'Main Stage' } }
  expect(await lookedAt(async () => ({ user: now }))).toEqual({ actor: agent, user: now, token: 'token' })
})

test('an open screen ends with its session', async () => {
  expect(await lookedAt(async () => null)).toBeNull()
})

test('an open screen ends when its admin must set up a second factor', async () => {
  expect(await lookedAt(async () => ({ user }), true)).toBeNull()
})

test('an open screen continues while identity can not check its session', async () => {
  expect(await lookedAt(() => Promise.reject(new EngineAway('identity is away')))).toEqual(caller)
})
