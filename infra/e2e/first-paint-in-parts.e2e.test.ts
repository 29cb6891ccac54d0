import { expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { retireContext } from './browser-pool.ts'
import { openTestProduct } from './test-product.ts'

/** On a slow network a page arrives in parts, and the browser draws each part as it comes. */

const { product, visit } = openTestProduct()

/** Ends of parts: after the first element of the header, after its buttons, and within the footer. */
const ends = [
  /<a [^>]*class="site-brand"[\s\S]*?<\/a>/,
  /<button [^>]*class="[^"]*site-toggle"[\s\S]*?<\/button>/,
  /<p class="my-3">/,
]

const cut = (html: string): string[] => {
  const places = ends.map((end) => {
    const found = end.exec(html)
    if (!found) throw new Error(`the page has no ${end}`)
    return found.index + found[0].length
  })
  return [0, ...places].map((from, index) => html.slice(from, places[index]))
}

test.each([
  ['on a phone', widths.phone],
  ['at a desk', widths.desk],
] as const)('what of header and footer is there already does not move when the rest arrives (%s)', async (_, width) => {
  const html = await (await fetch(`${product().url}/trackDelivery`)).text()
  const parts = cut(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''))
  const { page, context, leave } = await visit(width)
  retireContext(context)
  await page.goto('/healthz')
  await page.evaluate('document.open()')
  for (const [index, part] of parts.entries()) {
    await page.evaluate(`document.write(${JSON.stringify(part)})`)
    if (index === 0) {
      await expect.poll(() => page.evaluate('[...document.styleSheets].length')).toBeGreaterThan(0)
      await page.evaluate(`window.moved = []
        new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources }) => {
          window.moved.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.className).join())
        })).observe({ type: 'layout-shift', buffered: true })`)
    }
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  }
  await page.evaluate('document.close()')
  await page.locator('.site-copyright').waitFor()
  await expect.poll(() => page.evaluate('window.moved')).toEqual([])
  await leave()
})
