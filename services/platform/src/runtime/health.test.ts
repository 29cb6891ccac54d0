import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UnknownStoredEvent } from '../event-sourcing/events/event-codec.ts'
import type { Follower, ViewBehind } from '../event-sourcing/following/follower.ts'
import type { DegradedEngine } from '../ports/engines.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { health } from './health.ts'

const follower = (change: Partial<Follower> = {}): Follower => ({
  position: () => 7,
  caughtUp: async () => true,
  fault: () => null,
  behind: () => [],
  close: async () => undefined,
  ...change,
})
/** A follower without read models. */
const publisher = (change: Partial<Follower> = {}): Follower => {
  const { behind, ...one } = follower(change)
  return one
}
const never = () => new Promise<never>(() => undefined)
type Engines = NonNullable<Parameters<typeof health>[0]>['engines']
const enginesWith = (change: Partial<Engines> = {}): Engines => ({
  healthy: () => true,
  degraded: () => [],
  isCutOff: () => false,
  ...change,
})
const storeAway: DegradedEngine = { engine: 'eventstoredb', state: 'away' }

const serve = async (parts: Parameters<typeof health>[0]) => {
  const server = express().use(health(parts)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, await answer.json()]
  }
}
const asked = async (path: string, parts: Parameters<typeof health>[0]) => (await serve(parts))(path)
const readiness = (...followers: Follower[]) => asked('/readyz', { engines: enginesWith(), followers })

