import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../../ports/event-store.ts'
import { EngineAway, type Message, type ServedPage, type TopicSource } from '../../ports/message-bus.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { unchecked } from '../../testing/unchecked.ts'
import type { EventMetadata } from '../events/event.ts'
import { eventCodec, stored } from '../events/event-codec.ts'
import { derivedId } from '../events/ids.ts'
import { openPersonalKeys } from '../events/personal-keys.ts'
import { announce, publisher } from './publisher.ts'

type Weighed = { type: 'Weighed'; data: { grams: number; by: string } }
type Shelved = { type: 'Shelved'; data: { shelf: string } }
type ParcelEvent = Weighed | Shelved

const weighed = { topic: 'parcel', type: 'parcel.weighed', version: 2, schema: z.object({ grams: z.number() }) }
const types = {
  Weighed: stored(z.object({ grams: z.number(), by: z.string() })),
  Shelved: stored(z.object({ shelf: z.string() })),
}
const metadata: EventMetadata = {
  at: '2026-11-22T06:00:00.000Z',
  commandId: 'c1',
  correlationId: 'call-1',
  causationId: 'c1',
  actor: { kind: 'system' },
}

let engines: Awaited<ReturnType<typeof openTemporaryEngines>>
let store: EventStore
let documents: DocumentStore
/** The published messages and written checkpoints, in order. */
let done: string[]
let published: Message[]
const faults: unknown[] = []
let isBroken = false
let isAway = false
const opened: { close(): Promise<void> }[] = []

beforeEach(async () => {
  engines = await openTemporaryEngines()
  store = engines.of('parcel').events
  documents = engines.of('parcel').documents
  done = []
  published = []
  faults.length = 0
  isBroken = false
  isAway = false
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await engines.close()
})

const append = (n: number, event: ParcelEvent, more: Partial<EventMetadata> = {}) =>
  store.append(
    `parcel-${n}`,
    [{ id: derivedId(n), version: 1, metadata: { ...metadata, ...more }, ...event }],
    'no-stream',
  )
const weigh = (n: number, more: Partial<EventMetadata> = {}) =>
  append(n, { type: 'Weighed', data: { grams: n, by: 'otieno' } }, more)
const ids = (...numbers: number[]) => numbers.map((n) => derivedId(n))

const usual = async () => ({
  topic: 'parcel',
  store: unchecked(store),
  codec: eventCodec<ParcelEvent>(types, await openPersonalKeys({ documents })),
  announce(event: ParcelEvent) {
    if (isBroken) throw new Error('the scale is broken')
    return event.type === 'Weighed' ? announce(weighed, event.data) : null
  },
  leaseFor: () => ({ take: async () => true, keep: () => () => undefined, release: async () => undefined }),
  now: () => '2026-11-22T06:00:00.000Z',
  onFault: (error: unknown) => faults.push(error),
})

type How = {
  publish?(messages: readonly Message[]): void
  checkpoint?(): void | Promise<void>
  /** As an engine that writes each checkpoint in a commit of its own. */
  readonly isWithoutAhead?: boolean
}
/** Opens a publisher on a bus that stores messages. @param how what fails or takes long */
const open = async (how: How = {}) => {
  const { bus } = engines.of('parcel')
  const { writeAhead, ...withoutAhead } = documents
  const noted =
    (write: DocumentStore['write']): DocumentStore['write'] =>
    async (writes, checkpoints = []) => {
      await how.checkpoint?.()
      done.push(...checkpoints.map(({ name, position }) => `${name} at ${position}`))
      return write(writes, checkpoints)
    }
  const one = publisher<ParcelEvent>({
    ...(await usual()),
    documents: {
      ...withoutAhead,
      write: noted(documents.write),
      ...(writeAhead && !how.isWithoutAhead ? { writeAhead: noted(writeAhead) } : {}),
    },
    bus: {
      ...bus,
      async publish(topic, messages) {
        how.publish?.(messages)
        done.push(`${topic}: ${messages.map(({ data }) => JSON.stringify(data)).join()}`)
        published.push(...messages)
        return []
      },
      end: async () => [],
      fillUp: async () => undefined,
      serve: undefined,
    },
  })
  opened.push(one)
  return one
}

test('a message is on the topic before its checkpoint is written', async () => {
  const { position } = await weigh(1)
  const one = await open()
  await one.caughtUp()
  expect(done).toEqual(['parcel: {"grams":1}', `publisher-parcel at ${position}`])
})

