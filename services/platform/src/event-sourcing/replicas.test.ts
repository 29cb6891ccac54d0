import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { openCache } from '../engines/embedded/cache-limits/cache.ts'
import type { Engines } from '../ports/engines.ts'
import type { Json } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { health } from '../runtime/health.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { withChecksums } from './events/checksum.ts'
import type { Decider } from './events/decider.ts'
import type { EventMetadata } from './events/event.ts'
import { type StoredVersions, stored, UnknownStoredEvent } from './events/event-codec.ts'
import { announce } from './following/publisher.ts'
import { openStreams } from './streams.ts'
import type { View } from './views/view.ts'

/** Two processes of one service on the same stores: here in one process, each with its own name. */

type Added = { type: 'Added'; data: { amount: number } }
const jar: Decider<number, number, Added> = {
  initialState: 0,
  evolve: (sum, { data }) => sum + data.amount,
  decide: (amount) => [{ type: 'Added', data: { amount } }],
}
const jars: View<Added, { sum: number; events: number }> = {
  collection: {
    name: 'jars-v1',
    shape: { sum: 'number', events: 'number' },
    fields: { sum: 'number' },
    indexes: [],
    sortBy: 'sum',
  },
  getIds: ({ stream }) => [stream],
  project: (document, { data }) => ({
    sum: (document?.sum ?? 0) + data.amount,
    events: (document?.events ?? 0) + 1,
  }),
}
const added = { topic: 'jar', type: 'jar.added', version: 1, schema: z.object({ amount: z.number() }) }
const asked = (commandId: string): EventMetadata => ({
  at: '2026-11-21T06:00:00.000Z',
  commandId,
  correlationId: commandId,
  causationId: commandId,
  actor: {},
})

type TemporaryEngines = Awaited<ReturnType<typeof openTemporaryEngines>>
let temporary: TemporaryEngines
beforeEach(async () => {
  temporary = await openTemporaryEngines()
})
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
  await temporary.close()
})

type Release = {
  readonly leaseMs: number
  readonly types: { Added: StoredVersions<Added['data']> }
  onFault(error: unknown): void
}
const current: Release = {
  leaseMs: 5000, // a machine that hangs for a second does not lose it
  types: { Added: stored(z.object({ amount: z.number() })) },
  onFault: (error) => expect.unreachable(String(error)),
}

/** `die`: from then on it does nothing, which is all that others can see of a killed process. */
const replica = async (name: string, cache = temporary.of('jar').cache, release: Release = current) => {
  const engines = temporary.of('jar')
  const done = { projected: [] as number[], published: [] as string[] }
  let dead = false
  const buried = Promise.withResolvers<never>()
  buried.promise.catch(() => undefined)
  const alive = async <T>(act: () => Promise<T>): Promise<T> => (dead ? buried.promise : act())
  const own: Engines = {
    ...engines,
    replica: name,
    cache: { ...cache, lease: (...args) => alive(() => cache.lease(...args)) },
    documents: {
      ...engines.documents,
      write: (writes, checkpoints) =>
        alive(() => {
          const ofViews = writes.filter(({ collection }) => collection === jars.collection.name)
          done.projected.push(...ofViews.map(({ version }) => version))
          return engines.documents.write(writes, checkpoints)
        }),
    },
    bus: {
      // Like a bus that stores messages and is shared by processes.
      ...{ ...engines.bus, serve: undefined },
      publish: (_topic, messages) =>
        alive(async () => {
          done.published.push(...messages.map(({ id }) => id))
          return []
        }),
      end: async () => [],
      fillUp: async () => undefined,
    },
  }
  const streams = await openStreams<Added>({
    service: 'jar',
    engines: own,
    types: release.types,
    views: [jars],
    announce: ({ data }) => announce(added, data),
    onFault: release.onFault,
    leaseMs: release.leaseMs,
  })
  closing.push(() => {
    buried.reject(new EngineAway('it is dead'))
    return streams.close()
  })
  const handle = streams.getHandler(jar)
  return {
    add: (amount: number, commandId: string) => handle('jar-1', amount, asked(commandId)),
    sum: async () => (await (await own.documents.collection<{ sum: number }>(jars.collection)).get('jar-1'))?.sum,
    done,
    streams,
    die() {
      dead = true
    },
  }
}

test('two replicas do everything once, and each of them shows what was written through it', async () => {
  const [one, two] = [await replica('one'), await replica('two')]
  await one.streams.projector.caughtUp()
  for (let n = 1; n <= 20; n += 1) {
    const writer = n % 2 ? one : two
    await writer.add(1, `c${n}`)
    expect(await writer.sum()).toBe(n)
  }
  await Promise.all([one, two].flatMap(({ streams }) => streams.followers.map((follower) => follower.caughtUp())))
  const published = [...one.done.published, ...two.done.published]
  expect(published).toHaveLength(20)
  expect(new Set(published).size).toBe(20)
  const projected = [...one.done.projected, ...two.done.projected]
  expect(new Set(projected).size).toBe(projected.length)
  for (const { done } of [one, two]) expect([0, published.length]).toContain(done.published.length)
})

test('when the one with the lease dies, the other continues where it stopped', async () => {
  const one = await replica('one')
  await one.add(1, 'c1')
  const two = await replica('two')
  await two.add(1, 'c2')
  await vi.waitFor(() => expect(one.done.published).toHaveLength(2), 60_000)
  expect(two.done).toEqual({ projected: [], published: [] })

  one.die()
  await two.add(1, 'c3')
  await vi.waitFor(async () => expect(await two.sum()).toBe(3), 60_000)
  await vi.waitFor(() => expect(two.done.published).toHaveLength(1), 60_000)
  expect(one.done.published).toHaveLength(2)
})

