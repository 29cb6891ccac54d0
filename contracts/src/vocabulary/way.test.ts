import { describe, expect, test } from 'vitest'
import { stepsAhead } from './way.ts'

describe('what a parcel still has before it', () => {
  test('to a shop: handed in, under way, ready, collected', () => {
    expect(stepsAhead('parcelDukani', 'dropping')).toEqual(['handedIn', 'inTransit', 'ready', 'collected'])
    expect(stepsAhead('parcelDukani', 'inTransit')).toEqual(['ready', 'collected'])
    expect(stepsAhead('parcelDukani', 'collected')).toEqual([])
  })
  test('to a door: under way, and there', () => {
    expect(stepsAhead('doorstep', 'uncollected')).toEqual(['inTransit', 'atDoor'])
    expect(stepsAhead('doorstep', 'inTransit')).toEqual(['atDoor'])
    expect(stepsAhead('doorstep', 'delivered')).toEqual([])
    expect(stepsAhead('doorstep', 'collected')).toEqual([])
  })
  test('being sorted, the same as handed in', () => {
    for (const kind of ['doorstep', 'parcelDukani'] as const)
      expect(stepsAhead(kind, 'sorting')).toEqual(stepsAhead(kind, 'uncollected'))
  })
})
