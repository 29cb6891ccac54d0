import { freePort } from '@tuma/platform/runtime'
import lighthouse from 'lighthouse'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { type Product, startProduct } from './product.ts'
import { findSample } from './screens.ts'

/** Google's own score for the pages that strangers open first, as on a phone. Speed is measured in infra/bench. */

let product: Product
let browser: Browser
let port: number
beforeAll(async () => {
  product = await startProduct()
  port = await freePort()
  browser = await openBrowser('screens', `--remote-debugging-port=${port}`)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** Each category's score, and what reduced it, with Lighthouse's own evidence. */
async function judge(path: string, categories: string[]) {
  const result = await lighthouse(product.url + path, {
    port,
    onlyCategories: categories,
    formFactor: 'mobile',
    throttlingMethod: 'simulate', // without real delays, and with one second of silence, because nothing is timed here
    disableFullPageScreenshot: true, // no test looks at it
    logLevel: 'error',
  })
  if (!result) throw new Error('Lighthouse had nothing to say')
  const { categories: judged, audits } = result.lhr
  const costly = Object.values(judged)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details)}`)
  const scores = Object.fromEntries(Object.entries(judged).map(([name, { score }]) => [name, (score ?? 0) * 100]))
  return { costly, scores }
}

test.each([
  ['/', { accessibility: 100, 'best-practices': 100, seo: 100 }],
  ['/trackDelivery', { accessibility: 100, 'best-practices': 100 }],
  ['/login', { accessibility: 100, 'best-practices': 100 }],
])('Lighthouse gives %s every point', async (path, all) => {
  const { costly, scores } = await judge(path, Object.keys(all))
  expect(costly).toEqual([])
  expect(scores).toEqual(all)
})

test('search engines may index the start page, and neither a parcel nor a secret link', async () => {
  const { page, context, complaints } = await newVisitor(browser, product.url, widths.phone)
  const { trackingId } = await findSample(product.url)
  const robots = async (path: string): Promise<(string | null)[]> => {
    await page.goto(path)
    await screenIsThere(page)
    return Promise.all((await page.locator('meta[name="robots"]').all()).map((meta) => meta.getAttribute('content')))
  }
  expect(await robots('/')).toEqual([])
  for (const path of [`/trackDelivery?id=${trackingId}`, '/verify-email/a-token', '/resetpassword/a-token']) {
    expect(await robots(path), path).toEqual(['noindex'])
  }
  expect(complaints).toEqual([])
  await context.close()
})
