import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, type Visitor, widths } from './browser/browser.ts'
import { type FrontEndSite, frontEndSite, rollOut } from './front-end-site.ts'
import { logIn, signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'

/** The shell and its remotes as sites of their own: one remote gets a new build, and the shell does not change. */

const getDist = (frontEnd: string) => fileURLToPath(new URL(`../../frontends/${frontEnd}/dist`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tuma-rollout-'))
const clientDist = join(folder, 'client')

let product: Product
let browser: Browser
let remotes: FrontEndSite[] = []
let client: FrontEndSite
let shell: FrontEndSite
let wanjiku: Visitor
beforeAll(async () => {
  cpSync(getDist('client'), clientDist, { recursive: true })
  product = await startProduct()
  client = await frontEndSite('remote-main.ts', { DIST: clientDist })
  remotes = [client, await frontEndSite('remote-main.ts', { DIST: getDist('public') })]
  const REMOTES = `client=${client.url},public=${remotes[1]?.url}`
  shell = await frontEndSite('main.ts', { DIST: getDist('shell'), BFF_URL: product.url, REMOTES })
  browser = await openBrowser()
  wanjiku = await newVisitor(browser, shell.url, widths.desk)
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([shell, ...remotes].map((site) => site?.stop()))
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The site asks a remote once a second, and keeps its last answer where a busy machine gives it none in time. */
const openNewBuild = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.goto('/Client')
        const heading = page.getByRole('heading', { level: 1, name: 'Wanjiku' })
        await heading.waitFor()
        return heading.textContent()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe('Karibu sana, Wanjiku')

test('a new build of a remote shows in a new tab; an open tab goes on with the old one', async () => {
  const { page, context, complaints } = wanjiku
  await logIn(page, 'client@tuma.test')
  await page.getByText('Welcome, Wanjiku').waitFor()

  rollOut(clientDist, ['Welcome, ', 'Karibu sana, '])
  const newTab = await context.newPage()
  await openNewBuild(newTab)

  // Screens that the old tab has not opened yet: they load the files of its own build now.
  const asked = page.waitForResponse(/\/remotes\/client\/assets\/.*\.js/)
  await page.getByRole('link', { name: 'Track Parcel' }).first().click()
  await page.getByRole('heading', { name: 'Track Parcel' }).first().waitFor()
  expect((await asked).status()).toBe(200)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByText('Welcome, Wanjiku').waitFor()
  expect(complaints).toEqual([])
  await newTab.close()
})

test('while a remote is away its area says so and everything else works; once it is back Try Again is enough', async () => {
  const { page: known } = wanjiku
  const { page: tab, context } = await newVisitor(browser, shell.url, widths.desk)
  await signIn(context, 'client@tuma.test')
  await client.stop()
  await tab.goto('/Client')
  await tab.getByText('This area is unavailable right now.').waitFor()
  // A browser that has the area's files would not load them again.
  await known.goto('/Client')
  await known.getByText('Karibu sana, Wanjiku').waitFor()
  const other = await context.newPage()
  await other.goto('/trackDelivery')
  await other.getByRole('heading', { name: 'Track Parcel' }).waitFor()

  await client.start()
  await tab.getByRole('button', { name: 'Try Again' }).click()
  await tab.getByText('Karibu sana, Wanjiku').waitFor()
})
