import type { Page } from 'playwright-core'
import { handset } from '../browser/handset.ts'
import { sendDukani, shops } from '../parcels.ts'
import type { Product } from '../product.ts'
import type { Hand } from './hand.ts'
import { getChoice, goTo, heading, type Journey, press } from './journey.ts'

/** A sender in the street, with a parcel in one hand and a phone in the other. */

const sender = { name: 'Achieng Odhiambo', phone: '0711222333' }
const receiver = { name: 'Muthoni Gathogo', phone: '0733555666' }
const trackingId = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^TM-\w{4}-\w{4}-\w{4}$/)
    .first()

const sendFrom = async (hand: Hand, kind: 'Door Step delivery' | 'Parcel Dukani'): Promise<void> => {
  const { page } = hand
  await hand.open('/')
  await hand.tap(page.getByRole('main').getByRole('link', { name: 'Send Parcel', exact: true }))
  await heading(page, 'Select Delivery Type').waitFor()
  await hand.picture('chooser')
  await hand.tap(page.getByRole('main').getByRole('link', { name: kind }))
  await heading(page, kind).waitFor()
  await hand.picture('form')
}

const typeSender = async (hand: Hand): Promise<void> => {
  const { page } = hand
  await hand.typeAndGoOn(page.getByLabel('Sender Name'), sender.name)
  await hand.typeAndGoOn(page.getByLabel('Sender Phone'), sender.phone)
  await hand.choose(page.getByLabel('Sender Location'), 'NAIROBI CBD')
  await hand.choose(page.getByLabel('Dropoff Agent'), 'Moi Avenue Stationers')
}

const typeShopToShop = async (hand: Hand): Promise<void> => {
  const { page } = hand
  await typeSender(hand)
  await hand.typeAndGoOn(page.getByLabel('Receiver Name'), receiver.name)
  await hand.typeAndGoOn(page.getByLabel('Receiver Phone'), receiver.phone)
  await hand.choose(page.getByLabel('Receiver Location'), 'THIKA')
  await hand.choose(page.getByLabel('Pickup Agent'), 'Thika Arcade Bookshop')
  await hand.typeAndGoOn(page.getByLabel('Parcel Description'), 'Two books')
}

const typeToADoor = async (hand: Hand): Promise<void> => {
  const { page } = hand
  await typeSender(hand)
  await hand.typeAndGoOn(page.getByLabel('Receiver Name'), receiver.name)
  await hand.typeAndGoOn(page.getByLabel('Receiver Phone'), receiver.phone)
  await hand.choose(page.getByLabel('Receiver Location'), 'THIKA')
  await hand.typeAndGoOn(page.getByLabel('Pickup Address'), 'Sunrise Court, house 4')
  await hand.typeAndGoOn(page.getByLabel('More Details'), 'Green gate')
  await hand.typeAndGoOn(page.getByLabel('Parcel Description'), 'A pair of shoes')
}

/** M-Pesa itself, on the same phone, is not counted. */
const pay = async (hand: Hand, product: Product): Promise<void> => {
  const { page } = hand
  const toCheckout = press(page, /^Pay Ksh .* with M-Pesa$/)
  await toCheckout.waitFor()
  const amount = Number((await toCheckout.textContent())?.replace(/\D/g, ''))
  const message = await hand.unwatched(() => product.mpesaMessage(amount))
  await hand.tap(toCheckout)
  await heading(page, 'Checkout').waitFor()
  await hand.picture('checkout')
  const name = page.getByLabel('Full Name')
  await name.waitFor()
  if ((await name.inputValue()) === '') await hand.type(name, sender.name)
  await pasteWhole(hand, message)
  await hand.tap(press(page, 'Verify Payment'))
  await page.getByText('Paid. One step left.').waitFor()
  await hand.picture('paid')
}

/** With the Paste button, or by holding the field. */
const pasteWhole = async (hand: Hand, message: string): Promise<void> => {
  const { page } = hand
  if (!(await press(page, 'Paste').isVisible())) return hand.paste(page.getByLabel('M-Pesa Message'), message)
  await hand.unwatched(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(message)})`)
  })
  await hand.tap(press(page, 'Paste'))
}

/** On the phone that pays: M-Pesa asks there by itself, and its PIN is not counted. */
const payOnPhone = async (hand: Hand): Promise<void> => {
  const { page } = hand
  await hand.tap(press(page, /^Pay Ksh .* with M-Pesa$/))
  await heading(page, 'Checkout').waitFor()
  await hand.tap(press(page, /^Pay Ksh [\d,]+$/))
  await hand.unwatched(() => handset(page, asMpesaHas(sender.phone)).pays())
  await page.getByText('Paid. One step left.').waitFor()
  await hand.picture('paid')
}
const asMpesaHas = (phone: string) => `254${phone.slice(1)}`

const book = async (hand: Hand): Promise<void> => {
  await hand.tap(press(hand.page, 'Schedule Pickup'))
  await hand.see(trackingId(hand.page))
  await hand.picture('booked')
}

export const sending: readonly Journey[] = [
  {
    name: 'guest-dukani',
    wants: 'A guest sends from shop to shop, with a pasted M-Pesa message',
    more: 'below M-Pesa’s question on the phone, which most pay by, the till and the message begin lower.',
    prepare:
      async ({ product }) =>
      async (hand) => {
        await sendFrom(hand, 'Parcel Dukani')
        await typeShopToShop(hand)
        await pay(hand, product)
        await book(hand)
      },
  },
  {
    name: 'guest-door-on-delivery',
    wants: 'A guest sends to a door, Pay On Delivery (shop to shop is Pay Now only)',
    prepare: async () => async (hand) => {
      await sendFrom(hand, 'Door Step delivery')
      await typeToADoor(hand)
      await hand.tap(getChoice(hand.page, 'Pay On Delivery'))
      await hand.type(hand.page.getByLabel('Product Price (Ksh)'), '1200')
      await book(hand)
    },
  },
  {
    name: 'guest-door',
    wants: 'A guest sends to a door, with a pasted M-Pesa message',
    more: 'below M-Pesa’s question on the phone, which most pay by, the till and the message begin lower.',
    prepare:
      async ({ product }) =>
      async (hand) => {
        await sendFrom(hand, 'Door Step delivery')
        await typeToADoor(hand)
        await pay(hand, product)
        await book(hand)
      },
  },
  {
    name: 'guest-door-phone',
    wants: 'A guest sends to a door, and M-Pesa asks on their phone',
    prepare: async () => async (hand) => {
      await sendFrom(hand, 'Door Step delivery')
      await typeToADoor(hand)
      await payOnPhone(hand)
      await book(hand)
    },
  },
  {
    name: 'client-again',
    wants: 'A client sends a second parcel to the same person, shop to shop',
    more: 'below M-Pesa’s question on the phone, which most pay by, the till and the message begin lower.',
    as: 'client@tuma.test',
    prepare: async ({ product, client }) => {
      await sendDukani(client, product, shops.cbd, shops.thika, receiver)
      return async (hand) => {
        const { page } = hand
        await hand.open('/Client')
        await goTo(hand, 'My Deliveries')
        await hand.tap(page.getByRole('button', { name: /^Send again/ }).first())
        await heading(page, 'Parcel Dukani').waitFor()
        await hand.picture('form')
        await pay(hand, product)
        await book(hand)
      }
    },
  },
]
