import { expect, test } from 'vitest'
import { openWaiting, untilCaughtUp } from './waiting.ts'

const shown = async () => true
const head = async () => 7

test('the events stored at the call are awaited, unless a position is given', async () => {
  const asked: (number | null)[] = []
  const until = async (position: number | null) => asked.push(position) > 0
  await untilCaughtUp({ head }, {}, until)
  await untilCaughtUp({ head }, { position: 3 }, until)
  await untilCaughtUp({ head }, { position: null }, until)
  expect(asked).toEqual([7, 3, null])
})

test('a store that does not give its position is not awaited for longer than the given time', async () => {
  const silent = { head: () => new Promise<never>(() => undefined) }
  expect(await untilCaughtUp(silent, { patienceMs: 1 }, shown)).toBe(false)
})

test('an outage of the store is a failure, and no answer', async () => {
  const away = { head: () => Promise.reject(new Error('away')) }
  await expect(untilCaughtUp(away, { patienceMs: 60_000 }, shown)).rejects.toThrow('away')
})

test('a caller is notified when it becomes true, when the time is over, or at the end', async () => {
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
