import { expect, test, vi } from 'vitest'
import { openQuestions } from './own-questions.ts'

/** Time passes only while a question is awaited. */
const pausedClock = () => {
  let nowMs = 0
  let pass: (() => void) | null = null
  const pauses: number[] = []
  return {
    pauses,
    clock: {
      now: () => nowMs,
      pause: (ms: number) => {
        pauses.push(ms)
        nowMs += ms
        return new Promise<void>((resolve) => {
          pass = resolve
        })
      },
    },
    async passes() {
      pass?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('a bad engine is asked every second, after a minute every four, and no longer once it is well', async () => {
  const { clock, pauses, passes } = pausedClock()
  let isBad = true
  const ask = vi.fn(() => Promise.reject(new Error('no connection')))
  const { begin } = openQuestions({ isBad: () => isBad, ask }, clock)
  begin()
  begin()
  for (let second = 0; second < 60; second += 1) await passes()
  expect([ask.mock.calls.length, new Set(pauses.slice(0, 60))]).toEqual([60, new Set([1000])])
  await passes()
  await passes()
  expect(pauses.slice(60)).toEqual([4000, 4000, 4000])

  isBad = false
  const before = ask.mock.calls.length
  await passes()
  await passes()
  expect([ask.mock.calls.length, pauses.length]).toEqual([before, 63])
})

test('an engine that turns bad again is asked every second again', async () => {
  const { clock, pauses, passes } = pausedClock()
  let isBad = true
  const { begin } = openQuestions({ isBad: () => isBad, ask: async () => undefined }, clock)
  begin()
  for (let second = 0; second < 70; second += 1) await passes()
  isBad = false
  await passes()
  isBad = true
  begin()
  expect(pauses.at(-1)).toBe(1000)
})

test('a closed engine is asked nothing', async () => {
  const { clock, passes } = pausedClock()
  const ask = vi.fn(async () => undefined)
  const { begin, close } = openQuestions({ isBad: () => true, ask }, clock)
  begin()
  close()
  await passes()
  begin()
  await passes()
  expect(ask).not.toHaveBeenCalled()
})
