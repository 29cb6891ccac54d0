import { maxPhotoBytes } from '@tuma/contracts/vocabulary'
import { collectionCodeIn } from '@tuma/one-process/collection-code'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, widths } from './browser/browser.ts'
import { largePicture } from './browser/pictures.ts'
import { type Asker, askAs, type Parcel, sendDukani, shops } from './parcels.ts'
import { eventually, getRow, pressByKey, signIn } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { openTestProduct } from './test-product.ts'
import { openDriver } from './walks/driver.ts'

/** An agent's parcels with problems: held with photos of the damage, and waiting for their receivers. */

const { product, visiting } = openTestProduct()
let client: Asker
let cbd: Asker
let thika: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  cbd = await askAs(product(), 'agent.cbd@tuma.test')
  thika = await askAs(product(), 'agent.thika@tuma.test')
})

let phones = 100
const somebody = () => {
  phones += 1
  return { name: 'Nekesa Barasa', phone: `0733000${phones}` }
}
const arrived = async (receiver = somebody()): Promise<Parcel> => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika, receiver)
  await cbd('PUT', `/api/agent/update-status/${parcel._id}`, {})
  await cbd('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  await thika('PUT', `/api/agent/update-received/${parcel._id}`, {})
  return parcel
}
const codeFor = async ({ phone }: { phone: string }): Promise<string> => {
  const waits = await eventually(async () =>
    (await product().outbox()).find(({ to, text }) => to === phone && /is waiting for you/.test(text)),
  )
  return collectionCodeIn(waits.text) ?? ''
}
/** Looks at the screen as a phone by day and as a desk in the evening. */
const looksRight = async (page: Page, what: string): Promise<void> => {
  const colorScheme = page.viewportSize()?.width === widths.phone ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  expect(await axeFaults(page), `${what}, ${colorScheme}`).toEqual([])
  await expect.poll(() => scrollsSideways(page), { message: what }).toBe(false)
}
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: largePicture() })

