import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { browserOfThisProcess, scrollsSideways, type Visitor, widths } from './browser/browser.ts'
import { signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { type Seats, seatsAt } from './seats.ts'

const seatsByUrl = new Map<string, Seats>()
/**
 * Products of successive test files at the same address have the same files, so their visitors share the same browser
 * contexts.
 */
const seatsOfThisProcess = (browser: Browser, url: string): Seats => {
  const seats = seatsByUrl.get(url) ?? seatsAt(browser, url)
  seatsByUrl.set(url, seats)
  return seats
}

/**
 * A product for the tests of one file (call it at its top), and visitors with screens of their own.
 * @param start where the product needs settings of its own
 */
export const openTestProduct = (start: () => Promise<Product> = startProduct) => {
  let product: Product
  let seats: Seats
  beforeAll(async () => {
    product = await start()
    seats = seatsOfThisProcess(await browserOfThisProcess(), product.url)
  })
  afterAll(async () => {
    await seats?.clear()
    await product?.close()
  })
  const visit = (width: number = widths.desk): Promise<Visitor> => seats.take(width)
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
