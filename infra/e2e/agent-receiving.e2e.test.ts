import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import type { Visitor } from './browser/browser.ts'
import {
  type Asker,
  askAs,
  askIn,
  newAgent,
  type Parcel,
  sendDoorstep,
  sendDukani,
  setStatus,
  shops,
} from './parcels.ts'
import { getRow } from './people.ts'
import { startProduct } from './product.ts'
import { openTestProduct } from './test-product.ts'

/**
 * Parcels that come to a shop, on a phone: a van of 20, those that the shop's own rider carries, and those of another
 * shop's rider.
 */

const { product, visiting } = openTestProduct(() => startProduct({ POSTS_PER_MINUTE: '10000' }))
const shop = shops.quiet
let admin: Asker
let client: Asker
let cbd: Asker
let van: Parcel[]
beforeAll(async () => {
  admin = await askAs(product(), 'admin@tuma.test')
  client = await askAs(product(), 'client@tuma.test')
  cbd = await askAs(product(), 'agent.cbd@tuma.test')
  van = []
  for (let number = 1; number <= 20; number += 1) {
    const receiver = { name: 'Kiprop Cheruiyot', phone: `07331002${String(number).padStart(2, '0')}` }
    const parcel = await sendDukani(client, product(), shops.cbd, shop, receiver)
    await setStatus(admin, parcel, 'inTransit')
    van.push(parcel)
  }
})

const giveToRider = async (agent: Asker, parcel: Parcel): Promise<Parcel> => {
  const [rider] = await agent<{ _id: string }[]>('GET', '/api/admin/all')
  await agent('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  await agent('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  return parcel
}
const asAgent = (act: (visitor: Visitor) => Promise<void>) =>
  visiting(async (visitor) => {
    const { giveShop } = await newAgent(visitor.context, product(), admin)
    await giveShop(shop)
    await act(visitor)
  })

/** Counts its taps. */
const thumb = () => {
  let taps = 0
  return {
    taps: () => taps,
    async tap(place: Locator) {
      taps += 1
      await place.click()
    },
  }
}
const group = (page: Page, name: RegExp) => page.getByRole('region', { name })
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true })

test('a van of 20 is received in four taps, without the parcels that a rider carries', () =>
  asAgent(async ({ page, context }) => {
    const ridden = await giveToRider(askIn(context), await sendDoorstep(client, shop))
    const near = await giveToRider(cbd, await sendDoorstep(client, shops.cbd, shop.location))
    await page.goto('/Agent/received')
    const [toShop, byRiders] = [group(page, /^Coming to your shop 20$/), group(page, /^With your riders 1$/)]
    await toShop.waitFor()
    await byRiders.getByRole('row').filter({ hasText: ridden.trackingId }).waitFor()
    expect(await axeFaults(page)).toEqual([])

    const ofVan = thumb()
    await ofVan.tap(button(toShop, 'Select several'))
    await ofVan.tap(button(toShop, 'Select all 20'))
    await ofVan.tap(button(toShop, 'Delivered (20)'))
    const question = page.getByRole('alertdialog', { name: 'Tell 20 receivers that their parcel is here?' })
    await ofVan.tap(button(question, 'Delivered (20)'))
    await page.getByText('Delivered: 20 parcels').waitFor()
    expect(ofVan.taps()).toBe(4)
    for (const { trackingId } of van) await getRow(page, trackingId).waitFor({ state: 'detached' })

    const ofNear = thumb()
    await ofNear.tap(page.getByText(/^Other riders near you/))
    await getRow(page, near.trackingId).waitFor()
    expect(ofNear.taps()).toBe(1)
    expect(await axeFaults(page)).toEqual([])

    const ofRider = thumb()
    await ofRider.tap(button(getRow(page, ridden.trackingId), 'Delivered'))
    await ofRider.tap(button(page, 'Cash'))
    await ofRider.tap(page.getByRole('button', { name: /in hand: Delivered$/ }))
    await page.getByText('Status updated to Delivered successfully!').waitFor()
    expect(ofRider.taps()).toBe(3)
    await byRiders.waitFor({ state: 'detached' })
  }))
