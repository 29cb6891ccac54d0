import { expect, it } from 'vitest'
import { EngineAway } from '../ports/message-bus.ts'
import { openCache } from './embedded/cache.ts'
import { withStandIn } from './redis-stand-in.ts'

/** A shared cache that can be unplugged. */
const shelf = () => {
  const kept = openCache()
  const said: string[] = []
  const plug = { away: false, fault: false }
  const shared = new Proxy(kept, {
    get:
      (_, name: keyof typeof kept) =>
      async (...args: never[]) => {
        if (plug.fault) throw new TypeError('broken')
        if (plug.away) throw new EngineAway('unplugged')
        return (kept[name] as (...args: never[]) => unknown)(...args)
      },
  })
  const cache = withStandIn(shared, { onAway: (error) => said.push(error.message), onBack: () => said.push('back') })
  return { cache, kept, plug, said }
}

it('goes on counting by itself while the shared cache is away', async () => {
  const { cache, plug } = shelf()
  await cache.count('login', 5000)
  await cache.count('login', 5000)
  plug.away = true
  expect((await cache.count('login', 5000)).count).toBe(1)
  expect((await cache.count('login', 5000)).count).toBe(2)
  await cache.set('a', '1', 5000)
  expect(await cache.get('a')).toBe('1')
  await cache.delete('a')
  expect(await cache.get('a')).toBeNull()
  expect(await cache.lease('projector', 'me', 5000)).toBe(true)
  await cache.release('projector', 'me')
})

it('says once that it is away and once that it is back', async () => {
  const { cache, plug, said } = shelf()
  plug.away = true
  await cache.get('a')
  await cache.get('a')
  plug.away = false
  await cache.count('a', 5000)
  await cache.get('a')
  expect(said).toEqual(['unplugged', 'back'])
})

it('uses the shared cache again as soon as it is back', async () => {
  const { cache, kept, plug } = shelf()
  plug.away = true
  await cache.count('login', 5000)
  plug.away = false
  await cache.count('login', 5000)
  expect((await kept.count('login', 5000)).count).toBe(2)
})

it('does not hide a fault', async () => {
  const { cache, plug } = shelf()
  plug.fault = true
  await expect(cache.get('a')).rejects.toThrow('broken')
})
