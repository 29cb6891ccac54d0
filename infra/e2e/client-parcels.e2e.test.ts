import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Visitor } from './browser/browser.ts'
import { askAs, askIn, type Parcel, sendDoorstep, setStatus, shops } from './parcels.ts'
import { newClient, signIn } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { openTestProduct } from './test-product.ts'

/** A client's screens for their parcels: the dashboard, My Deliveries, one delivery, and tracking. */

const { product, visiting } = openTestProduct()

/** As the demonstration's client, who has sent parcels of both kinds, or as a new client who has sent nothing yet. */
const as = (who: 'wanjiku' | 'new', act: (visitor: Visitor) => Promise<void>) =>
  visiting(async (visitor) => {
    if (who === 'new') await newClient(visitor.context, product())
    else await signIn(visitor.context, 'client@tuma.test')
    await act(visitor)
  })

const sendParcel = (context: BrowserContext) => sendDoorstep(askIn(context), shops.cbd, 'THIKA')
const adminSets = async (parcel: Parcel, status: string) =>
  setStatus(await askAs(product(), 'admin@tuma.test'), parcel, status)

/** Total Deliveries, Uncollected, In Transit, Delivered. */
const counts = async (page: Page): Promise<string[]> => {
  const cards = page.getByRole('region', { name: 'Your parcels' })
  return (await cards.allInnerTexts()).join(' ').match(/\d+/g) ?? []
}
const points = async (page: Page): Promise<string | undefined> =>
  /Points\s+(\d+)/.exec(await page.getByRole('main').innerText())?.[1]

const cards = (page: Page) => page.getByRole('main').getByRole('listitem')
const searchBox = (page: Page) => page.getByRole('search').getByRole('textbox', { name: 'Search' })
const found = (page: Page, count: number) =>
  page.getByText(count === 1 ? '1 parcel' : `${count} parcels`, { exact: true }).waitFor()

