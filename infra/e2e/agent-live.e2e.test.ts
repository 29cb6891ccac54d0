import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Visitor, widths } from './browser/browser.ts'
import { type Asker, askAs, type Parcel, sendDoorstep, sendDukani, setStatus, shops } from './parcels.ts'
import { getRow, pressByKey, signIn } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** A change on one device shows on every other device without a reload. */

const { product, visit } = openTestProduct()
let client: Asker
let admin: Asker
let anotherAgent: Asker
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  admin = await askAs(product(), 'admin@tuma.test')
  anotherAgent = await askAs(product(), 'agent.cbd@tuma.test')
})

/** A person at a device of their own, who has opened this address and gets its events. */
const look = async (path: string, email?: string): Promise<Visitor> => {
  const visitor = await visit(widths.phone)
  if (email) await signIn(visitor.context, email)
  const listening = visitor.page.waitForResponse(/\/api\/events/)
  await visitor.page.goto(path)
  await listening
  return visitor
}
const press = (page: Page, { trackingId }: Parcel, name: string) =>
  getRow(page, trackingId).getByRole('button', { name, exact: true }).click()
const gone = (page: Page, { trackingId }: Parcel) => getRow(page, trackingId).waitFor({ state: 'detached' })
const dropped = (page: Page) => page.locator('.t-stat', { hasText: /^Dropped/ }).textContent()

test('two agents of a shop, its client, and a follower of the parcel see each step as it is taken', async () => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
  const { _id, trackingId } = parcel
  const first = await look('/Agent/uncollected', 'agent.cbd@tuma.test')
  const second = await look('/Agent/uncollected', 'agent.cbd@tuma.test')
  const counting = await look('/Agent', 'agent.cbd@tuma.test')
  const history = await look('/Client/delivery-history', 'client@tuma.test')
  const detail = await look(`/Client/delivery/parcelDukani/${_id}`, 'client@tuma.test')
  const tracking = await look(`/trackDelivery?id=${trackingId}`)
  const ofHistory = history.page.getByRole('listitem').filter({ hasText: trackingId })
  const clientSees = async (status: string): Promise<void> => {
    await ofHistory.getByText(status, { exact: true }).waitFor()
    await detail.page.locator('.t-badge').getByText(status, { exact: true }).waitFor()
  }
  await getRow(second.page, trackingId).waitFor()
  await tracking.page.getByText('The parcel has not yet been handed to the agent.').waitFor()
  await counting.page.locator('.t-stat').getByText(/^\d+$/).first().waitFor()
  const before = Number((await dropped(counting.page))?.replace(/\D/g, ''))

  await press(first.page, parcel, 'Dropped')
  await gone(second.page, parcel)
  await clientSees('Handed in at the shop')
  await tracking.page.getByText('The parcel has been handed to the agent and the rider will pick it up soon.').waitFor()
  await expect.poll(() => dropped(counting.page)).toBe(`Dropped${before + 1}`)

  await second.page.getByRole('tab', { name: 'Dropped Deliveries' }).click()
  await first.page.getByRole('tab', { name: 'Dropped Deliveries' }).click()
  await getRow(first.page, trackingId).waitFor()
  await press(second.page, parcel, 'Intransit')
  await gone(first.page, parcel)
  await clientSees('In Transit')
  await tracking.page.getByText('The parcel is currently in transit.').waitFor()
  await leaves(first, second, counting, history, detail, tracking)
})

test('the receiving shop sees what comes, and the sending shop sees that it has arrived', async () => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
  await setStatus(admin, parcel, 'uncollected')
  const sending = await look('/Agent/all-deliveries', 'agent.cbd@tuma.test')
  const receiving = await look('/Agent/received', 'agent.thika@tuma.test')
  await press(sending.page, parcel, 'Intransit')
  await press(receiving.page, parcel, 'Delivered')
  await getRow(sending.page, parcel.trackingId).getByText('Delivered', { exact: true }).waitFor()
  await leaves(sending, receiving)
})

test('a step that another device has taken first is refused with its sentence, and the row shows the real status', async () => {
  const parcel = await sendDoorstep(client, shops.cbd)
  const agent = await look('/Agent/all-deliveries', 'agent.cbd@tuma.test')
  const { page } = agent
  await getRow(page, parcel.trackingId).getByRole('button', { name: 'Assign Rider' }).waitFor()
  const [rider, other] = await admin<{ _id: string; name: string }[]>('GET', '/api/admin/all')
  await anotherAgent('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  await getRow(page, parcel.trackingId).getByRole('button', { name: 'Intransit' }).waitFor()

  // This device gets no events, as in a lift, and only its press gets through.
  await page.route(/dropping-deliveries/, (route) => route.abort())
  await anotherAgent('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: other?._id })
  await press(page, parcel, 'Intransit')
  const alert = page.getByRole('alertdialog', { name: 'Failed to update status' })
  await alert.getByText('Someone else has just changed this. Please look again.').waitFor()
  await pressByKey(alert.getByRole('button', { name: 'OK' }))
  await getRow(page, parcel.trackingId).getByText('Dropped', { exact: true }).waitFor()
  await page.unroute(/dropping-deliveries/)
  agent.complaints.splice(0)

  await anotherAgent('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  await getRow(page, parcel.trackingId).getByText('In Transit', { exact: true }).waitFor()
  await leaves(agent)
})

test('a rider who was chosen for a parcel that has just left is refused too, and the dialog closes', async () => {
  const parcel = await sendDoorstep(client, shops.cbd)
  const agent = await look('/Agent/uncollected?tab=dropped', 'agent.cbd@tuma.test')
  const { page } = agent
  await press(page, parcel, 'Assign Rider')
  await page.getByRole('radio').first().check()
  await setStatus(admin, parcel, 'inTransit')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const alert = page.getByRole('alertdialog', { name: 'Failed to assign rider' })
  await alert.getByText('Someone else has just changed this. Please look again.').waitFor()
  await pressByKey(alert.getByRole('button', { name: 'OK' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await gone(page, parcel)
  await leaves(agent)
})

test('lists that were open during a kill -9 of the server catch up with what they missed', async () => {
  const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
  const list = await look('/Agent/uncollected', 'agent.cbd@tuma.test')
  const counting = await look('/Agent', 'agent.cbd@tuma.test')
  const watched = [list, counting]
  await getRow(list.page, parcel.trackingId).waitFor()
  await counting.page.locator('.t-stat').getByText(/^\d+$/).first().waitFor()
  const before = Number((await dropped(counting.page))?.replace(/\D/g, ''))

  await product().kill()
  await product().start()
  await anotherAgent('PUT', `/api/agent/update-status/${parcel._id}`, {})
  await gone(list.page, parcel)
  await expect.poll(() => dropped(counting.page)).toBe(`Dropped${before + 1}`)
  // Open screens log the connection that they lost, which is expected after the kill.
  for (const { complaints } of watched) complaints.splice(0)
  await list.page.getByRole('tab', { name: 'Dropped Deliveries' }).click()
  await press(list.page, parcel, 'Intransit')
  await gone(list.page, parcel)
  await leaves(...watched)
})
