import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EventStore } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { assumeNewStream, type CommandHandler, commandHandler } from './command-handler.ts'
import type { Decider } from './events/decider.ts'
import type { EventMetadata } from './events/event.ts'
import { eventCodec, stored } from './events/event-codec.ts'
import { derivedId } from './events/ids.ts'
import { personal } from './events/personal.ts'
import { openPersonalKeys, PersonErased } from './events/personal-keys.ts'
import { refusal } from './events/refusal.ts'
import type { RetryClock } from './following/retry-on-conflict.ts'

/** A parcel is named once; each command brings a name of its own, like a random tracking id. */
type Named = { type: 'Named'; data: { name: string } }
type Weighed = { type: 'Weighed'; data: { grams: number } }
type ParcelEvent = Named | Weighed
type Command = { name: string; grams: number }
type Parcel = { name: string | null; grams: number }

const parcel: Decider<Parcel, Command, ParcelEvent> = {
  initialState: { name: null, grams: 0 },
  evolve: (state, event) =>
    event.type === 'Named' ? { ...state, name: event.data.name } : { ...state, grams: state.grams + event.data.grams },
  decide: ({ name, grams }, state) => {
    if (grams < 0) throw refusal('less_than_nothing')
    if (grams === 0) return []
    const weighed: Weighed = { type: 'Weighed', data: { grams } }
    return state.name === null ? [{ type: 'Named', data: { name } }, weighed] : [weighed]
  },
}
const asked = (commandId: string, requestHash?: string): EventMetadata => ({
  at: '2026-11-22T06:00:00.000Z',
  commandId,
  correlationId: commandId,
  causationId: commandId,
  actor: {},
  ...(requestHash ? { requestHash } : {}),
})

let engines: Awaited<ReturnType<typeof openTemporaryEngines>>
let store: EventStore
const counting = () => {
  let n = 0
  return () => derivedId('of this test', ++n)
}
const handlerOn = async (
  on: EventStore,
  newId = counting(),
  patience?: RetryClock,
): Promise<CommandHandler<Parcel, Command, ParcelEvent>> => {
  const types = { Named: stored(z.object({ name: z.string() })), Weighed: stored(z.object({ grams: z.number() })) }
  const keys = await openPersonalKeys(engines.of('parcel'))
  return commandHandler(on, eventCodec<ParcelEvent>(types, keys), parcel, newId, patience)
}
const weighings = async () => (await store.read('parcel-1')).filter(({ type }) => type === 'Weighed')

beforeEach(async () => {
  engines = await openTemporaryEngines()
  store = engines.of('parcel').events
})
afterEach(() => engines.close())

test('an event is no earlier than the previous one, even after the clock was set back', async () => {
  const handle = await handlerOn(store)
  await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
  const setBack = { ...asked('c2'), at: '2026-11-22T05:58:00.000Z' }
  const { added } = await handle('parcel-1', { name: 'TM-1', grams: 7 }, setBack)
  const times = (await store.read('parcel-1')).map(({ metadata }) => (metadata as EventMetadata).at)
  expect(times).toEqual(['2026-11-22T06:00:00.000Z', '2026-11-22T06:00:00.000Z', '2026-11-22T06:00:00.001Z'])
  expect(added.map(({ metadata }) => metadata.at)).toEqual(['2026-11-22T06:00:00.001Z'])
})

