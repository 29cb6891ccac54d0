import { randomBytes } from 'node:crypto'
import { addDays, getEatDay } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let admin: Visitor
/** The product's clock is stopped, so that midnight cannot come between two requests. */
const at = new Date().toISOString()
const today = getEatDay(at)
beforeAll(async () => {
  product = await openTestProduct({}, { now: () => at, randomBytes })
  admin = await product.signedIn('admin')
  await vi.waitUntil(async () => (await trend('')).reduce((sum, day) => sum + day.totalDeliveries, 0) === 54, {
    timeout: 60_000,
  })
})
afterAll(() => product.close())

type Day = { date: string; formattedDate: string; totalRevenue: number; totalDeliveries: number }
const trend = async (query: string): Promise<Day[]> => (await admin.get(`/api/admin/revenue/trends${query}`)).body.data

test('the trend has each of the last thirty days, oldest first', async () => {
  const days = await trend('?period=30days')
  expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)))
  expect(days[0]?.formattedDate).toMatch(/^\d{1,2} [A-Z][a-z]{2,3}$/)
  expect(days.every(({ totalRevenue }) => Number.isInteger(totalRevenue))).toBe(true)
})

test('the overview sums the days since today, Monday and the first of the month', async () => {
  const { data } = (await admin.get('/api/admin/revenue/overview')).body
  const days = await trend(`?from=${addDays(today, -40)}&to=${today}`)
  const since = (first: string) =>
    days.filter(({ date }) => date >= first).reduce((sum, day) => sum + day.totalRevenue, 0)
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  expect([data.today.totalRevenue, data.thisWeek.totalRevenue, data.thisMonth.totalRevenue]).toEqual([
    since(today),
    since(addDays(today, -weekday)),
    since(`${today.slice(0, 8)}01`),
  ])
  expect(data.thisMonth.doorstepRevenue + data.thisMonth.parcelDukaniRevenue).toBe(data.thisMonth.totalRevenue)
})

test('each figure comes with the one of the period before', async () => {
  const { data, before } = (await admin.get('/api/admin/revenue/trends?from=2026-10-01&to=2026-10-03')).body
  expect([data, before].map((days: Day[]) => days.map(({ date }) => date))).toEqual([
    ['2026-10-01', '2026-10-02', '2026-10-03'],
    ['2026-09-28', '2026-09-29', '2026-09-30'],
  ])
  const overview = (await admin.get('/api/admin/revenue/overview')).body
  const yesterday = addDays(today, -1)
  const [day] = await trend(`?from=${yesterday}&to=${yesterday}`)
  expect(overview.before.today.totalRevenue).toBe(day?.totalRevenue)
})

test('a custom period has both its ends', async () => {
  const days = await trend('?from=2026-02-27&to=2026-03-01')
  expect(days.map(({ formattedDate }) => formattedDate)).toEqual(['27 Feb', '28 Feb', '1 Mar'])
})

test.each([
  ['?from=2026-02-30&to=2026-03-01', 'from'],
  ['?from=2026-03-01&to=2026-13-01', 'to'],
  ['?from=2026-03-02&to=2026-03-01', 'from'],
  ['?from=2025-03-01&to=2026-03-02', 'from'],
  ['?from=yesterday', 'from'],
  ['?from=0000-00-00', 'from'],
])('%s is refused as a period', async (query, field) => {
  const { status, body } = await admin.get(`/api/admin/revenue/trends${query}`)
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field })
})
