import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { readStyle, scrollsSideways } from './browser/browser.ts'
import { headlessMoments, screenIsThere, watchHeadings } from './browser/headings.ts'
import { toastWith } from './browser/toasts.ts'
import { askAs, sendDukani, setStatus, shops } from './parcels.ts'
import { getRow } from './people.ts'
import { openTestProduct } from './test-product.ts'

/**
 * Elements at the bottom of a phone's screen: the destinations, above them the buttons to press, and above these the
 * toasts.
 */

const { product, as } = openTestProduct()

const destinations = (page: Page): Locator => page.getByRole('navigation', { name: 'Main pages' })

type Edge = 'top' | 'bottom'
const edge = async (of: Locator, which: Edge): Promise<number> => {
  const box = await of.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return which === 'top' ? box.y : box.y + box.height
}

/** Waits until sliding parts have stopped. */
const standsAbove = (upper: Locator, lower: Locator): Promise<void> =>
  expect.poll(async () => (await edge(upper, 'bottom')) <= (await edge(lower, 'top')) + 1).toBe(true)

/** A toast closes after its seconds, also while a slow machine still looks for it. */
const standsAboveOrIsGone = (toast: Locator, lower: Locator): Promise<void> =>
  expect
    .poll(async () => {
      const [box, below] = [await toast.boundingBox({ timeout: 1000 }).catch(() => null), await lower.boundingBox()]
      return box === null || (below !== null && box.y + box.height <= below.y + 1)
    })
    .toBe(true)

const twoInTransit = async () => {
  const [client, admin] = [await askAs(product(), 'client@tuma.test'), await askAs(product(), 'admin@tuma.test')]
  const parcels = [
    await sendDukani(client, product(), shops.thika, shops.cbd),
    await sendDukani(client, product(), shops.thika, shops.cbd),
  ]
  for (const parcel of parcels) await setStatus(admin, parcel, 'inTransit')
  return parcels.map(({ trackingId }) => trackingId)
}

test.each([
  ['agent.cbd@tuma.test', '/Agent', ['Dashboard', 'Sending', 'Receiving', 'Deliveries']],
  ['client@tuma.test', '/Client', ['Dashboard', 'Send Parcel', 'Track Parcel', 'My Deliveries', 'Profile']],
])(
  'the destinations of %s are at the bottom of a phone, open their screens and are marked; the page always has one h1',
  async (who, area, names) => {
    const { page, complaints, leave } = await as(who, 360)
    await watchHeadings(page)
    await page.goto(area)
    const bar = destinations(page)
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(names)
    for (const name of names.toReversed()) {
      const link = bar.getByRole('link', { name })
      await link.click()
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
      await expect.poll(() => bar.locator('[aria-current]').count()).toBe(1)
      await screenIsThere(page)
      expect(await headlessMoments(page), name).toEqual([])
    }
    expect(await axeFaults(page)).toEqual([])
    await expect.poll(() => scrollsSideways(page)).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await bar.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await leave()
  },
)

test('a phone’s bar greets by name; of a name that is too long it shows the beginning, and the menu shows all of it', async () => {
  const { page, leave } = await as('agent.cbd@tuma.test', 360)
  await page.goto('/Agent')
  await page.getByRole('button', { name: 'Hi, agent.cbd' }).waitFor()
  const account = page.locator('.shell-account')
  await expect.poll(() => account.locator('.shell-initials').textContent()).toBe('ac')
  const greeting = account.locator('span').last()
  for (const [greeted, isTooLong] of [
    ['Hi, juma', false],
    ['Hi, achieng60', false],
    ['Habari, mwanakombo.abdalla', true],
  ] as const) {
    await greeting.evaluate((element, name) => Object.assign(element, { textContent: name }), greeted)
    await expect
      .poll(() => greeting.evaluate((element) => element.scrollWidth > element.clientWidth), { message: greeted })
      .toBe(isTooLong)
    await expect.poll(() => edge(greeting, 'bottom')).toBeLessThanOrEqual(await edge(account, 'bottom'))
    await expect.poll(() => greeting.evaluate((element) => element.clientWidth)).toBeGreaterThan(30)
    await expect.poll(() => account.evaluate((element) => element.getBoundingClientRect().height)).toBe(44)
    await expect.poll(() => scrollsSideways(page)).toBe(false)
  }
  await account.click()
  await page.getByRole('menu').getByText('agent.cbd', { exact: true }).waitFor()
  await leave()
})

test('on a phone one toast at a time names its parcel, above the destinations and clear of a dialog', async () => {
  const [one = '', other = ''] = await twoInTransit()
  const { page, complaints, leave } = await as('agent.cbd@tuma.test', 360)
  await page.goto('/Agent/received')
  const step = (trackingId: string) => getRow(page, trackingId).getByRole('button', { name: 'Delivered' })
  await step(one).click()
  await standsAbove(toastWith(page, one), destinations(page))
  await step(other).click()
  await standsAbove(toastWith(page, other), destinations(page))
  await expect.poll(() => toastWith(page, one).isVisible()).toBe(false)

  const due = page.getByRole('row').filter({ hasText: 'Ksh 1,950' }).getByRole('button', { name: 'Delivered' })
  await due.click()
  const question = page.getByRole('dialog')
  await question.waitFor()
  await expect.poll(async () => (await page.locator('.Toastify__toast:visible').count()) <= 1).toBe(true)
  await standsAboveOrIsGone(toastWith(page, other), question)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await leave()
})

