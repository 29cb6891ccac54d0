import type { Delivery } from '@tuma/contracts/api'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserOfThisProcess, inContext, type Visitor, widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { askAs, sendDukani, setStatus, shops } from './parcels.ts'
import { logIn } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { findSample } from './screens.ts'
import { openTestProduct } from './test-product.ts'

/** The page before any script, or without scripts, and how much a page loads before it works. */

const { product, visit, as } = openTestProduct()

const withoutScripts = async (look: (page: Page) => Promise<void>, language = ''): Promise<void> => {
  const browser = await browserOfThisProcess()
  await inContext(browser, { baseURL: product().url, javaScriptEnabled: false }, async (page) => {
    const cookie = { name: 'tuma_language', value: language, url: product().url }
    if (language) await page.context().addCookies([cookie])
    await look(page)
  })
}

test('without scripts the landing page shows its text, and its links work', () =>
  withoutScripts(async (page) => {
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Fast, Secure & Reliable Courier Shipments' }).waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Our Destinations' }).getByRole('listitem').count())
      .toBe(15)
    await page.getByRole('main').getByRole('link', { name: 'Track Parcel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Track Parcel' }).waitFor()
  }))

test('in Swahili as well', () =>
  withoutScripts(async (page) => {
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Usafirishaji wa Haraka, Salama na wa Kuaminika' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
  }, 'sw'))

test('without scripts the tracking form asks by its address', () =>
  withoutScripts(async (page) => {
    await page.goto('/trackDelivery')
    await page.getByLabel('Tracking ID', { exact: true }).fill('TM-0000-0000-0000')
    await page.getByRole('button', { name: 'Track' }).click()
    await page.waitForURL('**/trackDelivery?id=TM-0000-0000-0000')
  }))

test('without scripts nothing that is typed into the login gets into an address', () =>
  withoutScripts(async (page) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('somebody@tuma.test')
    await page.getByLabel('Password', { exact: true }).fill('a secret')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('')
  }))

/** A page's content, without parts that differ each time it is drawn: generated ids, and what was asked. */
const drawn = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const site = document.querySelector('.site').cloneNode(true)
    site.querySelector('.site-contact-room')?.replaceChildren()
    for (const element of site.querySelectorAll('*')) {
      for (const name of ['value', 'checked', 'selected']) element.removeAttribute(name) // what is empty may be unsaid
      const all = [...element.attributes].map(({ name, value }) => [name, value.replace(/_[rR]_\\w*_/, 'made-up')]).sort()
      for (const [name] of all) element.removeAttribute(name)
      for (const [name, value] of all) element.setAttribute(name, value)
    }
    return site.outerHTML
  })()`)

const forms = ['/send-parcel/door-step', '/send-parcel/parcel-dukani']

/** The Swahili words are loaded after the screen. */
const draws = (page: Page, what: string | undefined) => expect.poll(() => drawn(page)).toBe(what)

test.each(['en', 'sw'])('the first page from the server equals what the app draws at first (%s)', async (language) => {
  const ahead = new Map<string, string>()
  await withoutScripts(async (page) => {
    for (const path of ['/', '/trackDelivery', '/login', ...forms]) {
      await page.goto(path)
      ahead.set(path, await drawn(page))
    }
  }, language)
  const { page, context, leave } = await visit(widths.phone)
  await context.addCookies([{ name: 'tuma_language', value: language, url: product().url }])
  // Both put in places and prices only when these have come, so the call never ends here.
  await context.route(/\/api\/(admin\/)?locations$/, () => {})
  await page.goto('/register')
  await page.evaluate(`localStorage.setItem('tuma.language', '${language}')`)
  await page.reload()
  await page.locator('#first').waitFor({ state: 'detached' })
  await page.locator('#main a[href="/login"]').click()
  await page.locator('form[data-sends]').waitFor()
  await draws(page, ahead.get('/login'))
  await page.locator('.site-brand').click()
  await page.locator('.landing-hero').waitFor()
  await draws(page, ahead.get('/'))
  await page.locator('.landing-hero a[href="/trackDelivery"]').click()
  await page.locator('.parcel-track').waitFor()
  await draws(page, ahead.get('/trackDelivery'))
  for (const [at, form] of forms.entries()) {
    await page.locator('.site-brand').click()
    await page.locator('.landing-send').click()
    await page.locator('.parcel-kinds a').nth(at).click()
    await page.locator('.parcel-form').waitFor()
    await draws(page, ahead.get(form))
  }
  await leave()
})

const slowApp = async ({ context }: Visitor): Promise<() => void> => {
  const { promise: letGo, resolve: comes } = Promise.withResolvers<void>()
  await context.route('**/assets/shell.*.js', async (route) => {
    await letGo
    await route.continue()
  })
  return comes
}

/** The heading of a form and the site's own header above it: their words and positions. */
const head = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('.site-header, #main .t-page-header, #main h1, #main .t-page-header p')]
    .filter((element) => element.offsetParent !== null)
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, x, y, width, height]
    })`)

