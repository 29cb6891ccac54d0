import type { User } from '@tuma/contracts/api'
import { Refused } from '@tuma/contracts/vocabulary'
import { expect, test } from 'vitest'
import type { Arrival } from './arrival.ts'
import { asOneCommand } from './one-command.ts'
import type { Caller } from './policy.ts'

const user = { _id: 'wanjiku', username: 'wanjiku', role: 'user' } as User
const actor = { kind: 'user', userId: 'wanjiku', username: 'wanjiku', role: 'user', shop: null } as const
const caller: Caller = { actor, user, token: 'token' }
const arrival = (path: string) =>
  ({
    method: 'POST',
    path,
    address: '203.0.113.7',
    headers: new Headers({ 'idempotency-key': 'a key' }),
  }) as unknown as Arrival

/** Sends with one key; each process has its own cache. */
const opened = () => {
  const kept = new Map<string, string>()
  const oneCommand = asOneCommand(
    {
      get: async (name) => kept.get(name) ?? null,
      set: async (name, value) => void kept.set(name, value),
    },
    'a secret',
  )
  return <Answer>(path: string, command: () => Promise<Answer>) =>
    oneCommand(arrival(path), caller, () => ({}), command)
}
const refusedAs = (code: string) => expect.objectContaining({ name: 'Refused', code })
const notMade = () => Promise.reject(new Error('a second command was made of one key'))

test('one key is one command, also while the command is running', async () => {
  const send = opened()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = send('/api/agent/update-status/d1', () => promise)
  await expect(send('/api/agent/update-status/d2', notMade)).rejects.toEqual(refusedAs('key_used'))
  resolve('done')
  expect(await first).toBe('done')
})

test('after a fault a key stays with its command, which may have been done', async () => {
  const send = opened()
  const broken = new Error('the connection is gone')
  await expect(send('/api/agent/update-status/d1', () => Promise.reject(broken))).rejects.toBe(broken)
  await expect(send('/api/agent/update-status/d2', notMade)).rejects.toEqual(refusedAs('key_used'))
  expect(await send('/api/agent/update-status/d1', async () => 'done')).toBe('done')
})

test('after a refusal a key is free for another command', async () => {
  const send = opened()
  const stale = () => Promise.reject(new Refused('stale'))
  await expect(send('/api/agent/update-status/d1', stale)).rejects.toEqual(refusedAs('stale'))
  expect(await send('/api/agent/update-status/d2', async () => 'done')).toBe('done')
})
