import { openProductOverDays } from '@tuma/one-process/product-over-days'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOfThisProcess, newVisitor, type Visitor, widths } from './browser/browser.ts'
import { handset } from './browser/handset.ts'
import { fillSender } from './people.ts'
import { leaves } from './test-product.ts'

/**
 * The payer pays on their phone, with an app that does not send the parcel with the request, and goes away. The next day they open the link of the SMS in another browser: two
 * presses and a form book the parcel. They see only the amount of the payment.
 */
let days: Awaited<ReturnType<typeof openProductOverDays>>
let link: string
const visit = async (): Promise<Visitor> => newVisitor(await browserOfThisProcess(), days.product().url, widths.phone)

const fillDukani = async (page: Page) => {
  const shop = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { name: 'Achieng Odhiambo', phone: '0711 222 601', ...shop })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption({ index: 1 })
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
}

beforeAll(async () => {
  days = await openProductOverDays()
  const { page, leave } = await visit()
  const phone = handset(page, '254711222601')
  await page.goto('/send-parcel/parcel-dukani')
  await fillDukani(page)
  await page.route('**/api/payment/prompts', async (route) => {
    const { book: _, ...asked } = route.request().postDataJSON()
    await route.continue({ postData: JSON.stringify(asked) })
  })
  await page.getByRole('button', { name: /^Pay Ksh 250 with M-Pesa/ }).click()
  await page.getByRole('button', { name: /^Pay Ksh 250$/ }).click()
  await page.getByText('Look at your phone').waitFor()
  await page.goto('about:blank')
  await phone.pays()
  await leave()
  const { text } = await (await days.later(1)).messageTo('0711222601', /not booked yet/)
  link = /https?:\S+/.exec(text)?.[0] ?? ''
})
afterAll(() => days.close())

test('the link of the SMS books with that payment in another browser, and shows no personal data', async () => {
  const visitor = await visit()
  const { page } = visitor
  const { pathname, hash } = new URL(link)
  await page.goto(pathname + hash)
  await page.getByText('You paid Ksh 250. Your parcel is not booked yet.').waitFor()
  await expect
    .poll(() => page.getByRole('main').textContent())
    .toBe('Finish your bookingYou paid Ksh 250. Your parcel is not booked yet.Finish booking')
  await page.getByRole('button', { name: 'Finish booking' }).click()
  await page.getByText('You paid Ksh 250. Choose how to send your parcel.').waitFor()
  await page.getByRole('link', { name: 'Parcel Dukani' }).click()
  await fillDukani(page)
  await page.getByText('Paid. One step left.').waitFor()
  await page.getByRole('button', { name: 'Schedule Pickup' }).click()
  await page.getByText('Parcel Dukani delivery request submitted successfully!').waitFor()
  await page.goto('about:blank')
  await page.goto(pathname + hash)
  await page.getByText('This payment has already been used.').waitFor()
  await leaves(visitor)
})
