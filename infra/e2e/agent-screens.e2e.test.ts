import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Visitor, widths } from './browser/browser.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { type Asker, askAs, newAgent, sendDoorstep, sendDukani, setStatus, shops } from './parcels.ts'
import { getRow, pressByKey, signIn } from './people.ts'
import { startProduct } from './product.ts'
import { openTestProduct } from './test-product.ts'

/**
 * Every screen of the agent area: the way to it, its content, and its text when it is empty. guards.e2e.test.ts tests
 * who may see it.
 */

const { product, visiting: asAnybody } = openTestProduct(() => startProduct({ POSTS_PER_MINUTE: '10000' }))
let client: Asker
let admin: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  admin = await askAs(product(), 'admin@tuma.test')
})

const as = (email: string, act: (visitor: Visitor) => Promise<void>, width?: number): Promise<void> =>
  asAnybody(async (visitor) => {
    await signIn(visitor.context, email)
    await act(visitor)
  }, width)
const cbd = 'agent.cbd@tuma.test'
type TabCounts = { receiving: { inTransitBy: { shop: number }; waiting: number } }

const screens = [
  ['/Agent', 'Hello, Achieng'],
  ['/Agent/uncollected', 'Sending'],
  ['/Agent/received', 'Receiving'],
  ['/Agent/all-deliveries', 'Deliveries'],
  ['/Agent/paid', 'Paid'],
  ['/Agent/customers', 'Customers'],
  ['/Agent/profile', 'Profile'],
] as const
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const buildPath = (page: Page) => new URL(page.url()).pathname
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const isOpen = (page: Page, name: string) => page.getByRole('tab', { name, exact: true, selected: true }).waitFor()

test.each(Object.entries(widths))('the menu leads to every screen on a %s', (device, width) =>
  as(
    cbd,
    async ({ page }) => {
      await page.goto('/agent')
      for (const [path, title] of screens) {
        if (device === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
        const menu = page.getByRole('navigation', { name: 'Menu' })
        await menu.getByRole('link', { name: path === '/Agent' ? 'Dashboard' : title, exact: true }).click()
        await heading(page, title).waitFor()
        await expect.poll(() => buildPath(page)).toBe(path)
      }
    },
    width,
  ),
)

describe('the dashboard', () => {
  test.each([
    [cbd, 'Achieng', shops.cbd],
    ['agent.thika@tuma.test', 'Mwangi', shops.thika],
  ])('of %s greets, names the shop, and counts its parcels: uncollected ones are Dropped', (email, name, shop) =>
    as(email, async ({ page }) => {
      await page.goto('/Agent')
      await heading(page, `Hello, ${name}`).waitFor()
      for (const place of [shop.location, shop.address]) await page.getByText(place, { exact: true }).waitFor()
      const agent = await askAs(product(), email)
      const counts = await agent<Record<string, number>>('GET', '/api/agent/counts')
      const { receiving } = await agent<TabCounts>('GET', '/api/agent/tab-counts')
      expect(counts.uncollected).toBeGreaterThan(0)
      const cards = page.locator('.t-stat')
      await cards.getByText(String(counts.uncollected), { exact: true }).first().waitFor()
      await expect
        .poll(() => cards.allTextContents())
        .toEqual([
          `Dropping Off${counts.dropping}`,
          `Dropped${counts.uncollected}`,
          `Sorting${counts.sorting}`,
          `In Transit${counts.inTransit}${receiving.inTransitBy.shop} on the way here`,
          `Delivered${counts.delivered}${receiving.waiting} waiting here`,
          `Collected${counts.collected}`,
        ])
    }),
  )

  test('of an agent without a shop says that they must wait; with a new one, every list says that it is empty', () =>
    asAnybody(async ({ page, context }) => {
      const { giveShop } = await newAgent(context, product(), admin)
      await page.goto('/Agent')
      await page.getByText('Await Location allocation...').waitFor()
      await expect.poll(() => page.locator('.t-stat').count()).toBe(0)

      const shop = { location: 'NYERI', address: 'Nyeri Market Stall' }
      await admin('POST', '/api/admin/add-location', { locationName: shop.location, pickupPoints: [shop.address] })
      await giveShop(shop)
      await page.goto('/Agent')
      await page.getByText(shop.address).waitFor()
      await page.locator('.t-stat').getByText('0', { exact: true }).first().waitFor()
      for (const path of [
        '/Agent/uncollected',
        '/Agent/uncollected?tab=dropped',
        '/Agent/uncollected?tab=inTransit',
        '/Agent/received',
        '/Agent/received?tab=delivered',
        '/Agent/received?tab=collected',
        '/Agent/all-deliveries',
        '/Agent/all-deliveries?tab=received',
        '/Agent/paid',
      ]) {
        await page.goto(path)
        await page.getByRole('status').getByText('No deliveries found').waitFor()
      }
      await page.goto('/Agent/customers')
      await page.getByRole('status').getByText('No customers yet').waitFor()
    }))
})

test('Paid shows payments of the shop and is searched by tracker ID; the search survives a reload', () =>
  as(cbd, async ({ page }) => {
    const { trackingId } = await sendDukani(client, product(), shops.cbd, shops.thika)
    await page.goto('/Agent/paid')
    await getRow(page, trackingId)
      .getByText(/^PAY-\d{6}$/)
      .waitFor()
    const search = page.getByLabel('Search by tracker ID')
    await search.fill(trackingId)
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'TM-' }).count()).toBe(1)
    await page.reload()
    await expect.poll(() => search.inputValue()).toBe(trackingId)
    await search.fill('TM-ZZZZ-ZZZZ-ZZZZ')
    await page.getByText('No deliveries match your search').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await getRow(page, trackingId).getByRole('link', { name: trackingId }).click()
    await heading(page, 'Delivery Details').waitFor()
    await page.getByRole('link', { name: 'Back' }).first().click()
    await heading(page, 'Paid').waitFor()
  }))

