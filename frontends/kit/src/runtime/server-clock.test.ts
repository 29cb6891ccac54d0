import { afterEach, expect, test, vi } from 'vitest'
import { learnServerTime, serverNow } from './server-clock.ts'

const at = (date: string) => new Response(null, { headers: { date } })
afterEach(() => {
  learnServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }))
  vi.useRealTimers()
})

test('the moment is the server’s, whatever the device says', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00.000Z') })
  expect(serverNow()).toBe('2026-11-23T03:00:00.000Z')
  learnServerTime(at('Mon, 23 Nov 2026 09:00:00 GMT'))
  vi.advanceTimersByTime(60_000)
  expect(serverNow()).toBe('2026-11-23T09:01:00.000Z')
})

test('less than two seconds are none, and an answer without a date changes nothing', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00.900Z') })
  learnServerTime(at('Mon, 23 Nov 2026 03:00:00 GMT'))
  learnServerTime(new Response(null))
  expect(serverNow()).toBe('2026-11-23T03:00:00.900Z')
})
