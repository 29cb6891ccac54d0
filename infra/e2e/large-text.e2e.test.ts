import { expect, test } from 'vitest'
import { scrollsSideways, widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { findSample } from './screens.ts'
import { openTestProduct } from './test-product.ts'

/** WCAG 1.4.4 and 1.4.10: letters of twice the size on a small phone need no scrolling sideways. */

const { product, visit } = openTestProduct()

const twiceTheSize = `new CSSStyleSheet().replace('html { font-size: 200% }').then((sheet) => document.adoptedStyleSheets.push(sheet))`

const paths = [
  '/',
  '/trackDelivery',
  '/login',
  '/register',
  '/forgot-password',
  '/send-parcel',
  '/send-parcel/door-step',
  '/send-parcel/parcel-dukani',
  '/checkout',
]

test.each(['en', 'sw'])('public pages and forms fit a phone with letters of twice the size (%s)', async (language) => {
  const { page, context, leave } = await visit(widths.phone)
  await context.addCookies([{ name: 'tuma_language', value: language, url: product().url }])
  await context.addInitScript(`localStorage.setItem('tuma.language', '${language}'); ${twiceTheSize}`)
  const { trackingId } = await findSample(product().url)
  for (const path of [...paths, `/trackDelivery?id=${trackingId}`]) {
    await page.goto(path)
    await screenIsThere(page)
    await expect
      .poll(() => page.evaluate<number>('parseFloat(getComputedStyle(document.documentElement).fontSize)'))
      .toBe(32)
    await expect.poll(() => scrollsSideways(page), { message: path }).toBe(false)
  }
  await leave()
})
