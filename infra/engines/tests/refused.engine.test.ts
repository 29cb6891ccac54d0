import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openKafka } from '@tuma/platform/engines/kafka'
import { openMongoDb } from '@tuma/platform/engines/mongodb'
import { openRedis } from '@tuma/platform/engines/redis'
import { EngineMisconfigured } from '@tuma/platform/ports'
import { MongoClient } from 'mongodb'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningEngine, startKafka, startMongoDb, startRedis } from '../src/index.ts'

/** An installer gets one sentence that says what to do, and the log contains no password. */

const [right, wrong] = ['right-7f3a91c2', 'wrong-b80d55e1']
const username = 'tuma'
const withUser = (url: string, password: string) => url.replace('://', `://${username}:${password}@`)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-refused-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The whole output of the service `jar` as a process that opens these engines, and ends. */
const saidBy = async (environment: Record<string, string>): Promise<string> => {
  const script = `
    import { engineSettings } from '@tuma/platform/engines'
    import { runService } from '@tuma/platform/runtime'
    await runService('jar', engineSettings, async ({ engines: { cache, documents, bus } }) => {
      await Promise.all([cache.get('a'), documents.checkpoint('a'), bus.lag('jar', 'reader')])
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100)
      return { router: {}, followers: [], close: async () => {} }
    })`
  const given = { PORT: '0', SECRET: 'a secret of thirty-two characters', CALLER_KEYS: `bff=${'0'.repeat(32)}` }
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, randomUUID()), ...given, ...environment }
  const options = { cwd: import.meta.dirname, env, timeout: 120_000 }
  const run = promisify(execFile)(process.execPath, ['-e', script], options)
  const { code = 0, stdout, stderr } = await run.catch((error) => error)
  return `${stdout}${stderr}${code === 0 ? '' : `code ${code}`}`
}

describe('Redis with a password', () => {
  const sentence = 'Redis refuses the user or the password in REDIS_URL.'
  let engine: RunningEngine
  let url: (password: string) => string
  beforeAll(async () => {
    engine = await startRedis()
    console.log(engine.found)
    url = (password) => engine.url.replace('://', `://:${password}@`)
    const operator = await createClient({ url: engine.url }).connect()
    await operator.configSet('requirepass', right)
    afterOperator = async () => {
      await operator.configSet('requirepass', '')
      operator.destroy()
    }
  }, 600_000)
  let afterOperator = async () => {}
  afterAll(async () => {
    await afterOperator()
    await engine?.close()
  })
  const opened = async (address: string) => {
    const told: string[] = []
    const redis = await openRedis({ url: address, prefix: `test-${randomUUID()}:`, onRefused: (why) => told.push(why) })
    onTestFinished(() => redis.close())
    return { ...redis, told }
  }

  test('serves clients that know it, and reports a wrong password to others once, in one sentence', async () => {
    const known = await opened(url(right))
    await known.cache.set('a', '1', 60_000)
    expect([await known.cache.get('a'), known.told]).toEqual(['1', []])
    for (const address of [url(wrong), engine.url]) {
      const { cache, told } = await opened(address)
      for (const _ of [1, 2]) await expect(cache.get('a')).rejects.toThrow(new EngineMisconfigured(sentence))
      expect(told).toEqual([sentence])
    }
  })

  test('serves again by itself once the password is corrected', async () => {
    const { cache } = await opened(url(wrong))
    const operator = await createClient({ url: url(right) }).connect()
    onTestFinished(async () => {
      await operator.configSet('requirepass', right)
      operator.destroy()
    })
    await operator.configSet('requirepass', wrong)
    await vi.waitFor(async () => expect(await cache.get('a')).toBeNull(), 60_000)
  })

  test('ends a start with that sentence, without any password', async () => {
    const said = await saidBy({ REDIS_URL: url(wrong) })
    expect(said.trim().split('\n').slice(-2)).toEqual([sentence, 'code 1'])
    expect(said).not.toContain(wrong)
    expect(await saidBy({ REDIS_URL: url(right) })).toBe('')
  })
})

