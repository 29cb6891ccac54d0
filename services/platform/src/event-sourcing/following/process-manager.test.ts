import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Engines } from '../../ports/engines.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { event, notes } from '../../testing/suites/weighed-parcels.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { unchecked } from '../../testing/unchecked.ts'
import { openLease } from './lease.ts'
import { processManager } from './process-manager.ts'

const name = 'scales'
let engines: Engines
let stands: number
beforeEach(async () => {
  const temporary = await openTemporaryEngines()
  onTestFinished(() => temporary.close())
  engines = temporary.of('parcels')
  stands = -1
})

/** Events of another type do not concern it. */
const append = async (...said: readonly (readonly [note: string, type?: string])[]) => {
  const events = said.map(([note, type = 'ParcelWeighed']) => ({ ...event(note), type }))
  await engines.events.append('parcel', events, stands < 0 ? 'no-stream' : stands)
  stands += events.length
}

type React = (events: readonly StoredEvent[]) => Promise<void>

const open = (react: React, { events, documents }: Pick<Engines, 'events' | 'documents'> = engines) => {
  const faults: unknown[] = []
  const manager = processManager({
    ...{ name, types: ['ParcelWeighed'], store: unchecked(events), lease: openLease(engines, name), documents, react },
    onFault: (error) => void faults.push(error),
  })
  onTestFinished(() => manager.close())
  return { manager, faults }
}
const checkpoint = () => engines.documents.checkpoint(name)

test('it gets the events that concern it, in order, and never again one that it has reacted to', async () => {
  const given: string[] = []
  const note = async (events: readonly StoredEvent[]) => void given.push(...notes(events))
  const { manager } = open(note)
  await append(['a'], ['none of it', 'ParcelLost'], ['b'])
  await manager.caughtUp()
  expect(given).toEqual(['a', 'b'])
  await manager.close()
  const last = (await engines.events.readAll(null, 10)).at(-1)
  expect(await engines.documents.furthestCheckpoint()).toEqual({ position: last?.position, event: last?.id })

  await append(['c'])
  await open(note).manager.caughtUp()
  expect(given).toEqual(['a', 'b', 'c'])
})

const others = (count: number) => Array.from({ length: count }, () => [randomUUID(), 'ParcelLost'] as const)

test('events that do not concern it move its checkpoint only after a thousand', async () => {
  const reacted = vi.fn(async () => undefined)
  const takeAll = async () => {
    const { manager } = open(reacted)
    await manager.caughtUp()
    await manager.close()
  }
  await append(...others(999))
  await takeAll()
  expect(await checkpoint()).toBeNull()
  await append(...others(1))
  await takeAll()
  const passed = await engines.events.head()
  expect(await checkpoint()).toBe(passed)
  // A start counts from the checkpoint, not from the beginning of the store.
  for (const count of [500, 499]) {
    await append(...others(count))
    await takeAll()
  }
  expect(await checkpoint()).toBe(passed)
  expect(reacted).not.toHaveBeenCalled()
})

test('it counts events, not positions, which are bytes in some stores', async () => {
  const bytes = 4096
  const { events, documents } = engines
  const inBytes: Engines['events'] = {
    ...events,
    head: async () => ((await events.head()) ?? 0) * bytes,
    subscribe: (after, onEvents) =>
      events.subscribe(after && after / bytes, (batch) =>
        onEvents(batch.map((one) => ({ ...one, position: one.position * bytes }))),
      ),
  }
  const { manager } = open(async () => undefined, { events: inBytes, documents })
  await append(...others(2))
  await manager.caughtUp()
  await manager.close()
  expect(await checkpoint()).toBeNull()
})

test('a process that ends before its checkpoint is written repeats its work, and leaves nothing out', async () => {
  const given: string[] = []
  const note = async (events: readonly StoredEvent[]) => void given.push(...notes(events))
  const lost = () => Promise.reject(new EngineAway('the process is no more'))
  const { events, documents } = engines
  const dying = open(note, { events, documents: { ...documents, write: lost, writeAhead: lost } }).manager
  await append(['a'])
  await dying.caughtUp()
  await dying.close()
  expect(given).toEqual(['a'])
  await append(['b'])
  await open(note).manager.caughtUp()
  expect(given).toEqual(['a', 'a', 'b'])
})

test('its error is reported, and the whole batch is repeated', async () => {
  const given: string[] = []
  let broken = true
  const { manager, faults } = open(async (events) => {
    given.push(...notes(events))
    if (broken) throw new Error('the scale is broken')
  })
  await append(['a'])
  await vi.waitFor(() => expect(faults).not.toEqual([]), { timeout: 60_000 })
  expect(await checkpoint()).toBeNull()
  broken = false
  await manager.caughtUp({ patienceMs: 60_000 })
  expect(new Set(given)).toEqual(new Set(['a']))
  expect(given.length).toBeGreaterThan(1)
  await manager.close()
  expect(await checkpoint()).toBe(await engines.events.head())
})