describe('a process is ready', () => {
  test('when all followers have caught up', async () => {
    expect(await readiness(follower(), follower())).toEqual([200, { ready: true }])
  })
  test('though a group is far behind: then it reports that', async () => {
    const listening = [61, 60].map((seconds) => ({
      group: 'revenue',
      lag: () => ({ topic: 'delivery', group: 'revenue', messages: 1806, seconds }),
      lateMs: () => 0,
      close: async () => undefined,
    }))
    const parts = { engines: enginesWith(), followers: [follower()], listening }
    const behind = [{ topic: 'delivery', group: 'revenue', messages: 1806, seconds: 61 }]
    expect(await asked('/readyz', parts)).toEqual([200, { ready: true, behind }])
  })
  test('though a stream is damaged: then it reports that', async () => {
    const damaged = [{ service: 'jar', stream: 'jar-1', revision: 2, position: 7, since: '2026-11-22T06:00:00.000Z' }]
    expect(await readiness(follower({ damaged: () => damaged }))).toEqual([200, { ready: true, damaged }])
  })
  test('though the daily audit found something: then it reports that, without the values', async () => {
    const [since, lastSeen] = ['2026-11-22T06:00:00.000Z', '2026-11-23T06:00:00.000Z']
    const finding = { kind: 'row_differs', about: 'jars-v1 jar-1', expected: null, found: 'sum', since, lastSeen }
    const audited = () => ({ service: 'jar', lastPass: lastSeen, lastPassAgeMs: 0, findings: [finding] })
    const findings = [{ service: 'jar', kind: 'row_differs', about: 'jars-v1 jar-1', since }]
    expect(await readiness(follower({ audited }))).toEqual([200, { ready: true, findings }])
  })
  test('not before it is open, though it lives', async () => {
    expect(await asked('/readyz', null)).toEqual([503, { ready: false }])
    expect(await asked('/healthz', null)).toEqual([200, { alive: true }])
  })
  test('not while a store is away at its start, and names it without an address', async () => {
    const engines = enginesWith({ degraded: () => [storeAway] })
    const waiting = follower({ fault: () => new EngineAway('the store at 10.0.0.7'), caughtUp: never })
    const answer = [503, { ready: false, degraded: [storeAway] }]
    expect(await asked('/readyz', { engines, followers: [waiting] })).toEqual(answer)
    expect(await asked('/readyz', { engines, followers: [] })).toEqual(answer)
  })
  test.each([
    { engine: 'eventstoredb', state: 'away' },
    { engine: 'eventstoredb', state: 'notReady' },
    { engine: 'mongodb', state: 'refused' },
  ] as const)('though $engine is $state, once it was started: reads still answer', async (store) => {
    const degraded = vi.fn((): DegradedEngine[] => [])
    let fault: unknown = null
    const ask = await serve({ engines: enginesWith({ degraded }), followers: [follower({ fault: () => fault })] })
    expect(await ask('/readyz')).toEqual([200, { ready: true }])
    degraded.mockReturnValue([store])
    fault = new EngineAway('the store')
    expect(await ask('/readyz')).toEqual([200, { ready: true, degraded: [store] }])
  })
  test.each(['kafka', 'redis'] as const)('though %s is away at its start: then it reports that', async (engine) => {
    const degraded = [{ engine, state: 'away' } as const]
    const engines = enginesWith({ degraded: () => degraded })
    expect(await asked('/readyz', { engines, followers: [follower()] })).toEqual([200, { ready: true, degraded }])
  })
  test('though messages to publish wait for Kafka, also when another replica publishes', async () => {
    const waiting = publisher({ fault: () => new EngineAway('no broker'), caughtUp: never })
    expect(await readiness(follower(), waiting, publisher({ caughtUp: never }))).toEqual([200, { ready: true }])
  })
  test('not while it is cut off from a store that another replica reaches', async () => {
    const isCutOff = vi.fn(() => false)
    const ask = await serve({ engines: enginesWith({ isCutOff }), followers: [follower()] })
    expect((await ask('/readyz'))[0]).toBe(200)
    isCutOff.mockReturnValue(true)
    expect((await ask('/readyz'))[0]).toBe(503)
  })
  test('not when its storage can not be trusted', async () => {
    const engines = enginesWith({ healthy: () => false })
    expect(await asked('/readyz', { engines, followers: [follower()] })).toEqual([503, { ready: false }])
  })
  test('not when its disk is full, and says so without the path', async () => {
    const trouble = Object.assign(new Error('the disk of /srv/tuma is full'), { code: 'DiskFull' })
    const engines = enginesWith({ healthy: () => false, trouble: () => trouble })
    const because = ['the disk is full: what changes something is refused until there is room again']
    expect(await asked('/readyz', { engines, followers: [follower()] })).toEqual([503, { ready: false, because }])
  })
  test('not when one of several has a fault, even if it has nothing left to take', async () => {
    const broken = follower({ fault: () => new Error('no schema for stored event') })
    expect(await readiness(follower(), broken)).toEqual([503, { ready: false }])
  })
  test('not when it is too old for its store, and names the unreadable event and the remedy', async () => {
    const tooOld = follower({ fault: () => new UnknownStoredEvent('ParcelBagged', 1) })
    const because =
      'no schema for stored event ParcelBagged version 1: a newer release wrote it, start that one or a later one'
    expect(await readiness(follower(), tooOld, tooOld)).toEqual([503, { ready: false, because: [because] }])
  })
  test('not before the last of several has caught up, and from then on also while one lags', async () => {
    const caughtUp = Promise.withResolvers<boolean>()
    const late = vi.fn(() => caughtUp.promise)
    const ask = await serve({ engines: enginesWith(), followers: [follower(), follower({ caughtUp: late })] })
    expect(await ask('/readyz')).toEqual([503, { ready: false }])
    caughtUp.resolve(true)
    expect(await ask('/readyz')).toEqual([200, { ready: true }])
    late.mockImplementation(never)
    expect(await ask('/readyz')).toEqual([200, { ready: true }])
    // A probe asks no store for its position.
    expect(late).toHaveBeenCalledTimes(1)
  })
  test('not before a store has answered with its position, which is asked for again', async () => {
    const caughtUp = vi.fn(async () => true).mockRejectedValueOnce(new EngineAway('the store is away'))
    const ask = await serve({ engines: enginesWith(), followers: [follower({ caughtUp })] })
    expect(await ask('/readyz')).toEqual([503, { ready: false }])
    await vi.waitFor(async () => expect(await ask('/readyz')).toEqual([200, { ready: true }]), 60_000)
  })
  test('while one waits for an engine, because it recovers by itself', async () => {
    const waiting = follower({ fault: () => new EngineAway('no broker') })
    expect(await readiness(follower(), waiting)).toEqual([200, { ready: true }])
  })
  test('while one read model is stopped, and says which and why', async () => {
    const behind: ViewBehind[] = [
      {
        service: 'delivery',
        view: 'customers-v1',
        position: 4,
        stoppedBy: { position: 5, event: 'DeliveryPaid', error: 'TypeError' },
      },
    ]
    expect(await readiness(follower(), follower({ behind: () => behind }))).toEqual([200, { ready: true, behind }])
  })
})