describe('on a phone', () => {
  test('a new client has no points and no parcels, and sees what to do next', () =>
    as('new', async ({ page }) => {
      await page.goto('/Client')
      await page.getByRole('heading', { level: 1, name: 'Welcome, Nafula' }).waitFor()
      await expect.poll(() => counts(page)).toEqual(['0', '0', '0', '0'])
      await expect.poll(() => points(page)).toBe('0')
      for (const [link, heading, path] of [
        ['Request Delivery', 'Select Delivery Type', '/Client/send-parcel'],
        ['New Delivery', 'Select Delivery Type', '/Client/send-parcel'],
        ['Track Package', 'Track Parcel', '/Client/track-parcel'],
        ['Get Support', 'Contact Support', '/Client/contact'],
        ['Delivery History', 'My Deliveries', '/Client/delivery-history'],
      ] as const) {
        await page.getByRole('main').getByRole('link', { name: link }).click()
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        await expect.poll(() => new URL(page.url()).pathname).toBe(path)
        if (link !== 'Delivery History') await page.goBack()
      }
      await page.getByText('No deliveries found').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'New Delivery' }).click()
      await page.getByRole('heading', { name: 'Select Delivery Type' }).waitFor()
    }))

  test('counts, points, the day and a delivery change when others move the parcel, without a reload', () =>
    as('new', async ({ page, context }) => {
      const sent = await sendParcel(context)
      const live = page.waitForResponse(/\/api\/events/)
      await page.goto('/Client')
      await expect.poll(() => counts(page)).toEqual(['1', '1', '0', '0'])
      const today = (part: string) => page.getByRole('region', { name: part })
      await today('To bring 1').getByRole('link', { name: sent.trackingId }).waitFor()
      await today('My money').getByText('We hold no money for you now.').waitFor()
      await live
      await adminSets(sent, 'inTransit')
      await expect.poll(() => counts(page)).toEqual(['1', '0', '1', '0'])
      await today('Under way 1').getByRole('link', { name: sent.trackingId }).waitFor()
      await page.getByText('Nothing to bring to a shop.').waitFor()
      await adminSets(sent, 'delivered')
      await expect.poll(() => counts(page)).toEqual(['1', '0', '0', '1'])
      await expect.poll(() => points(page)).toBe('35')

      await page.getByRole('link', { name: /^Delivery History/ }).click()
      await page.getByRole('link', { name: sent.trackingId }).click()
      await page.getByRole('heading', { level: 1, name: 'Delivery Details' }).waitFor()
      const main = page.getByRole('main')
      await main.getByText('Delivered to the door', { exact: true }).first().waitFor()
      await adminSets(sent, 'sorting')
      await main.getByText('Sorting', { exact: true }).first().waitFor()
    }))

  test('My Deliveries shows both kinds; a search by id or phone, and clearing it, show the right parcels', () =>
    as('wanjiku', async ({ page }) => {
      await page.goto('/Client/delivery-history')
      await cards(page).first().waitFor()
      const all = await cards(page).count()
      await found(page, all)
      const texts = async () => (await cards(page).allTextContents()).join()
      await expect.poll(texts).toContain('Door Step')
      await expect.poll(texts).toContain('Parcel Dukani')

      const card = cards(page).nth(2)
      const trackingId = /TM-\w{4}-\w{4}-\w{4}/.exec((await card.textContent()) ?? '')?.[0] ?? ''
      await searchBox(page).fill(` ${trackingId.slice(3).replaceAll('-', ' ').toLowerCase()}`)
      await found(page, 1)
      await expect.poll(() => cards(page).textContent()).toContain(trackingId)

      // The search survives the way to the delivery and back, and a reload.
      await page.getByRole('link', { name: trackingId }).click()
      await page.getByRole('heading', { level: 1, name: 'Delivery Details' }).waitFor()
      const phone =
        (await page
          .getByRole('main')
          .getByText(/^07\d{8}$/)
          .last()
          .textContent()) ?? ''
      await page.goBack()
      await found(page, 1)
      await page.reload()
      await found(page, 1)

      await page.getByRole('radio', { name: 'Phone Number' }).click()
      await searchBox(page).fill(phone)
      await page.getByText(phone).first().waitFor()
      await page.getByRole('main').getByText(trackingId).waitFor()
      await expect.poll(() => page.url()).toMatch(/\/Client\/delivery-history\?by=phone$/)
      // The search answers a moment after its address has changed.
      await expect.poll(() => cards(page).filter({ hasNotText: phone }).count()).toBe(0)
      await page.getByRole('button', { name: 'Clear search' }).click()
      await found(page, all)
      await expect.poll(() => page.getByRole('button', { name: 'Clear search' }).count()).toBe(0)
      await expect.poll(() => searchBox(page).and(page.locator(':focus')).count()).toBe(1)
      await searchBox(page).fill('0000000000000')
      await page.getByText('No deliveries match your search').waitFor()
    }))

  test('a delivery is shown in full; its receipt can be downloaded only where a payment reference exists', () =>
    as('wanjiku', async ({ page, context }) => {
      const unpaid = await sendParcel(context)
      await page.goto(`/Client/delivery/doorstep/${unpaid._id}`)
      const main = page.getByRole('main')
      for (const said of [
        unpaid.trackingId,
        'Booked',
        'Wanjiku Kamau',
        '0712345678',
        'Moi Avenue Stationers',
        'Kiprop Cheruiyot',
        'Sunrise Court, house 4',
        'Green gate',
        'Pay On Delivery',
        'Ksh 350',
        'A pair of shoes',
      ])
        await main.getByText(said, { exact: true }).first().waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Download Receipt' }).count()).toBe(0)

      const paid = (await (await context.request.get('/api/dukani/getall/wanjiku', retryOptions)).json())[0]
      await page.goto(`/Client/delivery/parcelDukani/${paid._id}`)
      await main.getByText(paid.paymentReferenceId).waitFor()
      await main.getByText(paid.receiver.pickupAgent).first().waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download Receipt' }).click()
      expect((await download).suggestedFilename()).toBe(`receipt_${paid.trackingId}.pdf`)
      await expect.poll(() => page.getByRole('link', { name: 'Back', exact: true }).count()).toBe(2)
      await page.getByRole('link', { name: 'Back', exact: true }).last().click()
      await page.getByRole('heading', { level: 1, name: 'My Deliveries' }).waitFor()
    }))
})

