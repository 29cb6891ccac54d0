import { destinations } from '@tuma/contracts/vocabulary'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readStyle, scrollsSideways, widths } from './browser/browser.ts'
import { isRefused } from './browser/fields.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { findSample } from './screens.ts'
import { openTestProduct } from './test-product.ts'

/**
 * Public pages: the landing page, tracking, and what every page has: language, colours, and behaviour without a
 * network.
 */

const { product, visiting: asVisitor } = openTestProduct()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const buildPath = (page: Page) => new URL(page.url()).pathname

const readBox = async (page: Page, of: string) => {
  const box = await page.locator(of).first().boundingBox()
  if (!box) throw new Error(`${of} is not on the screen`)
  return { ...box, bottom: box.y + box.height }
}

describe('the landing page', () => {
  test.each([1024, 1280, 1920])('at %i its heading and its prices begin at one height', (width) =>
    asVisitor(async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      const apart = async () => (await readBox(page, 'h1')).y - (await readBox(page, '.landing-quote form')).y
      const room = async () =>
        (await readBox(page, '.landing-find')).y - (await readBox(page, '.landing-ways-in')).bottom
      await expect.poll(async () => Math.abs(await apart())).toBeLessThanOrEqual(8)
      await expect.poll(room).toBeGreaterThanOrEqual(16)
    }),
  )

  test('on a tablet the fields for a parcel and for a price are equally wide, and the picture does not fill a screen', () =>
    asVisitor(async ({ page }) => {
      await page.setViewportSize({ width: 768, height: 1024 })
      await page.goto('/')
      const widthsApart = async () =>
        (await readBox(page, '.landing-quote form')).width - (await readBox(page, '.landing-find')).width
      await expect.poll(widthsApart).toBe(0)
      await expect.poll(async () => (await readBox(page, '.boda')).height).toBeLessThan(400)
    }))

  test('says what we do and where, and leads to tracking', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/')
      await heading(page, 'Fast, Secure & Reliable Courier Shipments').waitFor()
      const words = () => page.getByRole('main').textContent()
      await expect.poll(words).toMatch(/cross-border/)
      await expect.poll(words).toMatch(/real time/)
      const stage = page.getByRole('region', { name: 'Our Destinations' })
      await expect.poll(() => stage.getByRole('listitem').allTextContents()).toEqual([...destinations])
      expect(destinations).toHaveLength(15)
      await page.getByRole('link', { name: 'Track Parcel' }).click()
      await heading(page, 'Track Parcel').waitFor()
      await expect.poll(() => buildPath(page)).toBe('/trackDelivery')
    }, widths.desk))

  test('has Login and Sign Up in its bar on a desk', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/')
      const bar = page.getByRole('banner')
      await bar.getByText('Tuma').first().waitFor()
      await expect.poll(() => button(page, 'Open menu').count()).toBe(0)
      await bar.getByRole('link', { name: 'Sign Up' }).click()
      await heading(page, 'Create an account').waitFor()
      await bar.getByRole('link', { name: 'Login' }).click()
      await heading(page, 'Login').waitFor()
    }, widths.desk))

  test('has them behind a menu on a phone that opens, closes, and is closed on the next page', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/')
      const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
      await heading(page, 'Fast, Secure & Reliable Courier Shipments').waitFor()
      await expect.poll(() => login.isVisible()).toBe(false)
      await button(page, 'Open menu').click()
      await login.waitFor()
      await button(page, 'Close menu').click()
      await login.waitFor({ state: 'hidden' })
      await button(page, 'Open menu').click()
      await login.click()
      await heading(page, 'Login').waitFor()
      await expect.poll(() => login.isVisible()).toBe(false)
    }))

  test('ends with who we are, how to reach us, and plain lists without links', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/')
      const footer = page.getByRole('contentinfo')
      await footer.getByText('© 2025 Copyright').waitFor()
      // Our phone and e-mail come from the server.
      await expect.poll(() => footer.locator('a[href^="tel:"]').count()).toBe(1)
      await expect.poll(() => footer.locator('a[href^="mailto:"]').count()).toBe(1)
      await expect.poll(() => footer.locator('address').textContent()).toMatch(/P\.?\s?O\.? Box/i)
      const plain = ['PICK-UP POINTS', 'AGENTS', 'SERVICES', 'GIVE FEEDBACK']
      const help = ['Sending Parcel', 'Tracking Parcel', 'Lost Parcel', 'Agents']
      await expect
        .poll(() => footer.getByRole('listitem').allTextContents())
        .toEqual(expect.arrayContaining([...plain, ...help]))
      for (const item of [...plain, ...help]) {
        await expect.poll(() => footer.getByRole('link', { name: item, exact: true }).count()).toBe(0)
      }
    }))
})

