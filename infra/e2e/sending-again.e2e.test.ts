import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { newClient } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** On a phone, by a client who has sent before: one press for each decision, and nothing typed twice. */

const { product, visiting } = openTestProduct()

/** Counts the presses of a thumb. */
const getThumb = () => {
  let taps = 0
  return {
    tap: async (pressed: Locator) => {
      await pressed.first().click()
      taps += 1
    },
    taps: () => taps,
  }
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const copied = (page: Page, message: string) =>
  page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(message)})`)

const fillDukani = async (page: Page) => {
  await page.goto('/Client/send-parcel/parcel-dukani')
  await page.getByLabel('Sender Location').selectOption('KITENGELA')
  await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
  await page.getByLabel('Receiver Phone').fill('0733 555 666')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption('Thika Arcade Bookshop')
  await page.getByLabel('Parcel Description').fill('Two books')
}
const toDoor = async (page: Page) => {
  await page.goto('/Client/send-parcel/door-step')
  await page.getByLabel('Sender Location').selectOption('KITENGELA')
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
  await page.getByLabel('Pay On Delivery').check()
  await page.getByLabel('Product Price (Ksh)').fill('1200')
}

describe('a client who has sent before', () => {
  test('sends the same again, paid, with six presses and nothing typed', () =>
    visiting(async ({ page, context }) => {
      await newClient(context, product())
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await fillDukani(page)
      await expect.poll(() => page.getByLabel('Dropoff Agent').inputValue()).toBe('Namanga Road Electronics')
      const pay = async (tap: (pressed: Locator) => Promise<void>) => {
        await tap(button(page, /^Pay Ksh 250/))
        await page.getByRole('heading', { name: 'Checkout' }).waitFor()
        await expect.poll(() => page.getByLabel('Full Name').inputValue()).toMatch(/^Nafula /)
        await copied(page, await product().mpesaMessage(250))
        await tap(button(page, 'Paste'))
        const message = () => page.getByLabel('M-Pesa Message').inputValue()
        await expect.poll(message).toContain('Confirmed')
        await page.reload()
        await expect.poll(message).toContain('Confirmed')
        await tap(button(page, 'Verify Payment'))
        await page.getByText('Paid. One step left.').waitFor()
        await tap(button(page, 'Schedule Pickup'))
        await page.getByRole('heading', { name: 'Your parcel is booked' }).waitFor()
      }
      await pay(getThumb().tap)
      await page.getByText('Bring it to Namanga Road Electronics, KITENGELA.').waitFor()
      const whatsApp = async () =>
        decodeURIComponent((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '')
      await expect.poll(whatsApp).toMatch(/^https:\/\/wa\.me\/254733555666\?text=/)
      await expect.poll(whatsApp).not.toContain('Muthoni')

      await page.goto('/Client')
      const { tap, taps } = getThumb()
      await tap(page.getByRole('link', { name: /^Delivery History/ }))
      await tap(button(page, /^Send again/))
      await button(page, /^Pay Ksh 250/).waitFor()
      await expect.poll(() => page.getByLabel('Pickup Agent').inputValue()).toBe('Thika Arcade Bookshop')
      await expect.poll(() => page.getByLabel('Parcel Description').inputValue()).toBe('Two books')
      await pay(tap)
      expect(taps()).toBe(6)
    }))

  test('finds people, shop and phone in the form, and removes a person from the list', () =>
    visiting(async ({ page, context }) => {
      await newClient(context, product())
      await toDoor(page)
      await button(page, 'Schedule Pickup').click()
      await page.getByText('Delivery request submitted successfully!').waitFor()
      await page.goto('/Client/send-parcel/parcel-dukani')
      await button(page, 'Kiprop Cheruiyot').click()
      await expect.poll(() => page.getByLabel('Receiver Phone').inputValue()).toBe('0722333444')
      await expect.poll(() => page.getByLabel('Dropoff Agent').inputValue()).toBe('Namanga Road Electronics')
      await button(page, 'All contacts').click()
      await page.getByRole('button', { name: 'Forget Kiprop Cheruiyot' }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Forget Kiprop Cheruiyot' }).click()
      await button(page, 'Forget').click()
      await page.getByText('No contact has that name or phone.').waitFor()
    }))

  test('finds a parcel from a figure of the dashboard and by a name, and reads where it is on its page', () =>
    visiting(async ({ page, context }) => {
      await newClient(context, product())
      await toDoor(page)
      await button(page, 'Schedule Pickup').click()
      await page.getByText('Delivery request submitted successfully!').waitFor()
      await page.goto('/Client')
      await page.getByRole('link', { name: /^Uncollected/ }).click()
      await page.getByText('1 parcel').waitFor()
      await expect.poll(() => page.url()).toContain('?status=uncollected')
      await page.getByRole('textbox', { name: 'Search' }).fill('cheruiyot')
      await page.getByText('1 parcel').waitFor()
      await page.getByRole('textbox', { name: 'Search' }).fill('somebody')
      await page.getByText('No deliveries match your search').waitFor()
      await button(page, 'Clear search').click()
      await page.getByRole('link', { name: /TM-/ }).click()
      await page.getByText(/^Bring it to Namanga Road Electronics, KITENGELA/).waitFor()
      await page.getByText('The receiver pays Ksh 1,550 (M-Pesa or cash).').waitFor()
      await page.getByRole('heading', { name: 'Progress' }).waitFor()
      expect(await axeFaults(page)).toEqual([])
    }))
})

describe('before the login, without the app', () => {
  test('the landing page shows price and time, and its form begins with the chosen way', () =>
    visiting(async ({ page }) => {
      await page.goto('/')
      await page.getByText('Namanga Road Electronics').waitFor()
      const signs = page.getByRole('region', { name: 'Our Destinations' })
      await signs.getByText(/^To the door only, no shop there yet: KAHAWA WEST, KIRIGITI, /).waitFor()
      await expect.poll(() => signs.locator('[data-door-only]').count()).toBe(8)
      const top = async (of: string): Promise<number> => (await page.locator(of).boundingBox())?.y ?? Number.NaN
      await expect.poll(() => top('.landing-quote')).toBeLessThan(await top('.boda'))
      await page.getByLabel('From').selectOption('KITENGELA')
      await page.getByLabel('To', { exact: true }).selectOption('THIKA')
      const shop = page.getByRole('link', { name: /^Ksh 250 To a shop there/ })
      await shop.waitFor()
      await expect
        .poll(() => page.getByRole('link', { name: /^Ksh 350 To the door, same-day Within 12 hours/ }).count())
        .toBe(1)
      await expect.poll(() => page.evaluate("document.getElementById('app')")).toBeNull()
      expect(await axeFaults(page)).toEqual([])
      await shop.click()
      await expect.poll(() => page.getByLabel('Dropoff Agent').inputValue()).toBe('Namanga Road Electronics')
      await expect.poll(() => page.getByLabel('Receiver Location').inputValue()).toBe('THIKA')
    }))

  test('the page asks for an id where none was typed, and finds the parcel where one was', () =>
    visiting(async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Track', exact: true }).click()
      await page.getByText('Please enter a Tracking ID').waitFor()
      await page.getByLabel('Tracking ID').fill('TM-0000-0000-0000')
      await page.getByRole('button', { name: 'Track', exact: true }).click()
      await page.getByText('Parcel not found. Please check the Tracking ID.').waitFor()
    }))

  test('a signed-in person is greeted, led to their area, and told why they were sent away from another one', () =>
    visiting(async ({ page, context }) => {
      const { username } = await newClient(context, product())
      await page.goto('/Agent')
      await page.getByText(`That page is for agents. You are logged in as ${username}.`).waitFor()
      await page.goto('/')
      await page.getByRole('link', { name: `Hi, ${username}. My account` }).click()
      await page.getByRole('heading', { name: 'Welcome, Nafula' }).waitFor()
    }))
})
