import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { alertSays, answer, asked, column, hold, path, pressIn, query, refuse, row, says } from './admins.ts'
import { widths } from './browser/browser.ts'
import { focusIsInContent, getKeyboard } from './browser/keyboard.ts'
import { type Asker, askAs, sendDoorstep, sendDukani, setStatus, shops } from './parcels.ts'
import { pressByKey } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** An admin searches, changes and deletes deliveries, and reads their history. */

const { product, admin } = openTestProduct()
const list = /\/api\/admin\/deliveries(\?|$)/
let client: Asker
let asAdmin: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  asAdmin = await askAs(product(), 'admin@tuma.test')
})

const counted = async (page: Page, label: string): Promise<number> => {
  const chip = page.getByRole('button', { name: new RegExp(`^${label} [\\d,]+$`) })
  return Number((await chip.innerText()).replace(/\D/g, ''))
}
const editing = (page: Page) => page.getByRole('dialog', { name: 'Edit Status' })
const getUpdate = (page: Page) => editing(page).getByRole('button', { name: /^Updat/ })

test('the counts above are of all parcels, and each filter finds as many', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/Admin/deliveries')
  const all = await counted(page, 'All')
  await page.getByText(new RegExp(`of ${all} shown$`)).waitFor()
  let sum = 0
  for (const status of ['Dropping Off', 'Uncollected', 'Sorting', 'In Transit', 'Delivered', 'Collected']) {
    const count = await counted(page, status)
    await page.getByLabel('Status').selectOption(status)
    await page.getByText(`${count} of ${count} shown`, { exact: true }).waitFor()
    await expect.poll(async () => (await column(page, 4)).every((cell) => cell.startsWith(status))).toBe(true)
    sum += count
  }
  expect(sum).toBe(all)
  await expect.poll(() => query(page)).toBe('?status=collected')
  await page.getByLabel('Type').selectOption('Parcel Dukani')
  await expect.poll(async () => (await column(page, 1)).every((cell) => cell.includes('Parcel Dukani'))).toBe(true)
  await leaves(njeri)
})

for (const language of ['en', 'sw'])
  test(`a laptop at 125 % shows three parcels at once, and the other filters after a press (${language})`, async () => {
    const njeri = await admin()
    const { page } = njeri
    await page.addInitScript(`localStorage.setItem('tuma.language', '${language}')`)
    await page.setViewportSize({ width: 1024, height: 640 })
    await page.goto('/Admin/deliveries?status=collected')
    const third = page.locator('.t-list tbody tr').nth(2)
    const footOfThird = async () => {
      const box = await third.boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    await expect.poll(footOfThird).toBeLessThanOrEqual(640)
    const filters = page.getByRole('button', { name: language === 'en' ? 'Filters 1' : 'Vichujio 1', exact: true })
    const type = page.getByLabel(language === 'en' ? 'Type' : 'Aina', { exact: true })
    await expect
      .poll(async () => [await filters.getAttribute('aria-expanded'), await type.isVisible()])
      .toEqual(['false', false])
    await filters.press('Enter')
    await type.selectOption({ index: 1 })
    await page.getByRole('button', { name: /^(Filters|Vichujio) 2$/, expanded: true }).waitFor()
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.getByRole('button', { name: /^(Filters|Vichujio) 2$/ }).waitFor({ state: 'hidden' })
    await expect.poll(() => type.isVisible()).toBe(true)
    await leaves(njeri)
  })

test('the link to a parcel is high enough for a mouse, and on a phone for a thumb', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/Admin/deliveries')
  const id = page.getByRole('link', { name: /^TM-/ }).first()
  for (const [width, min] of [
    [1280, 24],
    [360, 44],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await id.boundingBox())?.height).toBeGreaterThanOrEqual(min)
  }
  await leaves(njeri)
})

test('filters are in the address: reload and back keep them, one press clears them', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/admin/deliveries?status=collected&type=doorstep')
  await row(page, 'Door Step').first().waitFor()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByText('No matching deliveries found.').waitFor()
  await expect.poll(() => query(page)).toBe('?status=collected&type=doorstep&from=2020-01-01&to=2020-01-02')
  await page.reload()
  await page.getByText('No matching deliveries found.').waitFor()
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('collected')
  await page.getByLabel('To', { exact: true }).fill('2019-01-01')
  await page.getByText('The first date must not be after the last.').waitFor()
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => query(page)).toBe('?status=collected&type=doorstep')
  await row(page, 'Door Step').first().waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => query(page)).toBe('')
  await leaves(njeri)
})

