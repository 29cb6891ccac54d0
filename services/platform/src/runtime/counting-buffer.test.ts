import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Counted, openCountingBuffer } from './counting-buffer.ts'

type Row = { readonly what: string }
let now = '2026-11-22T09:00:00.000Z'
let written: Counted<Row>[] = []
let said: Counted<Row>[] = []
let faults: unknown[] = []
let storeIsAway = false

const open = () =>
  openCountingBuffer<Row>({
    write: async (rows) => {
      if (storeIsAway) throw new Error('away')
      expect(rows.length).toBeLessThanOrEqual(500)
      written.push(...rows)
    },
    say: (row) => said.push(row),
    now: () => now,
    onFault: (error) => faults.push(error),
  })
const row = (what: string, count: number, at: string, lastAt = at) => ({ what, count, at, lastAt })

beforeEach(() => {
  vi.useFakeTimers()
  now = '2026-11-22T09:00:00.000Z'
  written = []
  said = []
  faults = []
  storeIsAway = false
})
afterEach(() => vi.useRealTimers())

test('equal rows of a second are written and logged once, with their number and the time of the first and the last', async () => {
  const buffer = open()
  buffer.add({ what: 'guess' })
  now = '2026-11-22T09:00:00.700Z'
  buffer.add({ what: 'guess' })
  buffer.add({ what: 'other' })
  expect([written, said]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(1000)
  const both = [
    row('guess', 2, '2026-11-22T09:00:00.000Z', '2026-11-22T09:00:00.700Z'),
    row('other', 1, '2026-11-22T09:00:00.700Z'),
  ]
  expect([written, said]).toEqual([both, both])
})

test('rows of two minutes are never one, though they come within a second', async () => {
  now = '2026-11-22T09:00:59.900Z'
  const buffer = open()
  buffer.add({ what: 'guess' })
  now = '2026-11-22T09:01:00.100Z'
  buffer.add({ what: 'guess' })
  await buffer.close()
  expect(written.map(({ count }) => count)).toEqual([1, 1])
})

test('a row that must be written at once is, and its caller gets an error when it can not be', async () => {
  const buffer = open()
  await buffer.addNow({ what: 'deleted' })
  expect(written).toEqual([row('deleted', 1, now)])
  storeIsAway = true
  await expect(buffer.addNow({ what: 'deleted' })).rejects.toThrow('away')
  expect(said).toHaveLength(2)
})

test('while the store is away rows are logged once, and written when it is back', async () => {
  storeIsAway = true
  const buffer = open()
  buffer.add({ what: 'guess' })
  await vi.advanceTimersByTimeAsync(3000)
  expect([written.length, said.length, faults.length]).toEqual([0, 1, 3])
  storeIsAway = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(written).toEqual([row('guess', 1, now)])
})

test('a very large number of different rows is kept within bounds, and written in batches', async () => {
  storeIsAway = true
  const buffer = open()
  for (let i = 0; i < 6000; i += 1) buffer.add({ what: `guess ${i}` })
  await vi.advanceTimersByTimeAsync(1000)
  storeIsAway = false
  await buffer.close()
  expect([written.length, said.length]).toEqual([5000, 6000])
})

test('closing writes waiting rows, promised rows, and later ones', async () => {
  const buffer = open()
  buffer.add({ what: 'first' })
  buffer.addWhen(Promise.resolve({ what: 'second' }))
  buffer.addWhen(Promise.reject(new Error('nobody knows')))
  await buffer.close()
  expect(written.map(({ what }) => what).sort()).toEqual(['first', 'second'])
  expect(faults).toHaveLength(1)
  buffer.add({ what: 'third' })
  await vi.waitFor(() => expect(written).toHaveLength(3))
})