describe('the same command twice at once', () => {
  test('is recorded once, and both are answered from the stored events', async () => {
    const [one, two] = [await handlerOn(store), await handlerOn(store, () => crypto.randomUUID())]
    const answers = await Promise.all([
      one('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1', 'hash')),
      two('parcel-1', { name: 'TM-2', grams: 5 }, asked('c1', 'hash')),
    ])
    const facts = (events: readonly ParcelEvent[]) => events.map(({ type, data }) => ({ type, data }))
    const standing = facts((await store.read('parcel-1')) as unknown as ParcelEvent[])
    expect(answers.map(({ events }) => facts(events))).toEqual([standing, standing])
    expect(answers.map(({ state }) => state)).toEqual([answers[0].state, answers[0].state])
    expect(answers.map(({ repeated }) => repeated).sort()).toEqual([false, true])
    expect(answers.map(({ position, revision }) => [position, revision])).toEqual(
      Array(2).fill([(await store.head()) as number, 1]),
    )
    expect(await weighings()).toHaveLength(1)
  })

  test('is recorded once, however many there are', async () => {
    const replicas = await Promise.all(Array.from({ length: 25 }, () => handlerOn(store, () => crypto.randomUUID())))
    const answers = await Promise.all(
      replicas.map((handle, n) => handle('parcel-1', { name: `TM-${n}`, grams: 5 }, asked('c1', 'hash'))),
    )
    expect(new Set(answers.map(({ state }) => state.name)).size).toBe(1)
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await weighings()).toHaveLength(1)
  })

  test('with another body is refused for the second one', async () => {
    const handle = await handlerOn(store, () => crypto.randomUUID())
    const outcomes = await Promise.allSettled([
      handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1', 'five')),
      handle('parcel-1', { name: 'TM-1', grams: 6 }, asked('c1', 'six')),
    ])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { repeated: false } },
      { status: 'rejected', reason: { code: 'key_reused' } },
    ])
    expect((await weighings()).map(({ data }) => data)).toEqual([{ grams: 5 }])
  })
})

describe('a command with an assumed state', () => {
  const counted = () => {
    let reads = 0
    const read: EventStore['read'] = (stream) => {
      reads += 1
      return store.read(stream)
    }
    return { store: { ...store, read }, reads: () => reads }
  }

  test('does not read the stream when the assumption is right: a new stream, and one that was just written', async () => {
    const on = counted()
    const handle = await handlerOn(on.store)
    const begun = await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'), assumeNewStream(parcel))
    const again = await handle('parcel-1', { name: 'TM-2', grams: 1 }, asked('c2'), begun)
    expect(again).toMatchObject({ state: { name: 'TM-1', grams: 6 }, revision: 2, position: await store.head() })
    expect(on.reads()).toBe(0)
  })

  test('reads the stream after a conflict, and decides by its events', async () => {
    const handle = await handlerOn(store)
    const first = await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'), assumeNewStream(parcel))
    await handle('parcel-1', { name: 'TM-1', grams: 7 }, asked('c2'))
    for (const [command, assumed] of [
      ['c3', assumeNewStream(parcel)],
      ['c4', first],
    ] as const)
      await handle('parcel-1', { name: 'TM-9', grams: 1 }, asked(command), assumed)
    expect((await store.read('parcel-1')).map(({ data }) => data)).toEqual([
      { name: 'TM-1' },
      ...[5, 7, 1, 1].map((grams) => ({ grams })),
    ])
  })

  test.each([
    ['is taken', 5],
    ['would be refused', -1],
    ['would add nothing', 0],
  ])('answers the same command as the first time, when by the assumption it %s', async (_, grams) => {
    const handle = await handlerOn(store)
    const { state } = await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'), assumeNewStream(parcel))
    const again = await handle('parcel-1', { name: 'TM-2', grams }, asked('c1'), assumeNewStream(parcel))
    expect(again).toMatchObject({ state, repeated: true, events: [{ type: 'Named' }, { type: 'Weighed' }] })
    expect(await weighings()).toHaveLength(1)
  })

  test('answers the same command as the first time, though its person was erased since', async () => {
    type Sent = { type: 'Sent'; data: { sender: { personId: string; name: string } } }
    const sending: Decider<number, string, Sent> = {
      initialState: 0,
      evolve: (count) => count + 1,
      decide: (name) => [{ type: 'Sent', data: { sender: { personId: 'p1', name } } }],
    }
    const keys = await openPersonalKeys(engines.of('parcel'))
    const codec = eventCodec<Sent>({ Sent: stored(z.object({ sender: personal({ name: z.string() }) })) }, keys)
    const handle = commandHandler(store, codec, sending, counting())
    await handle('parcel-1', 'Wanjiku', asked('c1'), assumeNewStream(sending))
    await keys.destroy(['p1'])
    const again = await handle('parcel-1', 'Wanjiku', asked('c1'), assumeNewStream(sending))
    expect(again).toMatchObject({ state: 1, repeated: true, events: [{ data: { sender: { name: '(erased)' } } }] })
    await expect(handle('parcel-1', 'Wanjiku', asked('c2'), assumeNewStream(sending))).rejects.toThrow(PersonErased)
  })

  test('is refused when the stored events forbid it', async () => {
    const handle = await handlerOn(store)
    const asking = handle('parcel-1', { name: 'TM-1', grams: -1 }, asked('c1'), assumeNewStream(parcel))
    await expect(asking).rejects.toMatchObject({ code: 'less_than_nothing' })
  })
})

