import { describe, expect, it, onTestFinished } from 'vitest'
import type { Cache } from '../../ports/cache.ts'

export type OpenedCache = {
  readonly cache: Cache
  /** Lets that much time pass, on the engine's own clock. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

type Open = () => Promise<OpenedCache>

/** The promises of `Cache`, for every engine. `open` gives an empty cache each time. */
export const cacheSuite = (name: string, open: Open): void => {
  const opened = async () => {
    const it = await open()
    onTestFinished(() => it.close())
    return it
  }
  describe(`${name} as a cache`, { timeout: 300_000 }, () => {
    describe('values', () => values(opened))
    describe('leases', () => leases(opened))
  })
}

const values = (opened: Open): void => {
  it('keeps a value until its time is over', async () => {
    const { cache, pass } = await opened()
    expect(await cache.get('a')).toBeNull()
    await cache.set('a', 'Wanjikũ 📦', 400)
    await pass(100)
    expect(await cache.get('a')).toBe('Wanjikũ 📦')
    await pass(400)
    expect(await cache.get('a')).toBeNull()
  })

  it('gives a value that is set again the whole new time', async () => {
    const { cache, pass } = await opened()
    await cache.set('a', 'old', 300)
    await cache.set('a', 'new', 5000)
    await pass(400)
    expect(await cache.get('a')).toBe('new')
  })
}

const leases = (opened: Open): void => {
  it('is held by one of those that ask at the same time', async () => {
    const { cache } = await opened()
    const granted = await Promise.all(['a', 'b', 'c'].map((holder) => cache.lease('projector', holder, 5000)))
    expect(granted.filter(Boolean)).toHaveLength(1)
  })

  it('is prolonged by its holder and free when its time is over', async () => {
    const { cache, pass } = await opened()
    await cache.lease('projector', 'a', 400)
    await pass(200)
    expect(await cache.lease('projector', 'a', 400)).toBe(true)
    await pass(300)
    expect(await cache.lease('projector', 'b', 400)).toBe(false)
    await pass(200)
    expect(await cache.lease('projector', 'b', 400)).toBe(true)
    expect(await cache.lease('projector', 'a', 400)).toBe(false)
  })

  it('is released by its holder only', async () => {
    const { cache } = await opened()
    await cache.lease('projector', 'a', 5000)
    await cache.release('projector', 'b')
    expect(await cache.lease('projector', 'b', 5000)).toBe(false)
    await cache.release('projector', 'a')
    expect(await cache.lease('projector', 'b', 5000)).toBe(true)
  })
}
