import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { says } from './admins.ts'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, type Visitor } from './browser/browser.ts'
import { type Asker, askAs, sendDoorstep, sendDukani, setStatus, shops } from './parcels.ts'
import { getRow, handOverWithoutCode, pressByKey, pressStep, signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'

/**
 * Every step of a parcel's way as the agents of its shops take it: the button of each row, its dialogs, and its
 * messages.
 */

const { product, visiting } = openTestProduct()
let client: Asker
let admin: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  admin = await askAs(product(), 'admin@tuma.test')
})

const asAgent = (shop: 'cbd' | 'thika', act: (visitor: Visitor) => Promise<void>): Promise<void> =>
  visiting(async (visitor) => {
    await signIn(visitor.context, `agent.${shop}@tuma.test`)
    await act(visitor)
  })

/** The steps that a row's buttons offer. */
const offers = (page: Page, trackingId: string) =>
  getRow(page, trackingId).getByRole('group').getByRole('button').allTextContents()

const openTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tab', { name, exact: true }).click()
  await page.getByRole('tabpanel', { name }).waitFor()
}

const saysStatus = (page: Page, status: string) => says(page, `Status updated to ${status} successfully!`)

describe('on a phone', () => {
  test('a dukani parcel is dropped, sent, received and handed to its picker', async () => {
    const { trackingId } = await sendDukani(client, product(), shops.cbd, shops.thika)
    const row = (page: Page) => getRow(page, trackingId)
    await asAgent('cbd', async ({ page }) => {
      await page.goto('/Agent/uncollected')
      await pressStep(page, trackingId, 'Dropped')
      await saysStatus(page, 'Dropped')
      await row(page).waitFor({ state: 'detached' })

      await openTab(page, 'Dropped Deliveries')
      await row(page).waitFor()
      await expect.poll(() => offers(page, trackingId)).toEqual(['Intransit'])
      await pressStep(page, trackingId, 'Intransit')
      await saysStatus(page, 'In Transit')
      await row(page).waitFor({ state: 'detached' })

      await openTab(page, 'Intransit Deliveries')
      await row(page).getByText('With the receiving shop').waitFor()
      await expect.poll(() => offers(page, trackingId)).toEqual([])
    })
    await asAgent('thika', async ({ page }) => {
      await page.goto('/Agent/received')
      await pressStep(page, trackingId, 'Delivered')
      await saysStatus(page, 'Delivered')

      await openTab(page, 'Received Deliveries')
      await handOverWithoutCode(page, trackingId)
      await saysStatus(page, 'Collected')
      const picker = page.getByRole('dialog', { name: 'Who collects it?' })
      const assign = picker.getByRole('button', { name: 'Assign Picker' })
      await pressByKey(assign)
      for (const field of ["Picker's name", "Picker's phone", 'National ID']) {
        await picker.getByText(`${field} is required.`).waitFor()
      }
      await picker.getByLabel('Name').fill('Akinyi Atieno')
      await picker.getByLabel('Phone').fill('0733 222 111')
      await picker.getByLabel('National ID').fill('30111222')
      await pressByKey(assign)
      await says(page, 'Picker assigned successfully!')
      await picker.waitFor({ state: 'detached' })
      await row(page).waitFor({ state: 'detached' })

      await openTab(page, 'Collected Deliveries')
      const completed = row(page).getByRole('button', { name: 'Completed' })
      await completed.waitFor()
      await expect.poll(() => completed.isDisabled()).toBe(true)
    })
  })

  test('a doorstep parcel gets its rider, who may change, and is confirmed as received', async () => {
    const { trackingId } = await sendDoorstep(client, shops.cbd)
    await asAgent('cbd', async ({ page }) => {
      await page.goto('/Agent/uncollected?tab=dropped')
      await pressStep(page, trackingId, 'Assign Rider')
      const dialog = page.getByRole('dialog', { name: 'Assign Rider' })
      const assign = dialog.getByRole('button', { name: 'Assign', exact: true })
      const rider = (name: string) => dialog.getByRole('radio', { name })
      await rider('Salim Juma').waitFor()
      await pressByKey(assign)
      await dialog.getByText('Please select a rider!').waitFor()
      await rider('Salim Juma').check()
      await pressByKey(assign)
      await says(page, 'Rider assigned successfully!')
      await dialog.waitFor({ state: 'detached' })
      await getRow(page, trackingId).getByRole('button', { name: 'Intransit' }).waitFor()
      await expect.poll(() => offers(page, trackingId)).toEqual(['Intransit', 'Change Rider'])

      await pressStep(page, trackingId, 'Change Rider')
      await rider('Salim Juma').waitFor()
      await expect.poll(() => rider('Salim Juma').isChecked()).toBe(true)
      await rider('Grace Nyambura').check()
      await pressByKey(assign)
      await says(page, 'Rider assigned successfully!')

      await pressStep(page, trackingId, 'Intransit')
      await saysStatus(page, 'In Transit')
      await page.goto('/Agent/received')
      await pressStep(page, trackingId, 'Delivered')
      await page.getByRole('button', { name: 'Cash' }).click()
      await page.getByRole('button', { name: /in hand: Delivered$/ }).click()
      await saysStatus(page, 'Delivered')
      await openTab(page, 'Received Deliveries')
      await pressStep(page, trackingId, 'Confirm Receipt')
      await saysStatus(page, 'Collected')
      await openTab(page, 'Collected Deliveries')
      await getRow(page, trackingId).getByRole('button', { name: 'Completed' }).waitFor()
      await getRow(page, trackingId).getByRole('link', { name: trackingId }).click()
      await page.getByText('Grace Nyambura, 0700100025').waitFor()
    })
  })
})

