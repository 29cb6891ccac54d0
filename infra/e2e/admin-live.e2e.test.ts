import { beforeAll, expect, test } from 'vitest'
import { answer, pressIn, row, says } from './admins.ts'
import { type Visitor, widths } from './browser/browser.ts'
import { type Asker, askAs, sendDoorstep, sendDukani, shops } from './parcels.ts'
import { asWebApp, pressByKey } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** Two people with a screen each see each other's changes without a reload. */

const { product, as, admin } = openTestProduct()
let client: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
})

/** Opens a screen, and waits until it receives events. */
const watch = async ({ page }: Visitor, at: string): Promise<void> => {
  await Promise.all([page.waitForResponse(/\/api\/events/), page.goto(at)])
}

test('two admins at the same list: a status set by one, and a deletion, show on the other', async () => {
  const { trackingId } = await sendDoorstep(client, shops.thika)
  const [njeri, other] = [await admin(), await admin(widths.phone)]
  for (const one of [njeri, other]) {
    await watch(one, `/Admin/deliveries?search=${trackingId}`)
    await row(one.page, trackingId).getByText('Uncollected', { exact: true }).waitFor()
  }
  const dialog = njeri.page.getByRole('dialog', { name: 'Edit Status' })
  await pressIn(njeri.page, trackingId, 'Edit')
  await dialog.getByLabel('New status').selectOption('Sorting')
  await pressByKey(dialog.getByRole('button', { name: 'Update' }))
  await says(njeri.page, 'Status updated to Sorting successfully!')
  await row(other.page, trackingId).getByText('Sorting', { exact: true }).waitFor()

  await pressIn(other.page, trackingId, 'Delete')
  await answer(other.page, `Delete ${trackingId}?`, 'Delete')
  await njeri.page.getByText(`${trackingId} is deleted`).waitFor()
  await leaves(njeri, other)
})

test('an open dialog follows the status that another admin sets, so that no status is set back by mistake', async () => {
  const { trackingId, _id } = await sendDoorstep(client, shops.thika)
  const [njeri, other] = [await admin(), await admin()]
  await watch(njeri, `/Admin/delivery/doorstep/${_id}`)
  await njeri.page.getByRole('button', { name: 'Edit Status' }).click()
  const dialog = njeri.page.getByRole('dialog', { name: 'Edit Status' })
  await dialog.getByText(`${trackingId} is now: Uncollected`).waitFor()
  const set = { data: { status: 'inTransit', trackingId }, headers: asWebApp }
  expect(
    (await other.context.request.patch(`/api/admin/deliveries/${_id}/status`, { ...set, ...retryOptions })).status(),
  ).toBe(200)
  await dialog.getByText(`${trackingId} is now: In Transit`).waitFor()
  await expect.poll(() => dialog.getByLabel('New status').inputValue()).toBe('inTransit')
  await expect.poll(() => dialog.getByRole('button', { name: 'Update' }).isDisabled()).toBe(true)
  await leaves(njeri, other)
})

test('an agent takes a parcel in and the admin sees status, counts and history; the admin sends it on and the agent sees it', async () => {
  const { trackingId, _id } = await sendDukani(client, product(), shops.cbd, shops.thika)
  const [njeri, achieng] = [await admin(), await as('agent.cbd@tuma.test', widths.phone)]
  await watch(njeri, `/Admin/delivery/parcelDukani/${_id}`)
  await watch(achieng, '/Agent/uncollected')
  await njeri.page.getByRole('heading', { name: 'Full history' }).waitFor()
  await pressIn(achieng.page, trackingId, 'Dropped')
  await njeri.page.getByRole('listitem').filter({ hasText: 'Dropped off' }).getByText('Agent Achieng Otieno').waitFor()
  await njeri.page.locator('.t-badge').getByText('Uncollected').waitFor()

  await achieng.page.getByRole('tab', { name: 'Dropped Deliveries' }).click()
  await row(achieng.page, trackingId).waitFor()
  await njeri.page.getByRole('button', { name: 'Edit Status' }).click()
  const dialog = njeri.page.getByRole('dialog', { name: 'Edit Status' })
  await dialog.getByLabel('New status').selectOption('In Transit')
  await pressByKey(dialog.getByRole('button', { name: 'Update' }))
  await row(achieng.page, trackingId).waitFor({ state: 'detached' })
  await achieng.page.getByRole('tab', { name: 'Intransit Deliveries' }).click()
  await row(achieng.page, trackingId).waitFor()
  await leaves(njeri, achieng)
})

test("a deleted delivery vanishes from the open lists of both shops' agents and of its owner", async () => {
  const { trackingId, _id } = await sendDukani(client, product(), shops.cbd, shops.thika)
  const asAdmin = await askAs(product(), 'admin@tuma.test')
  await asAdmin('PATCH', `/api/admin/deliveries/${_id}/status`, { status: 'inTransit', trackingId })
  const [njeri, achieng, mwangi, wanjiku] = [
    await admin(),
    await as('agent.cbd@tuma.test', widths.phone),
    await as('agent.thika@tuma.test', widths.phone),
    await as('client@tuma.test', widths.phone),
  ]
  for (const [who, at] of [
    [achieng, '/Agent/uncollected?tab=inTransit'],
    [mwangi, '/Agent/received'],
    [wanjiku, '/Client/delivery-history'],
  ] as const) {
    await watch(who, at)
    await who.page.getByText(trackingId).first().waitFor()
  }
  await njeri.page.goto(`/Admin/deliveries?search=${trackingId}`)
  await pressIn(njeri.page, trackingId, 'Delete')
  await answer(njeri.page, `Delete ${trackingId}?`, 'Delete')
  await says(njeri.page, 'Delivery deleted successfully!')
  for (const { page } of [achieng, mwangi, wanjiku]) await page.getByText(trackingId).waitFor({ state: 'detached' })
  await leaves(njeri, achieng, mwangi, wanjiku)
})