/** FerretDB accepts any user that sends its password in clear, and no other: only MongoDB itself compares passwords. */
describe('MongoDB with a user', () => {
  const sentence = 'MongoDB refuses the user or the password in MONGODB_URL.'
  let engine: RunningEngine
  let known = ''
  beforeAll(async () => {
    engine = await startMongoDb()
    console.log(engine.found)
    const operator = await MongoClient.connect(engine.url)
    known = await operator
      .db('admin')
      .command({ createUser: username, pwd: right, roles: ['root'] })
      .then(
        () => `${withUser(engine.url, right)}&authSource=admin`,
        () => `${withUser(engine.url, right)}&authMechanism=PLAIN`,
      )
    await operator.close()
  }, 900_000)
  afterAll(() => engine?.close())

  test('serves clients that know it, and reports a wrong password to others once, in one sentence', async () => {
    const served = await openMongoDb({ url: known })
    onTestFinished(() => served.close())
    expect(await served.of('jar').checkpoint('a')).toBeNull()
    expect(served.healthy()).toBe(true)
    const told: string[] = []
    const refused = await openMongoDb({ url: withUser(engine.url, wrong), onRefused: (why) => told.push(why) })
    onTestFinished(() => refused.close())
    for (const _ of [1, 2])
      await expect(refused.of('jar').checkpoint('a')).rejects.toThrow(new EngineMisconfigured(sentence))
    expect([told, refused.healthy()]).toEqual([[sentence], false])
  })

  test('ends a start with that sentence, without any password', async () => {
    const said = await saidBy({ MONGODB_URL: withUser(engine.url, wrong) })
    expect(said.trim().split('\n').slice(-2)).toEqual([sentence, 'code 1'])
    expect(said).not.toContain(wrong)
    expect(await saidBy({ MONGODB_URL: known })).toBe('')
  })

  test('ends a start with a sentence where it has no TLS and the setting says so', async () => {
    const said = await saidBy({ MONGODB_URL: `${known}&tls=true` })
    expect(said.trim().split('\n').slice(-2)).toEqual([
      'MongoDB speaks no TLS at this address: take tls=true out of MONGODB_URL.',
      'code 1',
    ])
    expect(said).not.toContain(right)
  })
})

describe('Kafka with a user', () => {
  const sentence = 'Kafka refuses the user or the password in KAFKA_USERNAME and KAFKA_PASSWORD.'
  let engine: RunningEngine
  beforeAll(async () => {
    engine = await startKafka({ username, password: right })
    console.log(engine.found)
  }, 900_000)
  afterAll(() => engine?.close())

  test('serves clients that know it, and reports a wrong password to others once, in one sentence', async () => {
    const open = async (password: string, told: string[] = []) => {
      const user = { username, password }
      const bus = await openKafka({
        brokers: engine.url,
        clientId: 'test',
        user,
        onRefused: (why) => void told.push(why),
      })
      onTestFinished(() => bus.close())
      return bus
    }
    const served = await open(right)
    // Kafka answers before its group coordinator has loaded, and until then it is away for a question about a group.
    await expect.poll(() => served.lag('jar', 'reader')).toBe(0)
    expect(served.healthy()).toBe(true)
    const told: string[] = []
    const refused = await open(wrong, told)
    await expect(refused.lag('jar', 'reader')).rejects.toThrow(new EngineMisconfigured(sentence))
    expect([told, refused.healthy()]).toEqual([[sentence], false])
  })

  test('ends a start with that sentence, without any password', async () => {
    const settings = { KAFKA_BROKERS: engine.url, KAFKA_USERNAME: username }
    const said = await saidBy({ ...settings, KAFKA_PASSWORD: wrong })
    expect(said.trim().split('\n').slice(-2)).toEqual([sentence, 'code 1'])
    expect(said).not.toContain(wrong)
    expect(await saidBy({ ...settings, KAFKA_PASSWORD: right })).toBe('')
  })

  test('ends a start with a sentence where it has no TLS and the setting says so', async () => {
    const settings = { KAFKA_BROKERS: engine.url, KAFKA_USERNAME: username }
    const said = await saidBy({ ...settings, KAFKA_PASSWORD: right, KAFKA_TLS: 'yes' })
    expect(said.trim().split('\n').slice(-2)).toEqual([
      'Kafka speaks no TLS at this address: set KAFKA_TLS=no.',
      'code 1',
    ])
    expect(said).not.toContain(right)
  })
})
