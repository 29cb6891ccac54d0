import { expect, test } from 'vitest'
import { openHouse } from './house.ts'

const house = openHouse()

/** Of the page's own, of an area's list of files, and of what these load later. */
const scripts = ['shell', 'remoteEntry', '__federation_expose_remote'] as const

test.each(scripts)('%s that somebody has altered on the way is not run', async (script) => {
  const { page, leave } = await house.as('admin@tuma.test', 1280)
  let altered = 0
  await page.route(`**/assets/${script}.*.js`, async (route) => {
    const response = await route.fetch()
    altered += 1
    await route.fulfill({ response, body: `globalThis.altered = true;${await response.text()}` })
  })
  const refused = page.waitForEvent('console', (said) => /integrity/i.test(said.text()))
  await page.goto('/Admin')
  await refused
  expect(altered).toBeGreaterThan(0)
  expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
  await leave()
})
