import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { styleOf, type Visitor, widths } from './browser.ts'
import { openHouse } from './house.ts'
import { eventually, fillSender, newClient, payAtCheckout, schedulePickup } from './people.ts'
import { holdClock, passDelay, passUntilShown, stopClock } from './stopped-clock.ts'
import { toastDurationMs, toastWith } from './toasts.ts'

/** A client sends parcels from their own area: the chooser, both forms, and what stands between them and the receipt. */

const { product, visiting } = openHouse()

let clients = 0
/** Each test is somebody who has never sent anything. */
const asNewClient = (width: number, act: (visitor: Visitor & { username: string }) => Promise<void>) =>
  visiting(async (visitor) => {
    clients += 1
    const { username } = await newClient(visitor.context, product(), `sender${clients}`)
    await act({ ...visitor, username })
  }, width)

const sender = { phone: '0711 222 333', location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
const submit = (page: Page) => page.getByRole('button', { name: 'Schedule Pickup' })
const optionsOf = (page: Page, label: string) => page.getByLabel(label).getByRole('option').allTextContents()
const total = (page: Page) => page.getByRole('region', { name: 'Payment' }).locator('p').filter({ hasText: 'Total' })

const fillDoorstep = async (page: Page) => {
  await page.goto('/Client/send-parcel/door-step')
  await fillSender(page, sender)
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
}

const payOnDelivery = async (page: Page, price: string) => {
  await page.getByLabel('Pay On Delivery').check()
  await page.getByLabel('Product Price (Ksh)').fill(price)
}

const fillDukani = async (page: Page) => {
  await page.goto('/Client/send-parcel/parcel-dukani')
  await fillSender(page, sender)
  await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
  await page.getByLabel('Receiver Phone').fill('0733 555 666')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption('Thika Arcade Bookshop')
  await page.getByLabel('Parcel Description').fill('Two books')
}

describe.each(Object.entries(widths))('on a %s', (_device, width) => {
  test('the chooser leads to both forms', () =>
    asNewClient(width, async ({ page }) => {
      await page.goto('/Client/send-parcel')
      await page.getByRole('heading', { level: 1, name: 'Select Delivery Type' }).waitFor()
      await page.getByRole('link', { name: /^Door Step delivery/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Door Step delivery' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/Client/send-parcel/door-step')
      await page.goBack()
      await page.getByRole('link', { name: /^Parcel Dukani/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Parcel Dukani' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/Client/send-parcel/parcel-dukani')
    }))

  test('pay on delivery: a toast for 5 s, the receipt after 2 s, back at the chooser after 3 s', () =>
    asNewClient(width, async ({ page }) => {
      await holdClock(page)
      await fillDoorstep(page)
      await payOnDelivery(page, '1200')
      expect(await total(page).textContent()).toContain('Ksh 1,550')
      const saved: string[] = []
      page.on('download', (download) => saved.push(download.suggestedFilename()))
      await stopClock(page)
      await submit(page).click()
      const toast = toastWith(page, 'Delivery request submitted successfully!')
      await passUntilShown(page, toast)
      expect(await toastDurationMs(toast)).toBe(5000)
      const trackingId = await page.getByText(/^TM-\w{4}-\w{4}-\w{4}$/).textContent()
      await passDelay(page, 2000, {
        before: async () => expect(saved).toEqual([]),
        after: async () => expect(await eventually(async () => saved[0])).toBe(`receipt_${trackingId}.pdf`),
      })
      await passDelay(page, 1000, {
        before: () => page.getByRole('heading', { name: 'Your parcel is booked' }).waitFor(),
        after: () => passUntilShown(page, page.getByRole('heading', { name: 'Select Delivery Type' })),
      })
      expect(new URL(page.url()).pathname).toBe('/Client/send-parcel')
      expect(await page.getByRole('main').textContent()).toContain(trackingId)
    }))

  test('a dukani parcel is paid at the checkout; what was typed is there again, after a reload and Back too', () =>
    asNewClient(width, async ({ page, username }) => {
      await fillDukani(page)
      const name = page.getByLabel('Sender Name')
      expect([await name.inputValue(), await name.getAttribute('readonly')]).toEqual([username, ''])
      expect(await page.getByLabel('Pay On Delivery').count()).toBe(0)
      const typed = () =>
        Promise.all(
          ['Sender Location', 'Dropoff Agent', 'Receiver Name', 'Pickup Agent', 'Parcel Description'].map((label) =>
            page.getByLabel(label).inputValue(),
          ),
        )
      const before = await typed()
      await page.reload()
      await total(page).waitFor()
      expect(await typed()).toEqual(before)
      await page.getByRole('button', { name: 'Pay Ksh 250 with M-Pesa' }).click()
      await page.waitForURL('**/Client/checkout')
      await page.goBack()
      await total(page).waitFor()
      expect(await typed()).toEqual(before)
      await payAtCheckout(page, product(), 'Nafula Simiyu')

      const success = 'Parcel Dukani delivery request submitted successfully!'
      const trackingId = await schedulePickup(page, success)
      await page.getByRole('link', { name: 'Track Parcel' }).last().click()
      await page.getByText('The parcel has not yet been handed to the agent.').waitFor()
      expect(page.url()).toContain(`/Client/track-parcel?id=${trackingId}`)

      await page.goto('/Client/send-parcel/parcel-dukani')
      expect(await page.getByLabel('Receiver Name').inputValue()).toBe('')
      await page.getByRole('button', { name: 'Complete Payment First' }).waitFor()
      expect(await page.evaluate('localStorage.getItem("tuma.verified-payment")')).toBeNull()
    }))
})

test('location and shop hang together, and so do speed, place and price', () =>
  asNewClient(widths.phone, async ({ page }) => {
    await page.goto('/Client/send-parcel/door-step')
    const shop = page.getByLabel('Dropoff Agent')
    expect(await shop.isDisabled()).toBe(true)
    await page.getByLabel('Sender Location').selectOption('NAIROBI CBD')
    expect(await optionsOf(page, 'Dropoff Agent')).toEqual([
      'Choose…',
      'Moi Avenue Stationers',
      'Bazaar Plaza Kiosk',
      'River Road Cyber',
    ])
    await shop.selectOption('River Road Cyber')
    await page.getByLabel('Sender Location').selectOption('THIKA')
    expect(await shop.inputValue()).toBe('')

    const place = page.getByLabel('Receiver Location')
    await page.getByText('Delivery within 12 hours').waitFor()
    await page.getByText('Delivery in under 1 h 30 min').waitFor()
    expect(await optionsOf(page, 'Receiver Location')).toContain('THIKA (Ksh 350)')
    await place.selectOption('THIKA')
    expect(await total(page).textContent()).toContain('Ksh 350')
    await page.getByLabel('Express').check()
    expect(await place.inputValue()).toBe('')
    expect(await optionsOf(page, 'Receiver Location')).toContain('THIKA (Ksh 560)')
    await page.getByText("Choose the receiver's location to see the price.").waitFor()
    await place.selectOption('THIKA')
    await page.getByRole('button', { name: 'Pay Ksh 560 with M-Pesa' }).waitFor()
    expect(await page.getByRole('button', { name: 'Complete Payment First' }).isDisabled()).toBe(true)
    await page.getByLabel('Pay On Delivery').check()
    expect(await submit(page).isDisabled()).toBe(false)
    expect(await page.getByRole('button', { name: /^Pay Ksh/ }).count()).toBe(0)
  }))

test('every field is required, a wrong name turns red, and all names share one sentence', () =>
  asNewClient(widths.phone, async ({ page, username }) => {
    await page.goto('/Client/send-parcel/door-step')
    expect(await page.getByLabel('Sender Name').inputValue()).toBe('Nafula Simiyu')
    expect(await page.getByLabel('Sender Phone').inputValue()).toBe('0711222333')
    await page.getByLabel('Pay On Delivery').check()
    await page.getByLabel('Sender Name').fill('')
    await page.getByLabel('Sender Phone').fill('12345')
    await submit(page).click()
    for (const sentence of [
      "Sender's name is required.",
      'Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx',
      "Sender's location is required.",
      'Dropoff agent is required.',
      "Receiver's name is required.",
      "Receiver's phone is required.",
      "Receiver's location is required.",
      'Pickup address is required.',
      'More details is required.',
      'Parcel description is required.',
      'Product price is required.',
    ])
      await page.getByText(sentence).waitFor()
    await page.getByLabel('Product Price (Ksh)').fill('-1')
    await page.getByText("Product price can't be less than 0.").waitFor()

    const one = page.getByText('Please enter at least two names.')
    await page.getByLabel('Sender Name').fill('Nafula')
    await page.getByLabel('Receiver Name').fill('Kiprop')
    await one.waitFor()
    expect(await one.count()).toBe(1)
    const red = await styleOf(one, 'color')
    for (const label of ['Sender Name', 'Receiver Name']) {
      const field = page.getByLabel(label)
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
      expect(await styleOf(field, 'borderColor')).toBe(red)
    }
    await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
    await page.getByLabel('Sender Name').fill(username)
    await one.waitFor({ state: 'detached' })
  }))

test('a refusal and a fault each say so, nothing is lost, and a second press sends nothing twice', () =>
  asNewClient(widths.phone, async ({ page, context, complaints }) => {
    await fillDoorstep(page)
    await payOnDelivery(page, '100')
    const keys: string[] = []
    const answers = [
      { status: 409, json: { code: 'unknown_shop', message: 'This shop is closed.' } },
      { status: 500, json: { code: 'fault', message: 'Something went wrong' } },
    ]
    await context.route('**/api/doorstep/deliveries', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      const answer = answers.shift()
      await (answer ? route.fulfill(answer) : route.continue())
    })
    await submit(page).click()
    await toastWith(page, /^Failed: /).waitFor()
    await submit(page).click()
    await toastWith(page, 'Error submitting delivery request').waitFor()
    expect(await page.getByLabel('More Details').inputValue()).toBe('Green gate, after four')
    complaints.splice(0) // the 500

    await submit(page).dblclick()
    await page.getByRole('heading', { name: 'Your parcel is booked' }).waitFor()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  }))
