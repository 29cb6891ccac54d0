import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Checkpoint } from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { openExamination } from './examination.ts'
import type { Lease } from './lease.ts'

const stands = Array.from({ length: 120 }, (_, n) => ({ position: n + 1 })) as StoredEvent[]
const lease: Lease = { take: async () => true, keep: () => () => undefined, release: async () => undefined }
let kept: Map<string, number>
let asked: (number | null)[]
let seen: number[]
let onPage: () => void
let onFault: () => void
const faults: unknown[] = []
beforeEach(() => {
  kept = new Map()
  asked = []
  seen = []
  onPage = () => undefined
  onFault = () => undefined
})
afterEach(() => expect(faults).toEqual([]))

const documents = {
  checkpoints: async () => kept,
  write: async (_writes: unknown, moved: readonly Checkpoint[] = []) => {
    for (const { name, position } of moved) kept.set(name, position)
    return []
  },
}
const opened = (asLeft?: boolean, now = '2026-11-23T06:00:00.000Z') =>
  openExamination({
    events: {
      async readAll(after, limit) {
        asked.push(after)
        return stands.filter(({ position }) => position > (after ?? 0)).slice(0, limit)
      },
      ...(asLeft === undefined ? {} : { asLeft }),
    },
    documents,
    store: {
      look: async () => undefined,
      async sound(page) {
        seen.push(...page.map(({ position }) => position))
        onPage()
        return page
      },
    },
    lease,
    now: () => now,
    onFault: (error) => {
      faults.push(error)
      onFault()
    },
  })
const all = stands.map(({ position }) => position)
/** Runs an examination to the end of the store. */
const examined = async (...how: Parameters<typeof opened>) => {
  const [before, examination] = [asked.length, opened(...how)]
  await vi.waitUntil(() => asked.length > before && asked.at(-1) === 120, 60_000)
  await examination.close()
}

test('all stored events are examined, page by page', async () => {
  await examined(false)
  expect(seen).toEqual(all)
  expect(asked).toEqual([null, 50, 100, 120])
})

test('a start that finds the store unchanged continues where the last one stopped', async () => {
  await examined(false)
  seen = []
  await examined(true)
  expect(seen).toEqual([])
  const cut = opened(false)
  const closed = Promise.withResolvers<void>()
  onPage = () => closed.resolve(cut.close())
  await closed.promise
  expect(seen).toEqual(all.slice(0, 50))
  seen = []
  onPage = () => undefined
  await examined(true)
  expect(seen).toEqual(all.slice(50))
})

test('after a crash, and after a change from outside, all is examined again', async () => {
  await examined(false)
  seen = []
  await examined(false)
  expect(seen).toEqual(all)
})

test('a year after an examination began, it begins with the first event again', async () => {
  await examined(false)
  seen = []
  await examined(true, '2027-11-22T06:00:00.000Z')
  expect(seen).toEqual([])
  await examined(true, '2027-11-23T06:00:00.000Z')
  expect(seen).toEqual(all)
  seen = []
  await examined(true, '2027-11-24T06:00:00.000Z')
  expect(seen).toEqual([])
})

test('with an engine that does not know how it was left, no progress is stored', async () => {
  await examined()
  expect([...kept]).toEqual([])
  await examined()
  expect(seen).toEqual([...all, ...all])
})

test('an outage of the engine is waited for, without examining anything twice', async () => {
  let away = true
  onPage = () => {
    if (seen.length !== 100 || !away) return
    away = false
    throw new EngineAway('the document store does not answer')
  }
  await examined(false)
  expect(away).toBe(false)
  expect(seen).toEqual([...all.slice(0, 100), ...all.slice(50)])
})

test('every other obstacle is reported', async () => {
  const broken = new RangeError('a page of no pages')
  const said = Promise.withResolvers<void>()
  onPage = () => {
    throw broken
  }
  onFault = said.resolve
  const examination = opened(false)
  await said.promise
  await examination.close()
  expect(faults.splice(0)).toEqual([broken])
})

test('the embedded engine knows that a folder was closed in order', async () => {
  const engines = await openTemporaryEngines()
  expect(engines.of('jar').events.asLeft).toBe(false)
  expect((await engines.reopen()).of('jar').events.asLeft).toBe(true)
  await engines.close()
})
