import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Checkpoint, DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { unchecked } from '../../testing/unchecked.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'
import type { EventCodec } from '../events/event-codec.ts'
import { toPlace } from '../following/follower.ts'
import type { AnyView } from './view.ts'
import { openViewGroup } from './view-group.ts'
import { openViewProgress, type TrackedView } from './view-progress.ts'

type Name = 'jars-v1' | 'cups-v1'
type Sum = { sum: number }
type Unit = { readonly documents: string[]; readonly checkpoints: Record<string, number> }
const patience = { timeout: 60_000, interval: 5 }

/** Each event adds its position; the test decides what a view fails at and what the store refuses. */
let events: StoredEvent[]
let stands: Map<string, { document: Sum | null; version: number }>
let storedCheckpoints: Map<string, number>
let units: Unit[]
/** Id of the event at each checkpoint. */
let eventAt: Map<string, string | undefined>
let faults: unknown[]
let cannotTake: Map<Name, unknown>
let refuses: (writes: readonly DocumentWrite[]) => unknown
let wake: Set<() => void>
let begunAfter: (number | null)[]
/** Writes wait for it. */
let gate: Promise<void>

const allByThemselves = {
  collection: async ({ name }: { name: string }) => ({ getVersioned: async () => stands.get(name) ?? null }),
  checkpoints: async (names: readonly string[]) =>
    new Map([...storedCheckpoints].filter(([name]) => names.includes(name))),
  async write(writes: readonly DocumentWrite[], checkpoints: readonly Checkpoint[]) {
    await gate
    const refusal = writes.length > 0 ? refuses(writes) : null
    if (refusal) throw refusal
    for (const { collection, document, version } of writes)
      stands.set(collection, { document: document as Sum | null, version })
    for (const { name, position, event } of checkpoints) {
      storedCheckpoints.set(name, position)
      eventAt.set(name, event)
    }
    const moved = Object.fromEntries(checkpoints.map(({ name, position }) => [name, position]))
    units.push({ documents: writes.map(({ collection }) => collection), checkpoints: moved })
    return []
  },
} as unknown as DocumentStore

const store = {
  head: async () => events.at(-1)?.position ?? null,
  subscribe(after, onEvents) {
    begunAfter.push(after)
    let closed = false
    const run = async () => {
      for (let position = after ?? 0; !closed; ) {
        const batch = events.filter((event) => event.position > position)
        if (batch.length > 0) await onEvents(batch)
        else await new Promise<void>((resolve) => wake.add(resolve))
        position = batch.at(-1)?.position ?? position
      }
    }
    const ended = run()
    ended.catch(() => undefined)
    return {
      ended,
      async close() {
        closed = true
        for (const go of wake) go()
        await ended.catch(() => undefined)
      },
    }
  },
} as EventStore

const view = (name: Name): AnyView<DomainEvent> => ({
  collection: { name, shape: { sum: 'number' }, fields: { sum: 'number' }, indexes: [], sortBy: 'sum' },
  getIds: ({ type }) => (type === 'Passed' ? [] : ['one']),
  project(document: Sum | null, { position }) {
    const error = cannotTake.get(name)
    if (error && position === 2) throw error
    return { sum: (document?.sum ?? 0) + position }
  },
})
const event = (position: number) => ({ position, id: `event-${position}`, type: 'Added' }) as unknown as StoredEvent
const codec = { decode: async (one: StoredEvent) => one as unknown as Recorded<DomainEvent> } as EventCodec<DomainEvent>

type Group = ReturnType<typeof openViewGroup<DomainEvent>>
const opened: Group[] = []
const open = (documents: DocumentStore = allByThemselves) => {
  const progress = openViewProgress({ store, documents, views: [view('jars-v1'), view('cups-v1')] })
  const group = openViewGroup({
    store: unchecked(store),
    codec,
    documents,
    progress,
    onFault: (error) => faults.push(error),
  })
  opened.push(group)
  const take = (batch: readonly StoredEvent[]) => group.take(batch, toPlace(batch.at(-1) as StoredEvent))
  return { ...group, take, progress, jars: progress.named('jars-v1'), cups: progress.named('cups-v1') }
}
const come = (...positions: number[]) => {
  const batch = positions.map(event)
  events.push(...batch)
  return batch
}
const comeTo = (jars: number, cups: number) => {
  for (const [name, position] of [
    ['jars-v1', jars],
    ['cups-v1', cups],
  ] as const) {
    storedCheckpoints.set(`view-${name}`, position)
    stands.set(name, { document: { sum: 0 }, version: position })
  }
}
const getStates = (...views: TrackedView<DomainEvent>[]) => views.map(({ progress }) => progress.state)
const broken = new RangeError('thirteen')
const away = new EngineAway('the documents are away')

