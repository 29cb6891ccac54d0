import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Visitor } from './browser/browser.ts'
import { holdClock, passDelay, passUntilShown, stopClock } from './browser/stopped-clock.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { eventually, fillSender, newClient, payAtCheckout, schedulePickup } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** A client sends parcels from their own area: the chooser, both forms, and the steps between them and the receipt. */

const { product, visiting } = openTestProduct()

/** Each test uses a client who has never sent a parcel. */
const asNewClient = (act: (visitor: Visitor & { username: string }) => Promise<void>) =>
  visiting(async (visitor) => {
    const { username } = await newClient(visitor.context, product())
    await act({ ...visitor, username })
  })

const sender = { phone: '0711 222 333', location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
const submit = (page: Page) => page.getByRole('button', { name: 'Schedule Pickup' })
const total = (page: Page) => page.getByRole('region', { name: 'Payment' }).locator('p').filter({ hasText: 'Total' })

const fillDoorstep = async (page: Page) => {
  await page.goto('/Client/send-parcel/door-step')
  await fillSender(page, sender)
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
}

const payOnDelivery = async (page: Page, price: string) => {
  await page.getByLabel('Pay On Delivery').check()
  await page.getByLabel('Product Price (Ksh)').fill(price)
}

const fillDukani = async (page: Page) => {
  await page.goto('/Client/send-parcel/parcel-dukani')
  await fillSender(page, sender)
  await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
  await page.getByLabel('Receiver Phone').fill('0733 555 666')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption('Thika Arcade Bookshop')
  await page.getByLabel('Parcel Description').fill('Two books')
}

describe('on a phone', () => {
  test('pay on delivery: a toast for 5 s, the receipt after 2 s, back at the chooser after 3 s', () =>
    asNewClient(async ({ page }) => {
      await holdClock(page)
      await fillDoorstep(page)
      await payOnDelivery(page, '1200')
      await expect.poll(() => total(page).textContent()).toContain('Ksh 1,550')
      const saved: string[] = []
      page.on('download', (download) => saved.push(download.suggestedFilename()))
      await stopClock(page)
      await submit(page).click()
      const toast = toastWith(page, 'Delivery request submitted successfully!')
      await passUntilShown(page, toast)
      await expect.poll(() => toastDurationMs(toast)).toBe(5000)
      const trackingId = await page.getByText(/^TM-\w{4}-\w{4}-\w{4}$/).textContent()
      await passDelay(page, 2000, {
        before: async () => expect(saved).toEqual([]),
        after: async () => expect(await eventually(async () => saved[0])).toBe(`receipt_${trackingId}.pdf`),
      })
      await passDelay(page, 1000, {
        before: () => page.getByRole('heading', { name: 'Your parcel is booked' }).waitFor(),
        after: () => passUntilShown(page, page.getByRole('heading', { name: 'Select Delivery Type' })),
      })
      await expect.poll(() => new URL(page.url()).pathname).toBe('/Client/send-parcel')
      await expect.poll(() => page.getByRole('main').textContent()).toContain(trackingId)
    }))

  test('a dukani parcel is paid at the checkout; the form keeps its entries, after a reload and Back too', () =>
    asNewClient(async ({ page, username }) => {
      await fillDukani(page)
      const name = page.getByLabel('Sender Name')
      await expect
        .poll(async () => [await name.inputValue(), await name.getAttribute('readonly')])
        .toEqual([username, ''])
      await expect.poll(() => page.getByLabel('Pay On Delivery').count()).toBe(0)
      const typed = () =>
        Promise.all(
          ['Sender Location', 'Dropoff Agent', 'Receiver Name', 'Pickup Agent', 'Parcel Description'].map((label) =>
            page.getByLabel(label).inputValue(),
          ),
        )
      const before = await typed()
      await page.reload()
      await total(page).waitFor()
      await expect.poll(() => typed()).toEqual(before)
      // A double press opens the checkout once: one step back is the form.
      await page.getByRole('button', { name: 'Pay Ksh 250 with M-Pesa' }).dblclick()
      await page.waitForURL('**/Client/checkout')
      await page.getByRole('heading', { name: 'Checkout' }).waitFor()
      await page.goBack()
      await total(page).waitFor()
      await expect.poll(() => typed()).toEqual(before)
      await payAtCheckout(page, product(), 'Nafula Simiyu')

      const success = 'Parcel Dukani delivery request submitted successfully!'
      const trackingId = await schedulePickup(page, success)
      await page.getByRole('main').getByRole('link', { name: 'Track Parcel' }).click()
      await page.getByText('The parcel has not yet been handed to the agent.').waitFor()
      await expect.poll(() => page.url()).toContain(`/Client/track-parcel?id=${trackingId}`)

      await page.goto('/Client/send-parcel/parcel-dukani')
      await expect.poll(() => page.getByLabel('Receiver Name').inputValue()).toBe('')
      await page.getByRole('button', { name: 'Complete Payment First' }).waitFor()
      await expect.poll(() => page.evaluate('localStorage.getItem("tuma.verified-payment")')).toBeNull()
    }))
})
