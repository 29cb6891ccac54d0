import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { Kafka, logLevel } from '@tuma/platform/engines/kafka-client'
import { storedFormat } from '@tuma/platform/engines/stored-format'
import { freePort } from '@tuma/platform/runtime'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningEngine, startKafka } from '../src/index.ts'
import { startServer } from './event-store-server.ts'

/** A process whose engine holds another format. */

const PATIENCE = { timeout: 120_000, interval: 50 }
const ADVICE = (setting: string) =>
  `in a format that this version of Tuma can't read. Choose a new ENGINE_PREFIX, or name an empty server with ${setting}. Nothing has been changed.`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-other-format-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The service `jar` as a process, which asks its event store again and again. */
const run = async (environment: Record<string, string>) => {
  const script = `
    import { engineSettings } from '@tuma/platform/engines'
    import { runService } from '@tuma/platform/runtime'
    await runService('jar', engineSettings, async ({ engines }) => {
      console.log('the engines are open')
      const asking = setInterval(() => engines.events.head().catch(() => {}), 100)
      return { router: {}, followers: [], close: async () => clearInterval(asking) }
    })`
  const port = await freePort()
  const given = {
    PORT: String(port),
    SECRET: 'a secret of thirty-two characters',
    CALLER_KEYS: `bff=${'0'.repeat(32)}`,
  }
  const child = spawn(process.execPath, ['-e', script], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', DATA_DIR: folder, ...given, ...environment },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', errors: '' }
  child.stdout.on('data', (data) => (said.out += data))
  child.stderr.on('data', (data) => (said.errors += data))
  return {
    said,
    ended: once(child, 'close').then(() => ({ code: child.exitCode, ...said })),
    isAlive: () => child.exitCode === null,
    ready: async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status,
  }
}

describe('a process whose EventStoreDB holds another format', () => {
  const sentence = `EventStoreDB holds events of jar ${ADVICE('EVENTSTORE_URL')}`
  const startMarked = async () => {
    const { double, url, operator } = await startServer()
    const marker = jsonEvent({ type: 'FormatMarked', data: { format: storedFormat + 1 } })
    await operator.appendToStream('storedFormat-jar', marker, { expectedRevision: NO_STREAM })
    return { double, url }
  }

  test('ends at its start with one sentence that says what to do', async () => {
    const { url } = await startMarked()
    const { ended } = await run({ EVENTSTORE_URL: url })
    expect(await ended).toEqual({ code: 1, out: '', errors: `${sentence}\n` })
  })

  test('serves an installation that chooses a new prefix', async () => {
    const { url } = await startMarked()
    const { ready } = await run({ EVENTSTORE_URL: url, ENGINE_PREFIX: 'new-' })
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENCE)
  })

  test('that was away is waited for, and then ends the start with the sentence as its last line', async () => {
    const { url, double } = await startMarked()
    await double.kill()
    const { said, ended, ready } = await run({ EVENTSTORE_URL: url })
    await vi.waitFor(() => expect(said.errors).toContain('There is no connection to EventStoreDB'), PATIENCE)
    expect(await ready()).toBe(503)
    await double.start()
    const { code, out, errors } = await ended
    expect([code, out, errors.trim().split('\n').at(-1)]).toEqual([1, '', sentence])
  })
})

test('a running process ends with one sentence when another EventStoreDB replaces its own', async () => {
  const { url, double } = await startServer()
  const { ended, ready } = await run({ EVENTSTORE_URL: url, ENGINE_PREFIX: 'exchanged-', LOG_LEVEL: 'fatal' })
  await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENCE)
  await double.kill()
  const foreign = await startServer()
  await foreign.operator.appendToStream(
    'storeMark-exchanged-jar',
    jsonEvent({ type: 'StoreMarked', data: { mark: 'of others' } }),
    { expectedRevision: NO_STREAM },
  )
  await double.startWith(foreign.double.disk())
  const { code, errors } = await ended
  expect(code).toBe(1)
  expect(errors.trim().split('\n').at(-1)).toBe(
    'The event store named by EVENTSTORE_URL is not the one of these data: for exchanged-jar it belongs to other data. Name the right one, or take this one up on purpose with npm run restore -- --event-store. Nothing has been changed.',
  )
})

describe('a process whose Kafka', () => {
  let engine: RunningEngine
  beforeAll(async () => {
    engine = await startKafka()
  }, 900_000)
  afterAll(() => engine?.close())

  const admin = async () => {
    const admin = new Kafka({ brokers: engine.url.split(','), logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    onTestFinished(() => admin.disconnect())
    return admin
  }

  test('holds another format ends at its start with one sentence that says what to do', async () => {
    await (await admin()).createTopics({ topics: [{ topic: `old-format-${storedFormat + 1}` }] })
    const { ended } = await run({ KAFKA_BROKERS: engine.url, ENGINE_PREFIX: 'old-' })
    expect(await ended).toEqual({ code: 1, out: '', errors: `Kafka holds messages ${ADVICE('KAFKA_BROKERS')}\n` })
    const { ready } = await run({ KAFKA_BROKERS: engine.url, ENGINE_PREFIX: 'new-' })
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENCE)
  })

  test('has topics of other data ends at its start with one sentence, and makes no topic', async () => {
    const asked = await admin()
    const topics = [`foreign-format-${storedFormat}`, `foreign-storeMark-jar-${crypto.randomUUID()}`, 'foreign-jar']
    await asked.createTopics({ topics: topics.map((topic) => ({ topic })) })
    const { url } = await startServer()
    const { ended } = await run({ EVENTSTORE_URL: url, KAFKA_BROKERS: engine.url, ENGINE_PREFIX: 'foreign-' })
    const sentence =
      'The Kafka named by KAFKA_BROKERS is not the one of these data: its topics of foreign-jar belong to other data. Name the right one, or an empty one, or choose a new ENGINE_PREFIX. Nothing has been changed.'
    expect(await ended).toEqual({ code: 1, out: '', errors: `${sentence}\n` })
    const there = (await asked.listTopics()).filter((name) => name.startsWith('foreign-'))
    expect(there.toSorted()).toEqual(topics.toSorted())
  })
})