test('a searched tracking id is in the address; a phone or a name is not, and a reload still finds it', async () => {
  const { trackingId } = await sendDoorstep(client, shops.cbd)
  const njeri = await admin(widths.phone)
  const { page } = njeri
  await page.goto('/Admin/deliveries')
  const box = page.getByLabel('Tracking ID, name or phone')
  await box.fill(trackingId.slice(0, 9))
  await page.getByText('1 of 1 shown').waitFor()
  await expect.poll(() => query(page)).toBe(`?search=${trackingId.slice(0, 9)}`)
  await box.fill('0722 333 444')
  await expect.poll(() => query(page)).toBe('')
  await row(page, trackingId).getByText('Kiprop Cheruiyot').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Status').selectOption('Uncollected')
  await page.getByText('1 of 1 shown').waitFor()
  await page.reload()
  await page.getByText('1 of 1 shown').waitFor()
  await expect.poll(async () => [await box.inputValue(), query(page)]).toEqual(['0722 333 444', '?status=uncollected'])
  await box.fill('Kiprop Nobody')
  await page.getByText('No matching deliveries found.').waitFor()
  await box.fill('Kiprop Cheru')
  await row(page, trackingId).waitFor()
  await expect.poll(() => query(page)).toBe('?status=uncollected')
  await leaves(njeri)
})

test('further pages join the list, and an admin who comes back from a parcel finds their place', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.route(list, (route) => {
    const asked = new URL(route.request().url())
    asked.searchParams.set('limit', '20')
    return route.continue({ url: asked.href })
  })
  await page.goto('/Admin/deliveries')
  for (const shown of [20, 40]) {
    await page.getByText(new RegExp(`^${shown} of \\d+ shown$`)).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
  }
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBeGreaterThan(40)
  const [ids, count] = [await column(page, 1), await rows.count()]
  expect(new Set(ids).size).toBe(count)
  const fortieth = (await column(page, 1))[39]?.split('\n')[0] ?? ''
  await row(page, fortieth).getByRole('link', { name: 'View' }).click()
  await page.getByRole('heading', { name: 'Delivery Details' }).waitFor()
  await page.goBack()
  await row(page, fortieth).waitFor()
  await expect.poll(() => rows.count()).toBeGreaterThan(40)
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(500)
  // A change keeps the pages that are open.
  const status = await row(page, fortieth).getByRole('cell').nth(3).innerText()
  const to = status === 'Sorting' ? 'Delivered' : 'Sorting'
  await pressIn(page, fortieth, 'Edit')
  await editing(page).getByLabel('New status').selectOption(to)
  await pressByKey(getUpdate(page))
  await says(page, `Status updated to ${to} successfully!`)
  await row(page, fortieth).getByText(to, { exact: true }).waitFor()
  await expect.poll(() => rows.count()).toBeGreaterThan(40)
  await leaves(njeri)
})

test('Update is disabled while the status is unchanged or a request is in flight; a failure keeps the choice', async () => {
  const { trackingId } = await sendDoorstep(client, shops.thika)
  const njeri = await admin(widths.phone)
  const { page } = njeri
  await page.goto(`/Admin/deliveries?search=${trackingId}`)
  await pressIn(page, trackingId, 'Edit')
  await editing(page).getByText(`${trackingId} is now: Uncollected`).waitFor()
  const offered = () => editing(page).getByLabel('New status').getByRole('option').allTextContents()
  await expect.poll(offered).toEqual(['Uncollected', 'Sorting', 'In Transit', 'Delivered'])
  await expect.poll(() => getUpdate(page).isDisabled()).toBe(true)
  await editing(page).getByLabel('New status').selectOption('In Transit')
  const mend = await refuse(page, /\/status$/, 'PATCH')
  await pressByKey(getUpdate(page))
  await alertSays(page, 'Failed to update status. Please try again.', 'Not today.')
  await mend()
  await expect.poll(() => editing(page).getByLabel('New status').inputValue()).toBe('inTransit')
  const letGo = await hold(page, /\/status$/)
  await pressByKey(getUpdate(page))
  await editing(page).getByRole('button', { name: 'Updating…' }).waitFor()
  await expect.poll(() => getUpdate(page).isDisabled()).toBe(true)
  letGo()
  await says(page, 'Status updated to In Transit successfully!')
  await row(page, trackingId).getByText('In Transit', { exact: true }).waitFor()
  await leaves(njeri)
})

/** Whether the code of the dialogs is loaded: the shell's only chunk without a name, which comes after the page. */
const hasQuestions = `performance.getEntriesByType('resource').some(({ name }) => /\\/assets\\/\\d+\\.\\w+\\.js$/.test(name))`

