import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { openBackgroundPace } from './background-pace.ts'

const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('background work leaves the thread free for longer than it used it', async () => {
  const othersTurn = openBackgroundPace()
  work(30)
  const began = performance.now()
  await othersTurn()
  expect(performance.now() - began).toBeGreaterThan(42)
})

test('other work during a pause makes it longer', async () => {
  const othersTurn = openBackgroundPace()
  work(30)
  const began = performance.now()
  setTimeout(() => work(20), 5)
  await othersTurn()
  expect(performance.now() - began).toBeGreaterThan(70)
})

test('a thread that is always busy does not stop background work', async () => {
  const othersTurn = openBackgroundPace()
  work(30)
  let isOver = false
  const busy = async () => {
    while (!isOver) {
      work(5)
      await new Promise(setImmediate)
    }
  }
  const others = busy()
  await othersTurn()
  isOver = true
  await others
})
