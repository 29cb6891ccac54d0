import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Message, MessageBus } from '../../ports/message-bus.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { commandHandler } from '../command-handler.ts'
import type { Decider } from '../events/decider.ts'
import { eventCodec, stored } from '../events/event-codec.ts'
import { openPersonalKeys } from '../events/personal-keys.ts'
import { on, type Reaction, reactionMetadata, reactor } from './reactor.ts'

const at = '2026-11-22T06:00:00.000Z'
const weighed = { topic: 'parcel', type: 'parcel.weighed', version: 1, heard: z.object({ grams: z.number() }) }
const weighedInLater = { ...weighed, version: 2, heard: z.object({ kilos: z.number() }) }
const message = (more: Partial<Message> = {}): Message => ({
  id: 'event-1',
  key: 'parcel-1',
  type: 'parcel.weighed',
  version: 1,
  data: { grams: 5 },
  headers: { correlationId: 'call-1' },
  ...more,
})

/** Listens on a bus whose messages come from the test. */
const listening = (reactions: readonly Reaction[], attempts?: number) => {
  const asked: Parameters<MessageBus['consume']>[0][] = []
  let [waiting, looks, isListening, oldest] = [0, 0, true, null as number | null]
  const bus = {
    consume(consumed: Parameters<MessageBus['consume']>[0]) {
      asked.push(consumed)
      return {
        oldestAt: () => oldest,
        async close() {
          isListening = false
        },
      }
    },
    async lag() {
      looks += 1
      return waiting
    },
  } as Partial<MessageBus> as MessageBus
  const options = { bus, topic: 'parcel', group: 'scales', reactions, ...(attempts === undefined ? {} : { attempts }) }
  const listener = reactor(options)
  onTestFinished(() => listener.close())
  const [consumed] = asked as [Parameters<MessageBus['consume']>[0]]
  return {
    listener,
    consumed,
    hears: (heard: Message) => consumed.onMessage(heard),
    leaves(messages: number, since: number) {
      waiting = messages
      oldest = since
    },
    looks: () => looks,
    isListening: () => isListening,
  }
}
const noting = () => {
  const seen: unknown[] = []
  const note = async (data: unknown, { id }: Message) => void seen.push([data, id])
  return { seen, note }
}

test('a service listens under its own name, and with the given number of attempts', () => {
  expect(listening([]).consumed).toMatchObject({ topic: 'parcel', group: 'scales' })
  expect(listening([]).consumed).not.toHaveProperty('attempts')
  expect(listening([], 3).consumed).toMatchObject({ attempts: 3 })
})

test('it runs the reaction of each version', async () => {
  const [first, later] = [noting(), noting()]
  const { hears } = listening([on(weighed, first.note), on(weighedInLater, later.note)])
  await hears(message())
  await hears(message({ id: 'event-2', version: 2, data: { kilos: 1 } }))
  expect([first.seen, later.seen]).toEqual([[[{ grams: 5 }, 'event-1']], [[{ kilos: 1 }, 'event-2']]])
})

test('it runs the reaction of each type, also for types of equal version', async () => {
  const [first, other] = [noting(), noting()]
  const labelled = { ...weighed, type: 'parcel.labelled', heard: z.object({ by: z.string() }) }
  const { hears } = listening([on(weighed, first.note), on(labelled, other.note)])
  await hears(message({ id: 'event-2', type: 'parcel.labelled', data: { by: 'otieno' } }))
  expect([first.seen, other.seen]).toEqual([[], [[{ by: 'otieno' }, 'event-2']]])
})

test('it has its name, the number of messages it has still to handle, and the age of the oldest', async () => {
  vi.useFakeTimers({ now: Date.parse(at) })
  onTestFinished(() => void vi.useRealTimers())
  const { listener, leaves } = listening([])
  expect([listener.group, listener.lateMs()]).toEqual(['scales', 0])
  leaves(3, Date.parse(at))
  await vi.advanceTimersByTimeAsync(5000)
  expect(listener.lag()).toEqual({ topic: 'parcel', group: 'scales', messages: 3, seconds: 5 })
  expect(listener.lateMs()).toBe(5000)
})

