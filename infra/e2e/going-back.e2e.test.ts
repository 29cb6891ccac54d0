import { collectionCodeIn } from '@tuma/one-process/collection-code'
import { type Fixtures, openFixtures, type Parcel } from '@tuma/one-process/fixtures'
import { openProductOverDays } from '@tuma/one-process/product-over-days'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { browserOfThisProcess, inContext, otherWidths, scrollsSideways, widths } from './browser/browser.ts'
import { getKeyboard } from './browser/keyboard.ts'
import { getRow, pressByKey, pressStep, signIn } from './people.ts'

/** Uncollected parcels: their sender decides from the SMS, or does not decide. The test moves the clock. */

let days: Awaited<ReturnType<typeof openProductOverDays>>
let fixtures: Fixtures
let [left, decided, kept]: Parcel[] = []
beforeAll(async () => {
  days = await openProductOverDays()
  fixtures = await openFixtures(days.product())
  for (const take of [1, 2, 3]) {
    const parcel = await fixtures.dukani('delivered')
    if (take === 1) left = parcel
    else if (take === 2) decided = parcel
    else kept = parcel
  }
})
afterAll(() => days?.close())

const later = async (count: number): Promise<void> => {
  await days.later(count)
  fixtures = await openFixtures(days.product())
}
const [sender, receiver] = ['0711333444', '0722555666']
const smsTo = async (phone: string, parcel: Parcel | undefined, saying: RegExp): Promise<string> =>
  (await days.product().messageTo(phone, new RegExp(`${parcel?.trackingId}.*${saying.source}`))).text
const linkIn = (text: string): string => new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname

const at = async (how: BrowserContextOptions, act: (page: Page) => Promise<void>): Promise<void> => {
  const viewport = { width: widths.phone, height: 740 }
  await inContext(await browserOfThisProcess(), { viewport, ...how, baseURL: days.product().url }, act)
}
/** A phone that runs no script. */
const onPlainPhone = (act: (page: Page) => Promise<void>, how: BrowserContextOptions = {}) =>
  at({ javaScriptEnabled: false, hasTouch: true, isMobile: true, ...how }, act)
const asAgent = (email: string, act: (page: Page) => Promise<void>) =>
  at({}, async (page) => {
    await signIn(page.context(), email)
    await act(page)
  })

/**
 * Looks at the page on a phone by day and at a desk in the evening, and at the widths between and beyond, in both
 * languages.
 */
