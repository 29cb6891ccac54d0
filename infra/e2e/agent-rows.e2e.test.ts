import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { askAs, sendDoorstep, setStatus, shops } from './parcels.ts'
import { getRow } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'
import { waitingOfEachKind } from './troubled-parcels.ts'

/** Twenty parcels at a counter: rows and the search field show their words in full, on a small phone as at a desk. */

const { as, product } = openTestProduct()

const agent = async (width: number, language: 'en' | 'sw') => {
  const visitor = await as('agent.cbd@tuma.test', width)
  await visitor.page.addInitScript(`localStorage.setItem('tuma.language', '${language}')`)
  return visitor
}

/** @returns the texts that are cut off; runs in the page */
const cutOff = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('${selector}')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`,
  )

/** @returns the texts of deadlines and tiers that a button of their row covers; runs in the page */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('tr:has(.parcel-deadline)')].flatMap((row) => {
    const tag = row.querySelector('.parcel-deadline')
    const { right, bottom } = tag.getBoundingClientRect()
    const boxes = [...row.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
    return boxes.some(({ left, top }) => left < right && top < bottom) ? [tag.textContent] : []
  })`)

/** @returns by how many pixels the placeholder is wider than its field; runs in the page */
const placeholderLacks = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const field = document.querySelector('[data-find]')
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return Math.max(0, pen.measureText(field.placeholder).width - room)
  })()`)

for (const language of ['en', 'sw'] as const) {
  test(`the age of a parcel, its deadline and the search hint are not cut off on a phone (${language})`, async () => {
    const wanjiku = await agent(320, language)
    const { page } = wanjiku
    for (const tab of ['uncollected?tab=dropped', 'all-deliveries']) {
      await page.goto(`/Agent/${tab}`)
      await page.locator('.counter-age:visible').first().waitFor()
      const cut = () => cutOff(page, '.counter-age, .parcel-deadline > span')
      await expect.poll(async () => [tab, await cut()]).toEqual([tab, []])
    }
    await expect.poll(() => placeholderLacks(page)).toBe(0)
    await leaves(wanjiku)
  })

  test(`the promised speed of a delivered parcel is beside its button on a phone (${language})`, async () => {
    const parcel = await sendDoorstep(await askAs(product(), 'client@tuma.test'), shops.cbd)
    await setStatus(await askAs(product(), 'admin@tuma.test'), parcel, 'delivered')
    const wanjiku = await agent(360, language)
    const { page } = wanjiku
    await page.goto('/Agent/received?tab=delivered')
    await getRow(page, parcel.trackingId).locator('.parcel-deadline').waitFor()
    await expect.poll(() => covered(page)).toEqual([])
    await leaves(wanjiku)
  })

  test(`place and rider are shown in full below the name and its sum, from a tablet on (${language})`, async () => {
    const wanjiku = await agent(1280, language)
    const { page } = wanjiku
    await page.goto('/Agent/all-deliveries')
    await page.locator('.counter-rider').first().waitFor()
    for (const width of [768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const cut = () => cutOff(page, '.counter-name, .counter-place, .counter-rider')
      await expect.poll(cut, { message: `${width} px` }).toEqual([])
    }
    await leaves(wanjiku)
  })
}

for (const language of ['en', 'sw'] as const)
  test(`a waiting parcel has two full lines on a phone and a tablet, and only a held one has a third, with the reason (${language})`, async () => {
    const wanjiku = await agent(360, language)
    const { page } = wanjiku
    const [lying, ofEachKind] = waitingOfEachKind
    await page.route(lying, (route) => route.fulfill({ json: ofEachKind }))
    await page.goto('/Agent/waiting')
    const rows = page.locator('.t-list tbody tr:not(.t-list-gap)')
    await rows.first().waitFor()
    for (const width of [320, 360, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      // From a tablet on the words of a parcel that goes back are below its name.
      const maxHeight = { 320: 112, 360: 96, 768: 104, 1024: 104 }[width] ?? 0
      const tooHigh = () =>
        rows.evaluateAll(
          (all, maxHeight) =>
            all
              .filter(
                (one) => one.getBoundingClientRect().height > (one.querySelector('.parcel-held') ? 160 : maxHeight),
              )
              .map((one) => one.textContent),
          maxHeight,
        )
      await expect.poll(() => rows.count()).toBe(ofEachKind.length)
      await expect.poll(tooHigh, { message: `${width} px` }).toEqual([])
      const cut = () => cutOff(page, '.waiting-days, .counter-id, td[data-column=back]')
      await expect.poll(cut, { message: `${width} px` }).toEqual([])
    }
    await leaves(wanjiku)
  })

test('a parcel is found by the place that it goes to, which its row shows on a phone too', async () => {
  const wanjiku = await agent(360, 'en')
  const { page } = wanjiku
  await page.goto('/Agent')
  await page.getByLabel('Find a parcel').fill('thika arcade')
  await page.keyboard.press('Enter')
  await page.getByText('Parcels of your shop that match “thika arcade”, newest first.').waitFor()
  await page.locator('.counter-place').first().waitFor()
  const places = async () => [...new Set(await page.locator('.counter-place').allTextContents())]
  await expect.poll(places).toEqual(['THIKA, Thika Arcade Bookshop'])
  await leaves(wanjiku)
})

test('a customer has three short full lines on a phone, with buttons to call and to write beside them', async () => {
  const wanjiku = await agent(360, 'en')
  const { page } = wanjiku
  await page.goto('/Agent/customers')
  const rows = page.locator('.t-list tbody tr:not(.t-list-gap)')
  await rows
    .first()
    .getByRole('link', { name: /WhatsApp/ })
    .waitFor()
  const highest = () => rows.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().height)))
  await expect.poll(highest).toBeLessThanOrEqual(96)
  await leaves(wanjiku)
})