describe('tracking', () => {
  test('needs an id, says that an unknown parcel does not exist, and accepts an id however it is typed', () =>
    asVisitor(async ({ page }) => {
      const { trackingId } = await findSample(product().url)
      await page.goto('/trackDelivery')
      await button(page, 'Track').click()
      await isRefused(page, 'Tracking ID', 'Please enter a Tracking ID')
      await page.getByLabel('Tracking ID', { exact: true }).fill('   ')
      await button(page, 'Track').click()
      await isRefused(page, 'Tracking ID', 'Please enter a Tracking ID')

      await page.getByLabel('Tracking ID', { exact: true }).fill('TM-0000-0000-0000')
      await button(page, 'Track').click()
      await page.getByText('Parcel not found. Please check the Tracking ID.').waitFor()

      await page.getByLabel('Tracking ID', { exact: true }).fill(` ${trackingId.toLowerCase().replaceAll('-', ' ')} `)
      await page.keyboard.press('Enter')
      await page.locator('.t-tracking-id', { hasText: trackingId }).waitFor()
      const found = page.getByRole('main')
      await found.getByText(/^The parcel /).waitFor()
      await found.getByText('Sender', { exact: true }).waitFor()
      await found.getByText('Receiver', { exact: true }).waitFor()
      await found
        .getByText(/^\d\d\*\* \*\*\* \d{3}$/)
        .first()
        .waitFor()
      await expect
        .poll(() => found.getByRole('list', { name: 'Progress' }).getByRole('listitem').count())
        .toBeGreaterThan(0)

      await page.goBack()
      await page.getByText('Parcel not found. Please check the Tracking ID.').waitFor()
    }))
})

describe('every page', () => {
  test('changes to Swahili on request, and remembers the choice', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/')
      await button(page, 'Kiswahili').click()
      await heading(page, 'Usafirishaji wa Haraka, Salama na wa Kuaminika').waitFor()
      await page.goto('/login')
      await heading(page, 'Ingia').waitFor()
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
      await button(page, 'Ingia').click()
      await page.locator('.t-error').first().waitFor()
      for (const told of await page.locator('.t-error').allTextContents()) expect(told).not.toMatch(/required/)
      await button(page, 'English').click()
      await heading(page, 'Login').waitFor()
      await page.reload()
      await heading(page, 'Login').waitFor()
    }))

  test('follows the device’s light or dark colours until a person chooses, and remembers the choice', () =>
    asVisitor(async ({ page }) => {
      const paper = () => readStyle(page.locator('body'), 'backgroundColor')
      await page.goto('/login')
      await heading(page, 'Login').waitFor()
      const light = await paper()
      await page.emulateMedia({ colorScheme: 'dark' })
      const dark = await paper()
      expect(dark).not.toBe(light)
      await button(page, 'Theme: automatic').click()
      await expect.poll(() => paper()).toBe(light)
      await button(page, 'Theme: light').click()
      await page.emulateMedia({ colorScheme: 'light' })
      await page.reload()
      await heading(page, 'Login').waitFor()
      await expect.poll(() => paper()).toBe(dark)
    }))

  test('says that the network is gone for as long as it is, and goes on by itself', () =>
    asVisitor(async ({ page, context, complaints }) => {
      const { trackingId } = await findSample(product().url)
      const said = page.getByText('No internet. We will continue when you are back online.')
      await page.goto('/trackDelivery')
      await heading(page, 'Track Parcel').waitFor()
      await context.setOffline(true)
      await said.waitFor()
      await page.getByLabel('Tracking ID', { exact: true }).fill(trackingId)
      await button(page, 'Track').click()
      await page.getByText('Loading…').waitFor()
      await expect.poll(() => scrollsSideways(page)).toBe(false)
      await context.setOffline(false)
      await said.waitFor({ state: 'hidden' })
      await page.locator('.t-tracking-id', { hasText: trackingId }).waitFor()
      complaints.splice(0) // of the network that was gone
    }))

  test('that does not exist says so and leads home', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/nowhere/at/all')
      await heading(page, 'We could not find this page.').waitFor()
      await page.getByRole('link', { name: 'Back Home' }).click()
      await heading(page, 'Fast, Secure & Reliable Courier Shipments').waitFor()
    }))

  test('shows a toast for the same time where people prefer reduced motion', () =>
    asVisitor(async ({ page, context, complaints }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await context.route('**/api/users/register', (route) => route.fulfill({ status: 500, json: { code: 'fault' } }))
      await page.goto('/register')
      for (const [label, typed] of Object.entries({
        'Full name': 'Wambui Ndirangu',
        Username: 'wambui',
        Email: 'wambui@example.com',
        Phone: '0712000111',
        'Confirm password': 'a good secret',
      })) {
        await page.getByLabel(label).fill(typed)
      }
      await page.getByLabel('Password', { exact: true }).fill('a good secret')
      await button(page, 'Sign Up').click()
      const toast = toastWith(page, 'Registration failed')
      await toast.waitFor()
      await expect.poll(() => toastDurationMs(toast)).toBe(3000)
      complaints.splice(0) // the 500
    }))
})