const parcels = {
  'on its way': async () => findSample(product().url),
  waiting: async () => {
    const admin = await askAs(product(), 'admin@tuma.test')
    const client = await askAs(product(), 'client@tuma.test')
    const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
    return setStatus(admin, parcel, 'delivered')
  },
  'going back': async () => {
    const { _id } = await parcels.waiting()
    const admin = await askAs(product(), 'admin@tuma.test')
    return admin<Delivery>('PUT', `/api/admin/deliveries/${_id}/return`, {})
  },
} as const

test.each([
  ['on its way', 'en'],
  ['on its way', 'sw'],
  ['waiting', 'sw'],
  ['going back', 'en'],
] as const)('a parcel that was found %s is shown without the app as with it (%s)', async (which, language) => {
  const { trackingId } = await parcels[which]()
  const { page, context, leave } = await visit(widths.phone)
  await context.addCookies([{ name: 'tuma_language', value: language, url: product().url }])
  await page.goto(`/trackDelivery?id=${trackingId}`)
  await page.locator('.parcel-found').waitFor()
  await expect.poll(() => page.locator('#app').count()).toBe(0)
  const shown = await drawn(page)
  await page.evaluate(`localStorage.setItem('tuma.language', '${language}')`)
  await page.goto(`/trackDelivery?id=${trackingId}&more`) // only the app can answer that question
  await page.locator('#first').waitFor({ state: 'detached' })
  await page.locator('.parcel-found').waitFor()
  await expect.poll(() => drawn(page)).toBe(shown)
  await leave()
})

test('the link of a message shows the answer first without the app, and then the same with it', async () => {
  const { trackingId } = await findSample(product().url)
  const { page, context, leave } = await visit(widths.phone)
  await page.setViewportSize({ width: 360, height: 740 })
  const top = async (of: string): Promise<number> => (await page.locator(of).boundingBox())?.y ?? Number.NaN
  const found = '.parcel-track > [data-part="found"]'
  const { promise: letGo, resolve: answers } = Promise.withResolvers<void>()
  await context.route('**/api/agent/track/*', async (route) => {
    await letGo
    await route.continue()
  })
  await page.goto(`/trackDelivery?id=${trackingId}`)
  await page.locator(`${found} [aria-busy]`).waitFor()
  await expect.poll(() => top(`${found} [aria-busy]`)).toBeLessThan(180)
  answers()
  for (const more of ['', '&more']) {
    await page.goto(`/trackDelivery?id=${trackingId}${more}`)
    await page.locator('#first').waitFor({ state: more ? 'detached' : 'attached' })
    await page.locator('.parcel-found').waitFor()
    await expect.poll(() => top('.parcel-found')).toBeLessThan(180)
    await expect.poll(() => top('.parcel-track form')).toBeGreaterThan(await top('.parcel-found'))
  }
  await leave()
})

