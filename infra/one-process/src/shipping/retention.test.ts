import { expect, test } from 'vitest'
import { baseFolder, getBases, getSegments, listName, partName, segmentName } from './object-names.ts'
import { namesToRemove } from './retention.ts'

const dayMs = 24 * 60 * 60_000
/** A copy a day for each chain, each with a commit an hour later. */
const history = (chain: string, days: readonly number[]): string[] =>
  days.flatMap((day) => {
    const folder = baseFolder({ chain, number: day * 10, made: day * dayMs })
    const [first, last] = [day * 10 + 1, day * 10 + 10]
    return [
      partName(folder, 1),
      listName(folder),
      segmentName({ chain, first, last, earliest: day * dayMs + 3_600_000 }),
    ]
  })
const left = (names: readonly string[], now: number): string[] => {
  const gone = new Set(namesToRemove(names, now))
  return names.filter((name) => !gone.has(name))
}

test('35 days can be restored: the copy before them stays with all that came later', () => {
  const names = history(
    '000001-aa',
    Array.from({ length: 50 }, (_, day) => day),
  )
  const kept = left(names, 49.5 * dayMs)
  expect(getBases(kept).map(({ number }) => number / 10)).toEqual(Array.from({ length: 36 }, (_, day) => day + 14))
  expect(Math.min(...getSegments(kept).map(({ first }) => first))).toBe(141)
})

test('a copy without a later one stays, however old it is', () => {
  const names = history('000001-aa', [0])
  expect(left(names, 400 * dayMs)).toEqual(names)
})

test('a chain goes when a copy of a later one is 35 days old, and not before', () => {
  const names = [
    'erased',
    'writer',
    '000001-aa/keys-000000000000001/all',
    ...history('000001-aa', [0, 1]),
    ...history('000002-bb', [2, 3]),
  ]
  expect(left(names, 35.5 * dayMs)).toEqual(names)
  expect(left(names, 38 * dayMs)).toEqual(['erased', 'writer', ...history('000002-bb', [3])])
})

test('a copy without its list is a beginning that was cut, and goes with those of its time', () => {
  const cut = partName(baseFolder({ chain: '000001-aa', number: 5, made: dayMs / 2 }), 1)
  const names = [...history('000001-aa', [0, 1]), cut]
  expect(left(names, 40 * dayMs)).not.toContain(cut)
})
