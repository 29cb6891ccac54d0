import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openGate } from './gate.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const here = new AbortController().signal
const busy = { name: 'Refused', code: 'busy', details: { retryAfter: 2 } }
const createGate = (atOnce: number, maxWaiting: number) =>
  openGate({ atOnce, maxWaiting, patienceMs: 1000, retryAfter: () => 2 })

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

describe('a gate', () => {
  test('lets so many through at once, the others in the order in which they came', async () => {
    const gate = createGate(2, 10)
    const { begun, work, end } = working()
    for (const name of ['a', 'b', 'c', 'd']) void gate.through(here, work(name))
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    for (const name of ['e', 'f', 'g']) void gate.through(here, work(name))
    expect(begun.slice(4)).toEqual(['e', 'f'])
  })

  test('lets fewer in after a lower limit, stops no running work, and lets the waiting in after a higher one', async () => {
    const gate = createGate(3, 10)
    const { begun, work, end } = working()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void gate.through(here, work(name))
    gate.allow(1)
    await end('a')
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('c')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    gate.allow(3)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('refuses at once as busy where the queue is full, and says when to come again', async () => {
    const gate = createGate(1, 2)
    const { begun, work } = working()
    for (const name of ['a', 'b', 'c']) void gate.through(here, work(name))
    await expect(gate.through(here, work('d'))).rejects.toMatchObject(busy)
    expect(begun).toEqual(['a'])
  })

  test('refuses after the longest bearable wait, and does not start that work later', async () => {
    const gate = createGate(1, 2)
    const { begun, work, end } = working()
    void gate.through(here, work('a'))
    const late = expect(gate.through(here, work('b'))).rejects.toMatchObject(busy)
    await vi.advanceTimersByTimeAsync(499)
    const soon = gate.through(here, work('c'))
    await vi.advanceTimersByTimeAsync(501)
    await late
    await end('a')
    expect(begun).toEqual(['a', 'c'])
    await end('c')
    await soon
  })

  test('refuses a new caller as busy while the first has waited for long, before any work is done', async () => {
    const gate = createGate(1, 10)
    const { begun, work, end } = working()
    void gate.through(here, work('a'))
    void gate.through(here, work('b'))
    void gate.through(here, work('c'))
    await vi.advanceTimersByTimeAsync(499)
    gate.assertRoom()
    await vi.advanceTimersByTimeAsync(1)
    expect(() => gate.assertRoom()).toThrow(expect.objectContaining(busy))
    await expect(gate.through(here, work('d'))).rejects.toMatchObject(busy)
    await end('a')
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    gate.assertRoom()
  })

  test('does no work for a caller who has disconnected, and frees their place in the queue', async () => {
    const gate = createGate(1, 1)
    const { begun, work, end } = working()
    void gate.through(here, work('a'))
    const impatient = new AbortController()
    const left = gate.through(impatient.signal, work('b'))
    impatient.abort()
    await left
    await gate.through(impatient.signal, work('b again'))
    void gate.through(here, work('c'))
    await end('a')
    expect(begun).toEqual(['a', 'c'])
  })

  test('gives the place of failed work to the next', async () => {
    const gate = createGate(1, 1)
    const { begun, work } = working()
    await expect(gate.through(here, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    void gate.through(here, work('b'))
    expect(begun).toEqual(['b'])
  })
})
