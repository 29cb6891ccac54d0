import { collectionCodeIn } from '@tuma/one-process/collection-code'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { browserOfThisProcess, inContext, scrollsSideways, widths } from './browser/browser.ts'
import { type Asker, askAs, type Parcel, sendDukani, shops } from './parcels.ts'
import { eventually, getRow, pressByKey, signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** A receiver without an account or an app, whose phone may run no script: from the SMS to the parcel in hand. */

const { product, visiting } = openTestProduct()
let client: Asker
let cbd: Asker
let thika: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  cbd = await askAs(product(), 'agent.cbd@tuma.test')
  thika = await askAs(product(), 'agent.thika@tuma.test')
})

let phones = 40
const somebody = () => {
  phones += 1
  return { name: 'Njeri Wambui', phone: `07330001${phones}` }
}
const arrived = async (receiver: { name: string; phone: string }): Promise<Parcel> => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika, receiver)
  await cbd('PUT', `/api/agent/update-status/${parcel._id}`, {})
  await cbd('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  await thika('PUT', `/api/agent/update-received/${parcel._id}`, {})
  return parcel
}
const smsTo = async (phone: string, { trackingId }: Parcel, saying: RegExp): Promise<string> =>
  (
    await eventually(async () =>
      (await product().outbox()).find(({ to, text }) => to === phone && text.includes(trackingId) && saying.test(text)),
    )
  ).text
const linkIn = (text: string): string => new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname

/** A phone that runs no script. */
const onPlainPhone = async (act: (page: Page) => Promise<void>): Promise<void> => {
  const viewport = { width: widths.phone, height: 640 }
  const phone = { viewport, baseURL: product().url, javaScriptEnabled: false, locale: 'en-KE' }
  await inContext(await browserOfThisProcess(), phone, act)
}
const handOver = async (page: Page, { trackingId }: Parcel, code: string, all: string): Promise<void> => {
  await getRow(page, trackingId).getByRole('button', { name: 'Hand over', exact: true }).click()
  const counter = page.getByRole('dialog')
  await counter.getByLabel('Collection code').fill(code)
  await pressByKey(counter.getByRole('button', { name: all, exact: true }))
  // The list below is filtered, and its row may stay or leave, so only the dialog is checked here.
  await counter.waitFor({ state: 'detached' })
}

describe('a receiver without an account, at 360 px', () => {
  test('reads in the SMS where it is, opens the page without script, says the code at the counter and gets the parcel', () =>
    visiting(async ({ page, context }) => {
      const receiver = somebody()
      const parcel = await arrived(receiver)
      const link = linkIn(await smsTo(receiver.phone, parcel, /is on its way to you|is sending you a parcel/))
      expect(link).toBe(`/t/${parcel.trackingId}`)
      const code =
        collectionCodeIn(await smsTo(receiver.phone, parcel, /is waiting for you at Thika Arcade Bookshop/)) ?? ''
      await onPlainPhone(async (phone) => {
        await phone.goto(link)
        await phone.getByText('Collect it at Thika Arcade Bookshop, THIKA, with the code from the SMS.').waitFor()
        await phone.getByText(/^It waits there until/).waitFor()
        expect(await phone.content()).not.toContain(code)
        // Axe is a script.
        await page.goto(link)
        expect(await axeFaults(page)).toEqual([])
        await expect.poll(() => scrollsSideways(page)).toBe(false)

        await signIn(context, 'agent.thika@tuma.test')
        await page.goto('/Agent/received?tab=delivered')
        await handOver(page, parcel, code, 'Hand over')
        await getRow(page, parcel.trackingId).waitFor({ state: 'detached' })
        await phone.reload()
        await phone.getByText('The parcel has been collected.').waitFor()
      })
      await smsTo(receiver.phone, parcel, /has been collected/)
    }))

  test('gets three parcels at once with the code of one of them', () =>
    visiting(async ({ page, context }) => {
      const receiver = somebody()
      const parcels = [await arrived(receiver), await arrived(receiver), await arrived(receiver)] as const
      const code = collectionCodeIn(await smsTo(receiver.phone, parcels[1], /is waiting for you/)) ?? ''
      await signIn(context, 'agent.thika@tuma.test')
      await page.goto('/Agent/received?tab=delivered')
      await getRow(page, parcels[1].trackingId).waitFor()
      await handOver(page, parcels[1], code, 'Hand over all 3')
      for (const parcel of parcels) {
        await getRow(page, parcel.trackingId).waitFor({ state: 'detached' })
        await smsTo(receiver.phone, parcel, /has been collected/)
      }
    }))

  test('has lost the code and has another one sent from the page without script', () =>
    onPlainPhone(async (phone) => {
      const receiver = somebody()
      const parcel = await arrived(receiver)
      const before = collectionCodeIn(await smsTo(receiver.phone, parcel, /is waiting for you/))
      await phone.goto(`/t/${parcel.trackingId.toLowerCase()}`)
      await phone.getByRole('button', { name: 'Send a new code to the receiver' }).click()
      await phone.getByRole('status').getByText('A new code is on its way by SMS.').waitFor()
      const after = collectionCodeIn(await smsTo(receiver.phone, parcel, /your new code for/)) ?? ''
      expect(after).not.toBe(before)
      await thika('PUT', `/api/agent/collect/${parcel._id}`, { code: after })
    }))
})
