import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { browserOfThisProcess, scrollsSideways, type Visitor, widths } from './browser/browser.ts'
import { type BrowserPool, openBrowserPool } from './browser-pool.ts'
import { signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'

const poolsByUrl = new Map<string, BrowserPool>()
/**
 * Products of successive test files at the same address have the same files, so their visitors share the same browser
 * contexts.
 */
const getBrowserPool = (browser: Browser, url: string): BrowserPool => {
  const pool = poolsByUrl.get(url) ?? openBrowserPool(browser, url)
  poolsByUrl.set(url, pool)
  return pool
}

/**
 * A product for the tests of one file (call it at its top), and visitors with screens of their own.
 * @param start where the product needs settings of its own
 */
export const openTestProduct = (start: () => Promise<Product> = startProduct) => {
  let product: Product
  let pool: BrowserPool
  beforeAll(async () => {
    product = await start()
    pool = getBrowserPool(await browserOfThisProcess(), product.url)
  })
  afterAll(async () => {
    await pool?.clear()
    await product?.close()
  })
  const visit = (width: number = widths.desk): Promise<Visitor> => pool.take(width)
  const as = async (email: string, width?: number): Promise<Visitor> => {
    const visitor = await visit(width)
    await signIn(visitor.context, email)
    return visitor
  }
  return {
    product: () => product,
    visit,
    as,
    admin: (width?: number) => as('admin@tuma.test', width),
    /**
     * A visitor comes with a phone (unless given otherwise), does this, and leaves as `leaves` says; the last screen
     * must not scroll sideways at any width that we make screens for.
     */
    async visiting(act: (visitor: Visitor) => Promise<void>, width: number = widths.phone): Promise<void> {
      const visitor = await visit(width)
      await act(visitor)
      for (const other of Object.values(widths)) {
        await visitor.page.setViewportSize({ width: other, height: 800 })
        await expect
          .poll(() => scrollsSideways(visitor.page), { message: `it scrolls sideways at ${other} px` })
          .toBe(false)
      }
      await leaves(visitor)
    },
  }
}

/**
 * Closes the visitors' screens. Their browsers must have no complaints, and their last screens must not scroll
 * sideways.
 */
export const leaves = async (...visitors: Visitor[]): Promise<void> => {
  for (const { page, complaints, leave } of visitors) {
    expect(complaints).toEqual([])
    await expect.poll(() => scrollsSideways(page)).toBe(false)
    await leave()
  }
}
