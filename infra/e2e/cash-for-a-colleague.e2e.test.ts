import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, widths } from './browser/browser.ts'
import { toastWith } from './browser/toasts.ts'
import { askAs, newAgent, sendDoorstep, shops } from './parcels.ts'
import { pressByKey } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** The change of shifts: one agent gives all cash to a colleague, who counts it. Both need few taps, on a short page. */

const { product, visit, as } = openTestProduct()

const height = 800
const fits = async (page: Page): Promise<void> => {
  expect(await axeFaults(page)).toEqual([])
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => scrollsSideways(page)).toBe(false)
  }
  await page.setViewportSize({ width: widths.phone, height })
}
/** Counts taps on the page, and the one that answers a question. */
const countTaps = (page: Page) => {
  let taps = 0
  return {
    taps: () => taps,
    async tap(name: string): Promise<void> {
      taps += 1
      await page.getByRole('button', { name, exact: true }).click()
    },
  }
}

const countScreens = async (page: Page): Promise<number> =>
  (await page.evaluate<number>('document.documentElement.scrollHeight')) / height

test('an agent gives all cash to a colleague by one tap, and the colleague accepts it by one tap and its question', async () => {
  const [mwangi, amina] = [await as('agent.thika@tuma.test', widths.phone), await visit(widths.phone)]
  const [client, admin] = [await askAs(product(), 'client@tuma.test'), await askAs(product(), 'admin@tuma.test')]
  const [cbd, thika] = [await askAs(product(), 'agent.cbd@tuma.test'), await askAs(product(), 'agent.thika@tuma.test')]
  const { giveShop } = await newAgent(amina.context, product(), admin)
  const { location, address } = await thika<{ location: string; address: string }>('GET', '/api/users/me')
  await giveShop({ location, address })
  const parcel = await sendDoorstep(client, shops.cbd, 'THIKA')
  const [rider] = await cbd<{ _id: string }[]>('GET', '/api/admin/all')
  await cbd('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  await cbd('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  await thika('PUT', `/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  type Drawer = { parcels: { parcel?: { id: string } }[] }
  const hasCome = async () =>
    (await thika<Drawer>('GET', '/api/agent/cash')).parcels.some((one) => one.parcel?.id === parcel._id)
  await vi.waitUntil(hasCome, { timeout: 60_000, interval: 100 })

  await mwangi.page.goto('/Agent/cash')
  await mwangi.page.getByRole('button', { name: 'Give', exact: true }).waitFor()
  await fits(mwangi.page)
  const giver = countTaps(mwangi.page)
  await giver.tap('Give')
  await mwangi.page.getByRole('button', { name: 'Take back' }).waitFor()
  const { yours } = await thika<{ yours: { cents: number } }>('GET', '/api/agent/cash/offers')
  const sum = `Ksh ${(yours.cents / 100).toLocaleString('en')}`
  await mwangi.page.getByText(new RegExp(`must count ${sum}\\.$`)).waitFor()
  await fits(mwangi.page)
  expect(giver.taps()).toBe(1)

  await amina.page.goto('/Agent')
  await amina.page.getByRole('link', { name: /gives you cash\. Count it\./ }).click()
  await amina.page.getByText(`Mwangi Njoroge gives you ${sum}. Count it.`).waitFor()
  await fits(amina.page)
  const taker = countTaps(amina.page)
  await taker.tap('Accept')
  await pressByKey(amina.page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }))
  await toastWith(amina.page, `${sum} is with you now`).waitFor()
  expect(taker.taps()).toBe(1)
  await amina.page.getByText('From Mwangi Njoroge').waitFor()
  await fits(amina.page)
  await mwangi.page.getByText('You have no cash to hand over.').waitFor()
  await leaves(mwangi, amina)
})

test('with 164 parcels, a colleague and a history, the page is no more than two screens high on a phone', async () => {
  const { page, ...visitor } = await as('agent.thika@tuma.test', widths.phone)
  await page.setViewportSize({ width: widths.phone, height })
  const at = '2026-11-23T09:00:00.000Z'
  const parcels = Array.from({ length: 164 }, (_, n) => ({
    ...{ parcel: { id: `d${n}`, trackingId: 'TM-0000-0000-0001', deliveryType: 'doorstep' } },
    ...{ cents: 100_00, awaiting: false, at },
  }))
  const handed = { declared: 1300_00, cents: 1350_00, counted: 1300_00, parcels: 9, way: 'office', at, receivedAt: at }
  const answers: [string, unknown][] = [
    ['**/api/agent/cash', { cents: 16_400_00, awaiting: 0, since: at, parcels }],
    [
      '**/api/agent/cash/offers',
      { toYou: [], yours: null, past: [], colleagues: [{ _id: 'a1', name: 'Amina Yusuf' }] },
    ],
    [
      '**/api/agent/cash/hand-overs*',
      Array.from({ length: 3 }, (_, n) => ({ _id: `h${n}`, ...handed, reversedAt: null, reason: 'A note was torn' })),
    ],
  ]
  for (const [url, json] of answers) await page.route(url, (route) => route.fulfill({ json }))
  await page.goto('/Agent/cash')
  await page.getByText('From 164 parcels').waitFor()
  await page.getByRole('button', { name: 'Give', exact: true }).waitFor()
  await page.getByText('Ksh 50 short').first().waitFor()
  expect(await countScreens(page)).toBeLessThanOrEqual(2)
  await page.getByText('From 164 parcels').click()
  await page.getByText('TM-0000-0000-0001').first().waitFor()
  await leaves({ page, ...visitor })
})
