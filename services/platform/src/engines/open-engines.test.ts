import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { type ConsumeOptions, EngineAway, type Groups, type Message, type Publishing } from '../ports/message-bus.ts'
import { readSettings, WrongSettings } from '../runtime/settings.ts'
import { engineSettings, openEngines, openSharedEngines } from './open-engines.ts'
import { busWithPrefix } from './prefix.ts'

const root = mkdtempSync(join(tmpdir(), 'tuma-engines-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
/** An address without a listener. */
const nowhere = '127.0.0.1:9'
const settingsFor = (folder: string, environment: Record<string, string> = {}) =>
  readSettings(engineSettings, { DATA_DIR: join(root, folder), ...environment })

describe('each engine is chosen by its own setting', () => {
  test('without any, all are embedded and use the data folder', async () => {
    const engines = await openEngines(settingsFor('embedded'))
    const { events, documents } = engines.of('jar')
    await events.append('jar-1', [{ id: '1', type: 'Opened', version: 1, data: {}, metadata: {} }], 'no-stream')
    await documents.write([], [{ name: 'reader', position: 1 }])
    expect([await events.head(), await documents.checkpoint('reader'), engines.healthy()]).toEqual([1, 1, true])
    await engines.close()
    expect(existsSync(join(root, 'embedded/tuma.db'))).toBe(true)
  })

  test('a process whose engines are all servers opens no data file, and starts while they are away', async () => {
    const servers = { KAFKA_BROKERS: nowhere, REDIS_URL: `redis://${nowhere}` }
    const shared = await openSharedEngines(settingsFor('none', servers))
    await shared.cache.set('key', 'value', 60_000)
    expect(await shared.cache.get('key')).toBe('value')
    await shared.close()
    expect(existsSync(join(root, 'none'))).toBe(false)
  })

  test('while Redis is away each process uses its own cache, but a caller that needs the shared one gets an error', async () => {
    const settings = settingsFor('cache', { REDIS_URL: `redis://${nowhere}` })
    const usual = await openEngines(settings)
    expect(await usual.of('jar').cache.get('key')).toBeNull()
    await usual.close()
    const strict = await openEngines(settings, { cacheMayBeAway: false })
    await expect(strict.of('jar').cache.get('key')).rejects.toThrow(EngineAway)
    await strict.close()
  })

  test('a prefix separates installations that share an engine', async () => {
    const environment = { REDIS_URL: `redis://${nowhere}` }
    for (const ENGINE_PREFIX of ['one-', 'two-']) {
      const engines = await openEngines(settingsFor('prefixed', { ...environment, ENGINE_PREFIX }))
      expect(await engines.of('jar').events.head()).toBeNull()
      await engines
        .of('jar')
        .events.append(
          'jar-1',
          [{ id: ENGINE_PREFIX, type: 'Opened', version: 1, data: {}, metadata: {} }],
          'no-stream',
        )
      await engines.close()
    }
  })

  test.each([
    ['EVENTSTORE_URL', 'localhost:2113', 'EVENTSTORE_URL: must begin with esdb://'],
    ['KAFKA_BROKERS', 'kafka', 'KAFKA_BROKERS: must be like kafka:9092'],
    ['MONGODB_URL', 'http://mongo', 'MONGODB_URL: must begin with mongodb://'],
    ['REDIS_URL', 'localhost', 'REDIS_URL: must begin with redis://'],
    ['KAFKA_TLS', 'true', 'KAFKA_TLS: must be yes or no'],
    ['KAFKA_SASL', 'gssapi', 'KAFKA_SASL: must be plain, scram-sha-256 or scram-sha-512'],
  ])('%s=%s is refused with a sentence', (name, value, sentence) => {
    expect(() => settingsFor('wrong', { [name]: value })).toThrow(new WrongSettings([sentence]))
  })

  const secret = 'hunter2-8c1f'
  test.each([
    ['REDIS_URL', `redis://:${secret}%@127.0.0.1:99999999`],
    ['REDIS_URL', `redis://:${secret}#/@127.0.0.1:9/x`],
    ['MONGODB_URL', `mongodb://tuma:${secret}%@127.0.0.1:9`],
    ['MONGODB_URL', `mongodb://tuma:${secret}@@127.0.0.1:9:9`],
    ['EVENTSTORE_URL', `esdb://tuma:${secret}@@127.0.0.1:9:9?tls=maybe`],
  ])('%s with a password in the wrong form is one sentence without it', async (name, value) => {
    const error = await openEngines(settingsFor('unreadable', { [name]: value })).catch((error: unknown) => error)
    expect(error).toEqual(
      new WrongSettings([`${name}: can't be read; in a user or password @ : / % are written as %40 %3A %2F %25`]),
    )
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(secret)
  })

  test('a user of Kafka without a password is refused with a sentence, and so is a password without a user', async () => {
    const together = new WrongSettings(['KAFKA_USERNAME: goes together with KAFKA_PASSWORD'])
    const halves: Record<string, string>[] = [{ KAFKA_USERNAME: 'tuma' }, { KAFKA_PASSWORD: secret }]
    for (const half of halves) {
      const settings = settingsFor('half', { KAFKA_BROKERS: nowhere, ...half })
      await expect(openSharedEngines(settings)).rejects.toEqual(together)
    }
  })

  test.each([
    [{ KAFKA_SASL: 'scram-sha-512' }, 'KAFKA_SASL: goes together with KAFKA_USERNAME'],
    [{ KAFKA_CA_FILE: '/ca.pem' }, 'KAFKA_CA_FILE: goes together with KAFKA_TLS=yes'],
    [{ KAFKA_CA_FILE: '/ca.pem', KAFKA_TLS: 'no' }, 'KAFKA_CA_FILE: goes together with KAFKA_TLS=yes'],
    [{ KAFKA_CA_FILE: '/of/nowhere.pem', KAFKA_TLS: 'yes' }, 'KAFKA_CA_FILE: no certificate (PEM) there'],
    [{ KAFKA_CA_FILE: import.meta.filename, KAFKA_TLS: 'yes' }, 'KAFKA_CA_FILE: no certificate (PEM) there'],
  ])('%o is refused with a sentence before Kafka is asked', async (security, sentence) => {
    const settings = settingsFor('security', { KAFKA_BROKERS: nowhere, ...security })
    await expect(openSharedEngines(settings)).rejects.toEqual(new WrongSettings([sentence]))
  })

  test.each([
    ['redis://127.0.0.1:9', '/ca.pem', 'REDIS_CA_FILE: goes together with rediss:// in REDIS_URL'],
    ['rediss://127.0.0.1:9', '/of/nowhere.pem', 'REDIS_CA_FILE: no certificate (PEM) there'],
  ])('an authority of %s in %s is refused with a sentence', async (REDIS_URL, REDIS_CA_FILE, sentence) => {
    const settings = settingsFor('authority', { REDIS_URL, REDIS_CA_FILE })
    await expect(openEngines(settings)).rejects.toEqual(new WrongSettings([sentence]))
  })

  test('no client of a server is loaded without its setting', async () => {
    const script = `import { registerHooks } from 'node:module'
      const loaded = new Set()
      registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) })
      const { openEngines } = await import(${JSON.stringify(new URL('open-engines.ts', import.meta.url).href)})
      await (await openEngines({ DATA_DIR: process.argv[1], ENGINE_PREFIX: '', REPLICA: 'one' })).close()
      console.log([...loaded].join('\\n'))`
    const args = ['--input-type=module', '-e', script, join(root, 'lean')]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toContain('open-engines.ts')
    expect(stdout).not.toMatch(/kafkajs|mongodb|db-client|node_modules\/(@redis|redis)/)
  })
})

test('a bus with a prefix behaves the same: names are long inside and short outside', async () => {
  const published: string[] = []
  const joined: string[] = []
  const message: Message = { id: '1', key: 'jar-1', type: 'jar.opened', version: 1, data: {}, headers: {} }
  const parked = (group: string) => ({ id: 1, topic: 'one-jar', group, message, reason: 'no', parkedAt: '' })
  const bus: Groups & Publishing = {
    async publish(topic) {
      published.push(topic)
      return [{ partition: 0, offset: 3 }]
    },
    end: async (topic) => (topic === 'one-jar' ? [4] : []),
    fillUp: async (topic, end) => void joined.push(`${topic} to ${end}`),
    consume({ topic, group }: ConsumeOptions) {
      joined.push(`${topic} ${group}`)
      return { oldestAt: () => 7, close: async () => undefined }
    },
    listen({ topic }) {
      joined.push(topic)
      return { listening: () => true, close: async () => undefined }
    },
    parked: async () => [parked('one-reader'), parked('two-reader')],
    replay: async (group, topic, key) => (`${group} ${topic} ${key}` === 'one-reader one-jar jar-1' ? 1 : 0),
    lag: async (topic, group) => (`${topic} ${group}` === 'one-jar one-reader' ? 7 : 0),
  }
  const one = busWithPrefix(bus, 'one-')
  expect(await one.publish('jar', [message])).toEqual([{ partition: 0, offset: 3 }])
  expect(await one.end('jar')).toEqual([4])
  const member = one.consume({ topic: 'jar', group: 'reader', onMessage: async () => undefined })
  expect(member.oldestAt()).toBe(7)
  one.listen({ topic: 'jar', onMessage: async () => undefined, onFault: () => undefined })
  await one.fillUp('jar', [9])
  expect([published, joined]).toEqual([['one-jar'], ['one-jar one-reader', 'one-jar', 'one-jar to 9']])
  expect(await one.parked()).toEqual([{ ...parked('reader'), topic: 'jar' }])
  expect([await one.replay('reader', 'jar', 'jar-1'), await one.lag('jar', 'reader')]).toEqual([1, 7])
})
