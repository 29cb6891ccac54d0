import { expect, test } from 'vitest'
import { screenIsThere } from './browser/headings.ts'
import { retryOptions } from './retried-requests.ts'
import { openTestProduct } from './test-product.ts'

const opened = openTestProduct()

/** The page's own script, an area's list of files, and the scripts that these load later. */
const scripts = ['shell', 'remoteEntry', '__federation_expose_remote'] as const

test.each(scripts)('%s that was altered on the way is not run', async (script) => {
  const { page, leave } = await opened.as('admin@tuma.test', 1280)
  let altered = 0
  await page.route(`**/assets/${script}.*.js`, async (route) => {
    const response = await route.fetch(retryOptions)
    altered += 1
    await route.fulfill({ response, body: `globalThis.altered = true;${await response.text()}` })
  })
  const refused = page.waitForEvent('console', (said) => /integrity/i.test(said.text()))
  await page.goto('/Admin')
  await refused
  expect(altered).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(() => 'altered' in globalThis)).toBe(false)
  await leave()
})

test.each([
  ['', '/send-parcel/door-step'],
  ['', '/register'],
  ['agent.cbd@tuma.test', '/Agent/uncollected'],
])('an area’s styles are in the page once, each by its hash: %s%s', async (who, address) => {
  const { page, leave } = await (who ? opened.as(who, 1280) : opened.visit(1280))
  await page.goto(address)
  await page.locator('#app:not([hidden])').waitFor()
  await screenIsThere(page)
  const links = await page.$$eval('link[rel="stylesheet"]', (all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', hash: link.getAttribute('integrity') })),
  )
  const sheets = links.map(({ href, hash }) => ({ file: new URL(href, page.url()).pathname, hash }))
  const files = sheets.map(({ file }) => file)
  expect(files.some((file) => file.startsWith('/remotes/'))).toBe(true)
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([])
  expect(sheets.filter(({ hash }) => !hash?.startsWith('sha384-'))).toEqual([])
  await leave()
})
