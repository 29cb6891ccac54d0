import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openCache } from '../../engines/embedded/cache-limits/cache.ts'
import type { Engines } from '../../ports/engines.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { openFormerCollections } from './former-collections.ts'

const leaseMs = 3000

let collections: string[]
let dropped: [name: string, checkpoints: readonly string[]][]
let looks: number
let faults: unknown[]
let caughtUp: string[]
let cache: Engines['cache']
beforeEach(() => {
  vi.useFakeTimers()
  collections = ['jars-v1', 'jars-v2', 'personal-keys']
  dropped = []
  looks = 0
  faults = []
  caughtUp = ['jars-v2']
  cache = openCache()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = async (views: readonly string[] = ['jars-v2']) => {
  const documents = {
    async collections() {
      looks += 1
      return collections
    },
    async drop(name: string, checkpoints: readonly string[]) {
      dropped.push([name, checkpoints])
      collections = collections.filter((one) => one !== name)
    },
  } as Engines['documents']
  const watching: Engines['cache'] = {
    ...cache,
    get: (key) => cache.get(key),
    lease: (...asked) => cache.lease(...asked),
  }
  const former = openFormerCollections({
    service: 'jar',
    engines: { cache: watching, documents },
    views,
    replaces: (view) => caughtUp.includes(view),
    leaseMs,
    onFault: (error) => faults.push(error),
  })
  onTestFinished(() => former.close())
  await passes(0)
  return former
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const names = () => dropped.map(([name]) => name)
const isRead = (view: string) => cache.set(`jar view ${view} in use`, '1', leaseMs)

describe('a collection that a newer version replaces', () => {
  test('is dropped with its checkpoints, when no process has read it for the time of a lease', async () => {
    await open()
    await passes(leaseMs - 1)
    expect(names()).toEqual([])
    await passes(1)
    const checkpoints = ['view-jars-v1', 'view-jars-v1-filled', 'view-jars-v1-stopped']
    expect(dropped).toEqual([['jars-v1', checkpoints]])
  })

  test('is dropped though its number has fewer digits', async () => {
    collections = ['jars-v9', 'jars-v10']
    caughtUp = ['jars-v10']
    await open(['jars-v10'])
    await passes(leaseMs)
    expect(names()).toEqual(['jars-v9'])
  })

  test('stays until the new one has caught up, and its time begins then', async () => {
    caughtUp = []
    await open()
    await passes(10 * leaseMs)
    caughtUp = ['jars-v2']
    await passes(leaseMs)
    expect(names()).toEqual([])
    await passes(leaseMs)
    expect(names()).toEqual(['jars-v1'])
  })

  test('stays while a process reads it, and its time begins again after that', async () => {
    await open()
    await passes(leaseMs - 1)
    await isRead('jars-v1')
    await passes(leaseMs)
    await isRead('jars-v1')
    await passes(leaseMs - 1)
    expect(names()).toEqual([])
    await passes(leaseMs)
    expect(names()).toEqual([])
    await passes(leaseMs)
    expect(names()).toEqual(['jars-v1'])
  })

  test('has its time again when it comes back', async () => {
    await open(['jars-v2', 'cups-v2'])
    await passes(leaseMs)
    expect(names()).toEqual(['jars-v1'])
    collections.push('jars-v1')
    await passes(leaseMs)
    expect(names()).toEqual(['jars-v1'])
    await passes(leaseMs / 3)
    expect(names()).toEqual(['jars-v1', 'jars-v1'])
  })
})

test('a collection that is no former version of a view is not dropped', async () => {
  collections = ['jars-v2', 'jars-v3', 'jars', 'cups-v1', 'jars-v1-seen', 'my-jars-v1', 'personal-keys']
  await open()
  await passes(10 * leaseMs)
  expect(names()).toEqual([])
})

test('a process marks the views that it reads for as long as it runs', async () => {
  const former = await open()
  const said = () => cache.get('jar view jars-v2 in use')
  await passes(10 * leaseMs)
  expect(await said()).toBe('1')
  await former.close()
  await passes(leaseMs)
  expect(await said()).toBeNull()
})

describe('the search for former collections ends', () => {
  test('once all views have caught up and no former one exists', async () => {
    await open()
    await passes(2 * leaseMs)
    const before = looks
    expect(collections).not.toContain('jars-v1')
    await passes(10 * leaseMs)
    expect(looks).toBe(before)
  })

  test('but not while one of them is being filled', async () => {
    collections = ['jars-v2', 'cups-v1', 'cups-v2']
    await open(['jars-v2', 'cups-v2'])
    await passes(2 * leaseMs)
    caughtUp = ['jars-v2', 'cups-v2']
    await passes(2 * leaseMs)
    expect(names()).toEqual(['cups-v1'])
  })
})

describe('when the readers are unknown', () => {
  const failing = (error: unknown) => {
    const { get } = cache
    cache.get = () => Promise.reject(error)
    return () => {
      cache.get = get
    }
  }
  test('the time begins again, because a process may have read it since', async () => {
    await open()
    await passes(leaseMs - 1)
    const mend = failing(new EngineAway('the cache is away'))
    await passes(1)
    mend()
    await passes(leaseMs)
    expect(names()).toEqual([])
    await passes(leaseMs / 3)
    expect(names()).toEqual(['jars-v1'])
  })

  test('an outage of an engine is not reported, and every other error is', async () => {
    failing(new EngineAway('the cache is away'))
    await open()
    await passes(leaseMs)
    expect(faults).toEqual([])
    const broken = new Error('the cache is broken')
    failing(broken)
    await passes(leaseMs / 3)
    expect(faults).toEqual([broken])
  })
})
