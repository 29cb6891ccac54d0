import { expect, test } from 'vitest'
import { openWaiting, untilCaughtUp } from './waiting.ts'

const shown = async () => true
const head = async () => 7

test('what stands in the store at the call is waited for, unless a position is named', async () => {
  const asked: (number | null)[] = []
  const until = async (position: number | null) => asked.push(position) > 0
  await untilCaughtUp({ head }, {}, until)
  await untilCaughtUp({ head }, { position: 3 }, until)
  await untilCaughtUp({ head }, { position: null }, until)
  expect(asked).toEqual([7, 3, null])
})

test('a store that does not say what stands in it is not waited for longer than anything else', async () => {
  const silent = { head: () => new Promise<never>(() => undefined) }
  expect(await untilCaughtUp(silent, { patienceMs: 1 }, shown)).toBe(false)
})

test('a store that is away is a failure, and no answer', async () => {
  const away = { head: () => Promise.reject(new Error('away')) }
  await expect(untilCaughtUp(away, { patienceMs: 60_000 }, shown)).rejects.toThrow('away')
})

test('who waits hears of it as soon as it is true, or that it took longer, or the end', async () => {
  const waiting = openWaiting()
  let isTrue = false
  const first = waiting.until(() => isTrue)
  const impatient = waiting.until(() => isTrue, 1)
  expect(await impatient).toBe(false)
  isTrue = true
  waiting.lookAgain()
  expect(await first).toBe(true)
  const never = waiting.until(() => false)
  waiting.end()
  expect(await never).toBe(true)
})
