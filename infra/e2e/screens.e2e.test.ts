import { AxeBuilder } from '@axe-core/playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { scrollsSideways, type Visitor, widths } from './browser.ts'
import { openHouse } from './house.ts'
import { logIn } from './people.ts'
import { findSample, screens, withSample } from './screens.ts'

/** Every screen, as whoever may see it: nothing for axe to find, nothing that scrolls sideways, no complaints. */

const { product, visit } = openHouse()
let sample: Awaited<ReturnType<typeof findSample>>
beforeAll(async () => {
  sample = await findSample(product().url)
})

const looks = [
  ['a phone, light', widths.phone, 'light'],
  ['a desk, dark', widths.desk, 'dark'],
] as const

describe.each(looks)('on %s', (_title, width, colorScheme) => {
  test.each(Object.entries(screens))(
    'what %s sees',
    async (who, paths) => {
      const { page, context, complaints } = await visit(width, colorScheme)
      if (who !== 'nobody') {
        await logIn(page, who)
        await page.waitForURL(/client|agent|admin/i)
      }
      for (const path of paths) {
        await page.goto(withSample(path, sample))
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          path,
        ).toEqual([])
        expect(await scrollsSideways(page), `${path} scrolls sideways`).toBe(false)
        expect(complaints.splice(0), path).toEqual([])
      }
      await context.close()
    },
    240_000,
  )
})

describe('one area down', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(widths.phone)
    await logIn(visitor.page, 'client@tuma.test')
    await visitor.page.waitForURL(/\/client$/i)
  })

  test.each([
    ['is not there', (url: string) => url.includes('remoteEntry')],
    ['has no list of its parts', (url: string) => url.includes('mf-manifest')],
  ])('that %s says so and offers Try Again; the rest goes on', async (_why, isBroken) => {
    const { page, context } = visitor
    await context.route(/\/remotes\/client\//, (route) =>
      isBroken(route.request().url()) ? route.abort() : route.continue(),
    )
    await page.goto('/Client')
    const again = page.getByRole('button', { name: 'Try Again' })
    await again.waitFor()
    await page.goto('/trackDelivery')
    await page.getByRole('heading', { name: 'Track Parcel' }).waitFor()

    await page.goto('/Client')
    await again.waitFor()
    await context.unroute(/\/remotes\/client\//)
    await again.click()
    await page.getByText('Welcome, Wanjiku').waitFor()
  })
})
