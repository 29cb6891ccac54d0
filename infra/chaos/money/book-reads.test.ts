import { describe, expect, test } from 'vitest'
import { judgeBookReads } from './book-reads.ts'

/** Reads at these moments (in ms) with these differences (in cents). */
const judged = (writesAtOnce: boolean, reads: readonly (readonly [atMs: number, difference: number | null])[]) => {
  const judge = judgeBookReads(writesAtOnce)
  return reads.map(([atMs, difference]) => judge(difference, atMs))
}

describe('reads of the books of a store that writes a batch at once', () => {
  test('report each difference as wrong', () => {
    expect(
      judged(true, [
        [0, 0],
        [500, 100],
      ]),
    ).toEqual(['balanced', 'wrong'])
  })
})

describe('reads of the books of a store that writes a batch row by row', () => {
  test('may see part of a batch, as long as a later one finds the books balanced', () => {
    expect(
      judged(false, [
        [0, 100],
        [500, -300],
        [4900, 0],
        [5400, 100],
        [9900, 0],
      ]),
    ).toEqual(['inBetween', 'inBetween', 'balanced', 'inBetween', 'balanced'])
  })

  test('report a difference that stays for 5 s as wrong, whatever its size', () => {
    expect(
      judged(false, [
        [0, 100],
        [2500, 300],
        [5000, 100],
      ]),
    ).toEqual(['inBetween', 'inBetween', 'wrong'])
  })

  test('do not count time in which the books do not answer', () => {
    expect(
      judged(false, [
        [0, 100],
        [4000, null],
        [30_000, 100],
        [34_000, 0],
      ]),
    ).toEqual(['inBetween', 'unanswered', 'inBetween', 'balanced'])
  })
})
