import { parkMessage } from '@tuma/platform/testing'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { column, hold, path, query, row, says } from './admins.ts'
import { widths } from './browser/browser.ts'
import { startInOneProcess } from './product.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** The revenue dashboard, and messages between services that failed. */

const unreadable = (id: string) => ({
  ...{ id, key: 'delivery-lost', type: 'delivery.completed', version: 99 },
  data: { deliveryId: 'lost' },
  headers: { at: new Date().toISOString() },
})

/** With two parked messages under one key, of a version that no release reads. */
const startWithUnreadable = async () => {
  const product = await startInOneProcess()
  await product.kill()
  const why = 'Error: identity does not know delivery.completed version 99'
  parkMessage(product.folder, 'delivery', 'identity', unreadable('first'), why)
  parkMessage(product.folder, 'delivery', 'identity', unreadable('second'), 'behind first')
  await product.start()
  return product
}
const { admin } = openTestProduct(startWithUnreadable)

const figures = ['Total revenue', 'Door Step revenue', 'Parcel Dukani revenue'] as const
const counts = ['Total deliveries', 'Door Step deliveries', 'Parcel Dukani deliveries'] as const
const card = (page: Page, label: string) => page.locator('.t-stat', { has: page.getByText(label, { exact: true }) })
const shown = async (page: Page): Promise<number[]> => {
  for (const label of figures)
    await card(page, label)
      .getByText(/^Ksh [\d,]+$/)
      .waitFor()
  const texts = await Promise.all(
    [...figures, ...counts].map((label) => card(page, label).locator('.t-stat-value').innerText()),
  )
  return texts.map((text) => Number(text.replace(/\D/g, '')))
}
type Period = Record<string, number>

test('each period button shows the six figures of its period; reload and back keep it; figures of other days are not requested', async () => {
  const njeri = await admin()
  const { page, context } = njeri
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/admin\/revenue\/(overview|trends)/.test(pathname)) asked.add(pathname + search)
  })
  const { data } = (await (await context.request.get('/api/admin/revenue/overview', retryOptions)).json()) as {
    data: Record<string, Period>
  }
  const expected = (period: string): number[] => {
    const { totalRevenue, doorstepRevenue, parcelDukaniRevenue, ...rest } = data[period] as Period
    const { totalDeliveries, doorstepDeliveries, parcelDukaniDeliveries } = rest
    return [
      totalRevenue,
      doorstepRevenue,
      parcelDukaniRevenue,
      totalDeliveries,
      doorstepDeliveries,
      parcelDukaniDeliveries,
    ].map(Number)
  }
  await page.goto('/admin')
  await expect.poll(() => shown(page)).toEqual(expected('today'))
  for (const [name, period] of [
    ['This Week', 'thisWeek'],
    ['This Month', 'thisMonth'],
  ] as const) {
    const button = page.getByRole('button', { name })
    await button.click()
    await expect.poll(() => shown(page)).toEqual(expected(period))
    await expect
      .poll(async () => [query(page), await button.getAttribute('aria-pressed')])
      .toEqual([`?period=${period}`, 'true'])
  }
  await page.reload()
  await expect.poll(() => shown(page)).toEqual(expected('thisMonth'))
  await page.goBack()
  await expect.poll(() => shown(page)).toEqual(expected('thisWeek'))
  expect([...asked].sort()).toEqual(['/api/admin/revenue/overview', '/api/admin/revenue/trends?period=30days'])
  await leaves(njeri)
})

