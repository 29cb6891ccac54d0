import { beforeAll, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { type Asker, askAs, sendDoorstep, shops } from './parcels.ts'
import { getRow, signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'
import { openDriver } from './walks/driver.ts'

/**
 * An agent finishes the tasks with a deadline, at each width of a counter's screen: a phone, a tablet, and laptops at
 * 100 and 125 %.
 */

const { product, visiting } = openTestProduct()
let client: Asker
let cbd: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  cbd = await askAs(product(), 'agent.cbd@tuma.test')
})

test.each([360, 768, 1024, 1093])(
  'at %s px, from the dashboard to the parcel on its way in five taps',
  async (width) => {
    const { _id, trackingId } = await sendDoorstep(client, shops.cbd)
    await visiting(async ({ context, page }) => {
      await signIn(context, 'agent.cbd@tuma.test')
      await page.goto('/Agent')
      const driver = openDriver(page)
      await driver.tap(page.getByRole('link', { name: /with a deadline/ }))
      await page.getByRole('heading', { name: 'To do', level: 1 }).waitFor()
      const row = getRow(page, trackingId)
      await row.getByText('Same-day').waitFor()
      await row.getByText(/^(\d+ (min|h|days) left|due now)$/).waitFor()
      expect(await axeFaults(page)).toEqual([])
      const steps = row.getByRole('group').getByRole('button')
      await driver.tap(steps)
      const dialog = page.getByRole('dialog', { name: 'Assign Rider' })
      await driver.tap(dialog.getByRole('radio').first())
      await driver.tap(dialog.getByRole('button', { name: 'Assign', exact: true }))
      await dialog.waitFor({ state: 'detached' })
      await row.getByRole('button', { name: 'Intransit', exact: true }).waitFor()
      await expect.poll(() => steps.count()).toBe(1)
      await driver.tap(steps)
      await row.getByRole('button', { name: 'Delivered', exact: true }).waitFor()
      expect(driver.getResult().effort.taps).toBe(5)
      const { status } = await cbd<{ status: string }>('GET', `/api/deliveries/doorstep/${_id}`)
      expect(status).toBe('inTransit')
    }, width)
  },
)
