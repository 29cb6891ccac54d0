import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EngineHouse } from '../../ports/engines.ts'
import type { Message, MessageBus, TellMissed } from '../../ports/message-bus.ts'
import { openEmbedded } from './open-embedded.ts'

const topic = 'parcels'
const keys = 20

let folder: string
let house: EngineHouse
let bus: MessageBus
const start = async () => {
  house = await openEmbedded({ folder })
  bus = house.of('delivery').bus
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-pruning-'))
  await start()
})
afterEach(async () => {
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

/** The number n is of the key n modulo so many. */
const message = (n: number): Message => ({
  id: `m${n}`,
  key: `k${n % keys}`,
  type: 'ParcelWeighed',
  version: 1,
  data: n,
  headers: {},
})
const upTo = (end: number, from = 0) => Array.from({ length: end - from }, (_, i) => from + i)
const publish = async (from: number, end: number): Promise<void> => {
  for (const n of upTo(end, from))
    if (n % 50 === 0) await bus.publish(topic, upTo(Math.min(n + 50, end), n).map(message))
}
const consume = (group: string, onMessage: (heard: number) => Promise<void> = async () => {}) => {
  const heard: number[] = []
  const consumer = bus.consume({
    topic,
    group,
    backoffMs: 1,
    async onMessage({ data }) {
      await onMessage(Number(data))
      heard.push(Number(data))
    },
  })
  return { heard, consumer }
}
const stored = (): number[] => {
  const file = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
  const rows = file.prepare('select topic, message from messages order by position').all()
  file.close()
  return rows.filter((row) => row.topic === topic).map(({ message }) => JSON.parse(String(message)).data)
}
const expectInOrder = (heard: readonly number[], end: number): void => {
  expect(new Set(heard).size).toBe(end)
  for (const key of upTo(keys)) {
    const ofKey = [...new Set(heard.filter((n) => n % keys === key))]
    expect(ofKey).toEqual(upTo(end).filter((n) => n % keys === key))
  }
}
const lagOf = (group: string) => bus.lag(topic, group)
/** All that was ever published, in pages, as whoever publishes does. */
const tellUpTo =
  (end: () => number, before: (n: number) => Promise<void> = async () => {}): TellMissed =>
  async ({ publish, signal }) => {
    for (const n of upTo(end())) {
      if (signal.aborted) return
      await before(n)
      if (n % 50 === 0) await publish(upTo(Math.min(n + 50, end()), n).map(message))
    }
  }

test('what all groups have had goes while more comes, and the newest stays', async () => {
  const groups = [consume('payment'), consume('revenue')]
  let published = 3000
  await publish(0, published)
  const keptAfterMore = async () => {
    await publish(published, published + 50)
    published += 50
    return stored().length
  }
  await expect.poll(keptAfterMore).toBeLessThan(1000)
  await expect.poll(() => groups.map(({ heard }) => heard.length)).toEqual([published, published])
  expect(stored().at(-1)).toBe(published - 1)
})

test('what one group has still to hear stays, also over a restart, and is its lag', async () => {
  const payment = consume('payment')
  const gate = Promise.withResolvers<void>()
  const revenue = consume('revenue', () => gate.promise)
  await publish(0, 2000)
  await expect.poll(() => payment.heard.length).toBe(2000)
  expect(await lagOf('revenue')).toBe(2000)
  expect(stored()).toEqual(upTo(2000))
  const closing = house.close()
  gate.resolve()
  await closing
  await start()
  const again = consume('revenue')
  await expect.poll(() => lagOf('revenue')).toBe(0)
  expectInOrder([...revenue.heard, ...again.heard], 2000)
})

/** @returns how many there were */
const publishUntilSomeAreGone = async (): Promise<number> => {
  let published = 0
  const someAreGone = async () => {
    await publish(published, published + 50)
    published += 50
    return stored().length < published
  }
  await expect.poll(someAreGone).toBe(true)
  return published
}

test('a group is not late with what it missed and is told once more, but with what was published since', async () => {
  consume('payment')
  const before = await publishUntilSomeAreGone()
  bus.onMissed?.(
    topic,
    tellUpTo(() => before),
  )
  const [toldOnce, toldSince] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = new Set<number>()
  const { consumer } = consume('revenue', async (n) => {
    begun.add(n)
    await (n < before ? toldOnce : toldSince).promise
  })
  await publish(before, before + 50)
  await expect.poll(() => begun.size).toBeGreaterThan(0)
  expect(consumer.oldestAt()).toBeNull()
  toldOnce.resolve()
  await expect.poll(() => begun.has(before)).toBe(true)
  expect(consumer.oldestAt()).toEqual(expect.any(Number))
  toldSince.resolve()
  await expect.poll(() => consumer.oldestAt()).toBeNull()
})

test('a group that is met later hears everything first, in order, and the others nothing twice', async () => {
  const payment = consume('payment')
  const before = await publishUntilSomeAreGone()
  let published = before
  bus.onMissed?.(
    topic,
    tellUpTo(() => published),
  )
  const revenue = consume('revenue')
  await publish(before, before + 300)
  published += 300
  await expect.poll(() => new Set(revenue.heard).size).toBe(published)
  await expect.poll(() => lagOf('revenue')).toBe(0)
  expectInOrder(revenue.heard, published)
  await publish(published, published + 50)
  await expect.poll(() => new Set(revenue.heard).size).toBe(published + 50)
  await expect.poll(() => payment.heard.length).toBe(published + 50)
})

test('one that was cut while it was told is told again after the start, and is behind until then', async () => {
  consume('payment')
  const published = await publishUntilSomeAreGone()
  const cut = Promise.withResolvers<void>()
  const tellHalf = tellUpTo(
    () => published,
    async (n) => {
      if (n < published / 2) return
      cut.resolve()
      await new Promise(() => {})
    },
  )
  bus.onMissed?.(topic, tellHalf)
  const first = consume('revenue')
  await cut.promise
  expect(await lagOf('revenue')).toBeGreaterThan(0)
  await house.close()

  await start()
  expect(await lagOf('revenue')).toBeGreaterThan(0)
  const second = consume('revenue')
  bus.onMissed?.(
    topic,
    tellUpTo(() => published),
  )
  await expect.poll(() => lagOf('revenue')).toBe(0)
  expect(new Set([...first.heard, ...second.heard]).size).toBe(published)
})