test('the success rate is the specified one, and the completion rate says what it counts', async () => {
  const njeri = await admin(widths.phone)
  const { page, context } = njeri
  const of = async (query: string) =>
    Number(
      (await context.request.get(`/api/admin/deliveries?limit=1${query}`, retryOptions)).headers()['x-total-count'],
    )
  const [all, collected, atTheDoor] = [
    await of(''),
    await of('&status=collected'),
    await of('&status=delivered&type=doorstep'),
  ]
  await page.goto('/Admin')
  const [, , , today = 0] = await shown(page)
  await card(page, 'Success rate today')
    .getByText(today > 0 ? '100%' : '0%', { exact: true })
    .waitFor()
  const rate = `${Math.round((100 * (collected + atTheDoor)) / all)}%`
  await card(page, 'Completion rate').getByText(rate, { exact: true }).waitFor()
  await card(page, 'Completion rate').getByText('Share of parcels collected or delivered to the door.').waitFor()
  await leaves(njeri)
})

test('the trend of 30 days is a chart with a table behind it', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/Admin')
  await page.getByText('Revenue of the last 30 days').first().waitFor()
  await expect.poll(() => page.locator('svg .t-bar').count()).toBe(30)
  const table = page.getByRole('table', { name: 'Revenue by day' })
  await expect.poll(() => table.isVisible()).toBe(false)
  await page.getByText('As a table').click()
  await table.waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(31)
  await expect
    .poll(() => table.locator('tbody td:nth-child(4)').allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringMatching(/^Ksh [\d,]+$/)]))
  await leaves(njeri)
})

test('Custom asks for two dates, says what is wrong with them, and shows the figures between them', async () => {
  const njeri = await admin(widths.phone)
  const { page } = njeri
  await page.goto('/Admin')
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByText('Choose two dates to see the revenue between them.').waitFor()
  const [from, to, show] = [
    page.getByLabel('From', { exact: true }),
    page.getByLabel('To', { exact: true }),
    page.getByRole('button', { name: 'Show', exact: true }),
  ]
  await show.click()
  await page.getByText('Please choose both dates.').waitFor()
  await from.fill('2026-11-10')
  await to.fill('2026-11-01')
  await show.click()
  await page.getByText('The first date must not be after the last.').waitFor()
  await from.fill('2020-11-01')
  await show.click()
  await page.getByText('Please choose at most 366 days.').waitFor()
  await to.fill('2020-11-10')
  await show.click()
  await expect.poll(() => shown(page)).toEqual([0, 0, 0, 0, 0, 0])
  await page.getByText('Revenue from 1 Nov 2020 to 10 Nov 2020').first().waitFor()
  await expect.poll(() => query(page)).toBe('?period=custom&from=2020-11-01&to=2020-11-10')
  await page.reload()
  await expect.poll(() => from.inputValue()).toBe('2020-11-01')
  await expect.poll(() => page.locator('svg .t-bar').count()).toBe(10)
  await leaves(njeri)
})

test('parked messages are shown on the dashboard, listed with their reason, and given back with one press', async () => {
  const njeri = await admin(widths.phone)
  const { page, context } = njeri
  await page.goto('/Admin')
  await page.getByRole('link', { name: /^\d+ internal messages of Tuma failed\./ }).click()
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor()
  await expect.poll(() => path(page)).toBe('/Admin/system')
  const waiting = row(page, 'delivery → identity')
  await waiting.getByText('delivery-lost').waitFor()
  await waiting.getByText('delivery.completed', { exact: true }).waitFor()
  await waiting.getByText(/^Error: identity does not know delivery\.completed/).waitFor()
  await expect.poll(async () => (await column(page, 5)).every((behind) => behind.trim() === '1')).toBe(true)
  const letGo = await hold(page, /replay/)
  const replay = waiting.getByRole('button', { name: 'Try again' })
  await replay.click()
  await expect.poll(() => replay.getAttribute('aria-busy')).toBe('true')
  letGo()
  await says(page, 'Trying 2 messages again')
  // The same messages fail again, and are parked as before.
  const parkedAgain = async () => {
    const parked = (await (await context.request.get('/api/admin/parked', retryOptions)).json()) as { group: string }[]
    return parked.filter(({ group }) => group === 'identity').length
  }
  await expect.poll(parkedAgain).toBe(2)
  await page.reload()
  await waiting.getByText('delivery-lost').waitFor()
  await leaves(njeri)
})
