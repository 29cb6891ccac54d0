import { randomUUID } from 'node:crypto'
import { withStandIn } from '@tuma/platform/engines'
import { openRedis } from '@tuma/platform/engines/redis'
import { EngineAway, getNetwork } from '@tuma/platform/ports'
import { cacheSuite, limitsSuite, limitWashSuite, washLimit } from '@tuma/platform/testing/suites'
import { createClient } from 'redis'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startRedis } from '../src/index.ts'

const engine = await startRedis()
afterAll(() => engine.close())
console.log(engine.found)

const opened = async () => {
  const prefix = `test-${randomUUID()}:`
  const redis = await openRedis({ url: engine.url, prefix })
  onTestFinished(() => redis.close())
  return { ...redis, prefix }
}

/** A client beside the cache, as an operator. */
const operator = async () => {
  const client = createClient({ url: engine.url })
  await client.connect()
  onTestFinished(() => client.destroy())
  return client
}

const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Redis has no clock that a test could set, so the stored values are made older instead. */
const AGE = `
for _, key in ipairs(redis.call('keys', ARGV[1] .. '*')) do
  redis.call('pexpire', key, redis.call('pttl', key) - ARGV[2])
end`

cacheSuite('Redis', async () => {
  const { cache, prefix } = await opened()
  const client = await operator()
  const pass = async (ms: number) => void (await client.eval(AGE, { arguments: [prefix, String(ms)] }))
  return { cache, pass, close: async () => {} }
})

/** A table's entries hold their own ends, as six bytes behind the ten of key and count. */
const AGE_TABLES = `
for _, key in ipairs(redis.call('keys', ARGV[1] .. 'limits *')) do
  for at = 0, redis.call('strlen', key) - 16, 16 do
    local ends = struct.unpack('>I6', redis.call('getrange', key, at + 10, at + 15))
    if ends > 0 then redis.call('setrange', key, at + 10, struct.pack('>I6', ends - ARGV[2])) end
  end
end`

limitsSuite('Redis', async () => {
  const { limits, prefix } = await opened()
  const client = await operator()
  const pass = async (ms: number) => void (await client.eval(AGE_TABLES, { arguments: [prefix, String(ms)] }))
  return { limits, pass, close: async () => {} }
})

/** A sixteenth of a table, and a sixteenth of the strangers that fill the embedded one. */
const [fewEntries, fewStrangers] = [4096, 6250]

limitWashSuite(
  'Redis',
  async () => {
    const at = { url: engine.url, prefix: `test-${randomUUID()}:`, limitEntries: fewEntries }
    let redis = await openRedis(at)
    return {
      limits: redis.limits,
      async restarted() {
        await redis.close()
        redis = await openRedis(at)
        return redis.limits
      },
      close: () => redis.close(),
    }
  },
  fewStrangers,
)

const login = { max: 3, windowMs: 5000 }
const njeri = { account: 'njeri' }

describe('Redis', () => {
  it('deletes values by itself when their time is over', async () => {
    const { cache, limits } = await opened()
    await cache.set('a', '1', 20)
    await limits.count('login', njeri, { ...login, windowMs: 20 })
    await cache.lease('projector', 'a', 20)
    await vi.waitFor(async () => expect(await cache.get('a')).toBeNull(), 60_000)
    await vi.waitFor(async () => expect(await cache.lease('projector', 'b', 20)).toBe(true), 60_000)
    expect((await limits.count('login', njeri, { ...login, windowMs: 20 })).count).toBe(1)
  })

  it('is shared by all processes', async () => {
    const prefix = `test-${randomUUID()}:`
    const [one, other] = await Promise.all([1, 2].map(() => openRedis({ url: engine.url, prefix })))
    if (!one || !other) throw new Error('two were opened')
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    await one.limits.count('login', njeri, login)
    const counted = await other.limits.count('login', njeri, login)
    expect(counted.count).toBe(2)
    await counted.giveBack()
    expect((await one.limits.count('login', njeri, login)).count).toBe(2)
    await one.cache.lease('projector', 'one', 5000)
    expect(await other.cache.lease('projector', 'other', 5000)).toBe(false)
  })

  it('is not away because this process stood still for longer than it waits', async () => {
    const { limits } = await opened()
    await limits.count('login', njeri, login)
    const counting = limits.count('login', njeri, login)
    standStill(2500)
    expect((await counting).count).toBe(2)
  })

  it('stores nothing without an expiry', async () => {
    const { cache, limits, prefix } = await opened()
    await Promise.all([cache.set('a', '1', 5000), limits.count('b', njeri, login), cache.lease('c', 'me', 5000)])
    const client = await operator()
    const keys = await client.keys(`${prefix}*`)
    expect(keys).toHaveLength(4)
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0)
  })
})

