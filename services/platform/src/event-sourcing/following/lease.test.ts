import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCache } from '../../engines/embedded/cache-limits/cache.ts'
import type { Cache } from '../../ports/cache.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { openLease } from './lease.ts'

const ttlMs = 3000

let cache: Cache
let asked: string[]
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  const shared = openCache()
  cache = {
    ...shared,
    lease: (key, holder, ms) => {
      asked.push(holder)
      return shared.lease(key, holder, ms)
    },
  }
})
afterEach(() => {
  vi.useRealTimers()
})
const openLeaseFor = (replica: string, name = 'parcel projector') => openLease({ cache, replica }, name, ttlMs)
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('one holder has it, and each task has a lease of its own', async () => {
  expect(await openLeaseFor('one').take()).toBe(true)
  expect(await openLeaseFor('two').take()).toBe(false)
  expect(await openLeaseFor('two', 'parcel publisher').take()).toBe(true)
})

test('it is asked for a few times while it lasts, however often it is taken', async () => {
  const [one, two] = [openLeaseFor('one'), openLeaseFor('two')]
  for (let ms = 0; ms < ttlMs; ms += 50) {
    expect([await one.take(), await two.take()]).toEqual([true, false])
    await passes(50)
  }
  expect(asked).toEqual(Array(3).fill(['one', 'two']).flat())
})

test('it is kept as long as wanted, and runs out after that', async () => {
  const [one, two] = [openLeaseFor('one'), openLeaseFor('two')]
  await one.take()
  const lost = vi.fn()
  const stop = one.keep(lost)
  await passes(10 * ttlMs)
  expect(await two.take()).toBe(false)
  stop()
  await passes(ttlMs)
  expect(await two.take()).toBe(true)
  expect(lost).not.toHaveBeenCalled()
})

test('its holder is notified when another has it, and knows it from then on', async () => {
  const [one, two] = [openLeaseFor('one'), openLeaseFor('two')]
  await one.take()
  const lost = vi.fn()
  const stop = one.keep(lost)
  await cache.release('lease parcel projector', 'one')
  await two.take()
  await passes(ttlMs / 3)
  expect(lost).toHaveBeenCalledOnce()
  stop()
  expect(await one.take()).toBe(false)
})

test('after a release another can take it at once, and the former holder must ask again', async () => {
  const [one, two] = [openLeaseFor('one'), openLeaseFor('two')]
  await one.take()
  await one.release()
  expect(await two.take()).toBe(true)
  expect(await one.take()).toBe(false)
})

test('a watching replica asks within the time that is left to others', async () => {
  const [one, two] = [openLeaseFor('one'), openLeaseFor('two')]
  await one.take()
  await two.take()
  await one.release()
  await passes(one.forOthersMs ?? 0)
  expect(await two.take()).toBe(true)
})

test('an outage of the cache stops no replica, and none is notified of a lost lease', async () => {
  const away = () => Promise.reject(new EngineAway('the cache is away'))
  cache = { ...cache, lease: away, release: away }
  const [one, two] = [openLeaseFor('one'), openLeaseFor('two')]
  expect([await one.take(), await two.take()]).toEqual([true, true])
  const lost = vi.fn()
  const stop = one.keep(lost)
  await passes(3 * ttlMs)
  stop()
  expect(lost).not.toHaveBeenCalled()
  await one.release()
})
