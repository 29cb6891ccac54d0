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

/** Whoever installs it has one sentence to go by, and whoever reads the log learns no password. */

const [right, wrong] = ['right-7f3a91c2', 'wrong-b80d55e1']
const username = 'tuma'
const withUser = (url: string, password: string) => url.replace('://', `://${username}:${password}@`)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-refused-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** All that a process says which opens these engines and asks each of them something. */
const saidBy = async (environment: Record<string, string>): Promise<string> => {
  const script = `
    import { engineSettings, openEngines } from '@tuma/platform/engines'
    import { readSettings } from '@tuma/platform/runtime'
    const quietly = (error) => console.error(error.name, error.message)
    const house = await openEngines(readSettings(engineSettings, process.env)).catch(quietly)
    if (house) {
      const { cache, documents, bus } = house.of('jar')
      for (const ask of [() => cache.get('a'), () => documents.checkpoint('a'), () => bus.lag('jar', 'reader')])
        await ask().catch(quietly)
      await house.close()
    }`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-e', script], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, randomUUID()), ...environment },
    timeout: 120_000,
  })
  return stdout + stderr
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

  test('serves who knows it, and tells everybody else once, in one sentence, that it is the wrong one', async () => {
    const known = await opened(url(right))
    await known.cache.set('a', '1', 60_000)
    expect([await known.cache.get('a'), known.told]).toEqual(['1', []])
    for (const address of [url(wrong), engine.url]) {
      const { cache, told } = await opened(address)
      for (const _ of [1, 2]) await expect(cache.get('a')).rejects.toThrow(new EngineMisconfigured(sentence))
      expect(told).toEqual([sentence])
    }
  })

  test('serves again by itself once the password is mended', async () => {
    const { cache } = await opened(url(wrong))
    const operator = await createClient({ url: url(right) }).connect()
    onTestFinished(async () => {
      await operator.configSet('requirepass', right)
      operator.destroy()
    })
    await operator.configSet('requirepass', wrong)
    await vi.waitFor(async () => expect(await cache.get('a')).toBeNull(), 60_000)
  })

  test('is said at the start, without any password', async () => {
    const said = await saidBy({ REDIS_URL: url(wrong) })
    expect(said).toContain(`"reason":"${sentence}","msg":"the cache refuses us"`)
    expect(said).not.toContain(wrong)
    expect(await saidBy({ REDIS_URL: url(right) })).toBe('')
  })
})

/** FerretDB takes every user that says its password in clear, and no other: only MongoDB itself compares one. */
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

  test('serves who knows it, and tells everybody else once, in one sentence, that it is the wrong one', async () => {
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

  test('is said at the start, without any password', async () => {
    const said = await saidBy({ MONGODB_URL: withUser(engine.url, wrong) })
    expect(said).toContain(`"reason":"${sentence}","msg":"the document store refuses us"`)
    expect(said).not.toContain(wrong)
    expect(await saidBy({ MONGODB_URL: known })).toBe('')
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

  test('serves who knows it, and tells everybody else once, in one sentence, that it is the wrong one', async () => {
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
    // Kafka answers before its group coordinator has loaded, and is away until then for a question about a group.
    await expect.poll(() => served.lag('jar', 'reader')).toBe(0)
    expect(served.healthy()).toBe(true)
    const told: string[] = []
    const refused = await open(wrong, told)
    await expect(refused.lag('jar', 'reader')).rejects.toThrow(new EngineMisconfigured(sentence))
    expect([told, refused.healthy()]).toEqual([[sentence], false])
  })

  test('is said at the start, without any password', async () => {
    const settings = { KAFKA_BROKERS: engine.url, KAFKA_USERNAME: username }
    const said = await saidBy({ ...settings, KAFKA_PASSWORD: wrong })
    expect(said).toContain(`"reason":"${sentence}","msg":"the message bus refuses us"`)
    expect(said).not.toContain(wrong)
    expect(await saidBy({ ...settings, KAFKA_PASSWORD: right })).toBe('')
  })
})