describe('the same command later', () => {
  test('is answered with what it recorded, though the stream has later events', async () => {
    const handle = await handlerOn(store)
    await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
    await handle('parcel-1', { name: '', grams: 7 }, asked('c2'))
    const again = await handle('parcel-1', { name: 'TM-2', grams: 5 }, asked('c1'))
    expect(again).toMatchObject({ repeated: true, revision: 2, position: await store.head() })
    expect(again.events.map(({ data }) => data)).toEqual([{ name: 'TM-1' }, { grams: 5 }])
    expect(await weighings()).toHaveLength(2)
  })

  test('is the same without a request hash', async () => {
    const handle = await handlerOn(store)
    await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1', 'hash'))
    expect(await handle('parcel-1', { name: 'TM-1', grams: 6 }, asked('c1'))).toMatchObject({ repeated: true })
  })

  test('is searched in its own stream: the same id may belong to a command for another', async () => {
    const handle = await handlerOn(store)
    await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
    const other = await handle('parcel-2', { name: 'TM-2', grams: 5 }, asked('c1'))
    expect(other).toMatchObject({ repeated: false, state: { name: 'TM-2' } })
  })

  test('adds nothing when the answer to a durable append was lost', async () => {
    const losing: EventStore = {
      ...store,
      async append(...append) {
        await store.append(...append)
        throw new EngineAway('the answer is lost')
      },
    }
    const command = { name: 'TM-1', grams: 5 }
    await expect((await handlerOn(losing))('parcel-1', command, asked('c1', 'hash'))).rejects.toThrow(EngineAway)
    const again = await (await handlerOn(store, () => crypto.randomUUID()))('parcel-1', command, asked('c1', 'hash'))
    expect(again).toMatchObject({ repeated: true, state: { name: 'TM-1', grams: 5 } })
    expect(await weighings()).toHaveLength(1)
  })
})

describe('a command that meets a conflict', () => {
  const withConflicts = (times: number) => {
    const appends: string[][] = []
    const handlers = handlerOn(store, () => crypto.randomUUID())
    const store2: EventStore = {
      ...store,
      async append(stream, events, expected) {
        const n = appends.push(events.map(({ id }) => id))
        if (n <= times) await (await handlers)(stream, { name: 'TM-0', grams: 1 }, asked(`faster ${n}`))
        return store.append(stream, events, expected)
      },
    }
    return { store: store2, appends }
  }

  test('is decided again on the stored events', async () => {
    const { store: racing } = withConflicts(1)
    const handle = await handlerOn(racing)
    const handled = await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
    expect(handled).toMatchObject({ state: { name: 'TM-0', grams: 6 }, repeated: false, revision: 2 })
    expect(handled.events).toEqual([{ type: 'Weighed', data: { grams: 5 } }])
  })

  test('never decides on an old reading', async () => {
    const faster = await handlerOn(store, () => crypto.randomUUID())
    await faster('parcel-1', { name: 'TM-0', grams: 1 }, asked('first'))
    let reads = 0
    const slow: EventStore = {
      ...store,
      async read(stream) {
        const past = await store.read(stream)
        reads += 1
        if (reads === 1) await faster(stream, { name: 'TM-0', grams: 1 }, asked('faster'))
        return past
      },
    }
    const handle = await handlerOn(slow)
    const handled = await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
    expect(handled.state).toEqual({ name: 'TM-0', grams: 7 })
    expect(await weighings()).toHaveLength(3)
  })

  test('has new ids in each attempt', async () => {
    const { store: racing, appends } = withConflicts(1)
    const handle = await handlerOn(racing)
    await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
    expect(appends).toHaveLength(2)
    expect(new Set(appends.flat()).size).toBe(3)
  })

  /** A clock that only moves in pauses. */
  const unhurried = (chance: number) => {
    const pauses: number[] = []
    const passed = () => pauses.reduce((sum, ms) => sum + ms, 0)
    const pause = async (ms: number) => void pauses.push(ms)
    return { pauses, passed, patience: { now: passed, chance: () => chance, pause } }
  }

  test('is refused as busy after four seconds of conflicts', async () => {
    const { store: racing, appends } = withConflicts(Number.POSITIVE_INFINITY)
    const { passed, patience } = unhurried(1)
    const handle = await handlerOn(racing, counting(), patience)
    await expect(handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))).rejects.toMatchObject({ code: 'busy' })
    expect(appends.length).toBeGreaterThan(9)
    expect(passed()).toBeGreaterThan(3500)
    expect(passed()).toBeLessThan(4000)
    expect((await weighings()).map(({ data }) => data)).not.toContainEqual({ grams: 5 })
  })

  test('waits longer each time, by chance, and is recorded in the end', async () => {
    const { store: racing } = withConflicts(12)
    const { pauses, patience } = unhurried(0.5)
    const handle = await handlerOn(racing, counting(), patience)
    expect(await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))).toMatchObject({ repeated: false })
    expect(pauses.slice(0, 4)).toEqual([2.5, 5, 10, 20])
    expect(pauses).toHaveLength(12)
    expect(Math.max(...pauses)).toBe(125)
  })

  test('is recorded once or refused as busy, however many come at once', async () => {
    const handle = await handlerOn(store, () => crypto.randomUUID())
    const all = Array.from({ length: 60 }, (_, n) => handle('parcel-1', { name: 'TM-1', grams: 1 }, asked(`c${n}`)))
    const outcomes = await Promise.allSettled(all)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const reason of refused) expect(reason).toMatchObject({ code: 'busy' })
    expect(await weighings()).toHaveLength(60 - refused.length)
  })

  test('is not tried again for any other reason', async () => {
    let appends = 0
    const broken: EventStore = { ...store, append: () => Promise.reject(new Error(`broken ${++appends}`)) }
    const handle = await handlerOn(broken)
    await expect(handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))).rejects.toThrow('broken 1')
  })
})

