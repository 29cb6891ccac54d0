import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../ports/event-store.ts'
import type { Consequences, InCommit } from '../ports/in-commit.ts'
import { EngineAway, type Message, type MessageBus, type TellMissed } from '../ports/message-bus.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { unchecked } from '../testing/unchecked.ts'
import type { EventMetadata } from './event.ts'
import { eventCodec, stored } from './event-codec.ts'
import { derivedId } from './ids.ts'
import { openPersonalKeys } from './personal-keys.ts'
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

let house: Awaited<ReturnType<typeof openTemporaryEngines>>
let store: EventStore
let documents: DocumentStore
/** What was done, in this order. */
let done: string[]
let published: Message[]
/** As the bus asks for it. */
let tellMissed: TellMissed | undefined
let isAsked: boolean
const faults: unknown[] = []
const opened: { close(): Promise<void> }[] = []

beforeEach(async () => {
  house = await openTemporaryEngines()
  store = house.of('parcel').events
  documents = house.of('parcel').documents
  done = []
  published = []
  isAsked = true
  faults.length = 0
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await house.close()
})

const append = (n: number, event: ParcelEvent, more: Partial<EventMetadata> = {}) =>
  store.append(
    `parcel-${n}`,
    [{ id: derivedId(n), version: 1, metadata: { ...metadata, ...more }, ...event }],
    'no-stream',
  )
const weighing = (n: number) => ({
  ...{ id: derivedId(n), version: 1, metadata },
  ...{ type: 'Weighed' as const, data: { grams: n, by: 'otieno' } },
})
const weigh = (n: number, more: Partial<EventMetadata> = {}) =>
  append(n, { type: 'Weighed', data: { grams: n, by: 'otieno' } }, more)
const ids = (...numbers: number[]) => numbers.map((n) => derivedId(n))

type How = {
  publish?(messages: readonly Message[]): void
  checkpoint?(): void | Promise<void>
  /** As an engine whose writes all come to the disk by themselves. */
  readonly isWithoutAhead?: boolean
}
/** @param how what breaks or takes long, where something does */
const open = async (how: How = {}) => {
  const { bus } = house.of('parcel')
  const { writeAhead, ...withoutAhead } = documents
  const noted =
    (write: DocumentStore['write']): DocumentStore['write'] =>
    async (writes, checkpoints = []) => {
      await how.checkpoint?.()
      done.push(...checkpoints.map(({ name, position }) => `${name} at ${position}`))
      return write(writes, checkpoints)
    }
  const one = publisher<ParcelEvent>({
    topic: 'parcel',
    store: unchecked(store),
    codec: eventCodec<ParcelEvent>(types, await openPersonalKeys({ documents })),
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
      },
      onMissed(topic, tell) {
        tellMissed = tell
        const telling = bus.onMissed?.(topic, tell)
        return {
          async close() {
            isAsked = false
            await telling?.close()
          },
        }
      },
    },
    announce: (event) => (event.type === 'Weighed' ? announce(weighed, event.data) : null),
    leaseFor: () => ({ take: async () => true, keep: () => () => undefined, release: async () => undefined }),
    onFault: (error) => faults.push(error),
  })
  opened.push(one)
  return one
}

test('what others may know is on the topic before the checkpoint says so', async () => {
  const { position } = await weigh(1)
  const one = await open()
  await one.caughtUp()
  expect(done).toEqual(['parcel: {"grams":1}', `publisher-parcel at ${position}`])
})

test('what stays in the house is passed over, and the checkpoint with it', async () => {
  const { position } = await append(1, { type: 'Shelved', data: { shelf: 'B' } })
  const one = await open()
  await one.caughtUp()
  expect(done).toEqual([`publisher-parcel at ${position}`])
})

