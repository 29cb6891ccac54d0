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
import { startKafka } from '../src/index.ts'
import { startServer } from './event-store-server.ts'

/** What a process does whose engine holds another format. */

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

  test('serves those who choose a new prefix', async () => {
    const { url } = await startMarked()
    const { ready } = await run({ EVENTSTORE_URL: url, ENGINE_PREFIX: 'new-' })
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENCE)
  })

  test('that was away at its start is waited for, and then ends the start with the sentence as its last line', async () => {
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

test('a process whose Kafka holds another format ends at its start with one sentence that says what to do', async () => {
  const engine = await startKafka()
  onTestFinished(() => engine.close())
  const admin = new Kafka({ brokers: engine.url.split(','), logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic: `old-format-${storedFormat + 1}` }] })
  await admin.disconnect()
  const { ended } = await run({ KAFKA_BROKERS: engine.url, ENGINE_PREFIX: 'old-' })
  expect(await ended).toEqual({ code: 1, out: '', errors: `Kafka holds messages ${ADVICE('KAFKA_BROKERS')}\n` })
  const { ready } = await run({ KAFKA_BROKERS: engine.url, ENGINE_PREFIX: 'new-' })
  await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENCE)
})