describe.each(Object.entries(widths))('on a %s', (_screen, width) => {
  test('a damaged parcel is held with photos from its row, without a mouse, seen by its sender, and released again', () =>
    visiting(async ({ page, context }) => {
      const parcel = await arrived()
      await signIn(context, 'agent.thika@tuma.test')
      await page.goto('/Agent/waiting')
      const row = getRow(page, parcel.trackingId)
      await row.getByRole('button', { name: `More about ${parcel.trackingId}` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Put on hold' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Put on hold' })
      const why = dialog.getByLabel('What is wrong?')
      await expect.poll(() => why.evaluate((element) => element.matches(':focus'))).toBe(true)
      await why.selectOption('Damaged')
      await dialog.getByLabel(/Note for colleagues/).fill('The box is open.')
      const [one, other] = [picture('one.png'), picture('other.png')]
      expect(one.buffer.length).toBeGreaterThan(maxPhotoBytes)
      const noPicture = { name: 'note.txt', mimeType: 'image/png', buffer: Buffer.from('hello') }
      await dialog.getByLabel('Choose photos').setInputFiles([one, other, noPicture])
      await dialog.getByText('We cannot read “note.txt”.').waitFor()
      await dialog.getByText(/^Photo 2: ready to send/).waitFor()
      await looksRight(page, 'photos are chosen')
      await dialog.getByRole('button', { name: 'Put on hold' }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await row.getByText('On hold: Damaged').waitFor()
      await row.getByText('The office asks the sender.').waitFor()

      const { photos = [] } = await thika<{ photos?: { id: string }[] }>(
        'GET',
        `/api/deliveries/parcelDukani/${parcel._id}`,
      )
      expect(photos).toHaveLength(2)
      const sent = await context.request.get(`/api/deliveries/${parcel._id}/photos/${photos[0]?.id}`, retryOptions)
      const bytes = await sent.body()
      expect([sent.headers()['content-type'], bytes.length <= maxPhotoBytes]).toEqual(['image/jpeg', true])
      expect(bytes.toString('latin1')).not.toContain('GPS')

      await row.getByRole('link', { name: parcel.trackingId }).press('Enter')
      await page.getByText('“The box is open.”').waitFor()
      await page.getByRole('button', { name: 'Enlarge photo 1 of 2' }).press('Enter')
      await page.getByRole('img', { name: 'Photo 1 of 2' }).waitFor()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('img', { name: 'Photo 2 of 2' }).waitFor()
      await looksRight(page, 'a photo is large')
      const saved = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      expect((await saved).suggestedFilename()).toBe(`photo_${parcel.trackingId}_2.jpg`)
      await page.keyboard.press('Escape')
      await looksRight(page, 'the page of a held parcel')
      await page.getByRole('button', { name: 'Release' }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Release' }).press('Enter')
      await page.getByRole('button', { name: 'Hand over', exact: true }).waitFor()

      await signIn(context, 'client@tuma.test')
      await page.goto(`/Client/delivery/parcelDukani/${parcel._id}`)
      await page.getByRole('button', { name: 'Enlarge photo 2 of 2' }).locator('img').waitFor()
    }, width))

  test('a waiting parcel is reached from the dashboard, its code is sent again, and it is handed over from there', () =>
    visiting(async ({ page, context }) => {
      const receiver = somebody()
      const parcel = await arrived(receiver)
      const before = await codeFor(receiver)
      await signIn(context, 'agent.thika@tuma.test')
      await page.goto('/Agent')
      await page.getByRole('link', { name: /waiting to be collected/ }).click()
      await page.getByRole('heading', { name: 'Waiting', level: 1 }).waitFor()
      const row = getRow(page, parcel.trackingId)
      await row.getByText('today').waitFor()
      await row.getByText(/^\d+ \w{3}$/).waitFor()
      await looksRight(page, 'what waits')
      await row.getByRole('button', { name: `More about ${parcel.trackingId}` }).click()
      await page.getByRole('menuitem', { name: 'Send the code again' }).click()
      await page.getByText('A new code is on its way to the receiver.').waitFor()
      const again = await eventually(async () =>
        (await product().outbox()).find(({ to, text }) => to === receiver.phone && /your new code for/.test(text)),
      )
      const code = collectionCodeIn(again.text) ?? ''
      expect(code).not.toBe(before)
      await row.getByRole('button', { name: 'Hand over', exact: true }).click()
      await page.getByLabel('Collection code').fill(code)
      await pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true }))
      await row.waitFor({ state: 'detached' })
    }, width))
})

test('a scanned parcel is handed over with its code in three taps, and so are three of one phone', () =>
  visiting(async ({ page, context }) => {
    await signIn(context, 'agent.thika@tuma.test')
    for (const [count, done] of [
      [1, 'Hand over'],
      [3, 'Hand over all 3'],
    ] as const) {
      const receiver = somebody()
      const parcels: Parcel[] = []
      for (let sent = 0; sent < count; sent += 1) parcels.push(await arrived(receiver))
      const code = await codeFor(receiver)
      const driver = openDriver(page)
      // The page that a scan opens.
      await driver.open(`/Agent/delivery/parcelDukani/${parcels[0]?._id}`)
      await driver.tap(page.getByRole('button', { name: 'Hand over', exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: done, exact: true }).waitFor()
      await driver.type(dialog.getByLabel('Collection code'), code)
      await driver.tap(dialog.getByRole('button', { name: done, exact: true }))
      await dialog.waitFor({ state: 'detached' })
      const { effort } = driver.getResult()
      expect([effort.taps, effort.fields]).toEqual([3, 1])
      for (const { _id } of parcels) {
        const { status } = await thika<{ status: string }>('GET', `/api/deliveries/parcelDukani/${_id}`)
        expect(status).toBe('collected')
      }
    }
  }))
