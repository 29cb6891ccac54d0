import { expect, test } from 'vitest'
import { reportOnce } from './report-once.ts'

const telling = () => {
  const clock = { ms: 0 }
  const told: string[] = []
  return {
    clock,
    told,
    tell: reportOnce(
      (sentence) => told.push(sentence),
      () => clock.ms,
    ),
  }
}

test('a sentence that keeps coming is logged once, also with others in between', () => {
  const { clock, told, tell } = telling()
  for (; clock.ms < 600_000; clock.ms += 3000) tell(clock.ms % 2000 === 0 ? 'refused' : 'not ready')
  expect(told).toEqual(['refused', 'not ready'])
})

test('one that has not come for a minute is over, and is logged again', () => {
  const { clock, told, tell } = telling()
  for (const ms of [0, 59_000, 119_000, 180_000]) {
    clock.ms = ms
    tell('refused')
  }
  expect(told).toEqual(['refused', 'refused'])
})
