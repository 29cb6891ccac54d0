import { expect, it } from 'vitest'
import type { LimitCounts } from '../../ports/limit-counts.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { openCache } from '../embedded/cache-limits/cache.ts'
import { openLimitTables } from '../embedded/cache-limits/limit-tables.ts'
import { withStandIn } from './redis-stand-in.ts'

type Plug = { away: boolean; fault: boolean }

const unplugged = <Engine extends object>(engine: Engine, plug: Plug): Engine =>
  new Proxy(engine, {
    get:
      (_, name) =>
      async (...args: never[]) => {
        if (plug.fault) throw new TypeError('broken')
        if (plug.away) throw new EngineAway('unplugged')
        return (engine[name as keyof Engine] as (...args: never[]) => unknown)(...args)
      },
  })

/** A shared cache and shared counts that a test can unplug. */
const shelf = () => {
  const [kept, keptLimits] = [openCache(), openLimitTables()]
  const said: string[] = []
  const plug: Plug = { away: false, fault: false }
  const told = { onAway: (error: EngineAway) => said.push(error.message), onBack: () => said.push('back') }
  const { cache, limits } = withStandIn({ cache: unplugged(kept, plug), limits: unplugged(keptLimits, plug) }, told)
  return { cache, limits, kept, keptLimits, plug, said }
}

const posts = { max: 3, windowMs: 5000 }
const njeri = { account: 'njeri' }

it('uses its own cache while the shared one is away', async () => {
  const { cache, plug } = shelf()
  plug.away = true
  await cache.set('a', '1', 5000)
  expect(await cache.get('a')).toBe('1')
  expect(await cache.lease('projector', 'me', 5000)).toBe(true)
  await cache.release('projector', 'me')
})

it('counts in its own tables while the shared ones are away, with the same limit', async () => {
  const { limits, plug } = shelf()
  await limits.count('posts', njeri, posts)
  await limits.count('posts', njeri, posts)
  plug.away = true
  for (const count of [1, 2, 3])
    expect(await limits.count('posts', njeri, posts)).toMatchObject({ count, isBeyond: false })
  expect((await limits.count('posts', njeri, posts)).isBeyond).toBe(true)
})

it('does not fail when a count can no longer be given back', async () => {
  const kept = openLimitTables()
  const goesAway: LimitCounts = {
    ...kept,
    count: async (...asked) => ({
      ...(await kept.count(...asked)),
      giveBack: () => Promise.reject(new EngineAway('unplugged')),
    }),
  }
  const { limits } = withStandIn({ cache: openCache(), limits: goesAway }, { onAway: () => {}, onBack: () => {} })
  await (await limits.count('posts', njeri, posts)).giveBack()
  expect((await limits.count('posts', njeri, posts)).count).toBe(2)
})

it('reports once that it is away and once that it is back', async () => {
  const { cache, plug, said } = shelf()
  plug.away = true
  await cache.get('a')
  await cache.get('a')
  plug.away = false
  await cache.set('a', '1', 5000)
  await cache.get('a')
  expect(said).toEqual(['unplugged', 'back'])
})

it('uses the shared cache again as soon as it is back', async () => {
  const { cache, limits, kept, keptLimits, plug } = shelf()
  plug.away = true
  await limits.count('posts', njeri, posts)
  plug.away = false
  await limits.count('posts', njeri, posts)
  await cache.set('a', '1', 5000)
  expect((await keptLimits.count('posts', njeri, posts)).count).toBe(2)
  expect(await kept.get('a')).toBe('1')
})

it('does not hide a fault', async () => {
  const { cache, plug } = shelf()
  plug.fault = true
  await expect(cache.get('a')).rejects.toThrow('broken')
})
