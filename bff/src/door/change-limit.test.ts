import { describe, expect, test } from 'vitest'
import { nextLimit } from './change-limit.ts'

const max = 32
const keepingUp = { isLate: false, handledShare: 1, changesPerSecond: 300, medianMs: 100 }
const stuck = { isLate: true, handledShare: 0, changesPerSecond: 300, medianMs: 100 }
/** The limits during so many seconds. */
const limits = (from: number, seconds: number, flow: typeof stuck): number[] => {
  const all: number[] = []
  for (let second = 0; second < seconds; second += 1) all.push(nextLimit(all.at(-1) ?? from, max, flow))
  return all
}

describe('the limit of changes under way', () => {
  test('stays at the setting while no group is late', () => {
    expect(limits(max, 3, keepingUp)).toEqual([32, 32, 32])
  })

  test('falls by a quarter each second while a group is stuck, down to one', () => {
    expect(limits(max, 14, stuck)).toEqual([24, 18, 13, 9, 6, 4, 3, 2, 1, 1, 1, 1, 1, 1])
  })

  test('falls no lower than what the groups complete in the time of a change', () => {
    // Half of 300 changes a second are handled, 100 ms each: 15 are under way.
    expect(limits(max, 5, { ...stuck, handledShare: 0.5 })).toEqual([24, 18, 15, 15, 15])
    expect(limits(max, 3, { ...stuck, handledShare: 0.5, medianMs: 4 })).toEqual([24, 18, 13])
  })

  test('stays unchanged while late groups handle as much as comes in', () => {
    expect(limits(30, 2, { ...stuck, handledShare: 1 })).toEqual([30, 30])
  })

  test('counts the handled share as at most one, where a group catches up, and at least zero', () => {
    expect(nextLimit(20, max, { ...stuck, handledShare: 9, changesPerSecond: 160 })).toBe(16)
    expect(nextLimit(20, max, { ...stuck, handledShare: -9 })).toBe(15)
  })

  test('never rises while a group is late', () => {
    expect(nextLimit(8, max, { ...stuck, handledShare: 1 })).toBe(8)
  })

  test('rises by a sixteenth of the maximum each second once no group is late', () => {
    expect(limits(1, 4, keepingUp)).toEqual([3, 5, 7, 9])
    expect(limits(29, 3, keepingUp)).toEqual([31, 32, 32])
    expect(nextLimit(1, 2, keepingUp)).toBe(2)
  })
})
