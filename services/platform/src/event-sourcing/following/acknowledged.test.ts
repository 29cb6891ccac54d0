import { describe, expect, test } from 'vitest'
import { type History, isShorter, lowerEnd, raiseEnd, remember, toIntact } from './acknowledged.ts'

test('a topic is shorter than what it acknowledged where one partition is, also where it is missing', () => {
  expect(isShorter([5, 7], [5, 7])).toBe(false)
  expect(isShorter([9, 9], [5, 7])).toBe(false)
  expect(isShorter([9, 6], [5, 7])).toBe(true)
  expect(isShorter([], [0, 1])).toBe(true)
  expect(isShorter([], [0, 0])).toBe(false)
  expect(isShorter([1, 2, 3], [])).toBe(false)
})

test('an end is known by the first offset of each batch, and never falls', () => {
  expect(raiseEnd([], [{ partition: 2, offset: 4 }])).toEqual([0, 0, 5])
  const places = [
    { partition: 0, offset: 10 },
    { partition: 0, offset: 3 },
  ]
  expect(raiseEnd([7, 7], places)).toEqual([11, 7])
})

test('a batch at a place that was given before shows how short the topic had become', () => {
  expect(lowerEnd([7, 7], [{ partition: 1, offset: 9 }])).toEqual([7, 7])
  const places = [
    { partition: 1, offset: 2 },
    { partition: 1, offset: 30 },
  ]
  expect(lowerEnd([7, 7], places)).toEqual([7, 2])
})

describe('the moments that are remembered', () => {
  const after = (count: number): History =>
    Array.from({ length: count }, (_, n) => ({ position: n + 1, end: [n + 1] })).reduce<History>(remember, [])

  test('are few, however much was published', () => {
    expect(after(10)).toHaveLength(10)
    expect(after(5000)).toHaveLength(16)
  })

  test('are close together lately, and never cost much more to go back to than was forgotten', () => {
    const history = after(5000)
    expect(history.at(-1)?.position).toBe(5000)
    for (const lost of [1, 10, 100, 1000, 4000]) {
      const from = toIntact(history, [5000 - lost]).at(-1)?.position ?? 0
      expect(5000 - from).toBeLessThanOrEqual(4 * lost + 4)
    }
  })

  test('are none from behind the place where it was begun again', () => {
    expect(remember(after(10), { position: 4, end: [20] }).map(({ position }) => position)).toEqual([1, 2, 3, 4])
  })

  test('are intact as long as each of their ends is there', () => {
    const history = [
      { position: 3, end: [1, 2] },
      { position: 5, end: [1, 4] },
      { position: 8, end: [6, 4] },
    ]
    expect(toIntact(history, [6, 4]).at(-1)?.position).toBe(8)
    expect(toIntact(history, [5, 4]).at(-1)?.position).toBe(5)
    expect(toIntact(history, [9, 2]).at(-1)?.position).toBe(3)
    expect(toIntact(history, [0, 9])).toEqual([])
  })
})
