import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { newVisitor, openBrowser, scrollsSideways, type Visitor, widths } from './browser.ts'
import { signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'

/**
 * A product and a browser for the tests of one file (call it at its top), and people who come with screens of their own.
 * @param start where the product needs settings of its own
 */
export const openHouse = (start: () => Promise<Product> = startProduct) => {
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    product = await start()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.close()
  })
  const visit = (width: number = widths.desk, colorScheme?: 'light' | 'dark'): Promise<Visitor> =>
    newVisitor(browser, product.url, width, colorScheme)
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
    /** Somebody comes with a phone (unless said otherwise), does this, and leaves as `leaves` says. */
    async visiting(act: (visitor: Visitor) => Promise<void>, width: number = widths.phone): Promise<void> {
      const visitor = await visit(width)
      await act(visitor)
      await leaves(visitor)
    },
  }
}

/** They leave: nothing went wrong in their browser, and what they saw last does not scroll sideways. */
export const leaves = async (...visitors: Visitor[]): Promise<void> => {
  for (const { page, context, complaints } of visitors) {
    expect(complaints).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await context.close()
  }
}
