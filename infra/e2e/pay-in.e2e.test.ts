import { expect, test, vi } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, widths } from './browser/browser.ts'
import { handset } from './browser/handset.ts'
import { askAs, sendDoorstep, shops } from './parcels.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** An agent pays cash in on their own phone: the drawer is down and the till is up, without an admin. */

const { product, as } = openTestProduct()

type Books = { accounts: { account: string; cents: number }[] }

test('pay in: drawer down, till up after the PIN, without an admin', async () => {
  const { page, ...visitor } = await as('agent.thika@tuma.test', widths.phone)
  const [client, admin] = [await askAs(product(), 'client@tuma.test'), await askAs(product(), 'admin@tuma.test')]
  const [cbd, thika] = [await askAs(product(), 'agent.cbd@tuma.test'), await askAs(product(), 'agent.thika@tuma.test')]
  const parcel = await sendDoorstep(client, shops.cbd, 'THIKA')
  const [rider] = await cbd<{ _id: string }[]>('GET', '/api/admin/all')
  await cbd('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  await cbd('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  await thika('PUT', `/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  type Drawer = { cents: number; parcels: { parcel?: { id: string } }[] }
  const drawer = () => thika<Drawer>('GET', '/api/agent/cash')
  await vi.waitUntil(async () => (await drawer()).parcels.some((one) => one.parcel?.id === parcel._id), {
    timeout: 60_000,
    interval: 100,
  })
  const till = async () =>
    (await admin<Books>('GET', '/api/admin/books')).accounts.find(({ account }) => account === 'till')?.cents ?? 0
  const [{ cents }, before] = [await drawer(), await till()]
  const sum = `Ksh ${(cents / 100).toLocaleString('en')}`
  const fits = async () => {
    expect(await axeFaults(page)).toEqual([])
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => scrollsSideways(page)).toBe(false)
    }
    await page.setViewportSize({ width: widths.phone, height: 800 })
  }

  const phone = handset(page, '254711222409')
  await page.goto('/Agent/cash')
  await page.getByRole('heading', { name: 'Pay in by M-Pesa' }).click()
  await page.getByRole('button', { name: 'Pay in', exact: true }).waitFor()
  await fits()
  await page.getByLabel('Phone that pays').fill('0711 222 409')
  await page.getByRole('button', { name: 'Pay in', exact: true }).click()
  await page.getByText(`Waiting for payment. M-Pesa asks for ${sum} on the phone.`).waitFor()
  await fits()
  await phone.pays()
  await page.getByText(`${sum} is paid in.`).waitFor()
  await page.getByText('You have no cash to hand over.').waitFor()
  await page.getByText('Paid in by M-Pesa').first().waitFor()
  await fits()
  expect((await drawer()).cents).toBe(0)
  await expect.poll(till, { timeout: 60_000 }).toBe(before + cents)
  await leaves({ page, ...visitor })
})
