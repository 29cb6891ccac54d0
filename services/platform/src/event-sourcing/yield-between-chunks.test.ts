import { expect, test } from 'vitest'
import { countYields } from '../testing/count-yields.ts'
import { getChunks, mapInChunks } from './yield-between-chunks.ts'

const numbers = (upTo: number) => Array.from({ length: upTo }, (_, index) => index)

test('all of a batch is processed, in its order, whichever is done first', async () => {
  const make = async (one: number) => {
    if (one % 2 === 0) await null
    return one * 10
  }
  expect(await mapInChunks(numbers(1000), make)).toEqual(numbers(1000).map((one) => one * 10))
  expect(await mapInChunks([], make)).toEqual([])
})

test('a long batch lets other work have the thread, a short one is done at once', async () => {
  expect(await countYields(() => mapInChunks(numbers(1000), (one) => one))).toBeGreaterThanOrEqual(10)
  expect(await countYields(() => mapInChunks(numbers(64), (one) => one))).toBe(0)
})

test('its chunks together are the batch', async () => {
  const chunks = await Array.fromAsync(getChunks(numbers(130)))
  expect(chunks.map(({ length }) => length)).toEqual([64, 64, 2])
  expect(chunks.flat()).toEqual(numbers(130))
})

test('a failure stops it, and no later chunk is begun', async () => {
  const begun: number[] = []
  const make = (one: number) => {
    begun.push(one)
    if (one === 10) throw new Error('not this one')
    return one
  }
  await expect(mapInChunks(numbers(1000), make)).rejects.toThrow('not this one')
  expect(begun.at(-1)).toBeLessThan(64)
})
