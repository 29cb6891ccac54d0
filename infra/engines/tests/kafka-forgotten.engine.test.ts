import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngines } from '@tuma/platform/engines'
import { openKafka } from '@tuma/platform/engines/kafka'
import type { ProcessEngines } from '@tuma/platform/ports'
import { openTillsAndBook } from '@tuma/platform/testing'
import { listen as listenTo, message, messages, suiteGroup } from '@tuma/platform/testing/suites'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type EngineProcess, startKafka } from '../src/index.ts'

const engine = await startKafka()
afterAll(() => engine.close())
console.log(engine.found)

const patiently = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 120_000, interval: 50 })

/**
 * Keeps the first batches of a partition's file. Each begins with its offset in eight bytes and its length in four.
 * @returns how many bytes are gone
 */
const cutBehind = (path: string, batches: number): number => {
  const records = readFileSync(path)
  let at = 0
  for (let kept = 0; kept < batches && at + 12 <= records.length; kept += 1) at += 12 + records.readInt32BE(at + 8)
  truncateSync(path, Math.min(at, records.length))
  return records.length - at
}

describe.runIf(engine.dataFolder)('a Kafka that has forgotten what it acknowledged', { timeout: 300_000 }, () => {
  const broker = engine.process as EngineProcess
  const dataFolder = engine.dataFolder ?? ''
  const partitions = (topic: string) =>
    readdirSync(dataFolder).filter((name) => new RegExp(`^${topic}-\\d$`).test(name))

  /** As after a loss of power: each partition has its first batches alone. */
  const forget = (topic: string, batchesLeft: number): void => {
    let bytes = 0
    for (const partition of partitions(topic)) {
      const folder = join(dataFolder, partition)
      for (const file of readdirSync(folder)) {
        if (file.endsWith('.log')) bytes += cutBehind(join(folder, file), batchesLeft)
        // Made again from the records.
        if (/\.(index|timeindex|snapshot)$/.test(file)) rmSync(join(folder, file))
      }
    }
    expect(bytes).toBeGreaterThan(0)
  }
  const openShop = async (prefix: string) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'tuma-forgotten-'))
    const open = async () => {
      const engines = await openEngines({ DATA_DIR, KAFKA_BROKERS: engine.url, ENGINE_PREFIX: prefix, REPLICA: 'one' })
      const shop = await openTillsAndBook(engines)
      return { engines, shop }
    }
    let now = await open()
    const close = async () => {
      await now.shop.close()
      await now.engines.close()
    }
    onTestFinished(async () => {
      await close()
      await rm(DATA_DIR, { recursive: true, force: true })
    })
    return {
      engines: () => now.engines,
      take: (number: number) => now.shop.take(`till-${number % 12}`, 1, `taken-${number}`),
      stillToHear: () => now.shop.stillToHear(),
      close,
      async reopen() {
        now = await open()
      },
    }
  }
  const takeAll = async (shop: Awaited<ReturnType<typeof openShop>>, from: number, to: number) => {
    for (let number = from; number < to; number += 1) await shop.take(number)
  }
  /** Each round is a batch of its own in the topic. */
  const takeInRounds = async (shop: Awaited<ReturnType<typeof openShop>>, from: number, to: number) => {
    for (let number = from; number < to; number += 12) {
      await takeAll(shop, number, number + 12)
      await patiently(async () => expect(await entered(shop.engines())).toBe(number + 12))
    }
  }
  /** Every event of the book is one payment that it entered. */
  const entered = async (engines: ProcessEngines) => (await engines.of('book').events.readAll(null, 10_000)).length
  const ids = async (engines: ProcessEngines) =>
    (await engines.of('till').events.readAll(null, 10_000)).map(({ id }) => id)
  const listen = (engines: ProcessEngines, group: string) => {
    const heard: string[] = []
    const { bus } = engines.of('book')
    const consumer = bus.consume({ topic: 'till', group, onMessage: async ({ id }) => void heard.push(id) })
    onTestFinished(() => consumer.close())
    return heard
  }

  it('is told again while the publisher runs, and each group goes on: no payment is missing, none is entered twice', async () => {
    const shop = await openShop('one-')
    const read = listen(shop.engines(), 'reader')
    await takeInRounds(shop, 0, 36)
    await patiently(() => expect(new Set(read).size).toBe(36))
    await patiently(async () => expect(await shop.stillToHear()).toBe(0))
    await broker.kill()
    forget('one-till', 1)
    await broker.start()
    await takeAll(shop, 36, 48)
    await patiently(async () => expect(await entered(shop.engines())).toBe(48))
    await patiently(async () => expect(await shop.stillToHear()).toBe(0))
    const all = new Set(await ids(shop.engines()))
    expect(new Set(read)).toEqual(all)
    const late = listen(shop.engines(), 'late')
    await patiently(() => expect(new Set(late)).toEqual(all))
    await takeAll(shop, 48, 60)
    await patiently(async () => expect(await entered(shop.engines())).toBe(60))
    await patiently(() => expect(new Set(read).size).toBe(60))
    expect(await entered(shop.engines())).toBe(60)
    console.log(`${read.length - 60} came twice`)
    // It did not begin with the first message again: the first round is whole, and was not told again.
    const first = new Set((await ids(shop.engines())).slice(0, 12))
    expect(read.filter((id) => first.has(id))).toHaveLength(12)
  })

  it.each([
    ['its last messages', 1],
    ['all of a topic', 0],
  ])('%s: the next start tells them again, also what no group had read yet', async (_, batchesLeft) => {
    const prefix = `start-${batchesLeft}-`
    const shop = await openShop(prefix)
    await takeInRounds(shop, 0, 48)
    await patiently(async () => expect(await shop.stillToHear()).toBe(0))
    await shop.close()
    await broker.kill()
    if (batchesLeft > 0) forget(`${prefix}till`, batchesLeft)
    else for (const partition of partitions(`${prefix}till`)) rmSync(join(dataFolder, partition), { recursive: true })
    await broker.start()
    await shop.reopen()
    const late = listen(shop.engines(), 'late')
    await takeAll(shop, 48, 60)
    await patiently(async () => expect(await entered(shop.engines())).toBe(60))
    const all = new Set(await ids(shop.engines()))
    await patiently(() => expect(new Set(late)).toEqual(all))
    await patiently(async () => expect(await shop.stillToHear()).toBe(0))
    expect(await entered(shop.engines())).toBe(60)
  })

  it('is read on from the new messages by a group that had read what is gone, and not from the first', async () => {
    const bus = await openKafka({ brokers: engine.url, clientId: 'test' })
    onTestFinished(() => bus.close())
    const topic = 'parcels'
    const { handled } = listenTo(bus, { topic })
    const round = (number: number) => messages(...Array.from({ length: 300 }, (_, n) => `a-${300 * number + n}`))
    for (const number of [0, 1]) {
      await bus.publish(topic, round(number))
      await patiently(() => expect(handled).toHaveLength(300 * (number + 1)))
    }
    await patiently(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
    await broker.kill()
    forget(topic, 1)
    await broker.start()
    // Fewer than are gone, so that the group cannot take them for what it had read.
    let sent = 600
    await patiently(async () => {
      if (sent < 800) await bus.publish(topic, [message(`a-${sent}`)])
      sent += 1
      expect(handled.length).toBeGreaterThan(600)
    })
    expect(handled.filter((id) => id === 'a-0')).toHaveLength(1)
    await bus.publish(topic, messages('a-900', 'a-901'))
    await patiently(() => expect(handled.slice(-2)).toEqual(['a-900', 'a-901']))
    await patiently(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
  })
})
