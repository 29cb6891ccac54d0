import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillSender } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** On a phone in the street: no payment for a wrong form, and after the payment one press books the parcel. */

const opened = openTestProduct()
const phone = { width: 360, height: 740 }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const buildPath = (page: Page) => new URL(page.url()).pathname
const hasFocus = (field: Locator) => field.evaluate((element) => element.matches(':focus'))
/** The part of the page's globals that these functions use. */
declare const scrollY: number
declare const scrollTo: (x: number, y: number) => void
declare const innerHeight: number
declare const document: { elementFromPoint(x: number, y: number): unknown }
const scrolled = (page: Page) => page.evaluate(() => scrollY)

/** Fully visible at the current scroll position, and not covered where a thumb presses. */
const isInSight = (pressed: Locator) =>
  pressed.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isOnScreen = top >= 0 && bottom <= innerHeight
    return isOnScreen && document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === element
  })

/** On a screen of 740 px the form must still be readable above it. */
const barIsLow = async (pressed: Locator) => {
  const bar = pressed.locator('xpath=ancestor::section')
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThanOrEqual(120)
}

const fillForm = async (page: Page) => {
  await page.goto('/send-parcel/door-step')
  const shop = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { name: 'Achieng Odhiambo', phone: '0711 222 401', ...shop })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
}

const fillCheckout = async (page: Page, paid = 350) => {
  await barIsLow(button(page, /^Pay Ksh 350/))
  await button(page, /^Pay Ksh 350/).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await page.getByLabel('Full Name').fill('Achieng Odhiambo')
  await page.getByLabel('M-Pesa Message').fill(await opened.product().mpesaMessage(paid))
}

const pay = async (page: Page) => {
  await fillCheckout(page)
  await button(page, 'Verify Payment').click()
  await page.getByText('Payment verified successfully!').waitFor()
}

test('a wrong phone number is reported before anything is paid; then one press books, within reach of the thumb', async () => {
  const achieng = await opened.visit(phone.width)
  const { page } = achieng
  await page.setViewportSize(phone)
  const booked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/doorstep/deliveries')) booked.push(request.url())
  })
  await fillForm(page)
  await button(page, /^Pay Ksh 350/).click()
  const receiver = page.getByLabel('Receiver Phone')
  await expect.poll(() => hasFocus(receiver)).toBe(true)
  await expect.poll(() => isInSight(receiver)).toBe(true)
  await expect.poll(() => buildPath(page)).toBe('/send-parcel/door-step')
  await receiver.fill('0722 333 444')

  await pay(page)
  const schedule = button(page, 'Schedule Pickup')
  await expect.poll(() => hasFocus(schedule)).toBe(true)
  await page.getByText('Paid. One step left.').waitFor()
  await expect.poll(() => isInSight(schedule)).toBe(true)
  const before = await scrolled(page)
  expect(booked).toEqual([])
  await schedule.click()
  expect(await scrolled(page)).toBe(before)
  await page.getByText('Delivery request submitted successfully!').waitFor()
  expect(booked).toHaveLength(1)
  await page.getByRole('heading', { name: 'Select Delivery Type' }).waitFor()
  await page.goBack()
  await page.getByText('There is nothing to pay yet.').waitFor()
  await leaves(achieng)
})

test('after going back to the form, the remaining step stays at the bottom, wherever the form is scrolled to', async () => {
  const achieng = await opened.visit(phone.width)
  const { page } = achieng
  await page.setViewportSize(phone)
  await fillForm(page)
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await pay(page)
  await page.getByText('Paid. One step left.').waitFor()
  await page.goBack()
  const schedule = button(page, 'Schedule Pickup')
  await schedule.waitFor()
  await barIsLow(schedule)
  for (const part of ['Sender Name', 'Receiver Name', 'Pickup Address']) {
    await page.getByLabel(part).focus()
    await expect.poll(() => isInSight(page.getByLabel(part)), { message: part }).toBe(true)
    await expect.poll(() => isInSight(schedule), { message: part }).toBe(true)
  }
  await leaves(achieng)
})

test('after paying too little, the missing amount is in view, and again at the top of the form', async () => {
  const achieng = await opened.visit(phone.width)
  const { page } = achieng
  await page.setViewportSize(phone)
  await fillForm(page)
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await fillCheckout(page, 300)
  await button(page, 'Verify Payment').click()
  const short = page.getByText(/^You paid Ksh 300, Ksh 50 too little\./)
  await short.waitFor()
  await expect.poll(() => isInSight(short)).toBe(true)
  await expect.poll(() => short.evaluate((said) => said.closest('[tabindex]')?.matches(':focus'))).toBe(true)
  await page.reload()
  const partPaid = page.getByText('You have paid Ksh 300. Ksh 50 remaining.').first()
  await partPaid.waitFor()
  await expect.poll(() => scrolled(page), { message: 'where it was before the reload' }).toBeGreaterThan(0)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => isInSight(partPaid)).toBe(true)
  await leaves(achieng)
})

test('where the network fails, the error is beside the button, and nothing covers the button', async () => {
  const achieng = await opened.visit(phone.width)
  const { page, complaints } = achieng
  await page.setViewportSize(phone)
  await fillForm(page)
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await fillCheckout(page)
  await page.route('**/api/payment/verify-payment', (route) => route.abort())
  await button(page, 'Verify Payment').click()
  const said = page.getByText('We cannot reach Tuma. Please check your connection and try again.')
  await said.waitFor()
  await expect.poll(() => said.count()).toBe(1)
  await expect.poll(() => isInSight(said)).toBe(true)
  await expect.poll(() => isInSight(button(page, 'Verify Payment'))).toBe(true)
  await page.unroute('**/api/payment/verify-payment')
  complaints.length = 0 // the browser's own error of the stopped call
  await button(page, 'Verify Payment').click()
  await page.getByText('Paid. One step left.').waitFor()
  await expect.poll(() => said.count()).toBe(0)
  await leaves(achieng)
})
