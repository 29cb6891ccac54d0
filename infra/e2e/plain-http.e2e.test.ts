import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, type Visitor, widths } from './browser/browser.ts'
import { toastWith } from './browser/toasts.ts'
import { logIn, pressByKey } from './people.ts'
import { type Product, startProduct } from './product.ts'

/** A host name without https, as in a shop's own network, where a browser sends no Sec-Fetch headers. */

let product: Product
let browser: Browser
let wanjiku: Visitor
let site = ''
beforeAll(async () => {
  product = await startProduct({ PUBLIC_URL: 'http://tuma.test' })
  browser = await openBrowser('screens', '--host-resolver-rules=MAP tuma.test 127.0.0.1')
  site = `http://tuma.test:${new URL(product.url).port}`
  wanjiku = await newVisitor(browser, site, widths.desk)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

test('a link on another site cannot end a session', async () => {
  const { page, context } = wanjiku
  await logIn(page, 'client@tuma.test')
  await page.getByText('Welcome, Wanjiku').waitFor()

  const elsewhere = await context.newPage()
  const link = `<a href="${site}/api/users/logout">You have won</a>`
  await elsewhere.route('http://evil.test/', (route) => route.fulfill({ contentType: 'text/html', body: link }))
  await elsewhere.goto('http://evil.test/')
  const followed = elsewhere.waitForResponse('**/api/users/logout')
  await elsewhere.getByRole('link').click()
  const answer = await followed
  const asked = await answer.request().allHeaders()
  expect([asked.cookie?.includes('tuma_session'), asked['sec-fetch-site']]).toEqual([true, undefined])
  expect([answer.status(), await answer.json()]).toMatchObject([403, { code: 'not_the_web_app' }])
  await elsewhere.goto('/Client')
  await elsewhere.getByText('Welcome, Wanjiku').waitFor()
  await elsewhere.close()
})

test('actions at our own screens work: people change their account and log out', async () => {
  const { page } = wanjiku
  await page.goto('/Client/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Location').fill('KITALE')
  await pressByKey(dialog.getByRole('button', { name: 'Save Changes' }))
  await toastWith(page, 'Profile updated successfully!').waitFor()
  await page.getByRole('button', { name: 'Hi, wanjiku' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
})
