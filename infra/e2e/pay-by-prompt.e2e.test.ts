import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { handset } from './browser/handset.ts'
import { fillSender } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** A guest pays on the demonstration's phone: nothing is pasted, and this test answers no call itself. */

const { visiting } = openTestProduct()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const fillForm = async (page: Page, phone: string) => {
  await page.goto('/send-parcel/door-step')
  const shop = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { name: 'Achieng Odhiambo', phone, ...shop })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
  await button(page, /^Pay Ksh 350 with M-Pesa/).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
}

test('on a phone the request comes first: one press, the PIN, and the parcel is booked', () =>
  visiting(async ({ page }) => {
    const phone = handset(page, '254711222401')
    await page.setViewportSize({ width: 360, height: 740 })
    await fillForm(page, '0711 222 401')
    const pay = button(page, /^Pay Ksh 350$/)
    await pay.waitFor()
    const foot = async () => {
      const box = await pay.boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    await expect.poll(foot).toBeLessThanOrEqual(740)
    await pay.click()
    await page.getByText(/^M-Pesa asks for Ksh 350 on 0711222401\./).waitFor()
    const download = page.waitForEvent('download')
    await phone.pays()
    await page.getByRole('heading', { name: 'Your parcel is booked' }).waitFor()
    await page.getByText('Delivery request submitted successfully!').waitFor()
    expect((await download).suggestedFilename()).toMatch(/^receipt_TM-\w{4}-\w{4}-\w{4}\.pdf$/)
    await expect.poll(() => button(page, 'Schedule Pickup').count()).toBe(0)
  }))

test('a payer whose phone reloaded the page can go on; a refused prompt can be tried again', () =>
  visiting(async ({ page }) => {
    const phone = handset(page, '254711222402')
    await fillForm(page, '0711 222 402')
    await button(page, /^Pay Ksh 350$/).click()
    await page.getByText('Look at your phone').waitFor()
    // An open page gets an event only once, so here no page is open when it comes.
    const checkout = page.url()
    await page.goto('about:blank')
    await phone.cancels()
    await page.goto(checkout)
    await page.getByText('The request was cancelled on the phone.').waitFor()
    await page.getByRole('button', { name: 'Try Again' }).waitFor()
    // The same phone can be asked for the same amount after two minutes, another phone at once.
    await page.getByLabel('Phone that pays').fill('0711 222 403')
    await button(page, 'Try Again').click()
    await page.getByText('Look at your phone').waitFor()
    await handset(page, '254711222403').pays()
    await page.reload()
    await page.getByRole('heading', { name: 'Your parcel is booked' }).waitFor()
  }))
