import type { Frame, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { screenIsThere } from './browser/headings.ts'
import { retryOptions } from './retried-requests.ts'
import { paymentsOfEachKind } from './screen-states.ts'
import { openTestProduct } from './test-product.ts'
import { troubledOfEachKind, waitingOfEachKind } from './troubled-parcels.ts'

/**
 * Every list, at every width between a small phone's and a wide desk's: each button is inside its frame and can be hit
 * at its centre, and no word is broken. The width changes without a reload, as when a tablet is turned. The list is in
 * a frame, because a window would paint each width.
 */

const opened = openTestProduct()
const widths = Array.from({ length: 41 }, (_, step) => 320 + 40 * step)
/** Swahili texts are longer, so a layout that fits them also fits English, which is checked at half of the widths. */
const widthsIn = { sw: widths, en: widths.filter((_, step) => step % 2 === 0) }
/** High enough to show the first rows, whose layout all others share. */
const height = 2400

const parked = ['delivery', 'notification'].map((group) => ({
  id: `${group} 2f1b6d0e-7b1c-4d55-8a0f-3c9f51f6d2a7`,
  group,
  topic: 'delivery',
  key: 'delivery-7f9c2ba4-e88f-4f4b-9d3a-5c61a2b7e0d1',
  type: 'delivery.status-changed',
  reason: 'notification does not know delivery.status-changed version 2',
  parkedAt: '2026-11-20T09:30:00.000Z',
}))

const oneUnsent = { attempts: 0, isWaiting: false, canBeSent: true, since: '2026-11-20T09:30:00.000Z' }
const unsent = [
  { ...oneUnsent, channel: 'sms', template: 'requestedToReceiver', reason: 'too-many-of-account' },
  { ...oneUnsent, channel: 'sms', template: 'deliveredToDoorstep', reason: 'InsufficientBalance', attempts: 14 },
  { ...oneUnsent, channel: 'email', template: 'emailChangeAsked', reason: null, isWaiting: true },
  { ...oneUnsent, channel: 'email', template: 'verify', reason: 'no-provider', isWaiting: true, canBeSent: false },
].map((one, index) => ({ ...one, messageId: `m${index}` }))

/** Marks users as unverified, so that an admin has one more button for each of them. */
const asUnverified = async (route: Route): Promise<void> => {
  const response = await route.fetch(retryOptions)
  const users = (await response.json()) as object[]
  await route.fulfill({ response, json: users.map((user) => ({ ...user, isVerified: false })) })
}

const lists = {
  'agent.cbd@tuma.test': [
    '/Agent/uncollected?tab=dropped',
    '/Agent/received?tab=delivered',
    // Every status, with each of its buttons.
    '/Agent/all-deliveries',
    '/Agent/all-deliveries?tab=received',
    '/Agent/waiting',
    '/Agent/to-do',
    '/Agent/paid',
    '/Agent/customers',
    '/Agent/cash',
  ],
  'admin@tuma.test': [
    '/admin/deliveries',
    '/admin/agents',
    '/admin/users',
    '/admin/location',
    '/admin/riders',
    '/admin/parked',
    '/admin/unsent',
    '/admin/audit',
    '/admin/problems',
    '/admin/payments',
    '/admin/statements?tab=missing',
    '/admin/books?tab=entries',
    '/admin/books?tab=handOvers',
    '/admin/books?tab=ready',
    '/admin',
  ],
  'client@tuma.test': ['/Client/delivery-history', '/Client/money'],
} as const

/** The part of the page's globals that these functions use. */
type Box = { left: number; right: number; top: number; bottom: number; width: number }
type Part = {
  readonly data?: string
  readonly tagName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<Part>
  contains(other: Part): boolean
  closest(selector: string): Part | null
  getAttribute(name: string): string | null
  getBoundingClientRect(): Box
  querySelectorAll(selector: string): Iterable<Part>
}
declare const innerHeight: number
declare const innerWidth: number
declare const frameElement: { style: Record<string, string> }
declare const document: {
  documentElement: { scrollWidth: number; clientWidth: number }
  querySelectorAll(selector: string): Iterable<Part>
  elementFromPoint(x: number, y: number): Part | null
  createRange(): {
    setStart(text: Part, at: number): void
    setEnd(text: Part, at: number): void
    getClientRects(): Iterable<Box>
  }
}

/** @returns the buttons that cannot be pressed where they are drawn; runs in the page */
const unpressable = (): string[] => {
  // A choice beside a list may exist in two forms, and each width draws one of them. A row's own buttons are always
  // drawn, except the button that unfolds them where that is not needed, and the folded ones of a lower row.
  const unfolding = '.parcel-more, .parcel-acts[data-open="false"]'
  // Tabs in one line and folded rows measure themselves later than this check, which looks at all widths in one go.
  const isDrawn = (part: Part): boolean =>
    part.getBoundingClientRect().width > 0
      ? part.closest('[data-one-line]') === null
      : part.closest('.t-list') !== null && part.closest(unfolding) === null
  // What is folded away keeps the size that it would have.
  const isOffered = (part: Part): boolean =>
    part.closest('details:not([open]) > :not(summary)') === null && isDrawn(part)
  // Buttons under the bar at the bottom come into view by scrolling.
  const [foot] = document.querySelectorAll('.shell-foot')
  const seenTo = foot?.getBoundingClientRect().top || innerHeight
  return [...document.querySelectorAll('.t-list-place, .t-tabs, main:not(:has(.t-list-place))')].flatMap((frame) => {
    const inside = frame.getBoundingClientRect()
    return [...frame.querySelectorAll('a, button, input, select')].filter(isOffered).flatMap((pressed) => {
      const { left, right, top, bottom, width } = pressed.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isOnScreen = top >= 0 && bottom <= seenTo
      const isInside = width > 0 && left >= inside.left - 1 && right <= inside.right + 1
      if (isInside && (!isOnScreen || (hit && pressed.contains(hit)))) return []
      const name = pressed.textContent || pressed.getAttribute('aria-label')
      return [`“${name}” ${isInside ? `lies under ${hit?.tagName ?? 'nothing'}` : 'leaves its frame'}`]
    })
  })
}

/** The words of the rows that go over two lines; runs in the page. */
const brokenWords = (): string[] => {
  const getLines = (text: Part, start: number, end: number): number => {
    const range = document.createRange()
    range.setStart(text, start)
    range.setEnd(text, end)
    return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size
  }
  return [...document.querySelectorAll('.t-list td, .t-list td *')]
    .flatMap((element) => [...element.childNodes])
    .filter(({ data }) => data !== undefined && !data.includes('\u00ad')) // a soft hyphen says where a word may be broken
    .filter((text) => getLines(text, 0, text.data?.length ?? 0) > 1) // a text on one line has no broken word
    .flatMap((text) =>
      [...(text.data ?? '').matchAll(/[\p{L}\p{N}]+/gu)]
        .filter(({ index, 0: word }) => getLines(text, index, index + word.length) > 1)
        .map(([word]) => `“${word}” is broken`),
    )
}

const scrollsSideways = (): boolean => document.documentElement.scrollWidth > document.documentElement.clientWidth

/** What is wrong at each width; runs in the frame, where the functions above are globals. */
const sweep = ([widths, height]: readonly [readonly number[], number]): string[] =>
  widths.flatMap((width) => {
    Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` })
    if (innerWidth !== width) return [`the frame is ${innerWidth} px wide, not ${width}`]
    const faults = [...unpressable(), ...brokenWords(), ...(scrollsSideways() ? ['it scrolls sideways'] : [])]
    return faults.map((fault) => `at ${width} px ${fault}`)
  })

/** A page that holds nothing but a frame of our site; our own pages refuse to be framed anywhere else. */
const readFrame = async (page: Page): Promise<Frame> => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch(retryOptions)
    const { 'content-security-policy': _, 'x-frame-options': __, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.route(
    (url) => url.pathname === '/frame',
    (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<body style="margin: 0"><iframe style="border: 0; width: 1280px; height: ${height}px">`,
      }),
  )
  await page.goto('/frame')
  const [, frame] = page.frames()
  if (!frame) throw new Error('the page has no frame')
  return frame
}