test('without a network a change is refused at once, and the old status stays', async () => {
  const { trackingId } = await sendDoorstep(client, shops.thika)
  const njeri = await admin(widths.phone)
  const { page, context, complaints } = njeri
  await page.goto(`/Admin/deliveries?search=${trackingId}`)
  await row(page, trackingId).waitFor()
  await page.waitForFunction(hasQuestions)
  await context.setOffline(true)
  await pressIn(page, trackingId, 'Delete')
  await pressByKey(asked(page, `Delete ${trackingId}?`).getByRole('button', { name: 'Delete', exact: true }))
  await alertSays(page, 'Failed to delete delivery. Please try again.')
  await context.setOffline(false)
  complaints.splice(0) // errors of the lost network
  await answer(page, `Delete ${trackingId}?`, 'Delete')
  await says(page, 'Delivery deleted successfully!')
  await page.getByText(`${trackingId} is deleted`).waitFor()
  await leaves(njeri)
})

test('the keyboard alone changes a status and deletes after a question; the focus stays near the change', async () => {
  const { trackingId } = await sendDoorstep(client, shops.thika)
  const njeri = await admin()
  const { page } = njeri
  await page.goto(`/Admin/deliveries?search=${trackingId}`)
  const { push, goTo, press, isAt } = getKeyboard(page)
  const edit = row(page, trackingId).getByRole('button', { name: 'Edit' })
  await push(edit)
  await goTo(editing(page).getByLabel('New status'))
  await press('ArrowDown')
  await push(getUpdate(page))
  await says(page, 'Status updated to Sorting successfully!')
  await expect.poll(() => isAt(edit)).toBe(true)
  await push(row(page, trackingId).getByRole('button', { name: 'Delete' }))
  const question = asked(page, `Delete ${trackingId}?`)
  await expect.poll(() => isAt(question.getByLabel('Reason'))).toBe(true)
  await press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => isAt(row(page, trackingId).getByRole('button', { name: 'Delete' }))).toBe(true)
  await press('Enter')
  await push(question.getByRole('button', { name: 'Delete' }))
  await says(page, 'Delivery deleted successfully!')
  await page.getByText(`${trackingId} is deleted`).waitFor()
  await expect.poll(() => focusIsInContent(page)).toBe(true)
  await leaves(njeri)
})

test('the detail shows the whole history: who, when, what changed, from which request; the request’s id can be copied, and a deletion leads back', async () => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
  const cbd = await askAs(product(), 'agent.cbd@tuma.test')
  await cbd('PUT', `/api/agent/update-status/${parcel._id}`, { status: 'uncollected' })
  await setStatus(asAdmin, parcel, 'delivered')
  const njeri = await admin(widths.phone)
  const { page, context } = njeri
  await page.goto(`/Admin/delivery/parcelDukani/${parcel._id}`)
  await page.getByRole('heading', { name: 'Full history' }).waitFor()
  const entry = (event: string) => page.getByRole('listitem').filter({ hasText: event })
  await entry('Status set by an admin')
    .getByText(/^Today, \d\d:\d\d · Admin Njeri Wairimu$/)
    .waitFor()
  await entry('Status set by an admin').getByText('From Uncollected to Delivered.').waitFor()
  await entry('Dropped off')
    .getByText(/ · Agent Achieng Otieno$/)
    .waitFor()
  await entry('Delivery requested')
    .getByText(/ · Client Wanjiku Kamau$/)
    .waitFor()
  await expect
    .poll(() => page.locator('ol[reversed] > li p:first-child').allTextContents())
    .toEqual([...['Status set by an admin', 'Dropped off', 'Paid', 'Delivery requested']])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: 'Full history' }).click()
  await expect
    .poll(async () => (await page.getByRole('heading', { name: 'Full history' }).boundingBox())?.y)
    .toBeLessThan(300)
  await page.getByText('IDs for the logs').click()
  await page.getByRole('button', { name: 'Copy the request ID' }).nth(1).click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.getByText(copied, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Edit Status' }).click()
  await editing(page).getByLabel('New status').selectOption('Sorting')
  await pressByKey(getUpdate(page))
  await says(page, 'Status updated to Sorting successfully!')
  await expect.poll(() => entry('Status set by an admin').count()).toBe(2)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await answer(page, `Delete ${parcel.trackingId}?`, 'Delete')
  await says(page, 'Delivery deleted successfully!')
  await expect.poll(() => path(page)).toBe('/Admin/deliveries')
  await leaves(njeri)
})