test('on a tablet a toast covers neither the button of the next parcel nor the destinations', async () => {
  const [one = ''] = await twoInTransit()
  const { page, leave } = await as('agent.cbd@tuma.test', 360)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/Agent/received')
  await getRow(page, one).getByRole('button', { name: 'Delivered' }).click()
  const toast = toastWith(page, one)
  await toast.waitFor()
  await expect
    .poll(() => readStyle(page.locator('.Toastify__toast'), 'animationName'))
    .toMatch(/^(Toastify__bounceInLeft|none)$/)
  await standsAbove(toast, destinations(page))
  const presses = page.getByRole('main').getByRole('row').getByRole('button', { name: 'Delivered' })
  await presses.first().waitFor()
  const left = Math.min(
    ...(await Promise.all((await presses.all()).map(async (press) => (await press.boundingBox())?.x ?? 0))),
  )
  await expect
    .poll(async () => {
      const said = await toast.boundingBox()
      return said !== null && said.x >= 0 && said.x + said.width < left
    })
    .toBe(true)
  await leave()
})

test('at a desk one toast at a time covers the bar, above all buttons of the screen', async () => {
  const [one = '', other = ''] = await twoInTransit()
  const { page, leave } = await as('agent.cbd@tuma.test', 1280)
  await page.setViewportSize({ width: 1024, height: 640 })
  await page.goto('/Agent/received')
  for (const trackingId of [one, other])
    await getRow(page, trackingId).getByRole('button', { name: 'Delivered' }).click()
  await standsAbove(toastWith(page, other), page.getByRole('main').getByRole('search').first())
  await expect.poll(() => toastWith(page, one).isVisible()).toBe(false)
  await leave()
})

test('the next button of a parcel’s page is above the destinations', async () => {
  const client = await askAs(product(), 'client@tuma.test')
  const { _id, deliveryType } = await sendDukani(client, product(), shops.cbd, shops.thika)
  const { page, leave } = await as('agent.cbd@tuma.test', 360)
  await page.goto(`/Agent/delivery/${deliveryType}/${_id}`)
  const drop = page.getByRole('main').getByRole('button', { name: 'Dropped' })
  await drop.waitFor()
  await standsAbove(drop, destinations(page))
  await drop.click()
  await standsAbove(toastWith(page, /^Status updated to Dropped/), page.locator('.parcel-first'))
  await leave()
})

test('a client’s last payment button is above the destinations, fully visible', async () => {
  const { page, leave } = await as('client@tuma.test', 360)
  await page.goto('/Client/delivery-history')
  await page
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click()
  const last = page.getByRole('button', { name: /^Pay Ksh/ })
  await last.waitFor()
  await page.evaluate('scrollTo(0, 0)')
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await standsAbove(last, destinations(page))
    await expect
      .poll(async () => (await last.locator('xpath=ancestor::section').boundingBox())?.height)
      .toBeLessThanOrEqual(120)
    await expect.poll(async () => (await last.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await leave()
})

test('the app can be installed on a phone: its manifest exists, with pictures of the declared sizes', async () => {
  const page = await (await fetch(product().url)).text()
  expect(page).toContain('<link rel="manifest" href="/manifest.json"')
  expect(page).toContain(`<meta property="og:image" content="${product().url}/share.png">`)
  const manifest = await fetch(`${product().url}/manifest.json`)
  expect(manifest.headers.get('content-type')).toMatch(/^application\/json/)
  const { display, start_url, icons } = (await manifest.json()) as {
    display: string
    start_url: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  expect({ display, start_url }).toEqual({ display: 'standalone', start_url: '/' })
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const others = [
    { src: '/icon-apple.png', sizes: '180x180' },
    { src: '/share.png', sizes: '1200x630' },
  ]
  for (const { src, sizes } of [...icons, ...others]) {
    const answer = await fetch(product().url + src)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const png = Buffer.from(await answer.arrayBuffer())
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})

// This test is last: its payment is not booked, and the next form would offer it.
test('after paying, the booking button is not covered by the toast', async () => {
  const { page, leave } = await as('client@tuma.test', 360)
  await page.goto('/Client/delivery-history')
  await page
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click()
  const toCheckout = page.getByRole('button', { name: /^Pay Ksh .* with M-Pesa$/ })
  const amount = Number((await toCheckout.textContent())?.replace(/\D/g, ''))
  await toCheckout.click()
  await page.getByLabel('M-Pesa Message').fill(await product().mpesaMessage(amount))
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  const toast = toastWith(page, 'Payment verified successfully!')
  await standsAbove(toast, page.getByRole('heading', { name: 'Checkout' }))
  await standsAbove(toast, page.getByRole('button', { name: 'Schedule Pickup' }))
  await leave()
})
