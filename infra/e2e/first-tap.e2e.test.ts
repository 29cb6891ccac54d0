import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { widths } from './browser.ts'
import { openHouse } from './house.ts'

/** What the first taps of somebody on a phone need of the network: counted by the browser, in no time of ours. */

const { visit } = openHouse()

type Loaded = { readonly path: string; readonly type: string; readonly isAhead: boolean; bytes: number }

/** What comes over the line from now on: nothing that the browser has already, but what it asks about again. */
const lineOf = async (page: Page): Promise<Loaded[]> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, Loaded>()
  const loaded: Loaded[] = []
  session.on('Network.requestWillBeSent', ({ requestId, type = '', request }) => {
    const isAhead = type === 'Other' || type === 'Prefetch'
    asked.set(requestId, { path: new URL(request.url).pathname, type, isAhead, bytes: 0 })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void asked.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) asked.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) loaded.push(Object.assign(one, { bytes: encodedDataLength }))
  })
  return loaded
}

/** A file is listed when it has come, from the line or from the browser's own cache. */
const allFetchedAhead = `(() => {
  const links = [...document.querySelectorAll('link[rel="prefetch"]')].map(({ href }) => href)
  const come = performance.getEntriesByType('resource').map(({ name }) => name)
  return links.length > 0 && links.every((link) => come.includes(link))
})()`

const isFile = ({ path }: Loaded): boolean => /\.(?:js|css|woff2)$/.test(path)

test('who presses Send Parcel at once chooses after one wave of at most four requests, without the app', async () => {
  const { page, leave } = await visit(widths.phone)
  await page.goto('/')
  await page.locator('.landing-send').waitFor()
  const line = await lineOf(page)
  await page.locator('.landing-send').click()
  await page.getByText('To a shop from').waitFor()
  const wave = line.filter(({ isAhead }) => !isAhead)
  expect(wave.map(({ path }) => path).length).toBeLessThanOrEqual(4)
  expect(wave.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(120_000)
  await expect.poll(() => page.locator('#app').count()).toBe(0)
  await leave()
})

test('who has looked at the first page for a while needs no file before the first field', async () => {
  const { page, leave } = await visit(widths.phone)
  const line = await lineOf(page)
  await page.goto('/')
  await expect.poll(() => page.evaluate<boolean>(allFetchedAhead)).toBe(true)
  line.length = 0
  await page.locator('.landing-send').click()
  await page.locator('.parcel-kinds a').first().click()
  await page.getByLabel('Sender Name').fill('Wanjiku')
  expect(line.filter(isFile).map(({ path }) => path)).toEqual([])
  await leave()
})

test('where data is dear nothing is fetched ahead', async () => {
  const { page, context, leave } = await visit(widths.phone)
  await context.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
  const line = await lineOf(page)
  await page.goto('/send-parcel')
  await page.getByText('To a shop from').waitFor()
  expect(line.filter(({ path }) => /shell\.\w+\.js$|send\.\w+\.js$/.test(path))).toEqual([])
  await leave()
})