test('a parcel that was handed over without a picker still asks for one', async () => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
  await setStatus(admin, parcel, 'delivered')
  await asAgent('thika', async ({ page }) => {
    await page.goto('/Agent/received?tab=delivered')
    await handOverWithoutCode(page, parcel.trackingId)
    await pressByKey(page.getByRole('dialog', { name: 'Who collects it?' }).getByRole('button', { name: 'Close' }))
    await openTab(page, 'Collected Deliveries')
    await pressStep(page, parcel.trackingId, 'Assign Picker')
    await page.getByRole('dialog', { name: 'Who collects it?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

test('a parcel that an admin has set to sorting is among the dropped and goes on from there', async () => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
  await setStatus(admin, parcel, 'sorting')
  await asAgent('cbd', async ({ page }) => {
    await page.goto('/Agent/uncollected?tab=dropped')
    await getRow(page, parcel.trackingId).getByText('Sorting').waitFor()
    await pressStep(page, parcel.trackingId, 'Intransit')
    await saysStatus(page, 'In Transit')
  })
})

test('the steps can be taken on the parcel’s page too', async () => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
  await asAgent('cbd', async ({ page }) => {
    await page.goto(`/Agent/delivery/parcelDukani/${parcel._id}`)
    await page.getByRole('button', { name: 'Dropped' }).click()
    await saysStatus(page, 'Dropped')
    await page.getByRole('button', { name: 'Intransit' }).click()
    await saysStatus(page, 'In Transit')
    await page.getByText('With the receiving shop').waitFor()
  })
})

test('axe finds nothing in the dialogs, light or dark, whatever their content', async () => {
  const doorstep = await sendDoorstep(client, shops.cbd)
  const dukani = await sendDukani(client, product(), shops.thika, shops.cbd)
  await setStatus(admin, dukani, 'delivered')
  await asAgent('cbd', async ({ page }) => {
    const isClean = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await axeFaults(page), colorScheme).toEqual([])
      }
      await expect.poll(() => scrollsSideways(page)).toBe(false)
    }
    await page.goto('/Agent/uncollected?tab=dropped')
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await page.getByText('The camera does not work here. Please type the Tracking ID.').waitFor()
    await isClean()
    await page.keyboard.press('Escape')
    await pressStep(page, doorstep.trackingId, 'Assign Rider')
    await page.getByRole('radio').first().waitFor()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('Please select a rider!').waitFor()
    await isClean()
    await page.goto('/Agent/received?tab=delivered')
    await pressStep(page, dukani.trackingId, 'Hand over')
    await page
      .getByRole('dialog')
      .getByText(/^No code\?/)
      .waitFor()
    await isClean()
    const picker = page.getByRole('dialog', { name: 'Who collects it?' })
    await page.getByRole('button', { name: 'Assign Picker' }).click()
    await pressByKey(picker.getByRole('button', { name: 'Assign Picker' }))
    await page.getByText('National ID is required.').waitFor()
    await isClean()
  })
})
