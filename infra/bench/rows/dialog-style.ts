import { owner } from '@tuma/chaos/network'
import { openBrowser } from '@tuma/e2e/browser'
import type { Browser, Page } from 'playwright-core'
import { openInstallation } from '../installation.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import { upTo } from '../measuring/http-client.ts'
import type { Figures } from '../results.ts'
import { openFor } from '../screens/screen-times.ts'
import { sent } from './posting.ts'

const few = 20
const many = 100
const dialogs = 9

/** The list of the office with this many rows, whatever the screen asks for. */
const openList = async (browser: Browser, url: string, rows: number): Promise<Page> => {
  const page = await openFor(browser, url, owner.ADMIN_EMAIL, owner.ADMIN_PASSWORD)
  await page.route(/\/api\/admin\/deliveries(?:\?|$)/, async (route) => {
    const asked = new URL(route.request().url())
    asked.searchParams.set('limit', String(rows))
    await route.continue({ url: asked.href })
  })
  await page.goto('/Admin/deliveries')
  const parcels = page.getByRole('main').getByRole('button', { name: 'Delete' })
  await parcels.nth(rows - 1).waitFor({ state: 'attached' })
  if ((await parcels.count()) !== rows) throw new Error(`the list has ${await parcels.count()} rows, not ${rows}`)
  return page
}

/** How long the browser computes styles while a dialog opens and closes, in ms of its own time. */
const stylesOfDialogs = async (page: Page): Promise<number[]> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const styled = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'RecalcStyleDuration')?.value ?? Number.NaN)
  }
  const openAndClose = async (): Promise<number> => {
    const before = await styled()
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape') // a press so soon after the first counts as a double click
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    return (await styled()) - before
  }
  await openAndClose() // the first opening loads its script
  const times: number[] = []
  for (const _ of upTo(dialogs)) times.push(await openAndClose())
  return times
}

/** Row 24: the same dialog over 100 rows and over 20, in turn. */
export const dialogStyle = async (): Promise<Figures> => {
  const installation = await openInstallation()
  const browser = await openBrowser()
  try {
    await sent(installation, 16, many + few)()
    const { url } = installation.product
    const fewMs = computeMedian(await stylesOfDialogs(await openList(browser, url, few)))
    const manyMs = computeMedian(await stylesOfDialogs(await openList(browser, url, many)))
    const times = manyMs / fewMs
    return { 24: { shown: `${times.toFixed(2)}× (${ms(manyMs)} ms)`, figures: { fewMs, manyMs, times } } }
  } finally {
    await browser.close()
    await installation.close()
  }
}
