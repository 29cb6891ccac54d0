import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Collection, DocumentWrite } from '../../ports/document-store.ts'
import type { Engines } from '../../ports/engines.ts'
import { RevisionConflict, type StoredEvent } from '../../ports/event-store.ts'
import type { InlineProjection, InlineProjections, InlineRows } from '../../ports/inline-projection.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { event, notes } from '../../testing/suites/weighed-parcels.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'

type Row = { note: string }
const collection = { name: 'rows-v1', fields: { note: 'text' }, indexes: [], unique: ['note'], sortBy: 'note' } as const
const patience = { timeout: 60_000, interval: 5 }

let engines: Engines
let rows: Collection<Row>
/** The events that the projection got, in order. */
let met: string[]
/** The next row has a unique value of another one. */
let sameRow: boolean

beforeEach(async () => {
  const temporary = await openTemporaryEngines(true)
  onTestFinished(() => temporary.close())
  engines = temporary.of('parcel')
  rows = await engines.documents.collection<Row>(collection)
  met = []
  sameRow = false
})

const getRow = ({ position, data }: StoredEvent): DocumentWrite => ({
  ...{ collection: 'rows-v1', id: `at ${position}`, version: position },
  document: { note: sameRow ? 'a' : (data as Row).note },
})
const toShown = (events: readonly StoredEvent[]): InlineRows => ({
  writes: events.map(getRow),
  checkpoints: [{ name: 'rows', position: events.at(-1)?.position ?? 0 }],
  afterCommit: () => void met.push(`committed ${notes(events)}`),
})
const showAll: InlineProjection = async (events) => toShown(events)

const elsewhere = (events: readonly StoredEvent[]): DocumentWrite => ({
  ...getRow(events[0] as StoredEvent),
  collection: 'nowhere-v1',
})

/** Adds a projection that has had all events so far. @returns a function that removes it */
const add = (project: InlineProjection = showAll) =>
  (engines.inline as InlineProjections).add(async (events, after) => {
    met.push(`asked ${notes(events)} after ${after}`)
    return project(events, after)
  })
const append = (stream: string, note: string) => engines.events.append(stream, [event(note)], 'no-stream')
const shown = async () => (await rows.find({ limit: 99 })).documents.map(({ note }) => note).sort()

test('its rows are stored when their events are acknowledged', async () => {
  add()
  const { position } = await append('parcel-1', 'a')
  expect(await shown()).toEqual(['a'])
  expect(await engines.documents.checkpoint('rows')).toBe(position)
  await append('parcel-2', 'b')
  expect(met).toEqual(['asked a after null', 'committed a', `asked b after ${position}`, 'committed b'])
})

test('it is called for all concurrent appends together, with the positions that they will have', async () => {
  let asked: readonly StoredEvent[] = []
  add(async (events) => {
    asked = events
    return toShown(events)
  })
  await Promise.all([append('parcel-1', 'a'), append('parcel-2', 'b')])
  expect(met).toEqual(['asked a,b after null', 'committed a,b'])
  expect(asked).toEqual(await engines.events.readAll(null, 99))
})

test.each([
  ['says nothing', async () => null],
  ['fails', () => Promise.reject(new Error('no'))],
  ['shows what no collection holds', async (events) => ({ ...toShown(events), writes: [elsewhere(events)] })],
] satisfies [string, InlineProjection][])('a projection that %s does not harm the events', async (_which, project) => {
  add(project)
  await append('parcel-1', 'a')
  expect(met).toEqual(['asked a after null'])
  expect(notes(await engines.events.read('parcel-1'))).toEqual(['a'])
  expect(await shown()).toEqual([])
})

test('of several projections the first that answers has its rows written', async () => {
  add(async () => null)
  add()
  add(() => expect.unreachable())
  await append('parcel-1', 'a')
  expect(await shown()).toEqual(['a'])
  expect(met).toEqual(['asked a after null', 'asked a after null', 'committed a'])
})

test('a removed projection is not called', async () => {
  const takeOut = add()
  takeOut()
  await append('parcel-1', 'a')
  expect(met).toEqual([])
})

test('if not all of a group is appended none of its rows are written', async () => {
  const { position } = await append('parcel-1', 'before')
  add()
  const outcomes = await Promise.allSettled([append('parcel-1', 'late'), append('parcel-2', 'b')])
  expect(outcomes[0]).toMatchObject({ reason: expect.any(RevisionConflict) })
  expect(outcomes[1]).toMatchObject({ status: 'fulfilled' })
  expect(met).toEqual([`asked late,b after ${position}`])
  expect(await shown()).toEqual([])
})

test('refused rows do not harm the events', async () => {
  add()
  await append('parcel-1', 'a')
  sameRow = true
  await append('parcel-2', 'b')
  expect(met.filter((one) => one.startsWith('committed'))).toEqual(['committed a'])
  expect(notes(await engines.events.read('parcel-2'))).toEqual(['b'])
  expect(await shown()).toEqual(['a'])
})

test('a repeated append is not shown twice', async () => {
  add()
  const first = await append('parcel-1', 'a')
  expect(await append('parcel-1', 'a')).toEqual(first)
  await append('parcel-2', 'b')
  expect(await shown()).toEqual(['a', 'b'])
})

test('a subscriber is not brought the events that it has had this way, and gets the others', async () => {
  let had: number | null = null
  const brought: string[] = []
  const subscription = engines.events.subscribe(
    null,
    async (events) => void brought.push(String(notes(events))),
    () => had,
  )
  onTestFinished(() => subscription.close())
  add(async (events) => {
    if (String(notes(events)) === 'b') return null
    const afterCommit = () => {
      had = events.at(-1)?.position ?? null
    }
    return { ...toShown(events), afterCommit }
  })
  await append('parcel-1', 'a')
  await append('parcel-2', 'b')
  await vi.waitFor(() => expect(brought).toEqual(['b']), patience)
  await append('parcel-3', 'c')
  sameRow = true
  await append('parcel-4', 'd')
  await vi.waitFor(() => expect(brought).toEqual(['b', 'd']), patience)
})

test('an event that could not be read afterwards is not stored, nor a concurrent one, and later ones are', async () => {
  add()
  const { position } = await append('first', 'a')
  const lost = engines.events.append('lost', [{ ...event('lost'), canBeStored: () => false }], 'no-stream')
  const beside = append('beside', 'beside')
  await expect(lost).rejects.toThrow(EngineAway)
  await expect(beside).rejects.toThrow(EngineAway)
  expect(await engines.events.head()).toBe(position)
  await append('beside', 'beside')
  await engines.events.append('kept', [{ ...event('kept'), canBeStored: () => true }], 'no-stream')
  expect(await shown()).toEqual(['a', 'beside', 'kept'])
})
