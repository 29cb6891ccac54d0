import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { handset } from './browser/handset.ts'
import { fillSender } from './people.ts'
import { openTestProduct } from './test-product.ts'

/**
 * The payer presses Pay and closes the tab before the PIN. When they come back, the payment is offered, and two presses
 * book the parcel without typing.
 */

const { visiting, as } = openTestProduct()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const notBooked = 'You paid Ksh 350. Your parcel to Kiprop is not booked yet.'

const payAndLeave = async (page: Page, path: string, phone: string, name?: string) => {
  await page.goto(path)
  const shop = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { ...(name ? { name } : {}), phone, ...shop })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
  await button(page, /^Pay Ksh 350 with M-Pesa/).click()
  await button(page, /^Pay Ksh 350$/).click()
  await page.getByText('Look at your phone').waitFor()
  await page.goto('about:blank') // the tab is closed, and with it its session storage
}
/** A new tab at an address, without the session storage of the tab before. */
const tabAt = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(path)
  return page
}
const offered = async (context: BrowserContext, path: string) => {
  const page = await tabAt(context, path)
  await page.getByText(notBooked).waitFor()
  await button(page, 'Finish booking').waitFor()
  return page
}
/** Two presses, and no key. */
const finishes = async (page: Page, form: string) => {
  await button(page, 'Finish booking').click()
  await page.waitForURL(`**${form}`)
  const book = button(page, 'Schedule Pickup')
  await expect.poll(() => book.evaluate((one) => one.matches(':focus'))).toBe(true)
  await book.click()
  await page.getByText('Delivery request submitted successfully!').waitFor()
}

test('a guest finds the payment on the landing page, in the chooser and at the checkout', () =>
  visiting(async ({ page, context }) => {
    const phone = handset(page, '254711222501')
    await payAndLeave(page, '/send-parcel/door-step', '0711 222 501', 'Achieng Odhiambo')
    await phone.pays()
    for (const path of ['/send-parcel', '/checkout']) await (await offered(context, path)).close()
    const tab = await offered(context, '/')
    await finishes(tab, '/send-parcel/door-step')
    // Until then a reload of the form leads to the booking.
    await tab.waitForURL('**/send-parcel')
    await tab.goto('/send-parcel/door-step')
    await expect.poll(() => tab.getByLabel('Receiver Name').inputValue()).toBe('')
    await tab.goto('/checkout')
    await tab.getByText('There is nothing to pay yet. Please fill in a delivery form first.').waitFor()
    await tab.close()
    await page.goto('/')
  }))

test('a guest who opens the form in a new tab before the PIN finds it filled in', () =>
  visiting(async ({ page, context }) => {
    await payAndLeave(page, '/send-parcel/door-step', '0711 222 502', 'Achieng Odhiambo')
    const tab = await tabAt(context, '/send-parcel/door-step')
    await tab.getByText('You started a parcel to Kiprop.').waitFor()
    await expect.poll(() => tab.getByLabel('More Details').inputValue()).toBe('Green gate, after four')
    await button(tab, 'Start new').click()
    await expect.poll(() => tab.getByLabel('More Details').inputValue()).toBe('')
    await tab.close()
    await page.goto('/')
  }))

test('a client finds the payment on the dashboard, in My money and at the checkout', async () => {
  const { page, context, complaints, leave } = await as('client@tuma.test', widths.phone)
  const phone = handset(page, '254711222503')
  await payAndLeave(page, '/Client/send-parcel/door-step', '0711 222 503')
  await phone.pays()
  for (const path of ['/Client/money', '/Client/checkout']) await (await offered(context, path)).close()
  const tab = await offered(context, '/Client')
  await finishes(tab, '/Client/send-parcel/door-step')
  await tab.goto('/Client/money')
  await tab.getByRole('heading', { name: 'My money' }).waitFor()
  await expect.poll(() => button(tab, 'Finish booking').count()).toBe(0)
  await tab.close()
  expect(complaints).toEqual([])
  await leave()
})

test('Send again does not change the form of another parcel', async () => {
  const { page, leave } = await as('client@tuma.test', widths.phone)
  await page.goto('/Client/delivery-history')
  await button(page, /^Send again/)
    .first()
    .click()
  await expect.poll(() => page.getByLabel('Receiver Name').inputValue()).not.toBe('')
  const path = new URL(page.url()).pathname
  await page.goto(path)
  await expect.poll(() => page.getByLabel('Receiver Name').inputValue()).toBe('')
  await leave()
})
