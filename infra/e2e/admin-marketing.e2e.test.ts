import { smsOptOutLine } from '@tuma/contracts/vocabulary'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { failsAndLoads, row, says } from './admins.ts'
import { widths } from './browser/browser.ts'
import { asWebApp, pressByKey } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** Bulk SMS: who gets one, its text and cost, and what became of it. */

const { product, admin } = openTestProduct()

const recipients = (page: Page, text: string) => page.getByRole('heading', { level: 2, name: text, exact: true })
const message = (page: Page) => page.getByLabel('Your message')
const send = (page: Page) => page.getByRole('button', { name: 'Send SMS' })
const sure = (page: Page) => page.getByRole('button', { name: 'Send now' }).click()
const addByHand = async (page: Page, typed: string): Promise<void> => {
  await page.getByLabel('Add a phone number').fill(typed)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

test('contacts are chosen and searched among all of them; chosen ones stay chosen', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.route(/\/api\/admin\/sms-contacts/, (route) => {
    const asked = new URL(route.request().url())
    asked.searchParams.set('limit', '10')
    return route.continue({ url: asked.href })
  })
  await page.goto('/Admin/marketing')
  await page.getByRole('button', { name: 'Select all (10)' }).click()
  await recipients(page, '10 recipients').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText(/^20 of \d+ shown$/).waitFor()
  await page.getByRole('button', { name: 'Select all (20)' }).waitFor()
  const all = (await (
    await njeri.context.request.get('/api/admin/sms-contacts?limit=500', retryOptions)
  ).json()) as Contact[]
  const last = all.at(-1) as Contact
  await expect.poll(() => page.getByText(last.originalPhone).count()).toBe(0)
  await page.getByLabel('Search people').fill(last.originalPhone)
  await page.getByRole('listitem').filter({ hasText: last.originalPhone }).getByRole('checkbox').first().check()
  await recipients(page, '11 recipients').waitFor()
  await page.getByLabel('Search people').fill('nobody at all')
  await page.getByText('No person matches your search.').waitFor()
  await recipients(page, '11 recipients').waitFor()
  await leaves(njeri)
})
type Contact = { originalPhone: string }

test('an SMS goes out once to each recipient with its opt-out line; people who have opted out or have no mobile get none, and each result is shown', async () => {
  const njeri = await admin()
  const { page, context } = njeri
  await context.request.post('/api/admin/sms-opt-outs', {
    data: { phone: '0711 000 444' },
    headers: asWebApp,
    ...retryOptions,
  })
  await page.goto('/Admin/marketing')
  await page.getByRole('checkbox').first().waitFor()
  await addByHand(page, '0711 000 111, 0711 000 222, 0711 000 444, 020 222 3334')
  await message(page).fill('Half price on Friday')
  let sendings = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/send-bulk-sms')) sendings += 1
  })
  await send(page).click()
  const question = page.getByRole('alertdialog', { name: 'Send this SMS to 3 people?' })
  await question
    .getByText(/^You pay for 3 SMS\. It is \d\d:\d\d where they are.*\. You have 2000 of today's 2000 SMS left\.$/)
    .waitFor()
  await pressByKey(question.getByRole('button', { name: 'Cancel' }))
  await question.waitFor({ state: 'detached' })
  expect(sendings).toBe(0)
  await send(page).click()
  await sure(page)
  await says(page, 'SMS sent successfully to 2 recipients')
  await row(page, '0711000444').getByText('Has opted out').waitFor()
  await row(page, '0202223334').getByText('Not a mobile number').waitFor()
  await page.getByText('2 sent', { exact: true }).waitFor()
  await expect.poll(() => row(page, '0711000111').count()).toBe(0)
  await page.getByRole('button', { name: 'Show all 4' }).click()
  for (const phone of ['0711000111', '0711000222']) await row(page, phone).getByText('Sent', { exact: true }).waitFor()
  await recipients(page, '0 recipients').waitFor()
  await expect.poll(() => message(page).inputValue()).toBe('')
  const sent = (await product().outbox()).filter(({ text }) => text.startsWith('Half price'))
  expect(sent.map(({ to, text }) => `${to} ${text}`).sort()).toEqual(
    ['0711000111', '0711000222'].map((phone) => `${phone} Half price on Friday${smsOptOutLine}`),
  )

  await addByHand(page, '0711 000 111')
  await message(page).fill('Half price on Friday')
  await send(page).click()
  const again = page.getByRole('alertdialog', { name: 'Send this SMS to 1 person?' })
  await again.getByText(/^Today, \d\d:\d\d: the same text was sent to 2 people\. .* 1998 of today's 2000 SMS/).waitFor()
  await leaves(njeri)
})

test('a contact who has opted out is listed as such and cannot be chosen', async () => {
  const njeri = await admin(widths.phone)
  const { page, context } = njeri
  await context.request.post('/api/admin/sms-opt-outs', {
    data: { phone: '0700100001' },
    headers: asWebApp,
    ...retryOptions,
  })
  await page.goto('/Admin/marketing')
  const wanjiku = page.getByRole('checkbox', { name: 'Wanjiku Kamau' }).first()
  await wanjiku.waitFor()
  await expect.poll(() => wanjiku.isDisabled()).toBe(true)
  await page.getByText('0700100001 · Sender · Opted out').waitFor()
  await addByHand(page, '+254 700 100 001')
  await page.getByText('0700100001 has opted out of marketing messages.').waitFor()
  await recipients(page, '0 recipients').waitFor()
  await leaves(njeri)
})

test('contacts that cannot be loaded can be asked for again; an empty list says so', async () => {
  const njeri = await admin()
  const { page } = njeri
  const contacts = /\/api\/admin\/sms-contacts/
  await failsAndLoads(page, {
    ...{ at: '/Admin/marketing', path: contacts, failed: 'Failed to fetch phone numbers', shown: 'Sender' },
  })
  await page.route(contacts, (route) => route.fulfill({ json: [] }))
  await page.reload()
  await page.getByText('No parcel has been sent or received yet.').waitFor()
  await leaves(njeri)
})
