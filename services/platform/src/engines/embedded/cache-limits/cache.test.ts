import { expect, it } from 'vitest'
import { openCache } from './cache.ts'

it('removes the least recently used value', async () => {
  const cache = openCache({ maximum: 2 })
  await cache.set('a', '1', 1000)
  await cache.set('b', '2', 1000)
  await cache.get('a')
  await cache.set('c', '3', 1000)
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual(['1', null, '3'])
})
