import type { KafkaMessage } from 'kafkajs'
import { expect, it } from 'vitest'
import { EngineAway, type Message } from '../../ports/message-bus.ts'
import type { Kept, Key, ParkedMessages, Place } from './parked-messages.ts'
import { openPartitionWork } from './partition-work.ts'
import { replayRecord, toRecord } from './wire.ts'

const message = (id: string): Message => ({
  id,
  key: id.split('-')[0] ?? '',
  type: 'ParcelWeighed',
  version: 1,
  data: null,
  headers: {},
})
const asRead = (record: object, offset: number) => ({ ...record, offset: String(offset) }) as unknown as KafkaMessage
const record = (id: string, offset: number) => asRead(toRecord(message(id)), offset)
const replay = (key: string, offset: number) => asRead(replayRecord('payment', key), offset)
const always = () => true

/** Parked messages, in memory. */
const shelf = () => {
  const kept = new Map<string, Kept>()
  const state = { away: false }
  const getId = (place: Place) => place.offset
  const check = async () => {
    if (state.away) throw new EngineAway('no broker')
  }
  const parked: Omit<ParkedMessages, 'all' | 'close'> = {
    upToDate: check,
    isParked: (_, place) => kept.has(getId(place)),
    of: ({ key }: Key) => [...kept.values()].filter((one) => one.message.key === key),
    async park(group, place, message, reason) {
      await check()
      kept.set(getId(place), { id: getId(place), topic: place.topic, group, message, reason, parkedAt: '', place })
    },
    async forget({ id }) {
      await check()
      kept.delete(id)
    },
    async failedAgain(first, reason) {
      await check()
      kept.set(first.id, { ...first, reason })
    },
  }
  const reasons = () => [...kept.values()].map(({ message, reason }) => `${message.id}: ${reason}`)
  return { parked: parked as ParkedMessages, state, reasons }
}

const opened = (handle: (id: string) => void, { attempts = 1 } = {}) => {
  const { parked, state, reasons } = shelf()
  const handled: string[] = []
  const onMessage = async ({ id }: Message) => {
    handle(id)
    handled.push(id)
  }
  const work = () =>
    openPartitionWork({ topic: 'parcels', group: 'payment', attempts, backoffMs: 100, onMessage }, parked)
  return { work, state, reasons, handled }
}
const fail = () => {
  throw new Error('too heavy')
}

it('returns how long to wait before the next try, twice as long each time, and gives up in the end', async () => {
  const { work, reasons } = opened(fail, { attempts: 3 })
  const { take } = work()
  expect(await take(record('a-1', 0), 0, always)).toEqual({ again: 100 })
  expect(await take(record('a-1', 0), 0, always)).toEqual({ again: 200 })
  expect(await take(record('a-1', 0), 0, always)).toBe('done')
  expect(reasons()).toEqual(['a-1: Error: too heavy'])
})

it('never gives up while an engine is away, and waits at most five seconds', async () => {
  const { work, reasons } = opened(() => {
    throw new EngineAway('the store')
  })
  const { take } = work()
  const waits = []
  for (let i = 0; i < 9; i += 1) waits.push(await take(record('a-1', 0), 0, always))
  expect(waits[0]).toEqual({ again: 100 })
  expect(waits.at(-1)).toEqual({ again: 5000 })
  expect(reasons()).toEqual([])
})

it('does not lose a message that could not be parked', async () => {
  const { work, state, reasons } = opened(fail)
  const { take } = work()
  await take(record('b-1', 0), 0, always)
  state.away = true
  expect(await take(record('a-1', 1), 0, always)).toHaveProperty('again')
  state.away = false
  expect(await take(record('a-1', 1), 0, always)).toBe('done')
  expect(reasons()).toEqual(['b-1: Error: too heavy', 'a-1: Error: too heavy'])
})

it('handles nothing before it knows the parked messages', async () => {
  const { work, state, handled } = opened(() => {})
  state.away = true
  const { take } = work()
  expect(await take(record('a-1', 0), 0, always)).toHaveProperty('again')
  expect(handled).toEqual([])
})

it('parks a message once, also when its member died between that and the commit', async () => {
  const { work, reasons } = opened(fail)
  await work().take(record('a-1', 0), 0, always)
  expect(await work().take(record('a-1', 0), 0, always)).toBe('done')
  expect(reasons()).toEqual(['a-1: Error: too heavy'])
})

it('replays the messages of a key in order, and continues where it stopped', async () => {
  let broken = true
  const { work, reasons, handled } = opened(() => broken && fail())
  const { take } = work()
  for (const [offset, id] of ['a-1', 'a-2', 'b-1', 'a-3'].entries()) await take(record(id, offset), 0, always)
  broken = false
  let turns = 0
  expect(await take(replay('a', 4), 0, () => turns++ < 2)).toEqual({ again: 0 })
  expect(handled).toEqual(['a-1', 'a-2'])
  expect(await take(replay('a', 4), 0, always)).toBe('done')
  expect(handled).toEqual(['a-1', 'a-2', 'a-3'])
  expect(reasons()).toEqual(['b-1: Error: too heavy'])
})

it('parks a record that is no message of ours, with its key and its text', async () => {
  const { work, reasons, handled } = opened(() => {})
  const { take } = work()
  expect(await take(asRead({ key: 'a', value: '<xml/>' }, 7), 2, always)).toBe('done')
  expect(handled).toEqual([])
  expect(reasons()).toEqual(['parcels/2/7: Error: not a message of Tuma'])
})