const standsEverywhere = async (path: string, headings: readonly [english: string, swahili: string]): Promise<void> => {
  // Axe is a script.
  for (const [lang, heading] of [
    ['en', headings[0]],
    ['sw', headings[1]],
  ] as const)
    await at({}, async (page) => {
      await page.goto(`${path}?lang=${lang}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      for (const [width, colorScheme] of [
        [widths.phone, 'light'],
        [widths.desk, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 640 })
        await page.emulateMedia({ colorScheme })
        expect(await axeFaults(page), `${path} ${lang} ${colorScheme} ${width}`).toEqual([])
      }
      for (const width of [320, ...Object.values(widths), ...Object.values(otherWidths)]) {
        await page.setViewportSize({ width, height: 640 })
        await expect.poll(() => scrollsSideways(page), { message: `${path} ${lang} at ${width}` }).toBe(false)
      }
    })
}

test('after two days the receiver is reminded, with their code', async () => {
  await later(2)
  const code = await fixtures.getCode(left as Parcel)
  expect(await smsTo(receiver, left, /still waiting for you/)).toBeTruthy()
  expect(await smsTo(receiver, left, new RegExp(`code: ${code}`))).toContain('Thika Arcade Bookshop')
})

test('after a week its sender is asked: two taps let it wait, three send it back, without script', async () => {
  await later(5)
  const link = linkIn(await smsTo(sender, decided, /Decide here/))
  await standsEverywhere(link, ['Your parcel has not been collected', 'Kifurushi chako hakijachukuliwa'])
  await standsEverywhere(`${link}/back`, ['Your parcel has not been collected', 'Kifurushi chako hakijachukuliwa'])
  await onPlainPhone(async (page) => {
    let taps = 1 // on the link in the SMS
    await page.goto(linkIn(await smsTo(sender, kept, /Decide here/)))
    await page.getByRole('button', { name: /^Let it wait until/ }).tap()
    taps += 1
    await page.getByRole('status').getByText('You decided: it waits longer.').waitFor()
    expect(taps).toBe(2)
  })
  await onPlainPhone(async (page) => {
    let taps = 1
    await page.goto(link)
    await page.getByRole('link', { name: 'Send it back to me' }).tap()
    taps += 1
    await page.getByRole('button', { name: 'Yes, send it back' }).tap()
    taps += 1
    await page.getByRole('status').getByText('You decided: it goes back to the sender.').waitFor()
    expect(taps).toBe(3)
    await page.goto(link)
    await page.getByRole('alert').getByText('This link no longer works').waitFor()
  })
})

test('a sender with an account is also asked on their dashboard, and decides there', () =>
  at({}, async (page) => {
    await signIn(page.context(), 'client@tuma.test')
    await page.goto('/Client')
    const asked = page.getByRole('region', { name: `Your decision about ${left?.trackingId}` })
    await asked.getByText(/^TM-.*goes back to you on/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    const keys = getKeyboard(page)
    await keys.push(asked.getByRole('link', { name: left?.trackingId ?? '' }))
    await page.getByRole('heading', { level: 1, name: 'Delivery Details' }).waitFor()
    for (const [button, saying] of [
      [/^Let it wait until/, /waits at the shop until/],
      ['Send it back to me', /You cannot undo this/],
    ] as const) {
      await keys.push(page.getByRole('button', { name: button }))
      const question = page.getByRole('alertdialog')
      await question.getByText(saying).waitFor()
      await keys.push(question.getByRole('button', { name: 'Cancel' }))
      await question.waitFor({ state: 'detached' })
      await expect.poll(() => keys.isAt(page.getByRole('button', { name: button }))).toBe(true)
    }
    for (const width of [320, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 740 })
      await expect.poll(() => scrollsSideways(page), { message: `at ${width}` }).toBe(false)
    }
  }))

test('without a decision it goes back by itself after ten days, from shop to shop, and its sender collects it with a code', async () => {
  await later(3)
  await smsTo(receiver, left, /goes back to the sender/)
  await smsTo(sender, left, /coming back to Moi Avenue Stationers/)
  const parcel = left as Parcel
  await asAgent('agent.thika@tuma.test', async (page) => {
    await page.goto('/Agent/uncollected?tab=dropped')
    await pressStep(page, parcel.trackingId, 'Intransit')
    await getRow(page, parcel.trackingId).waitFor({ state: 'detached' })
  })
  await asAgent('agent.cbd@tuma.test', async (page) => {
    await page.goto('/Agent/received')
    await pressStep(page, parcel.trackingId, 'Delivered')
    await getRow(page, parcel.trackingId).waitFor({ state: 'detached' })
    const code = collectionCodeIn(await smsTo(sender, parcel, /is back at Moi Avenue Stationers/)) ?? ''
    await onPlainPhone(async (phone) => {
      await phone.goto(`/t/${parcel.trackingId}`)
      await phone.getByText('It is back at its first shop and waits for the sender.').waitFor()
    })
    await page.goto('/Agent/received?tab=delivered')
    await getRow(page, parcel.trackingId).getByRole('button', { name: 'Hand over' }).click()
    const counter = page.getByRole('dialog')
    await counter.getByLabel('Collection code').fill(code)
    await pressByKey(counter.getByRole('button', { name: 'Hand over', exact: true }))
    await getRow(page, parcel.trackingId).waitFor({ state: 'detached' })
  })
  await smsTo(sender, parcel, /is back with you/)
  await at({}, async (page) => {
    await signIn(page.context(), 'client@tuma.test')
    await page.goto('/Client/delivery-history?trouble=returned')
    await page.getByRole('link', { name: parcel.trackingId }).click()
    await page.getByText('It is back with the sender.').waitFor()
    await page.getByRole('list', { name: 'Progress' }).getByText('Back with the sender').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })
  await at({}, async (page) => {
    await page.goto(`/trackDelivery?id=${parcel.trackingId}`)
    await page.getByText('It is back with the sender.').waitFor()
    await page.locator('.parcel-label').getByText('Back with the sender').waitFor()
  })
})
