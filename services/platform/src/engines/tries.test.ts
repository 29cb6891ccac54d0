import { expect, test } from 'vitest'
import { EngineAway } from '../ports/message-bus.ts'
import { getTries } from './tries.ts'

test('a message is tried as often as agreed, with pauses that double, and given up with one line of the reason', () => {
  const failed = getTries({ attempts: 3, backoffMs: 10 })
  const failures = [1, 2, 3].map(() => failed(new Error('no such parcel\nat a line that nobody wants')))
  expect(failures).toEqual([{ again: 10 }, { again: 20 }, { gaveUp: 'Error: no such parcel' }])
})

test('an engine that is away costs no attempt, and is asked again every five seconds at least', () => {
  const failed = getTries({ attempts: 2, backoffMs: 1000 })
  const away = [1, 2, 3, 4, 5].map(() => failed(new EngineAway('away')))
  expect(away).toEqual([1000, 2000, 4000, 5000, 5000].map((again) => ({ again })))
  expect(failed(new Error('no'))).toEqual({ again: 1000 })
  expect(failed(new Error('no'))).toEqual({ gaveUp: 'Error: no' })
})
