import { afterEach, expect, test, vi } from 'vitest'
import { forgetServerTime, hearServerTime, serverNow } from './server-time.ts'

afterEach(() => {
  forgetServerTime()
  vi.useRealTimers()
})

test('the moment is the server’s, whatever the device says', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00.000Z') })
  expect(serverNow()).toBe('2026-11-23T03:00:00.000Z')
  hearServerTime('2026-11-23T09:00:00.000Z')
  vi.advanceTimersByTime(60_000)
  expect(serverNow()).toBe('2026-11-23T09:01:00.000Z')
})

test('an answer that says no time changes nothing', () => {
  hearServerTime('2026-11-23T09:00:00.000Z')
  hearServerTime(undefined)
  expect(serverNow()).toMatch(/^2026-11-23T09:00:0/)
})
