import type { Page } from 'playwright-core'
import { row } from '../admins.ts'
import { fillSender, logIn, type Person, schedulePickup } from '../people.ts'

/** A sender's day: as a guest first, then from their own area. */

const shops = {
  cbd: { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' },
  thika: { location: 'THIKA', agent: 'Thika Arcade Bookshop' },
}
type Shop = keyof typeof shops
type Sent = 'Delivery request submitted successfully!' | 'Parcel Dukani delivery request submitted successfully!'
const toADoor: Sent = 'Delivery request submitted successfully!'
const toAShop: Sent = 'Parcel Dukani delivery request submitted successfully!'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** @param area '' for a guest; in the client area the name is filled in */
const fillDoorstep = async (page: Page, area: string, shop: Shop, sender: { name?: string; phone: string }) => {
  await page.goto(`${area}/send-parcel/door-step`)
  await fillSender(page, { ...sender, ...shops[shop] })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
}

const fillDukani = async (page: Page, phone: string) => {
  await page.goto('/Client/send-parcel/parcel-dukani')
  await fillSender(page, { phone, ...shops.cbd })
  await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
  await page.getByLabel('Receiver Phone').fill('0733 555 666')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption('Thika Arcade Bookshop')
  await page.getByLabel('Parcel Description').fill('Two books')
}

const toCheckout = async (page: Page, sum: number): Promise<void> => {
  await press(page, `Pay Ksh ${sum} with M-Pesa`)
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
}
/** Asks for the payment on the phone. */
const asks = async (page: Page, sum: number): Promise<void> => {
  await press(page, new RegExp(`^Pay Ksh ${sum}$`))
  await page.getByText(new RegExp(`^M-Pesa asks for Ksh ${sum} on `)).waitFor()
}
const paste = async (page: Page, name: string, message: string): Promise<void> => {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('M-Pesa Message').fill(message)
  await press(page, 'Verify Payment')
}
const isPaid = (page: Page) => page.getByText('Paid. One step left.').waitFor()

const payingAt = (page: Page, { name, email, password, phone }: Person) => ({
  /** Pays and stops before the last button, so that nothing is booked yet. */
  async paysAsGuest(sum: number, message: string): Promise<void> {
    await fillDoorstep(page, '', 'cbd', { name, phone })
    await toCheckout(page, sum)
    await paste(page, name, message)
    await isPaid(page)
  },
  /**
   * The payer logs in, in a browser that kept only the guest's cookies, and is offered the payment. @returns the
   * tracking id
   */
  async logsInAndSends(sum: number): Promise<string> {
    await page.evaluate('localStorage.clear()')
    await logIn(page, email, password)
    await page.waitForURL(/\/client$/i)
    await fillDoorstep(page, '/Client', 'cbd', { name, phone })
    await page.getByText(`You paid Ksh ${sum}. Your parcel is not booked yet.`).waitFor()
    await press(page, 'Finish booking')
    return schedulePickup(page, toADoor)
  },
  async isRefusedThenPastes(sum: number, cancel: () => Promise<unknown>, pay: () => Promise<string>): Promise<string> {
    await fillDukani(page, phone)
    await toCheckout(page, sum)
    await asks(page, sum)
    await cancel()
    await page.getByText('The request was cancelled on the phone.').waitFor()
    await paste(page, name, await pay())
    await isPaid(page)
    return schedulePickup(page, toAShop)
  },
  /** Pays with a message that is short by `rest`, and then the rest on the phone. */
  async topsUp(sum: number, message: string, rest: number, pin: () => Promise<unknown>): Promise<string> {
    await fillDoorstep(page, '/Client', 'cbd', { name, phone })
    await toCheckout(page, sum)
    await paste(page, name, message)
    await page.getByText(new RegExp(`^You paid Ksh ${sum - rest}, Ksh ${rest} too little\\.`)).waitFor()
    await asks(page, rest)
    await pin()
    await isPaid(page)
    return schedulePickup(page, toADoor)
  },
  async pastes(sum: number, message: string): Promise<string> {
    await fillDoorstep(page, '/Client', 'cbd', { name, phone })
    await toCheckout(page, sum)
    await paste(page, name, message)
    await isPaid(page)
    return schedulePickup(page, toADoor)
  },
})

const onDeliveryAt = (page: Page, { name, phone }: Person) => ({
  /** Sends a parcel that is paid at the door, with the price of its product. */
  async sendsOnDelivery(from: Shop, product: number): Promise<string> {
    await fillDoorstep(page, '/Client', from, { name, phone })
    await page.getByLabel('Pay On Delivery').check()
    await page.getByLabel('Product Price (Ksh)').fill(`${product}`)
    return schedulePickup(page, toADoor)
  },
  /** The money of each of these parcels is paid out, all with one receipt. */
  async seesPaidOut(parcels: readonly string[], reference: string): Promise<void> {
    await page.goto('/Client')
    await page
      .getByRole('main')
      .getByRole('link', { name: /My money/ })
      .click()
    for (const parcel of parcels) {
      await row(page, parcel).getByText('Paid out').waitFor()
      await row(page, parcel).getByText(reference).waitFor()
    }
    await page.getByRole('table', { name: 'Payouts to you' }).getByText(reference).waitFor()
  },
})
export const senderAt = (page: Page, person: Person) => ({ ...payingAt(page, person), ...onDeliveryAt(page, person) })
export type Sender = ReturnType<typeof senderAt>