beforeEach(() => {
  events = []
  stands = new Map()
  storedCheckpoints = new Map()
  units = []
  eventAt = new Map()
  faults = []
  cannotTake = new Map()
  refuses = () => null
  wake = new Set()
  begunAfter = []
  gate = Promise.resolve()
})
afterEach(async () => {
  for (const group of opened.splice(0)) {
    group.releaseLease()
    await group.closed()
  }
})

describe('views at the same position', () => {
  test('are one group, whose documents and checkpoints are one unit', async () => {
    const { begin, take, leads, jars, cups } = open()
    expect(leads()).toBe(false)
    expect(await begin()).toBeNull()
    expect(leads()).toBe(true)
    await take(come(1, 2))
    expect(units).toContainEqual({
      documents: ['jars-v1', 'cups-v1'],
      checkpoints: { 'view-jars-v1': 2, 'view-cups-v1': 2 },
    })
    expect([eventAt.get('view-jars-v1'), eventAt.get('view-cups-v1')]).toEqual(['event-2', 'event-2'])
    expect([jars.position, cups.position, ...getStates(jars, cups)]).toEqual([2, 2, 'live', 'live'])
    expect(stands.get('jars-v1')).toEqual({ document: { sum: 3 }, version: 2 })
  })

  test('start together from the furthest; a view behind it catches up beside them and joins', async () => {
    come(1, 2, 3)
    comeTo(3, 1)
    const { begin, take, jars, cups } = open()
    jars.progress = { state: 'catchingUp' }
    expect(await begin()).toBe(3)
    expect(getStates(jars, cups)).toEqual(['live', 'catchingUp'])
    await vi.waitFor(() => expect(cups.position).toBe(3), patience)
    expect(stands.get('cups-v1')).toEqual({ document: { sum: 5 }, version: 3 })
    expect(begunAfter).toEqual([1])
    units.length = 0
    await take(come(4))
    expect(getStates(cups)).toEqual(['live'])
    expect(units).toContainEqual({
      documents: ['jars-v1', 'cups-v1'],
      checkpoints: { 'view-jars-v1': 4, 'view-cups-v1': 4 },
    })
  })

  test('are one group again when the group starts again, even without an event', async () => {
    come(1, 2, 3)
    comeTo(3, 1)
    const { begin, jars, cups, progress } = open()
    await begin()
    await vi.waitFor(() => expect(cups.position).toBe(3), patience)
    const together = progress.until(() => getStates(cups)[0] === 'live')
    await begin()
    expect(getStates(jars, cups)).toEqual(['live', 'live'])
    expect(await together).toBe(true)
  })

  test('are marked for later runs once they have caught up, and waiting callers are notified', async () => {
    const { begin, take, progress, jars } = open()
    come(1)
    const shows = progress.until(() => progress.isFilled(jars))
    await begin()
    await take(events)
    expect(await shows).toBe(true)
    expect([storedCheckpoints.get('view-jars-v1-filled'), storedCheckpoints.get('view-cups-v1-filled')]).toEqual([1, 1])
  })

  test('that show everything when they begin are marked at once', async () => {
    come(1)
    comeTo(1, 1)
    await open().begin()
    expect(storedCheckpoints.get('view-jars-v1-filled')).toBe(1)
  })
})

describe('a view that can not apply an event', () => {
  test('leaves the others, which continue, and tries beside them until it can', async () => {
    const { begin, take, jars, cups, progress } = open()
    await begin()
    cannotTake.set('cups-v1', broken)
    const heard = progress.until(() => cups.progress.state === 'stopped')
    await take(come(1, 2))
    expect(await heard).toBe(true)
    expect([jars.position, cups.position]).toEqual([2, null])
    expect(cups.progress).toMatchObject({ state: 'stopped', at: 2, fault: { cause: broken } })
    expect(storedCheckpoints.get('view-cups-v1-stopped')).toBe(2)
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(1), patience)
    expect(faults[0]).toMatchObject({ name: 'ViewFault', cause: broken })
    units.length = 0
    await take(come(3))
    expect(units.map(({ documents }) => documents)).toContainEqual(['jars-v1'])
    cannotTake.clear()
    await vi.waitFor(() => expect(cups.position).toBe(3), patience)
    expect(getStates(cups)).toEqual(['catchingUp'])
  })

  test('may be every one of them: then nothing is written together, and each continues alone', async () => {
    const { begin, take, jars, cups, progress } = open()
    await begin()
    cannotTake.set('cups-v1', broken).set('jars-v1', broken)
    const heard = progress.until(() => cups.progress.state === 'stopped')
    await take(come(1, 2))
    expect(await heard).toBe(true)
    expect(units.filter(({ documents }) => documents.length > 0)).toEqual([])
    expect(units).not.toContainEqual({ documents: [], checkpoints: {} })
    expect([jars.progress, cups.progress]).toMatchObject([{ at: 2 }, { at: 2 }])
  })
})

