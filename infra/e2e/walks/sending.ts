import type { Page } from 'playwright-core'
import { handset } from '../browser/handset.ts'
import { sendDukani, shops } from '../parcels.ts'
import type { Product } from '../product.ts'
import type { Driver } from './driver.ts'
import { getChoice, goTo, heading, type Journey, press } from './journey.ts'

/** A sender in the street, with a parcel in one hand and a phone in the other. */

const sender = { name: 'Achieng Odhiambo', phone: '0711222333' }
const receiver = { name: 'Muthoni Gathogo', phone: '0733555666' }
const trackingId = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^TM-\w{4}-\w{4}-\w{4}$/)
    .first()

const sendFrom = async (driver: Driver, kind: 'Door Step delivery' | 'Parcel Dukani'): Promise<void> => {
  const { page } = driver
  await driver.open('/')
  await driver.tap(page.getByRole('main').getByRole('link', { name: 'Send Parcel', exact: true }))
  await heading(page, 'Select Delivery Type').waitFor()
  await driver.picture('chooser')
  await driver.tap(page.getByRole('main').getByRole('link', { name: kind }))
  await heading(page, kind).waitFor()
  await driver.picture('form')
}

const typeSender = async (driver: Driver): Promise<void> => {
  const { page } = driver
  await driver.typeAndGoOn(page.getByLabel('Sender Name'), sender.name)
  await driver.typeAndGoOn(page.getByLabel('Sender Phone'), sender.phone)
  await driver.choose(page.getByLabel('Sender Location'), 'NAIROBI CBD')
  await driver.choose(page.getByLabel('Dropoff Agent'), 'Moi Avenue Stationers')
}

const typeShopToShop = async (driver: Driver): Promise<void> => {
  const { page } = driver
  await typeSender(driver)
  await driver.typeAndGoOn(page.getByLabel('Receiver Name'), receiver.name)
  await driver.typeAndGoOn(page.getByLabel('Receiver Phone'), receiver.phone)
  await driver.choose(page.getByLabel('Receiver Location'), 'THIKA')
  await driver.choose(page.getByLabel('Pickup Agent'), 'Thika Arcade Bookshop')
  await driver.typeAndGoOn(page.getByLabel('Parcel Description'), 'Two books')
}

const typeToADoor = async (driver: Driver): Promise<void> => {
  const { page } = driver
  await typeSender(driver)
  await driver.typeAndGoOn(page.getByLabel('Receiver Name'), receiver.name)
  await driver.typeAndGoOn(page.getByLabel('Receiver Phone'), receiver.phone)
  await driver.choose(page.getByLabel('Receiver Location'), 'THIKA')
  await driver.typeAndGoOn(page.getByLabel('Pickup Address'), 'Sunrise Court, house 4')
  await driver.typeAndGoOn(page.getByLabel('More Details'), 'Green gate')
  await driver.typeAndGoOn(page.getByLabel('Parcel Description'), 'A pair of shoes')
}

/** M-Pesa itself, on the same phone, is not counted. */
const pay = async (driver: Driver, product: Product): Promise<void> => {
  const { page } = driver
  const toCheckout = press(page, /^Pay Ksh .* with M-Pesa$/)
  await toCheckout.waitFor()
  const amount = Number((await toCheckout.textContent())?.replace(/\D/g, ''))
  const message = await driver.uncounted(() => product.mpesaMessage(amount))
  await driver.tap(toCheckout)
  await heading(page, 'Checkout').waitFor()
  await driver.picture('checkout')
  const name = page.getByLabel('Full Name')
  await name.waitFor()
  if ((await name.inputValue()) === '') await driver.type(name, sender.name)
  await pasteWhole(driver, message)
  await driver.tap(press(page, 'Verify Payment'))
  await page.getByText('Paid. One step left.').waitFor()
  await driver.picture('paid')
}

