import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openConcurrencyLimit } from './concurrency-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const here = new AbortController().signal
const busy = { name: 'Refused', code: 'busy', details: { retryAfter: 2 } }
const createLimit = (atOnce: number, maxWaiting: number) =>
  openConcurrencyLimit({ atOnce, maxWaiting, patienceMs: 1000, retryAfter: () => 2 })

/** Work that runs until the test ends it. */
const working = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () =>
      new Promise<void>((resolve) => {
        begun.push(name)
        ends.set(name, resolve)
      }),
    async end(name: string) {
      ends.get(name)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

describe('a concurrency limit', () => {
  test('lets so many through at once, the others in the order in which they came', async () => {
    const concurrencyLimit = createLimit(2, 10)
    const { begun, work, end } = working()
    for (const name of ['a', 'b', 'c', 'd']) void concurrencyLimit.run(here, work(name))
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    for (const name of ['e', 'f', 'g']) void concurrencyLimit.run(here, work(name))
    expect(begun.slice(4)).toEqual(['e', 'f'])
  })

  test('lets fewer in after a lower limit, stops no running work, and lets the waiting in after a higher one', async () => {
    const concurrencyLimit = createLimit(3, 10)
    const { begun, work, end } = working()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void concurrencyLimit.run(here, work(name))
    concurrencyLimit.allow(1)
    await end('a')
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('c')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    concurrencyLimit.allow(3)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('refuses at once as busy where the queue is full, and says when to come again', async () => {
    const concurrencyLimit = createLimit(1, 2)
    const { begun, work } = working()
    for (const name of ['a', 'b', 'c']) void concurrencyLimit.run(here, work(name))
    await expect(concurrencyLimit.run(here, work('d'))).rejects.toMatchObject(busy)
    expect(begun).toEqual(['a'])
  })

  test('refuses after the longest bearable wait, and does not start that work later', async () => {
    const concurrencyLimit = createLimit(1, 2)
    const { begun, work, end } = working()
    void concurrencyLimit.run(here, work('a'))
    const late = expect(concurrencyLimit.run(here, work('b'))).rejects.toMatchObject(busy)
    await vi.advanceTimersByTimeAsync(499)
    const soon = concurrencyLimit.run(here, work('c'))
    await vi.advanceTimersByTimeAsync(501)
    await late
    await end('a')
    expect(begun).toEqual(['a', 'c'])
    await end('c')
    await soon
  })

  test('refuses a new caller as busy while the first has waited for long, before any work is done', async () => {
    const concurrencyLimit = createLimit(1, 10)
    const { begun, work, end } = working()
    void concurrencyLimit.run(here, work('a'))
    void concurrencyLimit.run(here, work('b'))
    void concurrencyLimit.run(here, work('c'))
    await vi.advanceTimersByTimeAsync(499)
    concurrencyLimit.assertNotFull()
    await vi.advanceTimersByTimeAsync(1)
    expect(() => concurrencyLimit.assertNotFull()).toThrow(expect.objectContaining(busy))
    await expect(concurrencyLimit.run(here, work('d'))).rejects.toMatchObject(busy)
    await end('a')
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    concurrencyLimit.assertNotFull()
  })

  test('does no work for a caller who has disconnected, and frees their place in the queue', async () => {
    const concurrencyLimit = createLimit(1, 1)
    const { begun, work, end } = working()
    void concurrencyLimit.run(here, work('a'))
    const impatient = new AbortController()
    const left = concurrencyLimit.run(impatient.signal, work('b'))
    impatient.abort()
    await left
    await concurrencyLimit.run(impatient.signal, work('b again'))
    void concurrencyLimit.run(here, work('c'))
    await end('a')
    expect(begun).toEqual(['a', 'c'])
  })

  test('gives the place of failed work to the next', async () => {
    const concurrencyLimit = createLimit(1, 1)
    const { begun, work } = working()
    await expect(concurrencyLimit.run(here, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    void concurrencyLimit.run(here, work('b'))
    expect(begun).toEqual(['b'])
  })
})
