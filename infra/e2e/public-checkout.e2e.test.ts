import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isRefused } from './browser/fields.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { fillSender } from './people.ts'
import { getToken } from './screens.ts'
import { openTestProduct } from './test-product.ts'

/** A guest pays. */

const { product, visiting: asVisitor } = openTestProduct()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const buildPath = (page: Page) => new URL(page.url()).pathname

const fillDoorstep = async (page: Page, place = 'THIKA') => {
  await page.goto('/send-parcel/door-step')
  const shop = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { name: 'Achieng Odhiambo', phone: '0711 222 401', ...shop })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption(place)
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
}

const goToCheckout = async (page: Page, amount: number) => {
  await page.getByRole('button', { name: `Pay Ksh ${amount} with M-Pesa` }).click()
  await heading(page, 'Checkout').waitFor()
}

const verify = async (page: Page, message: string) => {
  await page.getByLabel('Full Name').fill('Achieng Odhiambo')
  await page.getByLabel('M-Pesa Message').fill(message)
  await button(page, 'Verify Payment').click()
}

const setPrice = async (place: string, price: number) => {
  const authorization = `Bearer ${await getToken(product().url, 'admin@tuma.test')}`
  const headers = { 'content-type': 'application/json', authorization }
  const body = JSON.stringify({ place, deliveryType: 'same-day', price })
  const answer = await fetch(`${product().url}/api/admin/prices`, { method: 'POST', headers, body })
  expect(answer.ok).toBe(true)
}

test('without a form the checkout has nothing to pay, and a link to the forms', () =>
  asVisitor(async ({ page }) => {
    await page.goto('/checkout')
    await page.getByText('There is nothing to pay yet. Please fill in a delivery form first.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Send a parcel' }).click()
    await heading(page, 'Select Delivery Type').waitFor()
  }))

test('the amount survives a reload; both fields are needed; a verified payment leaves one step', () =>
  asVisitor(async ({ page, context }) => {
    await fillDoorstep(page)
    await goToCheckout(page, 350)
    await page.reload()
    await page.getByText('Ksh 350', { exact: true }).waitFor()
    await page.getByText('555123').waitFor()
    await expect.poll(() => page.getByLabel('Payment Reference').inputValue()).toMatch(/^PAY-\d{6}$/)
    await expect.poll(() => page.getByLabel('Payment Reference').isEditable()).toBe(false)
    const press = button(page, 'Verify Payment')
    await expect.poll(() => press.isDisabled()).toBe(true)
    await page.getByLabel('Full Name').fill('Achieng Odhiambo')
    await expect.poll(() => press.isDisabled()).toBe(true)
    await button(page, 'Use a sample message').click()
    await expect.poll(() => press.isEnabled()).toBe(true)
    await page.getByLabel('Full Name').fill('  ')
    await expect.poll(() => press.isDisabled()).toBe(true)
    await page.getByLabel('Full Name').fill('Achieng Odhiambo')

    let asked = 0
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await context.route('**/api/payment/verify-payment', async (route) => {
      asked += 1
      await answered
      await route.continue()
    })
    await press.click()
    await expect.poll(() => press.getAttribute('aria-disabled')).toBe('true')
    await press.click({ force: true })
    answer()
    const toast = toastWith(page, 'Payment verified successfully!')
    await toast.waitFor()
    await expect.poll(() => toastDurationMs(toast)).toBe(5000)
    expect(asked).toBe(1)
    await page.getByText('Paid. One step left.').waitFor()
    await page.getByText(/^Payment PAY-\d{6} of Ksh 350 is verified\.$/).waitFor()
    await expect.poll(() => buildPath(page)).toBe('/checkout')
    await page.reload()
    await page.getByText('Paid. One step left.').waitFor()
    await page.goBack()
    await page.getByText('Paid. One step left.').waitFor()
    await expect.poll(() => buildPath(page)).toBe('/send-parcel/door-step')
    await expect.poll(() => button(page, 'Schedule Pickup').isEnabled()).toBe(true)

    await page.getByLabel('Pay On Delivery').check()
    await expect.poll(() => page.evaluate('localStorage.getItem("tuma.verified-payment")')).toBeNull()
    await page.getByLabel('Pay Now').check()
    await page.getByText(/^Payment PAY-\d{6} of Ksh 350 is verified\.$/).waitFor()
  }))

test('a text that is not an M-Pesa message, and an absent server, are reported at the message', () =>
  asVisitor(async ({ page, context, complaints }) => {
    const sentence = 'Your Mpesa message is invalid, please use the correct Mpesa message'
    await fillDoorstep(page)
    await goToCheckout(page, 350)
    await verify(page, 'Hello there')
    await isRefused(page, 'M-Pesa Message', sentence)
    await context.route('**/api/payment/verify-payment', (route) => route.abort())
    await verify(page, await product().mpesaMessage(350))
    await page.getByRole('main').getByRole('alert').filter({ hasText: sentence }).waitFor()
    await page
      .getByRole('main')
      .getByText('We cannot reach Tuma. Please check your connection and try again.')
      .waitFor()
    await expect.poll(() => buildPath(page)).toBe('/checkout')
    complaints.splice(0) // the call that was cut off
  }))

test('a payment that is too small says what is missing and what to do, here and in the form', () =>
  asVisitor(async ({ page }) => {
    await fillDoorstep(page)
    await goToCheckout(page, 350)
    await verify(page, await product().mpesaMessage(300))
    await page.getByText(/^You paid Ksh 300, Ksh 50 too little\. .* Pay the rest/).waitFor()
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await page
      .getByText(/^You paid Ksh 300 \(PAY-\d{6}\), Ksh 50 too little\. Pay the rest, or choose a cheaper place\.$/)
      .waitFor()
    await page.getByRole('button', { name: 'Pay Ksh 50 with M-Pesa' }).waitFor()
    await expect.poll(() => button(page, 'Schedule Pickup').count()).toBe(0)
    await page.getByLabel('Receiver Location').selectOption('ROYSAMBU')
    await page.getByText(/^Payment PAY-\d{6} of Ksh 300 is verified\.$/).waitFor()
  }))

test('a price that rises after the payment costs no more, and the parcel goes out', () =>
  asVisitor(async ({ page }) => {
    await fillDoorstep(page, 'KIRIGITI')
    const pay = page.getByRole('button', { name: /^Pay Ksh .* with M-Pesa$/ })
    const price = Number((await pay.textContent())?.replace(/\D/g, ''))
    await goToCheckout(page, price)
    await verify(page, await product().mpesaMessage(price))
    await page.getByText(new RegExp(`^Payment PAY-\\d{6} of Ksh ${price} is verified\\.$`)).waitFor()
    await setPrice('KIRIGITI', price + 100)
    await page.reload()
    await page.getByText('Paid. One step left.').waitFor()
    await page.getByText(`The price is now Ksh ${price + 100}. You already paid, so you owe nothing more.`).waitFor()
    const accepted = page.waitForResponse('**/api/doorstep/deliveries')
    await button(page, 'Schedule Pickup').click()
    expect(await (await accepted).json()).toMatchObject({ totalAmount: price })
    await page.getByText('Delivery request submitted successfully!').waitFor()
  }))
