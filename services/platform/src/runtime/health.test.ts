import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UnknownStoredEvent } from '../event-sourcing/event-codec.ts'
import type { Follower, ViewBehind } from '../event-sourcing/follower.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { health } from './health.ts'

const follower = (change: Partial<Follower> = {}): Follower => ({
  position: () => 7,
  caughtUp: async () => true,
  fault: () => null,
  close: async () => undefined,
  ...change,
})
const never = () => new Promise<never>(() => undefined)
const healthy = { healthy: () => true }

const asked = async (path: string, parts: Parameters<typeof health>[0]) => {
  const server = express().use(health(parts)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return [answer.status, await answer.json()]
}
const readiness = (...followers: Follower[]) => asked('/readyz', { engines: healthy, followers })

describe('a process is ready', () => {
  test('when everything that follows has caught up', async () => {
    expect(await readiness(follower(), follower())).toEqual([200, { ready: true }])
  })
  test('though somebody is far behind with listening: then it says so', async () => {
    const listening = [61, 60].map((seconds) => ({
      group: 'revenue',
      lag: () => ({ topic: 'delivery', group: 'revenue', messages: 1806, seconds }),
      lateMs: () => 0,
      close: async () => undefined,
    }))
    const parts = { engines: healthy, followers: [follower()], listening }
    const behind = [{ topic: 'delivery', group: 'revenue', messages: 1806, seconds: 61 }]
    expect(await asked('/readyz', parts)).toEqual([200, { ready: true, behind }])
  })
  test('though a stream is damaged: then it says so', async () => {
    const damaged = [{ service: 'jar', stream: 'jar-1', revision: 2, position: 7, since: '2026-11-22T06:00:00.000Z' }]
    expect(await readiness(follower({ damaged: () => damaged }))).toEqual([200, { ready: true, damaged }])
  })
  test('not before it is open, though it lives', async () => {
    expect(await asked('/readyz', null)).toEqual([503, { ready: false }])
    expect(await asked('/healthz', null)).toEqual([200, { alive: true }])
  })
  test('not when it waits for its store, which is away', async () => {
    const engines = { healthy: () => false }
    const waiting = follower({ fault: () => new EngineAway('the store'), caughtUp: never })
    expect(await asked('/readyz', { engines, followers: [waiting] })).toEqual([503, { ready: false }])
  })
  test('not when its storage can not be trusted', async () => {
    const engines = { healthy: () => false }
    expect(await asked('/readyz', { engines, followers: [follower()] })).toEqual([503, { ready: false }])
  })
  test('not when its disk is full, and says so without saying where that is', async () => {
    const trouble = Object.assign(new Error('the disk of /srv/tuma is full'), { code: 'DiskFull' })
    const engines = { healthy: () => false, trouble: () => trouble }
    const because = ['the disk is full: what changes something is refused until there is room again']
    expect(await asked('/readyz', { engines, followers: [follower()] })).toEqual([503, { ready: false, because }])
  })
  test('not when one of several has a fault, even if it has nothing left to take', async () => {
    const broken = follower({ fault: () => new Error('no schema for stored event') })
    expect(await readiness(follower(), broken)).toEqual([503, { ready: false }])
  })
  test('not when it is too old for its store, and says which event it can’t read and what helps', async () => {
    const tooOld = follower({ fault: () => new UnknownStoredEvent('ParcelBagged', 1) })
    const because =
      'no schema for stored event ParcelBagged version 1: a newer release wrote it, start that one or a later one'
    expect(await readiness(follower(), tooOld, tooOld)).toEqual([503, { ready: false, because: [because] }])
  })
  test('not while one of several lags', async () => {
    expect(await readiness(follower(), follower({ caughtUp: async () => false }))).toEqual([503, { ready: false }])
  })
  test('not when nobody can say how far it is', async () => {
    const lost = follower({ caughtUp: () => Promise.reject(new EngineAway('the store is away')) })
    expect(await readiness(lost)).toEqual([503, { ready: false }])
  })
  test('while one waits for an engine, which goes on by itself', async () => {
    const waiting = follower({ fault: () => new EngineAway('no broker'), caughtUp: never })
    expect(await readiness(follower(), waiting)).toEqual([200, { ready: true }])
  })
  test('while one read model stands still, and says which and why', async () => {
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
