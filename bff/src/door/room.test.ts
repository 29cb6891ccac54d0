import { tellLateness } from '@tuma/platform/runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRoom } from './room.ts'

/** One group of another process, and a door, on the test's clock. */
const opened = () => {
  vi.useFakeTimers()
  let said = { value: '', until: 0 }
  const cache = {
    get: async () => (said.until > Date.now() ? said.value : null),
    async set(_key: string, value: string, ttlMs: number) {
      said = { value, until: Date.now() + ttlMs }
    },
  }
  const group = { late: 0, lateMs: () => group.late }
  const allowed: number[] = []
  const endTelling = tellLateness(cache, [{ lateMs: () => 0 }, group])
  const room = openRoom({ cache, atOnce: 32, allow: (atOnce) => allowed.push(atOnce) })
  onTestFinished(() => {
    endTelling()
    room.close()
    vi.useRealTimers()
  })
  return { group, allowed }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('as many as ever are let in while nobody is late by more than half a second', async () => {
  const { group, allowed } = opened()
  group.late = 500
  await pass(60)
  expect(allowed).toEqual([])
})

test('half of them while a group is late, each second, and never fewer than an eighth', async () => {
  const { group, allowed } = opened()
  group.late = 501
  await pass(1)
  expect(allowed).toEqual([16])
  await pass(1)
  expect(allowed).toEqual([16, 8])
  await pass(60)
  expect(allowed).toEqual([16, 8, 4])
})

test('an eighth more each second once nobody is late any more', async () => {
  const { group, allowed } = opened()
  group.late = 501
  await pass(10)
  group.late = 0
  await pass(20)
  expect(allowed).toEqual([16, 8, 4, 8, 12, 16, 20, 24, 28, 32])
})