test('when the cache is lost both have the lease, and still everything is stored once', async () => {
  const [one, two] = [await replica('one', openCache()), await replica('two', openCache())]
  for (let n = 1; n <= 30; n += 1) await (n % 2 ? one : two).add(1, `c${n}`)
  await Promise.all([one, two].flatMap(({ streams }) => streams.followers.map((follower) => follower.caughtUp())))
  expect(new Set(one.done.published)).toEqual(new Set(two.done.published))
  const documents = await temporary.of('jar').documents.collection(jars.collection)
  expect(await documents.get('jar-1')).toEqual({ sum: 30, events: 30 })
})

describe('a release that writes an event unknown to the one before it', () => {
  // Longer than any pause, so that waiting for its end alone would take for ever.
  const leaseMs = 6000
  const next: Release = {
    ...current,
    leaseMs,
    types: { Added: current.types.Added.next(z.object({ amount: z.number() }), (was) => was) },
  }
  const old = () => {
    const faults: unknown[] = []
    return { faults, release: { ...current, leaseMs, onFault: (error: unknown) => faults.push(error) } }
  }
  const readiness = async ({ streams }: Awaited<ReturnType<typeof replica>>) => {
    const app = express().use(health({ engines: temporary, followers: streams.followers }))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`)
    server.close()
    return status
  }

  test('runs beside it: the older replica releases the lease, and only the older one is not ready', async () => {
    const { faults, release } = old()
    const one = await replica('one', undefined, release)
    await one.add(1, 'c1')
    const two = await replica('two', undefined, next)
    await two.add(1, 'c2')
    await Promise.all(two.streams.followers.map((follower) => follower.caughtUp()))
    expect(await two.sum()).toBe(2)
    expect(two.streams.followers.map((follower) => follower.fault())).toEqual([null, null])
    await vi.waitFor(async () => expect(await readiness(two)).toBe(200), 60_000)

    const metByAll = Array(2).fill(expect.any(UnknownStoredEvent))
    await vi.waitFor(() => expect(one.streams.followers.map((follower) => follower.fault())).toEqual(metByAll), 60_000)
    expect(String(faults[0])).toMatch('no schema for stored event Added version 2: a newer release wrote it')
    expect(await readiness(one)).toBe(503)
    await one.streams.close()
    await two.add(1, 'c3')
    await vi.waitFor(async () => expect(await two.sum()).toBe(3), 60_000)
  })

  test('can be rolled back no further: the older one names the unreadable event, and the next start of the newer continues', async () => {
    const two = await replica('two', undefined, next)
    await two.streams.close()
    await temporary
      .of('jar')
      .events.append('jar-1', withChecksums('jar-1', [{ ...written, version: 2 }], 0), 'no-stream')

    const { faults, release } = old()
    const one = await replica('one', undefined, release)
    await vi.waitFor(() => expect(one.streams.projector.fault()).toBeInstanceOf(UnknownStoredEvent), 60_000)
    expect(faults).not.toEqual([])
    expect(await readiness(one)).toBe(503)
    await one.streams.close()

    const again = await replica('again', undefined, next)
    await Promise.all(again.streams.followers.map((follower) => follower.caughtUp()))
    await vi.waitFor(async () => expect(await readiness(again)).toBe(200), 60_000)
    expect(await again.sum()).toBe(5)
  })

  test('runs beside an older one that has only watched: that one is not ready, not even when it is alone after that', async () => {
    const two = await replica('two', undefined, next)
    await two.add(1, 'c1')
    await Promise.all(two.streams.followers.map((follower) => follower.caughtUp()))

    const beside = await replica('one', undefined, old().release)
    await vi.waitFor(() => expect(beside.streams.projector.fault()).toBeInstanceOf(UnknownStoredEvent), 60_000)
    expect(await readiness(beside)).toBe(503)
    await two.add(1, 'c2')
    await vi.waitFor(async () => expect(await two.sum()).toBe(2), 60_000)
    await vi.waitFor(async () => expect(await readiness(two)).toBe(200), 60_000)
    await Promise.all([beside, two].map(({ streams }) => streams.close()))

    const alone = await replica('three', undefined, old().release)
    await vi.waitFor(() => expect(alone.streams.projector.fault()).toBeInstanceOf(UnknownStoredEvent), 60_000)
    expect(await readiness(alone)).toBe(503)
    // Waiting does not help here: a holder of the lease that waits for rows would keep the others from their work.
    await expect(alone.streams.assertShown([jars], 'rows are late')).rejects.toThrow(UnknownStoredEvent)
  })

  test('has not caught up before it has checked that it can read the stored events', async () => {
    const one = await replica('one')
    await one.add(1, 'c1')
    await Promise.all(one.streams.followers.map((follower) => follower.caughtUp()))
    await one.streams.close()

    const { documents } = temporary.of('jar')
    const { collection } = documents
    const looked = Promise.withResolvers<void>()
    const held = vi.spyOn(documents, 'collection').mockImplementation(async (spec) => {
      if (spec.name === 'stored-kinds') await looked.promise
      return collection(spec)
    })
    closing.push(async () => looked.resolve())
    const { projector } = (await replica('two')).streams
    // It knows the position of its rows by now, and they show all recorded events.
    expect(await projector.isReadable(jars.collection.name)).toBe(true)
    expect(await projector.caughtUp({ patienceMs: 50 })).toBe(false)
    looked.resolve()
    expect(await projector.caughtUp()).toBe(true)
    held.mockRestore()
  })
})

const written = {
  id: '6f1ed002-ab5c-4f2e-9d2f-6a3c3f0c2a11',
  type: 'Added',
  version: 1,
  data: { amount: 5 },
  metadata: asked('c1') as unknown as Json,
}