test("all events of a command are recorded, each with an id of its own and with the command's metadata", async () => {
  const handle = await handlerOn(store, counting())
  const handled = await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1', 'hash'))
  const recorded = await store.read('parcel-1')
  expect(recorded.map(({ id }) => id)).toEqual([derivedId('of this test', 1), derivedId('of this test', 2)])
  // That it follows from itself is not stored twice.
  const { causationId: _, ...known } = asked('c1', 'hash')
  expect(recorded.map(({ metadata }) => metadata)).toEqual([known, known])
  expect(handled).toMatchObject({ revision: 1, position: recorded[1]?.position, repeated: false })
})

describe('the past that a command is answered with', () => {
  /** Without positions, which the events of one append share. */
  const readFacts = async () => {
    const types = { Named: stored(z.object({ name: z.string() })), Weighed: stored(z.object({ grams: z.number() })) }
    const codec = eventCodec<ParcelEvent>(types, await openPersonalKeys(engines.of('parcel')))
    const past = await Promise.all((await store.read('parcel-1')).map(codec.decode))
    return past.map(({ position: _, ...event }) => event)
  }

  test('is the whole stream at that moment', async () => {
    const handle = await handlerOn(store, () => crypto.randomUUID())
    await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
    for (const command of ['c2', 'c1', 'c2']) {
      const { past, position } = await handle('parcel-1', { name: '', grams: 7 }, asked(command))
      expect(past?.map(({ position: _, ...event }) => event)).toEqual(await readFacts())
      expect(past?.at(-1)?.position).toBe(position)
    }
  })

  test('is null when the stream was not read', async () => {
    const handle = await handlerOn(store)
    expect(await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'), assumeNewStream(parcel))).toMatchObject({
      past: null,
    })
  })
})

test('a command that adds nothing, or is refused, does not change the stream', async () => {
  const handle = await handlerOn(store)
  expect(await handle('parcel-1', { name: '', grams: 0 }, asked('c0'))).toEqual({
    state: parcel.initialState,
    events: [],
    revision: -1,
    position: null,
    repeated: false,
    past: [],
    added: [],
  })
  await handle('parcel-1', { name: 'TM-1', grams: 5 }, asked('c1'))
  const idle = await handle('parcel-1', { name: '', grams: 0 }, asked('c2'))
  expect(idle).toMatchObject({ state: { grams: 5 }, events: [], revision: 1, position: await store.head() })
  await expect(handle('parcel-1', { name: '', grams: -1 }, asked('c3'))).rejects.toMatchObject({
    code: 'less_than_nothing',
  })
  expect(await store.read('parcel-1')).toHaveLength(2)
})
