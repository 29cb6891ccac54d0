// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { askPrices, keptPrices } from './prices.ts'

const shops = [{ locationName: 'THIKA', pickupPoints: ['Thika Stage'], price: 150 }]
const prices = [{ place: 'THIKA', price: 200, deliveryType: 'same-day' }]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sessionStorage.clear()
})

const answering = (ok: boolean) =>
  vi.stubGlobal('fetch', async (path: string) => ({
    ok,
    headers: new Headers({ 'x-server-time': '2026-11-28T09:00:01.000Z' }),
    json: async () => (path === '/api/locations' ? prices : shops),
  }))

test('prices that one page has loaded are kept for the next page for five minutes', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28, 9), toFake: ['Date'] })
  answering(true)
  expect(await askPrices()).toEqual({ shops, prices, now: '2026-11-28T09:00:01.000Z' })
  vi.setSystemTime(Date.UTC(2026, 10, 28, 9, 4, 59))
  expect(keptPrices()).toEqual({ shops, prices })
  vi.setSystemTime(Date.UTC(2026, 10, 28, 9, 5))
  expect(keptPrices()).toBeNull()
  vi.setSystemTime(Date.UTC(2026, 10, 28, 8))
  expect(keptPrices()).toBeNull()
})

test('a refusal is not kept', async () => {
  answering(false)
  expect(await askPrices()).toBeNull()
  expect(keptPrices()).toBeNull()
})
