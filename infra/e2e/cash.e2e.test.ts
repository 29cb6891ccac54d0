import { sentReceipt } from '@tuma/one-process/sent-receipt'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pressIn, row } from './admins.ts'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, widths } from './browser/browser.ts'
import { toastWith } from './browser/toasts.ts'
import { type Asker, askAs, askIn, sendDoorstep, shops } from './parcels.ts'
import { newClient, pressByKey } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/**
 * Cash from the door to its sender: counted 50 short, received with a reason, and paid out; the books show no other
 * difference.
 */

const { product, visit, as, admin } = openTestProduct()

const receiver = { name: 'Kiprop Cheruiyot', phone: '0722333444' }

const fits = async (page: Page): Promise<void> => {
  expect(await axeFaults(page), page.url()).toEqual([])
  for (const width of [...Object.values(widths), 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => scrollsSideways(page), { message: `${page.url()} at ${width}` }).toBe(false)
  }
  await page.setViewportSize({ width: widths.phone, height: 800 })
}

const readAccounts = async (ask: Asker): Promise<Record<string, number>> => {
  type Books = { accounts: { account: string; cents: number }[] }
  const { accounts } = await ask<Books>('GET', '/api/admin/books')
  expect(accounts.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  return Object.fromEntries(accounts.map(({ account, cents }) => [account, cents]))
}

/** The sum of one account in the file: its third column. */
const readFileSum = async (page: Page, account: string): Promise<number> => {
  const text = await (await page.request.get(`/api/admin/books.csv?account=${account}`, retryOptions)).text()
  const lines = text.trim().split('\r\n').slice(1)
  return Math.round(lines.reduce((sum, line) => sum + 100 * Number(line.split(',')[2]), 0))
}

test('cash is counted by the agent, received by the office 50 short, and its sender is paid', async () => {
  const [sender, otieno, njeri] = [
    await visit(widths.phone),
    await as('agent.cbd@tuma.test', widths.phone),
    await admin(widths.phone),
  ]
  const { name } = await newClient(sender.context, product())
  const parcel = await sendDoorstep(askIn(sender.context), shops.cbd, 'ROYSAMBU', receiver, 1500)
  const [agent, office] = [await askAs(product(), 'agent.cbd@tuma.test'), await askAs(product(), 'admin@tuma.test')]
  const [rider] = await agent<{ _id: string }[]>('GET', '/api/admin/all')
  const step = (path: string, body: object) => agent('PUT', `/api/${path}/${parcel._id}`, body)
  await step('doorstep/assign-rider', { riderId: rider?._id })
  await step('agent/update-intransit', {})
  await step('agent/update-received', { taken: { how: 'cash' } })

  await otieno.page.goto('/Agent')
  await otieno.page.getByRole('link', { name: /My cash/ }).click()
  await otieno.page.getByText(/^From \d+ parcels?$/).click()
  await row(otieno.page, parcel.trackingId).waitFor()
  await fits(otieno.page)
  const drawer = await agent<{ cents: number }>('GET', '/api/agent/cash')
  const counted = drawer.cents / 100 - 50
  await otieno.page.getByLabel('Counted (Ksh)').fill(`${counted}`)
  await otieno.page.getByRole('radio', { name: 'The rest is missing' }).check()
  await otieno.page.getByRole('button', { name: 'Hand over' }).click()
  const question = otieno.page.getByRole('alertdialog', { name: `Hand over Ksh ${counted.toLocaleString('en')}?` })
  await question.getByText('Ksh 50 is missing. You must explain it to the office.').waitFor()
  await pressByKey(question.getByRole('button', { name: 'Hand over' }))
  await toastWith(otieno.page, `Ksh ${counted.toLocaleString('en')} handed over`).waitFor()
  await otieno.page.getByText('You have no cash to hand over.').waitFor()

  const { page } = njeri
  await page.goto('/Admin')
  await page.getByRole('link', { name: 'Count 1 hand-over of cash' }).click()
  await pressIn(page, 'Not counted yet', 'Receive')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Counted (Ksh)').fill(`${counted}`)
  await dialog.getByLabel('Reason').fill('A note of 50 was torn')
  await fits(page)
  await pressByKey(dialog.getByRole('button', { name: 'Receive' }))
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'A note of 50 was torn').getByText('Ksh 50 short').waitFor()

  // Received cash is passed on to its senders a moment later.
  const ready = () => office<{ name: string }[]>('GET', '/api/admin/books/ready')
  await expect.poll(async () => (await ready()).map((one) => one.name)).toContain(name)
  await page.getByRole('tab', { name: 'Pay out' }).click()
  await pressIn(page, name, 'Pay out')
  const receipt = sentReceipt()
  await dialog.getByLabel('M-Pesa receipt').fill(receipt.toLowerCase())
  await fits(page)
  await pressByKey(dialog.getByRole('button', { name: 'Pay out' }))
  await dialog.waitFor({ state: 'detached' })
  await row(page, name).waitFor({ state: 'detached' })

  await sender.page.goto('/Client')
  await sender.page
    .getByRole('main')
    .getByRole('link', { name: /My money/ })
    .click()
  await row(sender.page, parcel.trackingId).getByText('Paid out').waitFor()
  await row(sender.page, parcel.trackingId).getByText(receipt).waitFor()
  await sender.page.getByRole('table', { name: 'Payouts to you' }).getByText(receipt).waitFor()
  await fits(sender.page)

  await page.getByRole('tab', { name: 'Accounts' }).click()
  await row(page, 'Missing cash').getByText('Ksh 50').waitFor()
  await fits(page)
  const books = await readAccounts(office)
  expect(books).toMatchObject({ shortages: 50_00, in_transit: 0 })
  for (const account of ['drawers', 'bank', 'shortages', 'owed_to_senders'])
    expect(await readFileSum(page, account), account).toBe(books[account])
  for (const visitor of [sender, otieno, njeri]) await leaves(visitor)
})
