import { expect, test } from 'vitest'
import { turnsOfOthers } from '../testing/turns-of-others.ts'
import { getPieces, inTurns } from './in-turns.ts'

const numbers = (upTo: number) => Array.from({ length: upTo }, (_, index) => index)

test('all of a batch is processed, in its order, whichever is done first', async () => {
  const make = async (one: number) => {
    if (one % 2 === 0) await null
    return one * 10
  }
  expect(await inTurns(numbers(1000), make)).toEqual(numbers(1000).map((one) => one * 10))
  expect(await inTurns([], make)).toEqual([])
})

test('a long batch lets other work have the thread, a short one is done at once', async () => {
  expect(await turnsOfOthers(() => inTurns(numbers(1000), (one) => one))).toBeGreaterThanOrEqual(10)
  expect(await turnsOfOthers(() => inTurns(numbers(64), (one) => one))).toBe(0)
})

test('its pieces together are the batch', async () => {
  const pieces = await Array.fromAsync(getPieces(numbers(130)))
  expect(pieces.map(({ length }) => length)).toEqual([64, 64, 2])
  expect(pieces.flat()).toEqual(numbers(130))
})

test('a failure stops it, and no later piece is begun', async () => {
  const begun: number[] = []
  const make = (one: number) => {
    begun.push(one)
    if (one === 10) throw new Error('not this one')
    return one
  }
  await expect(inTurns(numbers(1000), make)).rejects.toThrow('not this one')
  expect(begun.at(-1)).toBeLessThan(64)
})