/** With the Paste button, or by holding the field. */
const pasteWhole = async (driver: Driver, message: string): Promise<void> => {
  const { page } = driver
  if (!(await press(page, 'Paste').isVisible())) return driver.paste(page.getByLabel('M-Pesa Message'), message)
  await driver.uncounted(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(message)})`)
  })
  await driver.tap(press(page, 'Paste'))
}

/** On the phone that pays: M-Pesa asks there by itself, and its PIN is not counted. */
const payOnPhone = async (driver: Driver): Promise<void> => {
  const { page } = driver
  await driver.tap(press(page, /^Pay Ksh .* with M-Pesa$/))
  await heading(page, 'Checkout').waitFor()
  const phone = await page.getByLabel('Phone that pays').inputValue()
  await driver.tap(press(page, /^Pay Ksh [\d,]+$/))
  await driver.uncounted(() => handset(page, asMpesaHas(phone)).pays())
  await driver.see(trackingId(page))
  await driver.picture('booked')
}
const asMpesaHas = (phone: string) => `254${phone.replaceAll(' ', '').slice(1)}`

const sendAgain = async (driver: Driver): Promise<void> => {
  const { page } = driver
  await driver.open('/Client')
  await goTo(driver, 'My Deliveries')
  await driver.tap(page.getByRole('button', { name: /^Send again/ }).first())
  await heading(page, 'Parcel Dukani').waitFor()
  await driver.picture('form')
}

const book = async (driver: Driver): Promise<void> => {
  await driver.tap(press(driver.page, 'Schedule Pickup'))
  await driver.see(trackingId(driver.page))
  await driver.picture('booked')
}

export const sending: readonly Journey[] = [
  {
    name: 'guest-dukani',
    wants: 'A guest sends from shop to shop, with a pasted M-Pesa message',
    more: 'below M-Pesa’s question on the phone, which most pay by, the till and the message begin lower.',
    prepare:
      async ({ product }) =>
      async (driver) => {
        await sendFrom(driver, 'Parcel Dukani')
        await typeShopToShop(driver)
        await pay(driver, product)
        await book(driver)
      },
  },
  {
    name: 'guest-door-on-delivery',
    wants: 'A guest sends to a door, Pay On Delivery (shop to shop is Pay Now only)',
    prepare: async () => async (driver) => {
      await sendFrom(driver, 'Door Step delivery')
      await typeToADoor(driver)
      await driver.tap(getChoice(driver.page, 'Pay On Delivery'))
      await driver.type(driver.page.getByLabel('Product Price (Ksh)'), '1200')
      await book(driver)
    },
  },
  {
    name: 'guest-door',
    wants: 'A guest sends to a door, with a pasted M-Pesa message',
    more: 'below M-Pesa’s question on the phone, which most pay by, the till and the message begin lower.',
    prepare:
      async ({ product }) =>
      async (driver) => {
        await sendFrom(driver, 'Door Step delivery')
        await typeToADoor(driver)
        await pay(driver, product)
        await book(driver)
      },
  },
  {
    name: 'guest-door-phone',
    wants: 'A guest sends to a door, and M-Pesa asks on their phone',
    prepare: async () => async (driver) => {
      await sendFrom(driver, 'Door Step delivery')
      await typeToADoor(driver)
      await payOnPhone(driver)
    },
  },
  {
    name: 'client-again',
    wants: 'A client sends a second parcel to the same person, shop to shop',
    more: 'below M-Pesa’s question on the phone, which most pay by, the till and the message begin lower.',
    as: 'client@tuma.test',
    prepare: async ({ product, client }) => {
      await sendDukani(client, product, shops.cbd, shops.thika, receiver)
      return async (driver) => {
        await sendAgain(driver)
        await pay(driver, product)
        await book(driver)
      }
    },
  },
  {
    name: 'client-again-phone',
    wants: 'A client sends a second parcel to the same person, and M-Pesa asks on their phone',
    as: 'client@tuma.test',
    prepare: async ({ product, client }) => {
      await sendDukani(client, product, shops.cbd, shops.thika, receiver)
      return async (driver) => {
        await sendAgain(driver)
        await payOnPhone(driver)
      }
    },
  },
]
