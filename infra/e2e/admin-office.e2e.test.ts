import { readFile } from 'node:fs/promises'
import { addDays, getEatDay } from '@tuma/contracts/vocabulary'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertSays, answer, hold, path, row, says } from './admins.ts'
import { pressByKey } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/**
 * The manager's day at a small laptop, beginning at the dashboard. 1024 px: a laptop of 1280 that is zoomed to 125 %.
 */

const { admin } = openTestProduct()
const laptop = 1024

const goTo = (page: Page, screen: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click()

test('the dashboard leads to what waits, and the arrow keys read the chart', async () => {
  const njeri = await admin(laptop)
  const { page } = njeri
  await page.goto('/Admin')
  const chart = page.getByRole('slider', { name: 'Revenue of the last 30 days' })
  await chart.focus()
  const today = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(today)
  await expect.poll(() => page.locator('.t-chart-tip').innerText()).toMatch(/^\d+ \w+: Ksh [\d,]+/)
  // Thirty days, because soon after midnight no parcel of today has been handed in yet.
  const to = getEatDay(new Date().toISOString())
  await page.goto(`/Admin?period=custom&from=${addDays(to, -29)}&to=${to}`)
  await page.getByRole('list', { name: 'By shop' }).getByRole('listitem').first().waitFor()

  const waiting = page.getByRole('link', { name: /have been at a shop for more than 3 days$/ })
  const count = Number.parseInt(await waiting.innerText(), 10)
  await waiting.click()
  await page.getByText(`${count} of ${count} shown`, { exact: true }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(count + 1)
  await leaves(njeri)
})

const figuresCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(
    '[...document.querySelectorAll(".t-stat")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)',
  )

test('no figure is cut off, and Find anything covers no button of a page, at any width', async () => {
  const njeri = await admin(laptop)
  const { page } = njeri
  const readBox = async (role: 'link' | 'button', name: string) => {
    const box = await page.getByRole(role, { name }).first().boundingBox()
    return box ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const everyWidth = async (look: () => Promise<unknown>, soundly: unknown) => {
    for (const width of [320, 360, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(look, { message: `${width} px` }).toEqual(soundly)
    }
  }
  await page.goto('/Admin?period=thisMonth')
  await page.getByText('As a table').waitFor()
  await everyWidth(() => figuresCutOff(page), [])
  await page.goto('/Admin/deliveries')
  await page.getByRole('link', { name: 'View' }).first().click()
  await page.getByRole('button', { name: 'Edit Status' }).waitFor()
  await everyWidth(async () => {
    const [back, find] = [await readBox('link', 'Back'), await readBox('button', 'Find anything')]
    const isBeside = back.x + back.width <= find.x || back.y >= find.y + find.height
    return [isBeside, back.height, find.height]
  }, [true, 44, 44])
  await leaves(njeri)
})

test('one field finds a parcel by its receiver’s name, from any screen and without a mouse', async () => {
  const njeri = await admin(laptop)
  const { page } = njeri
  await page.goto('/Admin/riders')
  await page.getByRole('heading', { level: 1, name: 'Riders' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Tracking ID, name, phone or screen/ })
  await field.fill('lilian')
  const first = page.getByRole('option', { name: /^TM-.*Lilian/ }).first()
  await first.waitFor()
  const [trackingId = ''] = (await first.innerText()).split('\n')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/Admin\/delivery\//)
  await page.getByText(trackingId).first().waitFor()
  await leaves(njeri)
})

test('a campaign goes to all who match, once, and is in the history', async () => {
  const njeri = await admin(laptop)
  const { page } = njeri
  await page.goto('/Admin/marketing')
  await page.getByRole('button', { name: 'All that match' }).click()
  await page.getByLabel('Search people').fill('wanjiku kamau')
  await page.getByText('Reaches 1 person').waitFor()
  await page.getByRole('button', { name: 'Welcome' }).click()
  await page.getByRole('button', { name: /^Send a test to me/ }).click()
  await page.getByText(/^Test sent to 07/).waitFor()
  const rightOfToast = async (): Promise<number | null> => {
    const box = await page.locator('.Toastify__toast').first().boundingBox()
    return box && laptop - box.x - box.width
  }
  await expect.poll(rightOfToast).toBe(16)
  await page.getByRole('button', { name: 'Send SMS' }).click()
  await answer(page, 'Send this SMS to 1 person?', 'Send now')
  await page.getByText('SMS sent successfully to 1 recipients').waitFor()
  await page.getByText('Reaches 0 people').waitFor()
  await page.getByRole('tab', { name: 'Sent' }).click()
  await row(page, 'Welcome to Tuma!').first().waitFor()
  await expect.poll(() => row(page, 'Welcome to Tuma!').count()).toBe(2)
  await leaves(njeri)
})

test('a fee is changed; a shop with agents stays, and an empty one is closed', async () => {
  const njeri = await admin(laptop)
  const { page, context } = njeri
  const location = { locationName: 'JUJA', pickupPoints: ['Gate B kiosk', 'Gate C kiosk'] }
  await context.request.post('/api/admin/add-location', {
    data: location,
    headers: { 'x-tuma-web-app': '1' },
    ...retryOptions,
  })
  await page.goto('/Admin/location')
  const edit = (place: string) => row(page, place).first().getByRole('button', { name: 'Edit' }).click()
  await edit('JUJA')
  await page.getByLabel('Parcel Dukani fee (Ksh)').fill('310')
  await pressByKey(page.getByRole('dialog', { name: 'JUJA' }).getByRole('button', { name: 'Save' }))
  await says(page, 'JUJA: saved')
  await row(page, 'JUJA').getByText('Ksh 310').waitFor()

  await edit('JUJA')
  await page.getByRole('button', { name: 'Close Gate B kiosk' }).click()
  await answer(page, 'Close Gate B kiosk?', 'Close')
  await page.getByRole('button', { name: 'Close Gate B kiosk' }).waitFor({ state: 'detached' })
  await pressByKey(page.getByRole('dialog', { name: 'JUJA' }).getByRole('button', { name: 'Cancel' }))
  await edit('THIKA')
  await page.getByRole('button', { name: 'Close Thika Arcade Bookshop' }).click()
  await answer(page, 'Close Thika Arcade Bookshop?', 'Close')
  await alertSays(page, 'You can’t close the shop yet', 'works there')
  await leaves(njeri)
})

test('a person with an account becomes an agent in one dialog', async () => {
  const njeri = await admin(laptop)
  const { page } = njeri
  await page.goto('/Admin')
  await goTo(page, 'Agents')
  await page.getByRole('button', { name: 'Add Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Agent' })
  await dialog.getByLabel('Choose the person').fill('wanjiku')
  await dialog.getByRole('radio', { name: /Wanjiku Kamau/ }).check()
  await dialog.getByLabel('Location').selectOption('KITENGELA')
  await expect.poll(() => dialog.getByLabel('Shop').inputValue()).not.toBe('')
  await pressByKey(dialog.getByRole('button', { name: 'Add Agent' }))
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'Wanjiku Kamau').getByText('KITENGELA').waitFor()
  await expect.poll(() => path(page)).toBe('/Admin/agents')
  await leaves(njeri)
})

test.each([
  [1024, 640],
  [1280, 720],
])('at %i × %i all thirteen entries of the menu are visible', async (width, height) => {
  const njeri = await admin(width)
  const { page } = njeri
  await page.setViewportSize({ width, height })
  await page.goto('/Admin/audit')
  const ways = page.getByRole('navigation', { name: 'Menu', exact: true }).getByRole('link')
  await ways.last().waitFor()
  const soundWays = async () => {
    const boxes = await Promise.all((await ways.all()).map((way) => way.boundingBox()))
    return boxes.filter((box) => box && box.height >= 32 && box.y + box.height <= height).length
  }
  await expect.poll(() => ways.count()).toBe(13)
  await expect.poll(soundWays).toBe(13)
  await leaves(njeri)
})

test('a menu that is longer than the screen is scrolled to the current entry, also when it is shown late', async () => {
  const njeri = await admin(laptop)
  const { page } = njeri
  const menu = page.getByRole('navigation', { name: 'Menu', exact: true })
  const here = menu.getByRole('link', { name: 'Audit log' })
  const bottom = async (): Promise<number> => {
    const box = await here.boundingBox()
    return box ? Math.floor(box.y + box.height) : 999
  }
  await page.setViewportSize({ width: laptop, height: 400 })
  // All scripts are loaded before the session: the app draws the whole menu at once, while it is still hidden.
  const letGo = await hold(page, /\/api\/users\/me$/)
  await page.goto('/Admin/audit')
  letGo()
  await expect.poll(bottom).toBeLessThanOrEqual(400)
  await page.setViewportSize({ width: 800, height: 400 }) // the menu is folded away
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.poll(bottom).toBeLessThanOrEqual(400)
  await leaves(njeri)
})

test('parcels have two even lines of filters, one line of counts, and a status that is one line in Swahili', async () => {
  const njeri = await admin(laptop)
  const { page } = njeri
  await page.setViewportSize({ width: laptop, height: 640 })
  await page.goto('/Admin/deliveries')
  await page.getByRole('button', { name: 'Filters' }).click()
  const tops = async (of: string): Promise<number> => {
    const boxes = await Promise.all((await page.locator(of).all()).map((one) => one.boundingBox()))
    return new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size
  }
  await page.locator('.parcel-counts').waitFor()
  await expect.poll(() => tops('.parcel-filters :is(input, select)')).toBe(2)
  await expect.poll(() => tops('.parcel-counts > :is(button, p)')).toBe(1)
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  const status = page.getByRole('row').getByText('Kimeletwa dukani').first()
  await status.waitFor()
  await expect.poll(async () => (await status.boundingBox())?.height).toBeLessThan(30)
  await leaves(njeri)
})
