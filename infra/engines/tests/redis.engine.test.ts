import { randomUUID } from 'node:crypto'
import { withStandIn } from '@tuma/platform/engines'
import { openRedis } from '@tuma/platform/engines/redis'
import { EngineAway } from '@tuma/platform/ports'
import { cacheSuite } from '@tuma/platform/testing/suites'
import { createClient } from 'redis'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startRedis } from '../src/index.ts'

const engine = await startRedis()
afterAll(() => engine.close())
console.log(engine.found)

const opened = async () => {
  const prefix = `test-${randomUUID()}:`
  const cache = await openRedis({ url: engine.url, prefix })
  onTestFinished(() => cache.close())
  return { cache, prefix }
}

/** Beside the cache, as an operator. */
const operator = async () => {
  const client = createClient({ url: engine.url })
  await client.connect()
  onTestFinished(() => client.destroy())
  return client
}

/** Redis has no clock to turn: what is kept grows older instead. */
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

describe('Redis', () => {
  it('forgets by itself when the time is over', async () => {
    const { cache } = await opened()
    await cache.set('a', '1', 20)
    await cache.count('login', 20)
    await cache.lease('projector', 'a', 20)
    await vi.waitFor(async () => expect(await cache.get('a')).toBeNull(), 60_000)
    await vi.waitFor(async () => expect(await cache.lease('projector', 'b', 20)).toBe(true), 60_000)
    expect((await cache.count('login', 20)).count).toBe(1)
  })

  it('is shared by all processes', async () => {
    const prefix = `test-${randomUUID()}:`
    const [one, other] = await Promise.all([1, 2].map(() => openRedis({ url: engine.url, prefix })))
    if (!one || !other) throw new Error('two were opened')
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    await one.count('login', 5000)
    expect((await other.count('login', 5000)).count).toBe(2)
    await one.lease('projector', 'one', 5000)
    expect(await other.lease('projector', 'other', 5000)).toBe(false)
  })

  it('keeps nothing without an end', async () => {
    const { cache, prefix } = await opened()
    await Promise.all([cache.set('a', '1', 5000), cache.count('b', 5000), cache.lease('c', 'me', 5000)])
    const client = await operator()
    const keys = await client.keys(`${prefix}*`)
    expect(keys).toHaveLength(3)
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0)
  })
})

describe.runIf(engine.process)('a Redis of our own', () => {
  const server = engine.process
  if (!server) return

  it('may be emptied at any moment: every call still has an answer that can be true', async () => {
    const { cache } = await opened()
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
    // The last one is awaited before its client goes.
    onTestFinished(() => {
      done = true
      return emptying
    })
    while (emptied < 50) {
      const { count, resetsInMs } = await cache.count('login', 5000)
      expect(count).toBeGreaterThan(0)
      expect(resetsInMs).toBeGreaterThan(0)
      expect(resetsInMs).toBeLessThanOrEqual(5000)
      await cache.set('a', '1', 5000)
      expect([null, '1']).toContain(await cache.get('a'))
      expect(await cache.lease('projector', 'me', 5000)).toBe(true)
      await cache.delete('a')
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
    const { cache } = await opened()
    await cache.set('a', '1', 60_000)
    await server.kill()
    const calls = [
      cache.get('a'),
      cache.set('a', '2', 1000),
      cache.delete('a'),
      cache.count('a', 1000),
      cache.lease('a', 'me', 1000),
      cache.release('a', 'me'),
    ]
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
    }
    const openedMeanwhile = await openRedis({ url: engine.url })
    onTestFinished(() => openedMeanwhile.close())
    await expect(openedMeanwhile.get('a')).rejects.toBeInstanceOf(EngineAway)

    await server.start()
    const back = { timeout: 20_000 }
    await vi.waitFor(async () => expect(await cache.get('a')).toBeNull(), back)
    await vi.waitFor(async () => expect((await openedMeanwhile.count(randomUUID(), 1000)).count).toBe(1), back)
  })

  it('refuses nobody when it is dead, and the rate limits hold all the same', { timeout: 300_000 }, async () => {
    const said: string[] = []
    const { cache: shared } = await opened()
    const cache = withStandIn(shared, { onAway: () => said.push('away'), onBack: () => said.push('back') })
    await cache.count('login', 60_000)
    await server.kill()
    const counts = [await cache.count('login', 60_000), await cache.count('login', 60_000)]
    expect(counts.map(({ count }) => count)).toEqual([1, 2])
    await server.start()
    await vi.waitFor(async () => {
      await cache.count('login', 60_000)
      expect(said).toEqual(['away', 'back'])
    }, 60_000)
  })
})
