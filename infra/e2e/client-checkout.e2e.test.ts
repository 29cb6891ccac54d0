import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Visitor, widths } from './browser.ts'
import { openHouse } from './house.ts'
import { fillSender, newClient, schedulePickup } from './people.ts'
import { toastDurationMs, toastWith } from './toasts.ts'

/** What a client pays: the checkout behind the guard, on its own and on the way from a form and back to it. */

const { product, visiting } = openHouse()

let clients = 0
const asNewClient = (width: number, act: (visitor: Visitor) => Promise<void>) =>
  visiting(async (visitor) => {
    clients += 1
    await newClient(visitor.context, product(), `payer${clients}`)
    await act(visitor)
  }, width)

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
const invalid = 'Your Mpesa message is invalid, please use the correct Mpesa message'

describe.each(Object.entries(widths))('on a %s', (_device, width) => {
  test('where nothing is due it says so and shows the way to the forms', () =>
    asNewClient(width, async ({ page }) => {
      await page.goto('/Client/checkout')
      await page.getByText('There is nothing to pay yet. Please fill in a delivery form first.').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Send a parcel' }).click()
      await page.getByRole('heading', { name: 'Select Delivery Type' }).waitFor()
    }))

  test('both fields are needed; a verified payment leaves one step, and that sends one parcel', () =>
    asNewClient(width, async ({ page, context }) => {
      await atCheckout(page)
      await page.getByText('555123').waitFor()
      await page.getByText('TUMA PARCELS').waitFor()
      expect(await page.getByLabel('Payment Reference').inputValue()).toMatch(/^PAY-\d{6}$/)
      expect(await page.getByLabel('Payment Reference').getAttribute('readonly')).toBe('')
      expect(await verify(page).isDisabled()).toBe(true)
      await name(page).fill('Nafula Simiyu')
      expect(await verify(page).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Use a sample message' }).click()
      await expect.poll(() => verify(page).isDisabled()).toBe(false)
      await name(page).fill(' ')
      expect(await verify(page).isDisabled()).toBe(true)
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
      expect(await toastDurationMs(toast)).toBe(5000)
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

test('a message that is none, a fault and no network are told apart, and it can be tried again', () =>
  asNewClient(widths.phone, async ({ page, context, complaints }) => {
    await atCheckout(page)
    await name(page).fill('Nafula Simiyu')
    await message(page).fill('Hello there')
    await verify(page).click()
    await page.getByText(invalid).waitFor()
    expect(await message(page).getAttribute('aria-invalid')).toBe('true')

    await message(page).fill(await product().mpesaMessage(250))
    await page.getByText(invalid).waitFor({ state: 'detached' })
    const fault = { status: 500, json: { code: 'fault', message: 'Something went wrong' } }
    await context.route('**/api/payment/verify-payment', (route) => route.fulfill(fault), { times: 1 })
    await verify(page).click()
    await page.getByText(invalid).waitFor()
    await context.setOffline(true)
    await verify(page).click()
    await page.getByText('We cannot reach Tuma.').waitFor()
    await context.setOffline(false)
    complaints.splice(0) // the fault, and what was cut off
    await verify(page).click()
    await page.getByText('Paid. One step left.').waitFor()
  }))

test('a payment that is too small says by how much, and the whole amount can be paid after it', () =>
  asNewClient(widths.phone, async ({ page }) => {
    await atCheckout(page)
    const reference = await page.getByLabel('Payment Reference').inputValue()
    await name(page).fill('Nafula Simiyu')
    await message(page).fill(await product().mpesaMessage(100))
    await verify(page).click()
    await page.getByText(/^Your payment of Ksh 100 is short by Ksh 150\./).waitFor()
    expect(await page.getByLabel('Payment Reference').inputValue()).not.toBe(reference)
    expect([await name(page).inputValue(), await message(page).inputValue()]).toEqual(['Nafula Simiyu', ''])
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await page.getByText(`Your payment ${reference} of Ksh 100 is short by Ksh 150.`).waitFor()
    expect(await page.getByRole('button', { name: 'Complete Payment First' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Pay Ksh 250 with M-Pesa' }).click()
    await name(page).fill('Nafula Simiyu')
    await message(page).fill(await product().mpesaMessage(250))
    await verify(page).click()
    await page.getByText(/^Payment PAY-\d{6} of Ksh 250 is verified\.$/).waitFor()
  }))

test('a payment kept for doorstep is let go of when the receiver pays', () =>
  asNewClient(widths.phone, async ({ page }) => {
    await page.goto('/Client/send-parcel/door-step')
    await fillSender(page, { phone: '0711 222 333', location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' })
    await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
    await page.getByLabel('Receiver Phone').fill('0733 555 666')
    await page.getByLabel('Receiver Location').selectOption('THIKA')
    await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
    await page.getByLabel('More Details').fill('Green gate')
    await page.getByLabel('Parcel Description').fill('Two books')
    await page.getByRole('button', { name: 'Pay Ksh 350 with M-Pesa' }).click()
    await name(page).fill('Nafula Simiyu')
    await message(page).fill(await product().mpesaMessage(350))
    await verify(page).click()
    await page.getByText(/^Payment PAY-\d{6} of Ksh 350 is verified\.$/).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Schedule Pickup' }).waitFor()
    await page.getByLabel('Pay On Delivery').check()
    await page.getByLabel('Pay Now').check()
    await page.getByRole('button', { name: 'Complete Payment First' }).waitFor()
  }))
