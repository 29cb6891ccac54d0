import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { openHalfTime } from './half-time.ts'

const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('long work pauses for as long as it has kept the thread', async () => {
  const othersTurn = openHalfTime()
  work(30)
  const began = performance.now()
  await othersTurn()
  expect(performance.now() - began).toBeGreaterThan(28)
})