/** Counts how often the button leaves the page, even for one frame; runs in the page. */
const watchShowMore = `(() => {
  const isThere = () => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Show more')
  let wasThere = isThere()
  window.timesLeft = 0
  new MutationObserver(() => {
    if (wasThere && !isThere()) window.timesLeft += 1
    wasThere = isThere()
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
})()`

test('longer histories come page by page, newest first, with no parcel twice and none left out', () =>
  as('wanjiku', async ({ page, context }) => {
    await page.goto('/Client/delivery-history')
    await cards(page).first().waitFor()
    const trackingIds = () => page.getByText(/^TM-\w{4}-\w{4}-\w{4}$/).allTextContents()
    const all = await trackingIds()
    await context.route(/\/getall\//, (route) => {
      const asked = new URL(route.request().url())
      asked.searchParams.set('limit', '3')
      return route.continue({ url: asked.href })
    })
    await page.reload()
    const more = page.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    await page.evaluate(watchShowMore)
    const loading = more.and(page.locator('[aria-busy="true"]'))
    let shown = await trackingIds()
    while (shown.length < all.length) {
      const before = shown.length
      await more.click()
      await expect.poll(async () => (await trackingIds()).length).toBeGreaterThan(before)
      // Two lists load at once, and the rows of one may be shown before the other's: the press ends when the button can
      // be pressed again.
      await loading.waitFor({ state: 'detached' })
      shown = await trackingIds()
      expect(shown).toEqual(all.slice(0, shown.length))
    }
    await more.waitFor({ state: 'detached' })
    await expect.poll(trackingIds).toEqual(all)
    await expect
      .poll(() => page.evaluate('window.timesLeft'), { message: 'it leaves at the end, and not before' })
      .toBe(1)
  }))

test('at every desk width a tracked parcel has readable lines, with its way and the search beside it or below', () =>
  as('wanjiku', async ({ page, context }) => {
    const sent = await sendParcel(context)
    for (const width of [1280, 1440, 1600, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/Client/track-parcel?id=${sent.trackingId}`)
      const told = page.locator('.parcel-told')
      await told.waitFor()
      await expect.poll(async () => (await told.boundingBox())?.width, { message: `${width} px` }).toBeGreaterThan(500)
      const phones = page.locator('.parcel-ways > div')
      for (const party of await phones.all())
        await expect
          .poll(() => party.evaluate((one) => one.scrollWidth <= one.clientWidth), { message: `${width} px` })
          .toBe(true)
    }
  }))

test('tracking: nothing typed, nothing found, and a parcel with its way so far', () =>
  as('new', async ({ page, context }) => {
    const sent = await sendParcel(context)
    await page.goto('/Client/track-parcel')
    const id = page.getByLabel('Tracking ID')
    const track = page.getByRole('button', { name: 'Track', exact: true })
    await track.click()
    await page.getByText('Please enter a Tracking ID').waitFor()
    await id.fill('TM-0000-0000-0000')
    await track.click()
    await page.getByText('Parcel not found. Please check the Tracking ID.').waitFor()
    await id.fill(sent.trackingId.toLowerCase().replaceAll('-', ''))
    await track.click()
    await page.getByText('The parcel has been handed to the agent and the rider will pick it up soon.').waitFor()
    await page.getByRole('list', { name: 'Progress' }).getByText('Booked').waitFor()
    const live = page.waitForResponse(/\/api\/events/)
    await page.reload()
    await live
    await adminSets(sent, 'inTransit')
    await page.getByText('The parcel is currently in transit.').waitFor()
  }))
