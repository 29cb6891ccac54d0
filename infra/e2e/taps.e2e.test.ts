import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOfThisProcess, inContext } from './browser/browser.ts'
import { signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { openDriver } from './walks/driver.ts'
import type { Effort } from './walks/effort.ts'
import { type Journey, openJourneySetup } from './walks/journey.ts'
import { sending } from './walks/sending.ts'
import { walkIns } from './walks/walk-ins.ts'

/**
 * The work of a thumb from the first page to the goal: touches of the screen; the keyboard's Next does not count. The
 * limits of senders are what is walked today, those of the counter its design: one tap, key or field more fails.
 */

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

/** @returns the effort of a journey on a phone of 360 px */
const walk = async (journeys: readonly Journey[], name: string): Promise<Effort> => {
  const journey = journeys.find((one) => one.name === name)
  if (!journey) throw new Error(`there is no journey ${name}`)
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, acceptDownloads: true }
  let effort: Effort | undefined
  await inContext(await browserOfThisProcess(), { ...phone, baseURL: product.url }, async (page) => {
    if (journey.as) await signIn(page.context(), journey.as)
    const driver = openDriver(page)
    await (await journey.prepare(await openJourneySetup(product), page.context()))(driver)
    effort = driver.getResult().effort
  })
  if (!effort) throw new Error('the journey was not walked')
  return effort
}

test('a guest sends to a door and pays on their phone: nothing pasted, at most 10 fields and 13 taps', async () => {
  const effort = await walk(sending, 'guest-door-phone')
  expect(effort.pastes).toBe(0)
  expect(effort.fields).toBeLessThanOrEqual(10)
  expect(effort.taps, 'taps').toBeLessThanOrEqual(13)
})

test('a client sends a second parcel to the same person and pays on their phone: at most 4 taps, nothing typed', async () => {
  const effort = await walk(sending, 'client-again-phone')
  expect(effort.fields).toBe(0)
  expect(effort.taps, 'taps').toBeLessThanOrEqual(4)
})

test('an agent takes in the parcel of a known customer for cash: at most 5 taps, 10 keys and one field', async () => {
  const effort = await walk(walkIns, 'walk-in-known')
  expect(effort.taps, 'taps').toBeLessThanOrEqual(5)
  expect(effort.keys, 'keys').toBeLessThanOrEqual(10)
  expect(effort.fields, 'fields').toBeLessThanOrEqual(1)
  expect(effort.pastes).toBe(0)
})

test('an agent takes in the parcel of a known customer by M-Pesa: no more taps than for cash', async () => {
  const effort = await walk(walkIns, 'walk-in-mpesa')
  expect(effort.taps, 'taps').toBeLessThanOrEqual(5)
  expect(effort.fields, 'fields').toBeLessThanOrEqual(1)
})

test('an agent takes in the parcel of a new customer for cash: at most 10 taps, 60 keys and 5 fields', async () => {
  const effort = await walk(walkIns, 'walk-in-new')
  expect(effort.taps, 'taps').toBeLessThanOrEqual(10)
  expect(effort.keys, 'keys').toBeLessThanOrEqual(60)
  expect(effort.fields, 'fields').toBeLessThanOrEqual(5)
  expect(effort.pastes).toBe(0)
})
