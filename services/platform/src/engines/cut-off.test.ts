import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { EngineAway } from '../ports/message-bus.ts'
import { openCutOff, withLeasesWhileReached } from './cut-off.ts'
import { openCache } from './embedded/cache-limits/cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

const getStore = () => {
  let isReached = true
  return {
    store: { engine: 'eventstoredb' as const, isReached: () => isReached },
    turn(to: boolean) {
      isReached = to
    },
  }
}

describe('a replica that cannot reach the store', () => {
  const startReplica = (replica: string, cache: Parameters<typeof openCutOff>[0]['cache'], services = ['delivery']) => {
    const { store, turn } = getStore()
    const cutOff = openCutOff({ cache, replica, services, stores: [store] })
    onTestFinished(cutOff.close)
    return { ...cutOff, turn }
  }

  test('is cut off while another one reaches it, and for three seconds after its last notice', async () => {
    const cache = openCache({ now: Date.now })
    const [one, two] = [startReplica('one', cache), startReplica('two', cache)]
    await seconds(2)
    one.turn(false)
    await seconds(2)
    expect([one.isCutOff(), two.isCutOff()]).toEqual([true, false])
    one.turn(true)
    await seconds(1)
    expect(one.isCutOff()).toBe(false)
    one.turn(false)
    await seconds(2)
    expect(one.isCutOff()).toBe(true)
    await two.close()
    await seconds(5)
    expect(one.isCutOff()).toBe(false)
  })

  test('is not cut off when none reaches it: they would all leave at once', async () => {
    const cache = openCache({ now: Date.now })
    const replicas = [startReplica('one', cache), startReplica('two', cache)]
    await seconds(2)
    for (const { turn } of replicas) turn(false)
    await seconds(5)
    expect(replicas.map(({ isCutOff }) => isCutOff())).toEqual([false, false])
  })

  test('is not cut off by its own notice', async () => {
    const one = startReplica('one', openCache({ now: Date.now }))
    await seconds(2)
    one.turn(false)
    await seconds(1)
    expect(one.isCutOff()).toBe(false)
  })

  test('is not cut off because a replica of another service reaches it', async () => {
    const cache = openCache({ now: Date.now })
    const [one] = [startReplica('one', cache), startReplica('two', cache, ['payment'])]
    one.turn(false)
    await seconds(2)
    expect(one.isCutOff()).toBe(false)
  })

  test('stays unchanged without a cache', async () => {
    const away = () => Promise.reject(new EngineAway('no cache'))
    const one = startReplica('one', { get: away, set: away })
    one.turn(false)
    await seconds(5)
    expect(one.isCutOff()).toBe(false)
  })
})

test('a replica that cannot reach the store releases its lease and takes none, so another one has it at once', async () => {
  const cache = openCache({ now: Date.now })
  const { store, turn } = getStore()
  const [one, two] = [withLeasesWhileReached(cache, [store]), withLeasesWhileReached(cache, [getStore().store])]
  expect(await one.lease('projector', 'one', 5000)).toBe(true)
  expect(await two.lease('projector', 'two', 5000)).toBe(false)
  turn(false)
  expect(await one.lease('projector', 'one', 5000)).toBe(false)
  expect(await two.lease('projector', 'two', 5000)).toBe(true)
  turn(true)
  expect(await one.lease('projector', 'one', 5000)).toBe(false)
})
