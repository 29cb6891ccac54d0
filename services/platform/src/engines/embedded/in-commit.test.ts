import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Collection, DocumentWrite } from '../../ports/document-store.ts'
import type { Engines } from '../../ports/engines.ts'
import { RevisionConflict, type StoredEvent } from '../../ports/event-store.ts'
import type { Consequences, InCommit } from '../../ports/in-commit.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { event, notes } from '../../testing/suites/weighed-parcels.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'

type Row = { note: string }
const collection = { name: 'rows-v1', fields: { note: 'text' }, indexes: [], unique: ['note'], sortBy: 'note' } as const
const patience = { timeout: 60_000, interval: 5 }

let engines: Engines
let rows: Collection<Row>
/** What the subscriber met, in order. */
let met: string[]
/** The next wants a unique value that another has. */
let sameRow: boolean

beforeEach(async () => {
  const house = await openTemporaryEngines(true)
  onTestFinished(() => house.close())
  engines = house.of('parcel')
  rows = await engines.documents.collection<Row>(collection)
  met = []
  sameRow = false
})

const rowOf = ({ position, data }: StoredEvent): DocumentWrite => ({
  ...{ collection: 'rows-v1', id: `at ${position}`, version: position },
  document: { note: sameRow ? 'a' : (data as Row).note },
})
const following = (events: readonly StoredEvent[]): Consequences => ({
  writes: events.map(rowOf),
  checkpoints: [{ name: 'rows', position: events.at(-1)?.position ?? 0 }],
  committed: async () => void met.push(`committed ${notes(events)}`),
})

/** Subscribes, and waits until it is asked. */
const subscribe = async (inCommit: InCommit = async (events) => following(events)) => {
  const subscription = engines.events.subscribe(
    null,
    async (events) => void met.push(`brought ${notes(events)}`),
    async (events) => {
      met.push(`asked ${notes(events)}`)
      return inCommit(events)
    },
  )
  onTestFinished(() => subscription.close())
  return subscription
}
const append = (stream: string, note: string) => engines.events.append(stream, [event(note)], 'no-stream')
const shown = async () => (await rows.find({ limit: 99 })).documents.map(({ note }) => note).sort()

test('what follows from events stands when they are acknowledged, and they are not brought again', async () => {
  await subscribe()
  const { position } = await append('parcel-1', 'a')
  expect(await shown()).toEqual(['a'])
  expect(await engines.documents.checkpoint('rows')).toBe(position)
  await append('parcel-2', 'b')
  expect(met).toEqual(['asked a', 'committed a', 'asked b', 'committed b'])
})

test('it is asked of all that are appended at once together, as they will stand', async () => {
  let asked: readonly StoredEvent[] = []
  await subscribe(async (events) => {
    asked = events
    return following(events)
  })
  await Promise.all([append('parcel-1', 'a'), append('parcel-2', 'b')])
  expect(met).toEqual(['asked a,b', 'committed a,b'])
  expect(asked).toEqual(await engines.events.readAll(null, 99))
})

test.each([
  ['that says nothing', async () => null],
  ['that throws', () => Promise.reject(new Error('no'))],
] satisfies [string, InCommit][])('a subscriber %s is brought them afterwards, once', async (_which, inCommit) => {
  await subscribe(inCommit)
  await append('parcel-1', 'a')
  await vi.waitFor(() => expect(met).toEqual(['asked a', 'brought a']), patience)
  expect(await shown()).toEqual([])
})

test('where not all of a group is taken nothing that would follow from it stands, and what is taken is brought', async () => {
  await append('parcel-1', 'before')
  await subscribe()
  await vi.waitFor(() => expect(met).toEqual(['brought before']), patience)
  const outcomes = await Promise.allSettled([append('parcel-1', 'late'), append('parcel-2', 'b')])
  expect(outcomes[0]).toMatchObject({ reason: expect.any(RevisionConflict) })
  expect(outcomes[1]).toMatchObject({ status: 'fulfilled' })
  await vi.waitFor(() => expect(met).toEqual(['brought before', 'asked late,b', 'brought b']), patience)
  expect(await shown()).toEqual([])
})

test('rows that are refused take nothing from the events, which are brought', async () => {
  await subscribe()
  await append('parcel-1', 'a')
  sameRow = true
  await append('parcel-2', 'b')
  await vi.waitFor(() => expect(met).toEqual(['asked a', 'committed a', 'asked b', 'brought b']), patience)
  expect(notes(await engines.events.read('parcel-2'))).toEqual(['b'])
  expect(await shown()).toEqual(['a'])
})

test('an append that is sent again is not followed twice', async () => {
  await subscribe()
  const first = await append('parcel-1', 'a')
  expect(await append('parcel-1', 'a')).toEqual(first)
  await append('parcel-2', 'b')
  expect(await shown()).toEqual(['a', 'b'])
  expect(met.filter((one) => one.includes('brought'))).toEqual([])
})

test('who still has the events before in hand is waited for, and then asked', async () => {
  const gate = Promise.withResolvers<void>()
  await append('parcel-0', 'early')
  const subscription = engines.events.subscribe(
    null,
    async (events) => {
      await gate.promise
      met.push(`brought ${notes(events)}`)
    },
    async (events) => {
      met.push(`asked ${notes(events)}`)
      return following(events)
    },
  )
  onTestFinished(() => subscription.close())
  const appended = append('parcel-1', 'a')
  gate.resolve()
  await appended
  expect(met).toEqual(['brought early', 'asked a', 'committed a'])
})

test('who can not go on after the commit ends, and the append is acknowledged', async () => {
  const broken = await subscribe(async (events) => ({
    ...following(events),
    committed: () => Promise.reject(new Error('out of step')),
  }))
  await append('parcel-1', 'a')
  await expect(broken.ended).rejects.toThrow('out of step')
  expect(await shown()).toEqual(['a'])
  await append('parcel-2', 'b')
  expect(met).toEqual(['asked a'])
})

test('what could not be read afterwards does not stand, nor what is asked for beside it, and what comes then does', async () => {
  await subscribe()
  await vi.waitFor(async () => {
    await append(`first ${met.length}`, 'a')
    expect(met.at(-1)).toMatch(/^committed/)
  }, patience)
  const head = await engines.events.head()
  const lost = engines.events.append('lost', [{ ...event('lost'), canStand: () => false }], 'no-stream')
  const beside = append('beside', 'beside')
  await expect(lost).rejects.toThrow(EngineAway)
  await expect(beside).rejects.toThrow(EngineAway)
  expect(await engines.events.head()).toBe(head)
  await append('beside', 'beside')
  await engines.events.append('kept', [{ ...event('kept'), canStand: () => true }], 'no-stream')
  await vi.waitFor(async () => expect(await shown()).toEqual(expect.arrayContaining(['beside', 'kept'])), patience)
  expect(await shown()).not.toContain('lost')
})