test('Customers are people who sent from the shop, found by name or phone', () =>
  as(cbd, async ({ page }) => {
    const { trackingId } = await sendDoorstep(client, shops.cbd)
    await page.goto('/Agent/customers')
    await getRow(page, trackingId).getByRole('link', { name: '0712345678' }).waitFor()
    const search = page.getByLabel('Search by name or phone')
    await search.fill('0712 345 678')
    await getRow(page, trackingId).getByText('Door Step').waitFor()
    await search.fill('nobody of this name')
    await page.getByText('No customers match your search').waitFor()
  }))

test('the profile shows the shop, which only an admin sets, and keeps changes', () =>
  as('agent.zimmerman@tuma.test', async ({ page }) => {
    await page.goto('/Agent/profile')
    for (const shown of ['agent.zimmerman', '0700100015', 'ZIMMERMAN', 'Base Stage Phones']) {
      await page.locator('main').getByText(shown, { exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    await expect.poll(() => dialog.getByLabel('Location').count()).toBe(0)
    await dialog.getByLabel('Full Name').fill('Mercy')
    await pressByKey(dialog.getByRole('button', { name: 'Save' }))
    await dialog.getByText('Please enter at least two names.').waitFor()
    await dialog.getByLabel('Full Name').fill('Mercy Wanza')
    await pressByKey(dialog.getByRole('button', { name: 'Save' }))
    const toast = toastWith(page, 'Profile updated successfully!')
    await toast.waitFor()
    await expect.poll(() => toastDurationMs(toast)).toBe(3000)
    await page.reload()
    await page.getByText('Mercy Wanza').waitFor()
  }))

test('the detail shows all of a parcel, its receipt, and leads back to the tab that it was opened from', () =>
  as(cbd, async ({ page }) => {
    const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
    await setStatus(admin, parcel, 'inTransit')
    await page.goto('/Agent/uncollected?tab=inTransit')
    await getRow(page, parcel.trackingId).getByRole('link', { name: parcel.trackingId }).click()
    await heading(page, 'Delivery Details').waitFor()
    await expect.poll(() => buildPath(page)).toBe(`/Agent/delivery/parcelDukani/${parcel._id}`)
    for (const shown of ['In Transit', '0712345678', '0722333444', shops.thika.address, 'Two books', 'Parcel Dukani']) {
      await page.locator('main').getByText(shown, { exact: true }).first().waitFor()
    }
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Receipt' }).click()
    expect((await download).suggestedFilename()).toBe(`receipt_${parcel.trackingId}.pdf`)
    await page.getByRole('link', { name: 'Back' }).last().click()
    await isOpen(page, 'Intransit Deliveries')

    const elsewhere = await sendDukani(client, product(), shops.thika, {
      location: 'ROYSAMBU',
      address: 'TRM Drive Chemist',
    })
    await page.goto(`/Agent/delivery/parcelDukani/${elsewhere._id}`)
    await page.getByText('This parcel does not exist, or is not yours.').waitFor()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await heading(page, 'Hello, Achieng').waitFor()
  }))

test('tabs are in the address: reload, Back and a shared link find them', () =>
  as(cbd, async ({ page }) => {
    await page.goto('/Agent/uncollected')
    await isOpen(page, 'Deliveries')
    await tab(page, 'Dropped Deliveries').click()
    await tab(page, 'Intransit Deliveries').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=inTransit')
    await page.reload()
    await isOpen(page, 'Intransit Deliveries')
    await page.goBack()
    await isOpen(page, 'Dropped Deliveries')
    await page.goBack()
    await isOpen(page, 'Deliveries')
    await page.goForward()
    await isOpen(page, 'Dropped Deliveries')
    for (const [path, names] of [
      ['/Agent/received', ['Deliveries', 'Received Deliveries', 'Collected Deliveries']],
      ['/Agent/all-deliveries', ['Sending Deliveries', 'Received Deliveries']],
    ] as const) {
      await page.goto(path)
      await isOpen(page, names[0])
      await expect.poll(() => page.getByRole('tab').count()).toBe(names.length)
      for (const [index, name] of names.entries()) {
        await page.getByRole('tab').nth(index).and(tab(page, name)).waitFor()
      }
    }
  }))

test('a long list is newest first, and keeps its place while the agent looks at a parcel', () =>
  as('agent.kitengela@tuma.test', async ({ page }) => {
    const kitengela = { location: 'KITENGELA', address: 'Namanga Road Electronics' }
    const oldest = await sendDoorstep(client, kitengela)
    await Promise.all(Array.from({ length: 100 }, () => sendDoorstep(client, kitengela)))
    const newest = await sendDoorstep(client, kitengela)
    await page.goto('/Agent/uncollected?tab=dropped')
    const links = page.getByRole('link', { name: /^TM-/ })
    await expect.poll(() => links.first().textContent()).toBe(newest.trackingId)
    await expect.poll(() => links.count()).toBe(100)
    await page.getByRole('button', { name: 'Show more' }).click()
    const far = getRow(page, oldest.trackingId).getByRole('link', { name: oldest.trackingId })
    await far.click()
    await heading(page, 'Delivery Details').waitFor()
    await page.goBack()
    await far.waitFor()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(5000)
    await expect.poll(() => links.count()).toBeGreaterThan(100)
  }))
