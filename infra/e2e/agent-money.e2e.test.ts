import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways } from './browser/browser.ts'
import { handset } from './browser/handset.ts'
import { type Asker, askAs, type Parcel, sendDoorstep, shops } from './parcels.ts'
import { getRow, pressByKey, pressStep, signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** Money at the hand-over: a request on the payer's phone, cash, and a parcel that stays until it is paid. */

const { product, visiting } = openTestProduct()
let client: Asker
let agent: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  agent = await askAs(product(), 'agent.cbd@tuma.test')
})

let phones = 30
/** A parcel on its way with a rider, to a receiver whose phone no other test uses. */
const onItsWay = async (): Promise<Parcel & { phone: string }> => {
  phones += 1
  const phone = `07222224${phones}`
  const parcel = await sendDoorstep(client, shops.cbd, 'ROYSAMBU', { name: 'Kiprop Cheruiyot', phone })
  const [rider] = await agent<{ _id: string }[]>('GET', '/api/admin/all')
  await agent('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  await agent('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  return { ...parcel, phone: `254${phone.slice(1)}` }
}
const asked = (page: Page) => page.getByRole('dialog', { name: /^Ksh [\d,]+ to be paid$/ })
const tap = (page: Page, name: string | RegExp) => pressByKey(asked(page).getByRole('button', { name }))
const isDelivered = (page: Page) => page.getByText('Status updated to Delivered successfully!').first().waitFor()

describe.each([360, 1280])('at %i px', (width) => {
  test('three parcels are handed over: by a request on a phone, for cash, and one that waits for its money', () =>
    visiting(async ({ page, context }) => {
      const [byPhone, forCash, waits] = [await onItsWay(), await onItsWay(), await onItsWay()]
      await signIn(context, 'agent.cbd@tuma.test')
      await page.setViewportSize({ width, height: 740 })
      await page.goto('/Agent/received')

      await pressStep(page, byPhone.trackingId, 'Delivered')
      await tap(page, 'Ask on their phone')
      await tap(page, /^Ask for Ksh/)
      await asked(page)
        .getByText(/^M-Pesa asks for Ksh/)
        .waitFor()
      expect(await axeFaults(page)).toEqual([])
      await expect.poll(() => scrollsSideways(page)).toBe(false)
      await handset(page, byPhone.phone).pays()
      await tap(page, 'Paid: Delivered')
      await isDelivered(page)
      await getRow(page, byPhone.trackingId).waitFor({ state: 'detached' })

      await pressStep(page, forCash.trackingId, 'Delivered')
      await asked(page).getByRole('button', { name: 'Cash' }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      const low = await asked(page)
        .getByRole('button')
        .evaluateAll(
          (all) => all.filter((one) => (one as unknown as { offsetHeight: number }).offsetHeight < 44).length,
        )
      expect(low).toBe(0)
      await tap(page, 'Cash')
      await tap(page, /in hand: Delivered$/)
      await getRow(page, forCash.trackingId).waitFor({ state: 'detached' })

      await pressStep(page, waits.trackingId, 'Delivered')
      await tap(page, /^Not paid/)
      await getRow(page, waits.trackingId).getByText('On hold: Not paid yet').waitFor()
      await pressStep(page, waits.trackingId, 'Delivered')
      await tap(page, 'Cash')
      await tap(page, /in hand: Delivered$/)
      await getRow(page, waits.trackingId).waitFor({ state: 'detached' })
    }))
})
