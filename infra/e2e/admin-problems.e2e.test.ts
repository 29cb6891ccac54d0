import { expect, test } from 'vitest'
import { scrollsSideways, widths } from './browser/browser.ts'
import { pressByKey } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** From a problem on the dashboard to the press that solves it. */

const { admin } = openTestProduct()

test.each([widths.phone, widths.desk])(
  'at %i px a parcel is put on hold with a note, found among the problems, and released',
  async (width) => {
    const njeri = await admin(width)
    const { page } = njeri
    await page.goto('/Admin')
    await page.getByRole('link', { name: 'All problems with parcels' }).click()
    await page
      .getByRole('link', { name: /days, / })
      .first()
      .click()
    const parcel = page.locator('a[href^="/Admin/delivery/"]').first()
    const trackingId = await parcel.innerText()
    await parcel.click()
    await page.getByRole('button', { name: 'Put on hold', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What is wrong').selectOption({ label: 'Damaged' })
    await dialog.getByLabel('Note for colleagues').fill('The box is open.')
    await pressByKey(dialog.getByRole('button', { name: 'Put on hold', exact: true }))
    await page.getByText('The parcel is on hold.').waitFor()

    await page.goto('/Admin/problems?kind=held')
    const row = page.getByRole('row').filter({ hasText: trackingId })
    await row.getByText('“The box is open.”').waitFor()
    await row.getByText('The office').waitFor()
    await expect.poll(() => scrollsSideways(page)).toBe(false)
    await row.getByRole('button', { name: `Release: Damaged, ${trackingId}` }).click()
    await row.waitFor({ state: 'detached' })
    await leaves(njeri)
  },
)
