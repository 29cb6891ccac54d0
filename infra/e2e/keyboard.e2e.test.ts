import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { focusIsInContent, getKeyboard, type Keyboard } from './browser/keyboard.ts'
import { eventually, signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** Without mouse and finger, from the landing page to a booked parcel. */

const { product, visit } = openTestProduct()

const heading = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await eventually(() => focusIsInContent(page))
}

const fromLandingTo = async (page: Page, keys: Keyboard, kind: string): Promise<void> => {
  await page.goto('/')
  await screenIsThere(page)
  await keys.push(page.getByRole('link', { name: 'Skip to content' }))
  await expect.poll(() => focusIsInContent(page)).toBe(true)
  await keys.push(page.getByRole('link', { name: 'Send Parcel' }))
  await heading(page, 'Select Delivery Type')
  await keys.push(page.getByRole('link', { name: kind }))
  await heading(page, kind)
}

const writeSender = async (keys: Keyboard): Promise<void> => {
  await keys.write('Sender Name', 'Achieng Odhiambo')
  await keys.write('Sender Phone', '0711222333')
  await keys.choose('Sender Location', 1)
  await keys.choose('Dropoff Agent', 1)
}

test('a doorstep parcel that is paid on delivery, on a phone', async () => {
  const { page, complaints, leave } = await visit(widths.phone)
  const keys = getKeyboard(page)
  await fromLandingTo(page, keys, 'Door Step delivery')
  await writeSender(keys)
  await keys.write('Receiver Name', 'Kiprop')
  await keys.write('Receiver Phone', '0722333444')
  await keys.goTo(page.getByLabel('Same-day'))
  await keys.press('ArrowRight')
  await expect.poll(() => page.getByLabel('Express').isChecked()).toBe(true)
  await keys.choose('Receiver Location', 2)
  await keys.write('Pickup Address', 'Sunrise Court, house 4')
  await keys.write('More Details', 'Green gate')
  await keys.write('Parcel Description', 'A pair of shoes')
  await keys.goTo(page.getByLabel('Pay Now'))
  await keys.press('ArrowDown')
  await keys.write('Product Price (Ksh)', '1200')

  // A wrong field gets the focus, ready to be corrected.
  const submit = page.getByRole('button', { name: 'Schedule Pickup' })
  await keys.push(submit)
  await eventually(() => keys.isAt(page.getByLabel('Receiver Name')))
  await page.keyboard.press('End')
  await page.keyboard.type(' Cheruiyot')
  await keys.push(submit, 'Space')
  await page.getByText('Delivery request submitted successfully!').waitFor()
  await heading(page, 'Your parcel is booked')

  await page.waitForURL('**/send-parcel')
  await heading(page, 'Your parcel is booked')
  await page.getByRole('heading', { level: 2, name: 'Select Delivery Type' }).waitFor()
  await keys.push(page.getByRole('link', { name: 'Track Parcel' }))
  await heading(page, 'Track Parcel')
  await page.getByText('The parcel has been handed to the agent and the rider will pick it up soon.').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

test('a dukani parcel that is paid now, at a desk', async () => {
  const { page, complaints, leave } = await visit(widths.desk)
  const keys = getKeyboard(page)
  await fromLandingTo(page, keys, 'Parcel Dukani')
  await writeSender(keys)
  await keys.write('Receiver Name', 'Muthoni Gathogo')
  await keys.write('Receiver Phone', '0733555666')
  await keys.choose('Receiver Location', 2)
  await keys.choose('Pickup Agent', 1)
  await keys.write('Parcel Description', 'Two books')
  const pay = page.getByRole('button', { name: /^Pay Ksh .* with M-Pesa$/ })
  const amount = Number((await pay.textContent())?.replace(/\D/g, ''))
  await keys.push(pay)
  await heading(page, 'Checkout')
  await keys.write('Full Name', 'Achieng Odhiambo')
  // After a mistyped receipt number the focus is in its field again.
  await keys.push(page.getByRole('button', { name: 'I only have the receipt number' }))
  await keys.write('Receipt number', 'UKN4T7X9QZ')
  await keys.write("Payer's name or phone", 'Achieng Odhiambo')
  await keys.push(page.getByRole('button', { name: 'Find the payment' }))
  await page.getByText('We found no payment with that receipt number and payer.').waitFor()
  await eventually(() => keys.isAt(page.getByLabel('Receipt number')))
  await keys.write('M-Pesa Message', await product().mpesaMessage(amount))
  await keys.push(page.getByRole('button', { name: 'Verify Payment' }))
  await page.getByText('Payment verified successfully!').waitFor()

  // The remaining step has the focus.
  const schedule = page.getByRole('button', { name: 'Schedule Pickup' })
  await eventually(() => keys.isAt(schedule))
  await keys.push(schedule)
  await page.getByText('Parcel Dukani delivery request submitted successfully!').waitFor()
  await heading(page, 'Your parcel is booked')
  await keys.goTo(page.getByRole('link', { name: 'Send another parcel' }))
  await keys.goTo(page.getByRole('link', { name: 'Track Parcel' }), 'Shift+Tab')
  expect(complaints).toEqual([])
  await leave()
})

test('the menu of a phone opens, closes with Escape and leads on', async () => {
  const { page, complaints, leave } = await visit(widths.phone)
  const keys = getKeyboard(page)
  await page.goto('/')
  await keys.push(page.getByRole('button', { name: 'Open menu' }))
  await keys.goTo(page.getByRole('link', { name: 'Login', exact: true }))
  await keys.press('Escape')
  await page.getByRole('link', { name: 'Login', exact: true }).waitFor({ state: 'hidden' })
  await expect.poll(() => keys.isAt(page.getByRole('button', { name: 'Open menu' }))).toBe(true)

  await keys.press('Enter')
  await keys.push(page.getByRole('link', { name: 'Login', exact: true }))
  await heading(page, 'Login')
  await keys.write('Email', 'client@tuma.test')
  await keys.write('Password', 'tuma-demo')
  await keys.press('Enter')
  await page.getByText('Welcome, Wanjiku').waitFor()
  await eventually(() => focusIsInContent(page))
  expect(complaints).toEqual([])
  await leave()
})

test('the page itself leads on after a successful login: the app comes with the next page, and its content has the focus', async () => {
  const { page, complaints, leave } = await visit(widths.phone)
  const keys = getKeyboard(page)
  await page.goto('/login')
  const apps: number[] = []
  await page.route('**/api/users/login', async (route) => {
    apps.push(await page.locator('#app').count())
    await route.continue()
  })
  await keys.write('Email', 'client@tuma.test')
  await keys.write('Password', 'tuma-demo')
  await keys.press('Enter')
  await page.getByText('Welcome, Wanjiku').waitFor()
  await eventually(() => focusIsInContent(page))
  expect(apps).toEqual([0])
  expect(complaints).toEqual([])
  await leave()
})

test('a dialog keeps the focus inside, Escape closes it, and the focus goes back to its button', async () => {
  const { page, context, complaints, leave } = await visit(widths.desk)
  await signIn(context, 'client@tuma.test')
  const keys = getKeyboard(page)
  await page.goto('/Client/profile')
  const edit = page.getByRole('button', { name: /edit/i })
  await keys.push(edit)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const isInside = async () => (await dialog.locator(':focus').count()) === 1
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stops = 0; stops < 12; stops += 1) {
      await keys.press(key)
      await expect.poll(() => isInside()).toBe(true)
    }
  }
  await keys.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await eventually(() => keys.isAt(edit))
  expect(complaints).toEqual([])
  await leave()
})

test('an alert takes the focus, keeps it, and gives it back', async () => {
  const { page, context, leave } = await visit(widths.desk)
  await signIn(context, 'client@tuma.test')
  await context.route('**/api/users/logout', (route) => route.fulfill({ status: 500, json: { code: 'fault' } }))
  const keys = getKeyboard(page)
  await page.goto('/Client')
  const account = page.getByRole('button', { name: 'Hi, wanjiku' })
  await keys.push(account)
  await eventually(() => keys.isAt(page.getByRole('menuitem', { name: 'Logout' })))
  await keys.press('Enter')
  const alert = page.getByRole('alertdialog', { name: 'Error logging out. Please try again.' })
  await alert.waitFor()
  const ok = alert.getByRole('button', { name: 'OK' })
  await eventually(() => keys.isAt(ok))
  await keys.press('Tab')
  await expect.poll(() => keys.isAt(ok)).toBe(true)
  await keys.press('Escape')
  await alert.waitFor({ state: 'hidden' })
  await eventually(() => keys.isAt(account))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/Client')
  await leave()
})
