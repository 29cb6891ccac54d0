import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readStyle, widths } from './browser/browser.ts'
import { isRefused } from './browser/fields.ts'
import { holdClock, passDelay, passUntilShown, stopClock } from './browser/stopped-clock.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { eventually, fillSender, payAtCheckout, schedulePickup } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** A guest sends parcels: the chooser, both forms, the checkout. */

const { product, visiting: asVisitor } = openTestProduct()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const typedIn = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()
const buildPath = (page: Page) => new URL(page.url()).pathname
const total = (page: Page) => page.getByRole('region', { name: 'Payment' }).locator('p').filter({ hasText: 'Total' })

const fillDoorstep = async (page: Page, sender: string, phone: string) => {
  await page.goto('/send-parcel/door-step')
  await fillSender(page, { name: sender, phone, location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
}

const fillDukani = async (page: Page) => {
  await page.goto('/send-parcel/parcel-dukani')
  const at = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { name: 'Achieng Odhiambo', phone: '0711 222 333', ...at })
  await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
  await page.getByLabel('Receiver Phone').fill('0733 555 666')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption({ index: 1 })
  await page.getByLabel('Parcel Description').fill('Two books')
}

test('the chooser leads to both forms', () =>
  asVisitor(async ({ page }) => {
    for (const [kind, path] of [
      ['Door Step delivery', '/send-parcel/door-step'],
      ['Parcel Dukani', '/send-parcel/parcel-dukani'],
    ] as const) {
      await page.goto('/send-parcel')
      await heading(page, 'Select Delivery Type').waitFor()
      await page.getByRole('link', { name: kind }).click()
      await heading(page, kind).waitFor()
      await expect.poll(() => buildPath(page)).toBe(path)
    }
  }))

const getHeight = async (page: Page, name: string) => (await button(page, name).boundingBox())?.height

test('buttons beside the form are one line high from the narrowest laptop on, and a sum is in line with its name on a phone', () =>
  asVisitor(async ({ page }) => {
    await fillDoorstep(page, 'Achieng Odhiambo', '0711 222 333')
    for (const width of [992, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 768 })
      const height = () => getHeight(page, 'Pay Ksh 350 with M-Pesa')
      await expect.poll(height, { message: `at ${width} px` }).toBeLessThanOrEqual(48)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByLabel('Pay On Delivery').check()
    await page.getByLabel('Product Price (Ksh)').fill('1500')
    const facts = page.getByRole('region', { name: 'Payment' }).locator('dl')
    const [name, sum] = [facts.locator('dt').last(), facts.locator('dd').last()]
    const apart = async () => ((await name.boundingBox())?.y ?? 0) - ((await sum.boundingBox())?.y ?? Number.NaN)
    await expect.poll(apart).toBe(0)
  }))

test('every page of the site begins at the same left edge on a tablet', () =>
  asVisitor(async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    for (const path of ['/', '/send-parcel', '/trackDelivery']) {
      await page.goto(path)
      await expect
        .poll(async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x, { message: path })
        .toBe(16)
    }
  }))

test('a doorstep form requires every field, and two names of both people: one sentence, every wrong name red', () =>
  asVisitor(async ({ page }) => {
    await page.goto('/send-parcel/door-step')
    await page.getByLabel('Pay On Delivery').check()
    await button(page, 'Schedule Pickup').click()
    await isRefused(page, 'Sender Name', "Sender's name is required.")
    await isRefused(page, 'Sender Phone', "Sender's phone is required.")
    await isRefused(page, 'Sender Location', "Sender's location is required.")
    await isRefused(page, 'Receiver Name', "Receiver's name is required.")
    await isRefused(page, 'Receiver Phone', "Receiver's phone is required.")
    await isRefused(page, 'Receiver Location', "Receiver's location is required.")
    await isRefused(page, 'Pickup Address', 'Pickup address is required.')
    await isRefused(page, 'More Details', 'More details is required.')
    await isRefused(page, 'Parcel Description', 'Parcel description is required.')
    await isRefused(page, 'Product Price (Ksh)', 'Product price is required.')
    await page.getByLabel('Product Price (Ksh)').fill('-1')
    await isRefused(page, 'Product Price (Ksh)', "Product price can't be less than 0.")

    await page.getByLabel('Sender Name').fill('Achieng')
    await page.getByLabel('Receiver Name').fill('Kiprop')
    await isRefused(page, 'Sender Name', 'Please enter at least two names.')
    await expect.poll(() => page.getByText('Please enter at least two names.').count()).toBe(1)
    const red = await readStyle(page.getByLabel('Sender Name'), 'borderColor')
    await expect.poll(() => readStyle(page.getByLabel('Receiver Name'), 'borderColor')).toBe(red)
    await page.getByLabel('Sender Name').fill('Achieng Odhiambo')
    await isRefused(page, 'Receiver Name', 'Please enter at least two names.')
  }))