test('an event that is not announced is skipped, and the checkpoint passes it', async () => {
  const { position } = await append(1, { type: 'Shelved', data: { shelf: 'B' } })
  const one = await open()
  await one.caughtUp()
  expect(done).toEqual([`publisher-parcel at ${position}`])
})

test('a message has its event’s id, is keyed by stream, and says what it follows from', async () => {
  await weigh(1, { origin: 'seed' })
  await weigh(2)
  const one = await open()
  await one.caughtUp()
  const headers = (n: number) => ({ at: metadata.at, correlationId: 'call-1', causationId: derivedId(n) })
  const message = (n: number) => ({
    id: derivedId(n),
    key: `parcel-${n}`,
    type: 'parcel.weighed',
    version: 2,
    data: { grams: n },
    headers: headers(n),
  })
  expect(published).toEqual([{ ...message(1), headers: { ...headers(1), origin: 'seed' } }, message(2)])
})

describe('on a bus that stores no messages', () => {
  type Served = { source: TopicSource; pages: ServedPage[]; closed: number; startAfter: () => Promise<number | null> }

  /** @param damaged the streams that must not be followed */
  const serve = async (damaged: readonly string[] = []) => {
    const served: Served = { source: null as never, pages: [], closed: 0, startAfter: () => store.head() }
    const base = await usual()
    const sound = async (batch: readonly StoredEvent[]) => {
      if (isAway) throw new EngineAway('the list of damaged streams')
      return batch.filter(({ stream }) => !damaged.includes(stream))
    }
    const one = publisher<ParcelEvent>({
      ...{ ...base, store: { ...base.store, sound }, documents },
      bus: {
        ...engines.of('parcel').bus,
        serve(_topic, source) {
          served.source = source
          return {
            startAfter: () => served.startAfter(),
            take: (page) => void served.pages.push(page),
            async close() {
              served.closed += 1
            },
          }
        },
      },
    })
    opened.push(one)
    await one.caughtUp()
    return { one, served }
  }
  const idsIn = (pages: readonly (ServedPage | null)[]) =>
    pages.flatMap((page) => page?.messages.map(({ message }) => message.id) ?? [])

  test('new messages are handed over in order with position and time, and no checkpoint is written', async () => {
    const { one, served } = await serve()
    const { position } = await weigh(1)
    const { position: through } = await append(2, { type: 'Shelved', data: { shelf: 'B' } })
    await one.caughtUp()
    const message = expect.objectContaining({ id: derivedId(1), key: 'parcel-1', data: { grams: 1 } })
    const recordedAt = Date.parse(metadata.at)
    expect(served.pages.flatMap(({ messages }) => messages)).toEqual([{ message, position, recordedAt }])
    expect(served.pages.at(-1)?.through).toBe(through)
    expect(await documents.checkpoint('publisher-parcel')).toBeNull()
  })

  test('it begins where the bus says, and a group that is behind reads earlier messages page by page', async () => {
    for (const n of [1, 2, 3]) await weigh(n)
    const { served } = await serve()
    expect(served.pages).toEqual([])
    const first = await served.source.read(null, 2)
    const second = await served.source.read(first?.through ?? null, 2)
    expect([idsIn([first]), idsIn([second])]).toEqual([ids(1, 2), ids(3)])
    expect(await served.source.read(second?.through ?? null, 2)).toBeNull()
    expect(await served.source.head()).toBe(second?.through)
  })

  test('no message of a damaged stream is handed over or read, and all messages of the others are', async () => {
    await weigh(1)
    await weigh(2)
    const { one, served } = await serve(['parcel-1', 'parcel-3'])
    for (const n of [3, 4]) await weigh(n)
    await one.caughtUp()
    expect(idsIn([await served.source.read(null, 10)])).toEqual(ids(2, 4))
    expect(idsIn(served.pages)).toEqual(ids(4))
  })

  test('an event that cannot be announced is a fault of the publisher, also for a group that reads alone, until it can', async () => {
    await weigh(1)
    const { one, served } = await serve()
    expect(one.fault()).toBeNull()
    isBroken = true
    await expect(served.source.read(null, 10)).rejects.toThrow('the scale is broken')
    await expect(served.source.read(0, 10)).rejects.toThrow()
    expect([faults.length, one.fault()]).toEqual([2, expect.objectContaining({ message: 'the scale is broken' })])
    isBroken = false
    await served.source.read(0, 10)
    expect(one.fault()).toBeNull()
  })

  test('an outage of the event store is no fault of the events', async () => {
    await weigh(1)
    const { one, served } = await serve()
    isAway = true
    await expect(served.source.read(null, 10)).rejects.toThrow(EngineAway)
    expect([faults, one.fault()]).toEqual([[], null])
  })

  test('the messages are the same as on a bus that stores them, in the same order', async () => {
    for (const n of [3, 1, 2]) await weigh(n)
    const { served } = await serve()
    const one = await open()
    await one.caughtUp()
    const page = await served.source.read(null, 10)
    expect(page?.messages.map(({ message }) => message)).toEqual(published)
    expect(published.map(({ id }) => id)).toEqual(ids(3, 1, 2))
  })

  test('a topic is no longer served once its publisher is closed', async () => {
    const { one, served } = await serve()
    await one.close()
    opened.splice(opened.indexOf(one), 1)
    expect(served.closed).toBe(1)
  })
})