test('a message is known by its event’s id, keyed by stream, and says what it follows from', async () => {
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

describe('who has missed what was announced', () => {
  const told = async (signal = new AbortController().signal): Promise<string[]> => {
    const heard: string[] = []
    const publish = async (messages: readonly Message[]) => void heard.push(...messages.map(({ id }) => id))
    await tellMissed?.({ publish, signal })
    return heard
  }

  test('is told all of it in order, and nobody else is', async () => {
    await weigh(1)
    await append(2, { type: 'Shelved', data: { shelf: 'B' } })
    await weigh(3)
    const one = await open()
    await one.caughtUp()
    expect(await told()).toEqual(ids(1, 3))
    expect(published.map(({ id }) => id)).toEqual(ids(1, 3))
    expect(done).toHaveLength(2)
  })

  test('is told nothing where nothing happened, or nobody waits any more', async () => {
    const one = await open()
    await one.caughtUp()
    expect(await told()).toEqual([])
    await weigh(1)
    expect(await told(AbortSignal.abort())).toEqual([])
  })

  test('is told no more once nobody waits, though there is more', async () => {
    // More than one page of the store.
    await store.append(
      'parcel-1',
      Array.from({ length: 3000 }, (_, n) => ({ ...weighing(n), id: derivedId('many', n) })),
      'no-stream',
    )
    const one = await open()
    await one.caughtUp()
    const ending = new AbortController()
    let heard = 0
    const publish = async (messages: readonly Message[]) => {
      heard += messages.length
      ending.abort()
    }
    await tellMissed?.({ publish, signal: ending.signal })
    expect(heard).toBeGreaterThan(0)
    expect(heard).toBeLessThan(3000)
  })

  test('is not told what can not be told: it is a fault, and the bus may ask again', async () => {
    await weigh(1)
    const one = await open()
    await one.caughtUp()
    const broken = new EngineAway('the bus is away')
    const publish = () => Promise.reject(broken)
    await expect(tellMissed?.({ publish, signal: new AbortController().signal })).rejects.toBe(broken)
    expect(faults).toEqual([broken])
  })

  test('asks nobody who has ended', async () => {
    const one = await open()
    expect(isAsked).toBe(true)
    await one.close()
    expect(isAsked).toBe(false)
  })
})

describe('what follows in the commit of the events', () => {
  /** What the store would ask before it appends. */
  const inCommitOf = async (
    inOneCommit: (keys: { bus: MessageBus; documents: DocumentStore }) => ReadonlySet<unknown>,
  ) => {
    const asking = Promise.withResolvers<InCommit | undefined>()
    const subscribe: EventStore['subscribe'] = (after, onEvents, inCommit) => {
      asking.resolve(inCommit)
      return store.subscribe(after, onEvents)
    }
    const { bus } = house.of('parcel')
    const one = publisher<ParcelEvent>({
      topic: 'parcel',
      store: unchecked({ ...store, subscribe }),
      codec: eventCodec<ParcelEvent>(types, await openPersonalKeys({ documents })),
      ...{ documents, bus, inOneCommit: inOneCommit({ bus, documents }) as never },
      announce: (event) => (event.type === 'Weighed' ? announce(weighed, event.data) : null),
      leaseFor: () => ({ take: async () => true, keep: () => () => undefined, release: async () => undefined }),
      onFault: (error) => faults.push(error),
    })
    opened.push(one)
    return asking.promise
  }
  const standing = (n: number, event: ParcelEvent): StoredEvent => ({
    ...{ ...event, id: derivedId(n), stream: `parcel-${n}`, version: 1, metadata, revision: 0, position: n },
  })

  test('is what others may know of them, and how far that is', async () => {
    const inCommit = await inCommitOf(({ bus, documents }) => new Set([bus, documents]))
    const batch = [
      standing(7, { type: 'Weighed', data: { grams: 7, by: 'otieno' } }),
      standing(8, { type: 'Shelved', data: { shelf: 'B' } }),
    ]
    const consequences = (await inCommit?.(batch)) as Consequences
    expect(consequences).toMatchObject({
      writes: [],
      checkpoints: [{ name: 'publisher-parcel', position: 8, event: derivedId(8) }],
    })
    expect(consequences.published).toMatchObject({
      topic: 'parcel',
      messages: [{ id: derivedId(7), data: { grams: 7 } }],
    })
    expect(consequences.published?.messages).toHaveLength(1)
    await consequences.committed()
  })

  test.each([
    ['the documents alone', ({ documents }: { documents: DocumentStore }) => new Set([documents])],
    ['the bus alone', ({ bus }: { bus: MessageBus }) => new Set([bus])],
  ])('is nothing where the engine of the events has %s', async (_which, those) => {
    expect(await inCommitOf(those as never)).toBeUndefined()
  })
})

test('nothing is announced that its schema does not allow', () => {
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

  test('after the checkpoint only what is new comes', async () => {
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

describe('a checkpoint that comes with the next commit', () => {
  test('is not waited for by what is published next, and is written when the publisher is closed', async () => {
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

  test('is waited for by a publisher that begins again: it repeats nothing', async () => {
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

test('nothing passes a message that could not be published', async () => {
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