describe('sent', () => {
  test('a doorstep parcel: once, a toast for 5 s, the receipt after 2 s, back at the chooser after 3 s', () =>
    asVisitor(async ({ page, context }) => {
      const sent: string[] = []
      await context.route('**/api/doorstep/deliveries', (route) => {
        sent.push(route.request().headers()['idempotency-key'] ?? '')
        return route.continue()
      })
      await holdClock(page)
      await fillDoorstep(page, 'Achieng Odhiambo', '0711 222 301')
      await page.getByLabel('Pay On Delivery').check()
      await page.getByLabel('Product Price (Ksh)').fill('0')
      const saved: string[] = []
      page.on('download', (download) => saved.push(download.suggestedFilename()))
      await stopClock(page)
      await button(page, 'Schedule Pickup').dblclick()
      const toast = toastWith(page, 'Delivery request submitted successfully!')
      await passUntilShown(page, toast)
      await expect.poll(() => toastDurationMs(toast)).toBe(5000)
      const trackingId = await page
        .getByText(/^TM-\w{4}-\w{4}-\w{4}$/)
        .first()
        .textContent()
      await passDelay(page, 2000, {
        before: async () => expect(saved).toEqual([]),
        after: async () => expect(await eventually(async () => saved[0])).toBe(`receipt_${trackingId}.pdf`),
      })
      await passDelay(page, 1000, {
        before: () => heading(page, 'Your parcel is booked').waitFor(),
        // Below the booked parcel.
        after: () => passUntilShown(page, page.getByRole('heading', { name: 'Select Delivery Type', level: 2 })),
      })
      await expect.poll(() => buildPath(page)).toBe('/send-parcel')
      await expect.poll(() => page.getByRole('main').textContent()).toContain(trackingId)
      expect(sent).toHaveLength(1)
    }, widths.desk))

  test('a dukani parcel, paid at the checkout; its entries survive reload, Back and the way there', () =>
    asVisitor(async ({ page }) => {
      await fillDukani(page)
      await expect.poll(() => page.getByLabel('Pay On Delivery').count()).toBe(0)
      const labels = ['Sender Name', 'Dropoff Agent', 'Receiver Location', 'Pickup Agent', 'Parcel Description']
      const typed = async () => {
        await total(page).waitFor()
        return Promise.all(labels.map((label) => typedIn(page, label)))
      }
      const before = await typed()
      expect(before).not.toContain('')
      await page.reload()
      await expect.poll(() => typed()).toEqual(before)
      await page.getByRole('button', { name: /^Pay Ksh .* with M-Pesa$/ }).click()
      await heading(page, 'Checkout').waitFor()
      await page.goBack()
      await expect.poll(() => typed()).toEqual(before)
      await payAtCheckout(page, product(), 'Achieng Odhiambo')
      await schedulePickup(page, 'Parcel Dukani delivery request submitted successfully!')
      await page.getByRole('link', { name: 'Track Parcel' }).last().click()
      await page.getByText('The parcel has not yet been handed to the agent.').waitFor()
    }))

  test('without success: a refusal says why, a fault says so, and no entry is lost', () =>
    asVisitor(async ({ page, context, complaints }) => {
      await fillDoorstep(page, 'Achieng Odhiambo', '0711 222 302')
      await page.getByLabel('Pay On Delivery').check()
      await page.getByLabel('Product Price (Ksh)').fill('100')
      const refusal = { code: 'unknown_shop', message: 'That shop is not one of ours.' }
      const answers = [
        { status: 409, json: refusal },
        { status: 500, json: { code: 'fault' } },
      ]
      await context.route('**/api/doorstep/deliveries', (route) => route.fulfill(answers.shift() ?? {}))
      await button(page, 'Schedule Pickup').click()
      await toastWith(page, 'Failed: That shop is not one of ours.').waitFor()
      await button(page, 'Schedule Pickup').click()
      await toastWith(page, 'Error submitting delivery request').waitFor()
      await expect.poll(() => typedIn(page, 'More Details')).toBe('Green gate, after four')
      complaints.splice(0) // the 500
    }))
})
