import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOfThisProcess, inContext } from './browser/browser.ts'
import { type Product, startProduct } from './product.ts'
import { openDriver } from './walks/driver.ts'
import { openJourneySetup } from './walks/journey.ts'
import { sending } from './walks/sending.ts'

/**
 * The work of a thumb from the first page to the receipt: touches of the screen; the keyboard's Next does not count.
 */

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

test('a guest sends to a door and pays on their phone: nothing pasted, at most 12 fields and 14 taps', async () => {
  const journey = sending.find(({ name }) => name === 'guest-door-phone')
  if (!journey) throw new Error('there is no such journey')
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, acceptDownloads: true }
  await inContext(await browserOfThisProcess(), { ...phone, baseURL: product.url }, async (page) => {
    const driver = openDriver(page)
    await (await journey.prepare(await openJourneySetup(product), page.context()))(driver)
    const { effort } = driver.getResult()
    expect(effort.pastes).toBe(0)
    expect(effort.fields).toBeLessThanOrEqual(12)
    expect(effort.taps, 'taps').toBeLessThanOrEqual(14)
  })
})