test('data that break the schema are not announced', () => {
  expect(() => announce(weighed, { grams: 'many' } as never)).toThrow()
})

describe('after a crash', () => {
  test.each([
    ['comes with the next commit', false],
    ['has one of its own', true],
  ])('before the checkpoint that %s the same messages come again, and none is left out', async (_, isWithoutAhead) => {
    await weigh(1)
    await weigh(2)
    const dying = await open({
      isWithoutAhead,
      checkpoint() {
        throw new EngineAway('the process is no more')
      },
    })
    await vi.waitFor(() => expect(published.map(({ id }) => id).slice(0, 2)).toEqual(ids(1, 2)), 60_000)
    await dying.close()
    const before = published.splice(0)
    const next = await open()
    await weigh(3)
    await next.caughtUp()
    expect(published.map(({ id }) => id)).toEqual(ids(1, 2, 3))
    expect(published.slice(0, 2)).toEqual(before.slice(0, 2))
  })

  test('after the checkpoint only new messages come', async () => {
    await weigh(1)
    const one = await open()
    await one.caughtUp()
    await one.close()
    await weigh(2)
    const next = await open()
    await next.caughtUp()
    expect(published.map(({ id }) => id)).toEqual(ids(1, 2))
  })
})

describe('a checkpoint that is written with the next commit', () => {
  test('does not delay the next messages, and is written when the publisher is closed', async () => {
    const writing = Promise.withResolvers<void>()
    await weigh(1)
    const one = await open({ checkpoint: () => writing.promise })
    await vi.waitFor(() => expect(published.map(({ id }) => id)).toEqual(ids(1)), 60_000)
    await weigh(2)
    await one.caughtUp()
    expect(published.map(({ id }) => id)).toEqual(ids(1, 2))
    const closing = one.close()
    expect(await documents.checkpoint('publisher-parcel')).toBeNull()
    writing.resolve()
    await closing
    expect(await documents.checkpoint('publisher-parcel')).toBe(await store.head())
  })

  test('is awaited by a restarted publisher, which repeats nothing', async () => {
    const writing = Promise.withResolvers<void>()
    let failures = 0
    await weigh(1)
    await open({
      checkpoint: () => writing.promise,
      publish(messages) {
        if (failures > 0 || !messages.some(({ id }) => id === derivedId(2))) return
        failures += 1
        throw new EngineAway('the bus is away')
      },
    })
    await vi.waitFor(() => expect(published).toHaveLength(1), 60_000)
    await weigh(2)
    await vi.waitFor(() => expect(failures).toBe(1), 60_000)
    setTimeout(writing.resolve, 300)
    await vi.waitFor(() => expect(published.length).toBeGreaterThan(1), 60_000)
    expect(published.map(({ id }) => id)).toEqual(ids(1, 2))
  })
})

test('no message overtakes one that could not be published', async () => {
  let failures = 0
  const one = await open({
    publish(messages) {
      if (messages.some(({ id }) => id === derivedId(2)) && failures < 2) {
        failures += 1
        throw new EngineAway('the bus is away')
      }
    },
  })
  await weigh(1)
  await one.caughtUp()
  await weigh(2)
  await vi.waitFor(() => expect(failures).toBe(1), 60_000)
  await weigh(3)
  await one.caughtUp()
  expect(published.map(({ id }) => id)).toEqual(ids(1, 2, 3))
  await one.close()
  const last = (await store.readAll(null, 10)).at(-1)
  expect(await documents.checkpoint('publisher-parcel')).toBe(last?.position)
  expect(await documents.furthestCheckpoint()).toEqual({ position: last?.position, event: last?.id })
})
