import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { handset } from './browser/handset.ts'
import { fillSender } from './people.ts'
import { openTestProduct } from './test-product.ts'

/**
 * The payer presses Pay and closes the tab before the PIN. The money books the parcel, and they read so when they come
 * back. Where it can not be booked any more, the payment is offered with the form as it was.
 */

const { visiting, as } = openTestProduct()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

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
const booked = 'Your parcel to Kiprop is booked.'
/** The notice with the tracking id, and a form that is empty. */
const readsThatItIsBooked = async (context: BrowserContext, path: string) => {
  const page = await tabAt(context, path)
  await page.getByText(booked).waitFor()
  const id = page.getByText(/^TM-\w{4}-\w{4}-\w{4}$/).first()
  await id.waitFor()
  return page
}

test('a guest reads on the landing page that the parcel is booked, and the form is empty', () =>
  visiting(async ({ page, context }) => {
    const phone = handset(page, '254711222501')
    await payAndLeave(page, '/send-parcel/door-step', '0711 222 501', 'Achieng Odhiambo')
    await phone.pays()
    const tab = await readsThatItIsBooked(context, '/')
    await button(tab, 'OK').click()
    await expect.poll(() => tab.getByText(booked).count()).toBe(0)
    await tab.goto('/send-parcel/door-step')
    await expect.poll(() => tab.getByLabel('Receiver Name').inputValue()).toBe('')
    await tab.goto('/checkout')
    await tab.getByText('There is nothing to pay yet. Please fill in a delivery form first.').waitFor()
    await tab.close()
    await page.goto('/')
  }))

test('a guest who opens the form before the PIN reads there that the parcel is booked', () =>
  visiting(async ({ page, context }) => {
    const phone = handset(page, '254711222504')
    await payAndLeave(page, '/send-parcel/door-step', '0711 222 504', 'Achieng Odhiambo')
    const tab = await tabAt(context, '/send-parcel/door-step')
    await expect.poll(() => tab.getByLabel('More Details').inputValue()).toBe('Green gate, after four')
    await phone.pays()
    await tab.getByText(booked).waitFor()
    await expect.poll(() => tab.getByLabel('More Details').inputValue()).toBe('')
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

test('a client reads it on the dashboard, and finds the parcel among the others', async () => {
  const { page, context, complaints, leave } = await as('client@tuma.test', widths.phone)
  const phone = handset(page, '254711222503')
  await payAndLeave(page, '/Client/send-parcel/door-step', '0711 222 503')
  await phone.pays()
  const tab = await readsThatItIsBooked(context, '/Client')
  await tab.getByRole('link', { name: 'Track Parcel' }).first().click()
  await tab.getByText('Kiprop').first().waitFor()
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
