import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from './browser/browser.ts'
import { toastWith } from './browser/toasts.ts'
import { type Asker, askAs, sendDoorstep, sendDukani, setStatus, shops } from './parcels.ts'
import { getRow, handOverWithoutCode, pressByKey, pressStep, signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'

/**
 * What an agent sees while the server is slow, fails, or cannot be reached: no work is lost, and no false success is
 * shown.
 */

const { product, visiting } = openTestProduct()
let client: Asker
let admin: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  admin = await askAs(product(), 'admin@tuma.test')
})

const asAgent = (act: (visitor: Visitor) => Promise<void>): Promise<void> =>
  visiting(async (visitor) => {
    await signIn(visitor.context, 'agent.cbd@tuma.test')
    await act(visitor)
  })

const readAlert = async (page: Page, title: string, sentence?: string): Promise<void> => {
  const alert = page.getByRole('alertdialog', { name: title })
  await alert.waitFor()
  if (sentence) await alert.getByText(sentence).waitFor()
  await pressByKey(alert.getByRole('button', { name: 'OK' }))
  await alert.waitFor({ state: 'detached' })
}

describe('while the server fails', () => {
  const failing = async (page: Page, call: RegExp): Promise<() => Promise<void>> => {
    const fail = { status: 500, json: { code: 'fault', message: 'Something went wrong' } }
    await page.route(call, (route) => (route.request().method() === 'PUT' ? route.fulfill(fail) : route.continue()))
    return () => page.unroute(call)
  }

  test('a step says so, and its row is back in its place', async () => {
    const { trackingId } = await sendDukani(client, product(), shops.cbd, shops.thika)
    await asAgent(async ({ page, complaints }) => {
      await page.goto('/Agent/uncollected')
      const mended = await failing(page, /update-status/)
      await pressStep(page, trackingId, 'Dropped')
      await readAlert(page, 'Failed to update status')
      await getRow(page, trackingId).getByRole('button', { name: 'Dropped' }).waitFor()
      expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 500')])
      await mended()
      await pressStep(page, trackingId, 'Dropped')
      await toastWith(page, 'Status updated to Dropped successfully!').waitFor()
    })
  })

  test('so do the dialogs of the rider and of the picker, which keep what was chosen', async () => {
    const doorstep = await sendDoorstep(client, shops.cbd)
    const dukani = await sendDukani(client, product(), shops.thika, shops.cbd)
    await setStatus(admin, dukani, 'delivered')
    await asAgent(async ({ page, complaints }) => {
      await page.goto('/Agent/uncollected?tab=dropped')
      const mended = await failing(page, /assign-/)
      await pressStep(page, doorstep.trackingId, 'Assign Rider')
      const rider = page.getByRole('dialog').getByRole('radio').first()
      await rider.check()
      await page.getByRole('button', { name: 'Assign', exact: true }).click()
      await readAlert(page, 'Failed to assign rider')
      await expect.poll(() => rider.isChecked()).toBe(true)
      await page.keyboard.press('Escape')

      await page.goto('/Agent/received?tab=delivered')
      await handOverWithoutCode(page, dukani.trackingId)
      const picker = page.getByRole('dialog', { name: 'Who collects it?' })
      await picker.getByLabel('Name').fill('Akinyi Atieno')
      await picker.getByLabel('Phone').fill('0733 222 111')
      await picker.getByLabel('National ID').fill('30111222')
      await pressByKey(picker.getByRole('button', { name: 'Assign Picker' }))
      await picker.getByText('Failed to assign rider. Please try again.').waitFor()
      expect(complaints.splice(0)).toHaveLength(2)
      await mended()
      await pressByKey(picker.getByRole('button', { name: 'Assign Picker' }))
      await toastWith(page, 'Picker assigned successfully!').waitFor()
    })
  })

  test('riders that could not be loaded can be asked for again', async () => {
    const { trackingId } = await sendDoorstep(client, shops.cbd)
    await asAgent(async ({ page }) => {
      await page.goto('/Agent/uncollected?tab=dropped')
      await page.route('**/api/admin/all', (route) => route.fulfill({ status: 403, json: { code: 'not_allowed' } }))
      await pressStep(page, trackingId, 'Assign Rider')
      await page.getByText('Failed to fetch riders.').waitFor()
      await page.unroute('**/api/admin/all')
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.getByRole('radio').first().waitFor()
      await page.keyboard.press('Escape')
    })
  })
})

describe('without an answer', () => {
  const lists = [
    ['/Agent', /agent\/counts/, 'Failed to fetch deliveries'],
    ['/Agent/uncollected', /dropping-deliveries/, 'Failed to fetch deliveries'],
    ['/Agent/received', /receiving-deliveries/, 'Failed to fetch deliveries'],
    ['/Agent/all-deliveries?tab=received', /receiving-deliveries/, 'Failed to fetch deliveries'],
    ['/Agent/paid', /paid-parcels/, 'Failed to fetch paid deliveries.'],
    ['/Agent/customers', /agent\/customers/, 'Failed to fetch customers.'],
  ] as const

  test('each screen says that it is loading, then what could not be loaded, and tries again', () =>
    asAgent(async ({ page, complaints }) => {
      for (const [path, call, sentence] of lists) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const refused = { status: 403, json: { code: 'not_allowed', message: 'You are not allowed to do this.' } }
        await page.route(call, async (route) => {
          await promise
          await route.fulfill(refused)
        })
        await page.goto(path)
        await page.locator('main [aria-busy="true"]').first().waitFor()
        resolve()
        await page.getByRole('alert').getByText(sentence).waitFor()
        await page.unroute(call)
        await page.getByRole('button', { name: 'Try Again' }).click()
        await page.getByRole('alert').getByText(sentence).waitFor({ state: 'detached' })
        await page.locator('main').getByRole('row').or(page.locator('.t-stat')).first().waitFor()
      }
      expect(complaints.splice(0)).toEqual([])
    }))

  test('offline the screen says so, a press is undone with a message, and work goes on when the network returns', () =>
    asAgent(async ({ page, context, complaints }) => {
      const { trackingId } = await sendDukani(client, product(), shops.cbd, shops.thika)
      await page.goto('/Agent/uncollected')
      const drop = getRow(page, trackingId).getByRole('button', { name: 'Dropped' })
      await drop.waitFor()
      await context.setOffline(true)
      await page.getByText('No internet. We will continue when you are back online.').waitFor()
      await drop.click()
      await readAlert(
        page,
        'Failed to update status',
        'We cannot reach Tuma. Please check your connection and try again.',
      )
      await drop.waitFor()
      await context.setOffline(false)
      await page.getByText('No internet.').waitFor({ state: 'detached' })
      await drop.click()
      await toastWith(page, 'Status updated to Dropped successfully!').waitFor()
      complaints.splice(0) // the browser's own errors of the lost network
    }))
})
