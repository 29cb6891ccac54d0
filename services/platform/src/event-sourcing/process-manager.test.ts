import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Engines } from '../ports/engines.ts'
import type { StoredEvent } from '../ports/event-store.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { unchecked } from '../testing/unchecked.ts'
import { event, notes } from '../testing/weighed-parcels.ts'
import { openLease } from './lease.ts'
import { processManager } from './process-manager.ts'

const name = 'scales'
let engines: Engines
let stands: number
beforeEach(async () => {
  const house = await openTemporaryEngines()
  onTestFinished(() => house.close())
  engines = house.of('parcels')
  stands = -1
})

/** Of another type it is none of its business. */
const append = async (...said: readonly (readonly [note: string, type?: string])[]) => {
  const events = said.map(([note, type = 'ParcelWeighed']) => ({ ...event(note), type }))
  await engines.events.append('parcel', events, stands < 0 ? 'no-stream' : stands)
  stands += events.length
}

const open = (react: (events: readonly StoredEvent[]) => Promise<void>) => {
  const faults: unknown[] = []
  const { events, documents } = engines
  const manager = processManager({
    ...{ name, types: ['ParcelWeighed'], store: unchecked(events), lease: openLease(engines, name), documents, react },
    onFault: (error) => void faults.push(error),
  })
  onTestFinished(() => manager.close())
  return { manager, faults }
}
const checkpoint = () => engines.documents.checkpoint(name)

test('it is given what concerns it, in order, and what it has done something about is not given again', async () => {
  const given: string[] = []
  const note = async (events: readonly StoredEvent[]) => void given.push(...notes(events))
  const { manager } = open(note)
  await append(['a'], ['none of it', 'ParcelLost'], ['b'])
  await manager.caughtUp()
  expect(given).toEqual(['a', 'b'])
  const last = (await engines.events.readAll(null, 10)).at(-1)
  expect(await engines.documents.furthestCheckpoint()).toEqual({ position: last?.position, event: last?.id })
  await manager.close()

  await append(['c'])
  await open(note).manager.caughtUp()
  expect(given).toEqual(['a', 'b', 'c'])
})

test('what does not concern it is written down as passed only after a thousand', async () => {
  const reacted = vi.fn(async () => undefined)
  const { manager } = open(reacted)
  const others = (count: number) => Array.from({ length: count }, () => [randomUUID(), 'ParcelLost'] as const)
  await append(...others(999))
  await manager.caughtUp()
  expect(await checkpoint()).toBeNull()
  await append(...others(1))
  await manager.caughtUp()
  const passed = await engines.events.head()
  expect(await checkpoint()).toBe(passed)
  await append(...others(500))
  await manager.caughtUp()
  await manager.close()
  // Nor does a start count from the beginning of the store.
  const again = open(reacted).manager
  await append(...others(499))
  await again.caughtUp()
  expect(await checkpoint()).toBe(passed)
  expect(reacted).not.toHaveBeenCalled()
})

test('what it could not do is said, and done again with all of its batch', async () => {
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
  expect(await checkpoint()).toBe(await engines.events.head())
})
