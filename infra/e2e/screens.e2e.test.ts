import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { otherWidths, scrollsSideways, type Visitor, widths } from './browser/browser.ts'
import { headlessMoments, screenIsThere, watchHeadings } from './browser/headings.ts'
import { signIn } from './people.ts'
import { findSample, screens, withSample } from './screens.ts'
import { openTestProduct } from './test-product.ts'

/**
 * Every screen, as each person who may see it: one h1 at every moment, no fault for axe on a phone and at a desk, no
 * sideways scrolling at any width, no complaints, no unused question to the API. Width and colours change without a
 * reload, as when a person turns a tablet.
 */

const { product, visit } = openTestProduct()
let sample: Awaited<ReturnType<typeof findSample>>
beforeAll(async () => {
  sample = await findSample(product().url)
})

const looks = [
  ['on a phone, light', widths.phone, 'light'],
  ['at a desk, dark', widths.desk, 'dark'],
] as const

const openScreen = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await screenIsThere(page)
}

/** Answers that the page asked for before its app was loaded, and that the app never used. */
const askedInVain = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...((globalThis as { tumaAsked?: Map<string, unknown> }).tumaAsked ?? new Map()).keys()])

test.each(Object.entries(screens))('what %s sees', async (who, paths) => {
  const { page, context, complaints, leave } = await visit(widths.phone)
  await watchHeadings(page)
  if (who !== 'nobody') await signIn(context, who)
  for (const path of paths) {
    await openScreen(page, withSample(path, sample))
    expect(await headlessMoments(page), path).toEqual([])
    expect(await askedInVain(page), `${path} asks ahead of its app`).toEqual([])
    for (const [look, width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      expect(await axeFaults(page), `${path} ${look}`).toEqual([])
      await expect.poll(() => scrollsSideways(page), { message: `${path} scrolls sideways ${look}` }).toBe(false)
    }
    for (const [screen, width] of Object.entries(otherWidths)) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => scrollsSideways(page), { message: `${path} scrolls sideways on a ${screen}` }).toBe(false)
    }
    expect(complaints.splice(0), path).toEqual([])
  }
  await leave()
})

describe('one area down', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(widths.phone)
    await signIn(visitor.context, 'client@tuma.test')
  })

  test('says so and offers Try Again; the others work', async () => {
    const { page, context } = visitor
    await context.route(/\/remotes\/client\/.*remoteEntry/, (route) => route.abort())
    await page.goto('/Client')
    const again = page.getByRole('button', { name: 'Try Again' })
    await again.waitFor()
    await page.goto('/trackDelivery')
    await page.getByRole('heading', { name: 'Track Parcel' }).waitFor()

    await page.goto('/Client')
    await again.waitFor()
    await context.unroute(/\/remotes\/client\/.*remoteEntry/)
    await again.click()
    await page.getByText('Welcome, Wanjiku').waitFor()
  })
})