/** Opens the list with all buttons that its rows offer. */
const openList = async (frame: Frame, path: string): Promise<void> => {
  await frame.goto(path)
  await screenIsThere(frame)
  for (const more of await frame.locator('.parcel-more').all()) await more.dispatchEvent('click')
}

/** Changes the language in the bar above: a list has both languages without loading again. */
const changeLanguage = async (frame: Frame): Promise<void> => {
  const offered = frame.getByRole('button', { name: /^(Kiswahili|English)$/ }).filter({ visible: true })
  const other = await offered.textContent()
  await offered.click()
  await frame.locator(`html[lang="${other === 'English' ? 'en' : 'sw'}"]`).waitFor({ state: 'attached' })
}

test.each(Object.entries(lists))(
  'all buttons of %s in a list are in sight at every width, in both languages',
  async (who, paths) => {
    const { page, complaints, leave } = await opened.as(who, 2000)
    await page.setViewportSize({ width: 2000, height })
    const frame = await readFrame(page)
    await page.route('**/api/admin/parked', (route) => route.fulfill({ json: parked }))
    await page.route('**/api/admin/unsent*', (route) => route.fulfill({ json: unsent }))
    await page.route('**/api/admin/users*', asUnverified)
    const [lying, lyingOfEachKind] = waitingOfEachKind
    await page.route(lying, (route) => route.fulfill({ json: lyingOfEachKind }))
    const [, troubled] = troubledOfEachKind
    await page.route(/api.agent.dropping.*status=uncollected/, async (route) => {
      const response = await route.fetch(retryOptions)
      await route.fulfill({ response, json: [...troubled, ...(await response.json())] })
    })
    const [payments, ofEachKind] = paymentsOfEachKind
    await page.route(payments, (route) => route.fulfill({ json: ofEachKind }))
    const warnings = ['emails_stay', 'sms_stay', 'no_public_url', 'sample_till', 'second_factor_optional']
    await page.route('**/api/admin/start-warnings', (route) => route.fulfill({ json: { warnings } }))
    for (const path of paths) {
      await openList(frame, path)
      await frame.locator('main').locator('a, button, input, select').first().waitFor()
      for (const one of [unpressable, brokenWords, scrollsSideways]) await frame.evaluate(`${one.name} = ${one}`)
      for (const language of ['en', 'sw'] as const) {
        await frame.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
        await expect
          .poll(() => frame.evaluate(sweep, [widthsIn[language], height] as const), { message: `${path}, ${language}` })
          .toEqual([])
        await changeLanguage(frame)
      }
    }
    expect(complaints).toEqual([])
    await leave()
  },
)