describe('limits in Redis', () => {
  const hourly = { max: 2, windowMs: 3_600_000 }
  const keys = [getNetwork('2001:db8:1:2::1'), getNetwork('41.90.64.7'), { hash: 'phone of Njeri' }, njeri]

  it('are still reached after 60,000 strangers, in a string of at most 1 MiB', { timeout: 600_000 }, async () => {
    const { limits, prefix } = await opened()
    for (const key of keys) for (const _ of [1, 2]) await limits.count('posts', key, hourly)
    await washLimit(limits, 'posts', hourly, 60_000)
    for (const key of keys) expect((await limits.count('posts', key, hourly)).isBeyond).toBe(true)
    expect((await limits.count('posts', getNetwork('197.248.3.4'), hourly)).isBeyond).toBe(false)
    expect(await (await operator()).strLen(`${prefix}limits posts`)).toBeLessThanOrEqual(2 ** 20)
  })
})

describe.runIf(engine.process)('a Redis of our own', () => {
  const server = engine.process
  if (!server) return

  it('without free memory refuses no request, and each process counts by itself', async () => {
    const said: string[] = []
    const shared = await opened()
    const { limits } = withStandIn(shared, {
      onAway: ({ message }) => said.push(message),
      onBack: () => said.push('back'),
    })
    const client = await operator()
    await client.configSet({ maxmemory: '1', 'maxmemory-policy': 'noeviction' })
    onTestFinished(async () => void (await client.configSet({ maxmemory: '0' })))
    const minute = { max: 2, windowMs: 60_000 }
    const counted = []
    for (let times = 0; times < 3; times += 1) counted.push(await limits.count('login', njeri, minute))
    expect(counted.map(({ isBeyond }) => isBeyond)).toEqual([false, false, true])
    await counted[0]?.giveBack()
    expect((await limits.count('login', njeri, minute)).isBeyond).toBe(false)
    await client.configSet({ maxmemory: '0' })
    expect((await limits.count('login', njeri, minute)).count).toBe(1)
    expect(said).toEqual([expect.stringContaining('OOM'), 'back'])
  })

  it('may be emptied at any moment: every call still gets a possible answer', async () => {
    const { cache, limits } = await opened()
    const client = await operator()
    let emptied = 0
    let done = false
    const emptyAgain = async () => {
      while (!done) {
        await client.flushAll()
        emptied += 1
      }
    }
    const emptying = emptyAgain()
    // The last call is awaited before its client is closed.
    onTestFinished(() => {
      done = true
      return emptying
    })
    while (emptied < 50) {
      const { count, resetsInMs } = await limits.count('login', njeri, login)
      expect(count).toBeGreaterThan(0)
      expect(resetsInMs).toBeGreaterThan(0)
      expect(resetsInMs).toBeLessThanOrEqual(5000)
      await cache.set('a', '1', 5000)
      expect([null, '1']).toContain(await cache.get('a'))
      expect(await cache.lease('projector', 'me', 5000)).toBe(true)
      await cache.release('projector', 'me')
    }
  })

  it('is away when it takes calls but does not answer', async () => {
    const { cache } = await opened()
    await (await operator()).sendCommand(['CLIENT', 'PAUSE', '5000', 'ALL'])
    await expect(cache.get('a')).rejects.toBeInstanceOf(EngineAway)
    await vi.waitFor(async () => expect(await cache.get('a')).toBeNull(), 60_000)
  })

  it('is away when it is dead, and serves again when it is back', { timeout: 300_000 }, async () => {
    const { cache, limits } = await opened()
    await cache.set('a', '1', 60_000)
    await server.kill()
    const calls = [
      cache.get('a'),
      cache.set('a', '2', 1000),
      limits.count('a', njeri, login),
      cache.lease('a', 'me', 1000),
      cache.release('a', 'me'),
    ]
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
    }
    const openedMeanwhile = await openRedis({ url: engine.url })
    onTestFinished(() => openedMeanwhile.close())
    await expect(openedMeanwhile.cache.get('a')).rejects.toBeInstanceOf(EngineAway)

    await server.start()
    const back = { timeout: 20_000 }
    await vi.waitFor(async () => expect(await cache.get('a')).toBeNull(), back)
    await vi.waitFor(
      async () => expect((await openedMeanwhile.limits.count(randomUUID(), njeri, login)).count).toBe(1),
      back,
    )
  })

  it('refuses no request when it is dead, and the rate limits still work', { timeout: 300_000 }, async () => {
    const said: string[] = []
    const shared = await opened()
    const { limits } = withStandIn(shared, { onAway: () => said.push('away'), onBack: () => said.push('back') })
    const minute = { max: 2, windowMs: 60_000 }
    await limits.count('login', njeri, minute)
    await server.kill()
    const counted = []
    for (let times = 0; times < 3; times += 1) counted.push(await limits.count('login', njeri, minute))
    expect(counted.map(({ isBeyond }) => isBeyond)).toEqual([false, false, true])
    await server.start()
    await vi.waitFor(async () => {
      await limits.count('login', njeri, minute)
      expect(said).toEqual(['away', 'back'])
    }, 60_000)
  })
})
