import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Visitor } from './browser/browser.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { fillSender, newClient, schedulePickup } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** A client pays at the checkout behind the guard, on its own, and on the way from a form and back to it. */

const { product, visiting } = openTestProduct()

const asNewClient = (act: (visitor: Visitor) => Promise<void>) =>
  visiting(async (visitor) => {
    await newClient(visitor.context, product())
    await act(visitor)
  })

const fillDukani = async (page: Page) => {
  await page.goto('/Client/send-parcel/parcel-dukani')
  await fillSender(page, { phone: '0711 222 333', location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' })
  await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
  await page.getByLabel('Receiver Phone').fill('0733 555 666')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption('Thika Arcade Bookshop')
  await page.getByLabel('Parcel Description').fill('Two books')
}

/** At the checkout of a parcel for THIKA: Ksh 250. */
const atCheckout = async (page: Page) => {
  await fillDukani(page)
  await page.getByRole('button', { name: 'Pay Ksh 250 with M-Pesa' }).click()
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
}

const name = (page: Page) => page.getByLabel('Full Name')
const message = (page: Page) => page.getByLabel('M-Pesa Message')
const verify = (page: Page) => page.getByRole('button', { name: 'Verify Payment' })

describe('on a phone', () => {
  test('both fields are needed; a verified payment leaves one step, and that sends one parcel', () =>
    asNewClient(async ({ page, context }) => {
      await atCheckout(page)
      await page.getByText('555123').waitFor()
      await page.getByText('TUMA PARCELS').waitFor()
      await expect.poll(() => page.getByLabel('Payment Reference').inputValue()).toMatch(/^PAY-\d{6}$/)
      await expect.poll(() => page.getByLabel('Payment Reference').getAttribute('readonly')).toBe('')
      await expect.poll(() => verify(page).isDisabled()).toBe(true)
      await name(page).fill('Nafula Simiyu')
      await expect.poll(() => verify(page).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Use a sample message' }).click()
      await expect.poll(() => verify(page).isDisabled()).toBe(false)
      await name(page).fill(' ')
      await expect.poll(() => verify(page).isDisabled()).toBe(true)
      await name(page).fill('Nafula Simiyu')
      const used = await message(page).inputValue()

      let asked = 0
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      await context.route('**/api/payment/verify-payment', async (route) => {
        asked += 1
        await answered
        await route.continue()
      })
      await verify(page).click()
      await expect.poll(() => verify(page).getAttribute('aria-disabled')).toBe('true')
      await name(page).press('Enter')
      answer()
      const toast = toastWith(page, 'Payment verified successfully!')
      await toast.waitFor()
      await expect.poll(() => toastDurationMs(toast)).toBe(5000)
      expect(asked).toBe(1)
      await page.getByText('Paid. One step left.').waitFor()
      await page.getByText(/^Payment PAY-\d{6} of Ksh 250 is verified\.$/).waitFor()
      await schedulePickup(page, 'Parcel Dukani delivery request submitted successfully!')

      await atCheckout(page)
      await name(page).fill('Nafula Simiyu')
      await message(page).fill(used)
      await verify(page).click()
      await page.getByText('This M-Pesa message has already been used.').waitFor()
    }))
})