describe('a view that catches up beside the others', () => {
  test('and can not apply an event reports it too', async () => {
    come(1, 2, 3)
    comeTo(3, 1)
    cannotTake.set('cups-v1', broken)
    const { begin, cups } = open()
    await begin()
    await vi.waitFor(() => expect(storedCheckpoints.get('view-cups-v1-stopped')).toBe(2), patience)
    expect(cups).toMatchObject({ position: 1, progress: { state: 'stopped', at: 2, fault: { cause: broken } } })
  })

  test('is not stopped by an engine that is away', async () => {
    come(1, 2, 3)
    comeTo(3, 1)
    cannotTake.set('cups-v1', away)
    const { begin, cups } = open()
    await begin()
    await vi.waitFor(() => expect(begunAfter.length).toBeGreaterThan(1), patience)
    expect([...getStates(cups), faults]).toEqual(['catchingUp', []])
    cannotTake.clear()
    await vi.waitFor(() => expect(cups.position).toBe(3), patience)
  })
})

describe('a write that the store refuses', () => {
  test('stops only its view: each view writes by itself then', async () => {
    const { begin, take, jars, cups } = open()
    await begin()
    refuses = (writes) => (writes.some(({ collection }) => collection === 'cups-v1') ? broken : null)
    await take(come(1))
    expect([jars.position, cups.position, ...getStates(jars)]).toEqual([1, null, 'live'])
    const fault = { name: 'ViewFault', event: null, cause: broken }
    expect(cups.progress).toMatchObject({ state: 'stopped', at: 1, fault })
  })
})

describe('an engine that is away', () => {
  test('stops no view: the whole batch is tried again', async () => {
    const { begin, take, jars, cups } = open()
    await begin()
    const asked = vi.fn(() => away)
    refuses = asked
    await expect(take(come(1))).rejects.toBe(away)
    expect(asked).toHaveBeenCalledOnce()
    expect(getStates(jars, cups)).toEqual(['live', 'live'])
    refuses = () => null
    await take(events)
    expect([jars.position, cups.position]).toEqual([1, 1])
  })

  test('between two writes stops no view either', async () => {
    const { begin, take, cups } = open()
    await begin()
    refuses = (writes) => (writes.length > 1 ? broken : away)
    await expect(take(come(1))).rejects.toBe(away)
    expect(getStates(cups)).toEqual(['live'])
  })

  test('during the reading of a document stops no view', async () => {
    const { begin, take, cups } = open()
    await begin()
    cannotTake.set('cups-v1', away)
    await expect(take(come(1, 2))).rejects.toBe(away)
    expect(getStates(cups)).toEqual(['live'])
  })
})

test('when another replica leads, no view works beside it, and running work has ended', async () => {
  come(1, 2, 3)
  comeTo(3, 1)
  cannotTake.set('cups-v1', broken)
  const { begin, releaseLease, closed, leads, cups } = open()
  await begin()
  await vi.waitFor(() => expect(faults.length).toBeGreaterThan(0), patience)
  releaseLease()
  expect(leads()).toBe(false)
  await closed()
  const before = faults.length
  cannotTake.clear()
  come(4)
  expect([cups.position, faults.length]).toEqual([1, before])
})

test('waiting for the end includes a running write', async () => {
  come(1, 2, 3)
  comeTo(3, 1)
  const { begin, releaseLease, closed, cups } = open()
  const goOn = Promise.withResolvers<void>()
  await begin()
  gate = goOn.promise
  await vi.waitFor(() => expect(begunAfter).toHaveLength(1), patience)
  releaseLease()
  let ended = false
  const end = closed().then(() => {
    ended = true
  })
  for (const _ of Array(5)) await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toBe(false)
  goOn.resolve()
  await end
  expect(cups.position).toBe(3)
  await closed()
})

