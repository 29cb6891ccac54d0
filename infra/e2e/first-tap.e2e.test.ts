import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { openTestProduct } from './test-product.ts'

/** What the first taps of a person on a phone load from the network: counted by the browser, without measuring time. */

const { visit } = openTestProduct()

type Loaded = { readonly path: string; readonly type: string; readonly isAhead: boolean; bytes: number }

const readSession = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return session
}

/** What comes over the line from now on: without cached files, but with those that the browser checks again. */
const getLine = (session: CDPSession): Loaded[] => {
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
const getBytes = (loaded: readonly Loaded[]): number => loaded.reduce((sum, { bytes }) => sum + bytes, 0)

/** A person must not have to wait for the app where they do not need it. */
const keepAppAway = (session: CDPSession) =>
  session.send('Network.setBlockedURLs', { urls: ['*/assets/shell.*.js', '*/assets/remoteEntry.*.js'] })

/** Prevents loading ahead. */
const saveData = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
}
const typed = (page: Page) => page.getByLabel('Sender Name').inputValue()

test('a person who presses Send Parcel at once can choose after one wave of at most four requests, without the app', async () => {
  const { page, leave } = await visit(widths.phone)
  await page.goto('/')
  await page.locator('.landing-send').waitFor()
  const line = getLine(await readSession(page))
  await page.locator('.landing-send').click()
  await page.getByText('To a shop from').waitFor()
  const wave = line.filter(({ isAhead }) => !isAhead)
  expect(wave.map(({ path }) => path).length).toBeLessThanOrEqual(4)
  expect(getBytes(wave)).toBeLessThanOrEqual(20_000)
  await expect.poll(() => page.locator('#app').count()).toBe(0)
  await leave()
})

test.each([0, 1])(
  'a person who then presses form %i at once can type into it before the app has loaded',
  async (form) => {
    const { page, context, leave } = await visit(widths.phone)
    await saveData(context)
    await page.goto('/')
    await page.locator('.landing-send').click()
    await page.getByText('To a shop from').waitFor()
    const session = await readSession(page)
    await keepAppAway(session)
    const line = getLine(session)
    await page.locator('.parcel-kinds a').nth(form).click()
    await page.getByLabel('Sender Name').fill('Wanjiku Kamau')
    const wave = line.filter(({ type }) => type === 'Document' || type === 'Stylesheet' || type === 'Font')
    expect(wave.length).toBeLessThanOrEqual(4)
    expect(getBytes(wave)).toBeLessThanOrEqual(20_000)
    await expect.poll(() => page.locator('#app[hidden]').count()).toBe(1)
    await leave()
  },
)

test('all that the form and the app need comes in at most 11 requests', async () => {
  const { page, context, leave } = await visit(widths.phone)
  await saveData(context)
  await page.goto('/send-parcel')
  await page.getByText('To a shop from').waitFor()
  const line = getLine(await readSession(page))
  await page.locator('.parcel-kinds a').first().click()
  await page.getByLabel('Sender Name').fill('Wanjiku Kamau')
  await page.locator('#first').waitFor({ state: 'detached' })
  await expect.poll(() => typed(page)).toBe('Wanjiku Kamau')
  const files = line.filter(isFile)
  expect(files.map(({ path }) => path).length).toBeLessThanOrEqual(11)
  expect(getBytes(files)).toBeLessThanOrEqual(250_000)
  await leave()
})

test('a person who has looked at the first page for a while types into the form without a request, even with no network', async () => {
  const { page, context, leave } = await visit(widths.phone)
  await page.goto('/')
  await expect.poll(() => page.evaluate<boolean>(allFetchedAhead)).toBe(true)
  await context.setOffline(true)
  await page.locator('.landing-send').click()
  await page.getByText('To a shop from').waitFor() // the page before has already loaded the prices
  await page.locator('.parcel-kinds a').first().click()
  await page.getByLabel('Sender Name').fill('Wanjiku Kamau')
  await page.locator('#first').waitFor({ state: 'detached' })
  expect(await typed(page)).toBe('Wanjiku Kamau')
  await context.setOffline(false)
  await page.getByLabel('Sender Location').selectOption('THIKA')
  await leave()
})

test('a person who has started a parcel here can type when the app has filled in the form', async () => {
  const { page, leave } = await visit(widths.phone)
  await page.goto('/send-parcel/door-step')
  await page.locator('#first').waitFor({ state: 'detached' })
  await page.getByLabel('Receiver Name').fill('Lilian Otieno')
  await keepAppAway(await readSession(page))
  await page.reload()
  await expect.poll(() => page.getByLabel('Sender Name').isDisabled()).toBe(true)
  await leave()
})

test('nothing is loaded ahead where the browser saves data', async () => {
  const { page, context, leave } = await visit(widths.phone)
  await saveData(context)
  const line = getLine(await readSession(page))
  await page.goto('/send-parcel')
  await page.getByText('To a shop from').waitFor()
  expect(line.filter(({ path }) => /shell\.\w+\.js$|send\.\w+\.js$/.test(path))).toEqual([])
  await leave()
})
