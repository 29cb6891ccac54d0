import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('each waits for the one before, and a failure blocks none', async () => {
  const inTurn = oneAtATime()
  const log: string[] = []
  const take = (name: string, ms: number) =>
    inTurn(async () => {
      log.push(`${name} begins`)
      await pause(ms)
      log.push(`${name} ends`)
      if (name === 'b') throw new Error('b fails')
      return name
    })
  const [a, b, c] = await Promise.allSettled([take('a', 10), take('b', 5), take('c', 0)])
  expect([a?.status, b?.status, c?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