describe('events before their append', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('are shown by the views of the group, whose position includes them once they are committed', async () => {
    const { begin, take, project, jars, cups } = open()
    await begin()
    await take(come(1))
    const rows = await project([event(2), event(3)], 1)
    expect(rows?.writes).toEqual([
      { collection: 'jars-v1', id: 'one', document: { sum: 6 }, version: 3 },
      { collection: 'cups-v1', id: 'one', document: { sum: 6 }, version: 3 },
    ])
    expect(rows?.checkpoints).toEqual([
      { name: 'view-jars-v1', position: 3, event: 'event-3' },
      { name: 'view-cups-v1', position: 3, event: 'event-3' },
    ])
    expect([jars.position, cups.position]).toEqual([1, 1])
    rows?.afterCommit()
    expect([jars.position, cups.position]).toEqual([3, 3])
    units.length = 0
    await take([event(2), event(3)])
    expect(units).toEqual([])
    expect((await project([event(4)], 3))?.writes).toHaveLength(2)
  })

  test('are left to the subscription when the group is not up to date in time', async () => {
    const { begin, take, project } = open()
    await begin()
    await take(come(1))
    const late = project([event(3)], 2)
    await vi.advanceTimersByTimeAsync(20)
    expect(await late).toBeNull()
    const inTime = project([event(3)], 2)
    await take(come(2))
    expect(await inTime).not.toBeNull()
  })

  test('are not shown by a view that catches up alone', async () => {
    come(1, 2, 3)
    comeTo(3, 1)
    cannotTake.set('cups-v1', away)
    const { begin, project, cups } = open()
    await begin()
    const rows = await project([event(4)], 3)
    expect(rows?.writes.map(({ collection }) => collection)).toEqual(['jars-v1'])
    expect(rows?.checkpoints.map(({ name }) => name)).toEqual(['view-jars-v1'])
    rows?.afterCommit()
    expect(getStates(cups)).toEqual(['catchingUp'])
  })

  test('stop no view that can not apply one: it stops when the subscription brings them', async () => {
    const { begin, take, project, cups } = open()
    await begin()
    await take(come(1))
    cannotTake.set('cups-v1', broken)
    await expect(project([event(2)], 1)).rejects.toMatchObject({ name: 'ViewFault', cause: broken })
    expect(getStates(cups)).toEqual(['live'])
  })

  test('are ignored by a group without the lease', async () => {
    const { begin, releaseLease, project } = open()
    expect(await project([event(1)], null)).toBeNull()
    await begin()
    expect(await project([event(1)], null)).not.toBeNull()
    releaseLease()
    expect(await project([event(1)], null)).toBeNull()
  })
})

describe('events that change no document', () => {
  const passed = (position: number) => ({ ...event(position), type: 'Passed' })
  const withAhead = (written: Promise<void>): DocumentStore => ({
    ...allByThemselves,
    async writeAhead(writes, checkpoints) {
      await written
      return allByThemselves.write(writes, checkpoints)
    },
  })

  test('are not awaited when their checkpoint comes with the next commit; closing waits for it', async () => {
    const written = Promise.withResolvers<void>()
    const { begin, take, releaseLease, closed, jars } = open(withAhead(written.promise))
    await begin()
    await take([passed(1)])
    expect([jars.position, storedCheckpoints.get('view-jars-v1')]).toEqual([1, undefined])
    releaseLease()
    const closing = closed()
    written.resolve()
    await closing
    expect([storedCheckpoints.get('view-jars-v1'), eventAt.get('view-jars-v1')]).toEqual([1, 'event-1'])
  })

  test('have their checkpoint written before a restarted group reads its position', async () => {
    const written = Promise.withResolvers<void>()
    const { begin, take } = open(withAhead(written.promise))
    await begin()
    await take([passed(1)])
    const again = begin()
    setImmediate(written.resolve)
    expect(await again).toBe(1)
  })

  test('have a waiting checkpoint written with the next rows, and never after them', async () => {
    const written = Promise.withResolvers<void>()
    const inOrder: DocumentStore = {
      ...withAhead(written.promise),
      async write(writes, checkpoints) {
        if (writes.some(({ collection }) => collection === 'jars-v1')) await written.promise
        return allByThemselves.write(writes, checkpoints)
      },
    }
    const { begin, take, releaseLease, closed } = open(inOrder)
    await begin()
    await take([passed(1)])
    await take([passed(2)])
    const taken = take([event(3)])
    setImmediate(written.resolve)
    await taken
    releaseLease()
    await closed()
    expect(units.flatMap(({ checkpoints }) => checkpoints['view-jars-v1'] ?? [])).toEqual([1, 3])
  })

  test('are written in a commit of their own by an engine without another way', async () => {
    const { begin, take } = open()
    await begin()
    await take([passed(1)])
    expect(storedCheckpoints.get('view-jars-v1')).toBe(1)
  })
})