test('a closed listener gets no message, and no longer counts its lag', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { listener, looks, isListening } = listening([])
  await vi.advanceTimersByTimeAsync(5000)
  const before = looks()
  expect([before > 1, isListening()]).toEqual([true, true])
  await listener.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([looks(), isListening()]).toEqual([before, false])
})

test('it gets only the fields of the schema, and no message that breaks it', async () => {
  const { seen, note } = noting()
  const { hears } = listening([on(weighed, note)])
  await hears(message({ data: { grams: 5, by: 'a field of a later release' } }))
  await expect(hears(message({ data: { grams: 'many' } }))).rejects.toThrow()
  expect(seen).toEqual([[{ grams: 5 }, 'event-1']])
})

test('an unknown type is ignored', () => {
  const { note } = noting()
  expect(listening([on(weighed, note), on(weighedInLater, note)]).consumed.types).toEqual(new Set(['parcel.weighed']))
})

test('a version it does not know is refused, so that it is parked with its reason', async () => {
  const { seen, note } = noting()
  const { hears } = listening([on(weighed, note)])
  await expect(hears(message({ version: 2 }))).rejects.toThrow('scales does not know parcel.weighed version 2')
  expect(seen).toEqual([])
})

test('the bus repeats a failed reaction', async () => {
  const { hears } = listening([on(weighed, () => Promise.reject(new Error('the scale is broken')))])
  await expect(hears(message())).rejects.toThrow('the scale is broken')
})

test('the command id of a reaction is the same each time for one listener and differs for another', () => {
  const of = (group: string, id: string) => reactionMetadata(group, message({ id }), at).commandId
  expect(of('scales', 'event-1')).toBe('scales:event-1')
  expect(new Set([of('scales', 'event-1'), of('scales', 'event-2'), of('shelves', 'event-1')]).size).toBe(3)
})

test('the metadata of a reaction name its time, actor and cause, and pass on the first call and the origin', () => {
  const seeded = message({ headers: { correlationId: 'call-1', origin: 'seed' } })
  const expected = {
    at,
    commandId: 'scales:event-1',
    correlationId: 'call-1',
    causationId: 'event-1',
    actor: { kind: 'system', name: 'scales' },
  }
  expect(reactionMetadata('scales', seeded, at)).toEqual({ ...expected, origin: 'seed' })
  expect(reactionMetadata('scales', message(), at)).toEqual(expected)
  expect(reactionMetadata('scales', message({ headers: {} }), at)).toEqual({ ...expected, correlationId: 'event-1' })
})

test('a message that two replicas get at once, or one of them twice, has one reaction', async () => {
  type Noted = { type: 'Noted'; data: { grams: number } }
  const scale: Decider<number, number, Noted> = {
    initialState: 0,
    evolve: (sum, { data }) => sum + data.grams,
    decide: (grams) => [{ type: 'Noted', data: { grams } }],
  }
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const { events, documents } = engines.of('scales')
  const codec = eventCodec<Noted>(
    { Noted: stored(z.object({ grams: z.number() })) },
    await openPersonalKeys({ documents }),
  )
  const replica = () => {
    const handle = commandHandler(events, codec, scale, () => crypto.randomUUID())
    return listening([
      on(weighed, async ({ grams }, heard) => {
        await handle('scale-1', grams, reactionMetadata('scales', heard, at))
      }),
    ])
  }
  const [one, two] = [replica(), replica()]
  await Promise.all([one.hears(message()), two.hears(message())])
  await one.hears(message())
  await two.hears(message({ id: 'event-2' }))
  expect(await events.read('scale-1')).toHaveLength(2)
})
