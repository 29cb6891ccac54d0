import { describe, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { findSample } from './screens.ts'
import { openTestProduct } from './test-product.ts'

/** How customers find a shop: its card with its phone and a map, and which shop is nearest. */

const { product, visiting } = openTestProduct()
const inThika = { latitude: -1.04, longitude: 37.08, accuracy: 12 }

describe('a customer finds a shop', () => {
  test('on the landing page: the nearest first after a press, and the position is in no request', () =>
    visiting(async ({ page, context }) => {
      await context.grantPermissions(['geolocation'], { origin: product().url })
      await context.setGeolocation(inThika)
      const sent: string[] = []
      page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await page.goto('/')
      const rows = page.locator('.landing-shop summary')
      await expect.poll(() => rows.count()).toBe(12)
      await expect.poll(() => rows.first().textContent()).toContain('GITHURAI 44')
      await page.getByRole('button', { name: 'Near me' }).click()
      await expect.poll(() => rows.first().textContent()).toBe('THIKA Thika Arcade Bookshop800 m')
      await rows.first().click()
      const card = page.locator('.landing-shop').first()
      await expect
        .poll(() => card.getByRole('link', { name: 'Call 0700 100 104' }).getAttribute('href'))
        .toBe('tel:+254700100104')
      await expect
        .poll(() => card.getByRole('link', { name: /^Map: / }).getAttribute('href'))
        .toContain('query=-1.03796%2C37.07312')
      expect(sent.filter((request) => /37\.08|1\.04\b/.test(request))).toEqual([])
      expect(await axeFaults(page)).toEqual([])
    }))

  test('on the page of a parcel, before the app has come and without a script', () =>
    visiting(async ({ page }) => {
      const { trackingId } = await findSample(product().url)
      await page.goto(`/trackDelivery?id=${trackingId}`)
      const call = () => page.getByRole('link', { name: 'Call 0700 100 101' }).getAttribute('href')
      await expect.poll(call).toBe('tel:+254700100101')
      await expect.poll(() => page.locator('.place-card').textContent()).not.toMatch(/[{}]/)
      await page.goto(`/t/${trackingId}`)
      await expect.poll(call).toBe('tel:+254700100101')
      await expect
        .poll(() => page.getByRole('link', { name: 'Map' }).getAttribute('href'))
        .toMatch(/query=-?\d+\.\d+%2C\d+\.\d+$/)
    }))
})
