import { expect, onTestFinished, test } from 'vitest'
import type { Follower } from '../event-sourcing/follower.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { health } from './health.ts'
import { openListener } from './listener.ts'

const never = new Promise<never>(() => undefined)
const follower = (more: Partial<Follower> = {}): Follower => ({
  position: () => 1,
  caughtUp: async () => undefined,
  fault: () => null,
  close: async () => undefined,
  ...more,
})
const stopped = follower({ fault: () => new Error('no schema for stored event'), caughtUp: () => never })

const readyz = async (followers: readonly Follower[], healthy = true) => {
  const listener = await openListener('127.0.0.1', 0)
  onTestFinished(() => listener.close())
  listener.answerWith([health({ engines: { healthy: () => healthy }, followers })])
  const { status } = await fetch(`${listener.url}/readyz`)
  const alive = await fetch(`${listener.url}/healthz`)
  return [status, alive.status]
}

test('whose followers have caught up without a fault is ready', async () => {
  expect(await readyz([follower(), follower()])).toEqual([200, 200])
})
test('one that can’t go on is not ready, and lives', async () => {
  expect(await readyz([follower(), stopped])).toEqual([503, 200])
  expect(await readyz([follower({ fault: () => new Error('broken') })])).toEqual([503, 200])
})
test('one that is behind is not ready', async () => {
  expect(await readyz([follower(), follower({ caughtUp: () => never })])).toEqual([503, 200])
  expect(await readyz([follower({ caughtUp: () => Promise.reject(new EngineAway('the store')) })])).toEqual([503, 200])
})
test('one that waits for an engine goes on by itself: ready, unless it is its store that is away', async () => {
  const waiting = follower({ fault: () => new EngineAway('the bus'), caughtUp: () => never })
  expect(await readyz([follower(), waiting])).toEqual([200, 200])
  expect(await readyz([follower(), waiting], false)).toEqual([503, 200])
})
test('before anything is open it lives, and that is all', async () => {
  const listener = await openListener('127.0.0.1', 0)
  onTestFinished(() => listener.close())
  const statuses = await Promise.all(['readyz', 'healthz'].map((path) => fetch(`${listener.url}/${path}`)))
  expect(statuses.map(({ status }) => status)).toEqual([503, 200])
})