test('a tracking id is copied without the app', async () => {
  const { trackingId } = await findSample(product().url)
  const { page, context, leave } = await visit(widths.phone)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/trackDelivery?id=${trackingId}`)
  await page.locator('.parcel-found').getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(trackingId)
  await page.getByRole('button', { name: 'Copy the link' }).click()
  const link = `${product().url}/t/${trackingId}`
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(link)
  await page.locator('.parcel-found').getByRole('button', { name: 'Copy', exact: true }).waitFor()
  await expect.poll(() => page.locator('#app').count()).toBe(0)
  await leave()
})

test('the app says why a parcel cannot be shown just now', async () => {
  const { page, context, leave } = await visit(widths.phone)
  await context.route('**/api/agent/track/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/trackDelivery?id=TM-0000-0000-0000')
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  await expect.poll(() => page.getByLabel('Tracking ID', { exact: true }).inputValue()).toBe('TM-0000-0000-0000')
  await leave()
})

test('an agent’s data are requested while the scripts load, and once', async () => {
  const visitor = await as('agent.thika@tuma.test', widths.phone)
  const { page } = visitor
  for (const [path, count] of [
    ['/Agent', 5],
    ['/Agent/uncollected', 3],
    ['/Agent/received', 4],
  ] as const) {
    const comes = await slowApp(visitor)
    const asked: string[] = []
    const note = (request: Request): void => void (request.resourceType() === 'fetch' && asked.push(request.url()))
    page.on('request', note)
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => asked.filter((url) => url.includes('/api/')).length).toBe(count)
    comes()
    await page.locator('#first').waitFor({ state: 'detached' })
    await screenIsThere(page)
    page.off('request', note)
    expect(new Set(asked).size, asked.join('\n')).toBe(asked.length)
    await visitor.context.unrouteAll()
  }
  await visitor.leave()
})

test.each(forms)('the app draws the head of the form at %s where and as the server did', async (path) => {
  const visitor = await visit(widths.phone)
  const { page, leave } = visitor
  const comes = await slowApp(visitor)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('#first h1').waitFor()
  // Waits in the test and not in the page, because the page's policy forbids evaluated text.
  const isDressed = (): Promise<boolean> =>
    page.evaluate(`[...document.querySelectorAll('link[rel="stylesheet"]')].every(({ sheet }) => sheet)
        && [...document.fonts].some(({ status }) => status === 'loaded')`)
  await expect.poll(isDressed).toBe(true)
  const ahead = await head(page)
  expect(ahead).toHaveLength(4)
  comes()
  await page.locator('#first').waitFor({ state: 'detached' })
  await page.getByLabel('Sender Name').waitFor()
  await expect.poll(() => head(page)).toEqual(ahead)
  await leave()
})

/** Compressed, as they came over the wire, until the page loads nothing more. */
const scriptBytes = async (path: string, shows = 'h1'): Promise<number> => {
  const { page, leave } = await visit(widths.phone)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(path)
  await page.locator(shows).first().waitFor()
  await page.locator('#app[hidden]').waitFor({ state: 'detached' })
  await expect.poll(() => bytes).toBeGreaterThan(0)
  await session.detach()
  await leave()
  return bytes
}

test.each([
  ['/', 15_000],
  ['/trackDelivery', 15_000],
  ['/login', 15_000],
  ['/send-parcel', 15_000],
])('%s works with at most %i bytes of script', async (path, max) => {
  expect(await scriptBytes(path)).toBeLessThanOrEqual(max)
})

test('a parcel is found with no more than that', async () => {
  const { trackingId } = await findSample(product().url)
  expect(await scriptBytes(`/trackDelivery?id=${trackingId}`, '.parcel-found')).toBeLessThanOrEqual(15_000)
})

test('a successful login needs no app: the page leads on as soon as it is answered', async () => {
  const visitor = await visit(widths.phone)
  const comes = await slowApp(visitor)
  await logIn(visitor.page, 'client@tuma.test')
  await visitor.page.waitForURL('**/Client', { waitUntil: 'commit' })
  comes()
  await visitor.page.getByText('Welcome, Wanjiku').waitFor()
  await visitor.leave()
})

test('the app shows any other answer to a login, and does not ask again', async () => {
  const visitor = await visit(widths.phone)
  const { page } = visitor
  const comes = await slowApp(visitor)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const answered = page.waitForResponse('**/api/users/login')
  await logIn(page, 'client@tuma.test', 'not the password')
  await answered
  comes()
  await page.getByText('Invalid credentials').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('client@tuma.test')
  expect(sent).toEqual(['/api/users/login'])
  await visitor.leave()
})

test('input and presses before the app has loaded are kept', async () => {
  const visitor = await visit(widths.phone)
  const { page } = visitor
  const comes = await slowApp(visitor)
  await page.goto('/login')
  await page.getByLabel('Email').fill('client@tuma.test')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => page.locator('#app[hidden]').count()).toBe(1)
  comes()
  await page.getByText('Password is required.').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('client@tuma.test')
  await visitor.leave()
})

test('a person who has scrolled the form before the app has loaded stays there', async () => {
  const visitor = await visit(widths.phone)
  const { page } = visitor
  const comes = await slowApp(visitor)
  await page.goto('/send-parcel/door-step')
  await page.getByLabel('Sender Name').hover()
  await page.mouse.wheel(0, 300)
  const readScroll = () => page.evaluate<number>('scrollY')
  await expect.poll(readScroll).toBe(300)
  comes()
  await page.locator('#first').waitFor({ state: 'detached' })
  expect(await readScroll()).toBe(300)
  await visitor.leave()
})

test('input in Swahili is kept too, however late the words come, and no English appears first', async () => {
  const { page, context, leave } = await visit(widths.phone)
  await context.addCookies([{ name: 'tuma_language', value: 'sw', url: product().url }])
  await context.addInitScript(`localStorage.setItem('tuma.language', 'sw')
    window.english = []
    new MutationObserver(() => {
      const title = document.querySelector('#app:not([hidden]) h1')?.textContent
      if (title && title !== 'Ingia') window.english.push(title)
    }).observe(document, { childList: true, subtree: true, characterData: true })`)
  const { promise: wordsCome, resolve: letWordsCome } = Promise.withResolvers<void>()
  await context.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch(retryOptions)
    const body = await answer.text()
    if (/Ingia|Nenosiri/.test(body)) await wordsCome
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Ingia' }).click()
  await page.locator('#app[hidden]').waitFor({ state: 'attached' })
  letWordsCome()
  await page.locator('#first').waitFor({ state: 'detached' })
  await page.locator('.t-error').first().waitFor()
  await expect.poll(() => page.evaluate('window.english')).toEqual([])
  await leave()
})

test('nothing moves when the app takes the place of the server’s page', async () => {
  const { trackingId } = await findSample(product().url)
  const { page, context, leave } = await visit(widths.phone)
  await context.addInitScript(`window.moved = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => { window.moved += entry.hadRecentInput ? 0 : entry.value }))
      .observe({ type: 'layout-shift', buffered: true })`)
  for (const path of [
    '/',
    '/trackDelivery',
    '/login',
    '/send-parcel/door-step',
    '/send-parcel/parcel-dukani',
    `/trackDelivery?id=${trackingId}`,
  ]) {
    await page.goto(path)
    await page.locator('#app[hidden]').waitFor({ state: 'detached' })
    await screenIsThere(page)
    await expect.poll(() => page.evaluate<number>('window.moved'), { message: path }).toBeLessThanOrEqual(0.02)
  }
  await leave()
})
