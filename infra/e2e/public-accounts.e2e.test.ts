import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { isRefused } from './browser/fields.ts'
import { holdClock, passDelay, passUntilShown, stopClock } from './browser/stopped-clock.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { mailedLink, newPerson, type Person } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { openTestProduct } from './test-product.ts'

/** The way to an account: registration and the link in the mail. */

const { product, visiting: asVisitor } = openTestProduct()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const buildPath = (page: Page) => new URL(page.url()).pathname

const typeAccount = async (page: Page, { name, username, email, phone, password }: Person, again = password) => {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(again)
  await press(page, 'Sign Up')
}

describe('registration', () => {
  test('requires every field, two names, a real phone, six characters, and the same password twice', () =>
    asVisitor(async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto('/register')
      await page.getByText('Minimum 6 characters').waitFor()
      await press(page, 'Sign Up')
      await isRefused(page, 'Full name', 'Full name is required.')
      await isRefused(page, 'Username', 'Username is required.')
      await isRefused(page, 'Email', 'Email is required.')
      await isRefused(page, 'Phone', 'Phone is required.')
      await isRefused(page, 'Password', 'Minimum 6 characters')

      const person = newPerson('Wambui')
      for (const name of ['Wambui', 'Wambui wa Ndirangu']) {
        await typeAccount(page, { ...person, name })
        await isRefused(page, 'Full name', 'Please enter both your first and last name.')
      }
      await typeAccount(page, { ...person, phone: '12345', password: 'five5' })
      const phone = 'Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx'
      await isRefused(page, 'Phone', phone)
      await isRefused(page, 'Password', 'Minimum 6 characters')
      await typeAccount(page, person, 'a good secrets')
      await isRefused(page, 'Confirm password', 'Passwords do not match.')
      expect(asked.filter((url) => url.includes('/api/users/register'))).toEqual([])
    }))

  test('leads to the login after three seconds, and the mailed link opens the account', () =>
    asVisitor(async ({ page }) => {
      const person = newPerson('Wambui')
      await holdClock(page)
      await page.goto('/register')
      await heading(page, 'Create an account').waitFor()
      await stopClock(page)
      await typeAccount(page, person)
      const toast = toastWith(page, 'Registration successful! Please verify your email before logging in.')
      await passUntilShown(page, toast)
      await expect.poll(() => toastDurationMs(toast)).toBe(3000)
      await page.getByText(person.email).waitFor()
      await passDelay(page, 3000, {
        before: async () => expect(buildPath(page)).toBe('/register'),
        after: () => passUntilShown(page, heading(page, 'Login')),
      })
      await expect.poll(() => buildPath(page)).toBe('/login')
      await page.clock.resume()

      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await press(page, 'Login')
      await page.getByText('Please verify your email before logging in.').first().waitFor()
      await expect.poll(() => buildPath(page)).toBe('/login')

      await page.goto(await mailedLink(product(), person.email))
      await heading(page, 'Email verified').waitFor()
      await page.waitForURL('**/login')
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await press(page, 'Login')
      await page.getByText('Welcome, Wambui').waitFor()
    }, widths.desk))

  test('says at its field that a username is taken, and in a toast for 3 s', () =>
    asVisitor(async ({ page }) => {
      const sentence = 'This username is already taken.'
      await page.goto('/register')
      const person = { ...newPerson('Wambui'), username: 'wanjiku' }
      await typeAccount(page, person)
      await isRefused(page, 'Username', sentence)
      const toast = toastWith(page, sentence)
      await expect.poll(() => toastDurationMs(toast)).toBe(3000)
      await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe(person.name)
    }))

  test('does not show on the screen that an email has an account; its owner gets a mail', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/register')
      await typeAccount(page, { ...newPerson('Wambui'), email: 'client@tuma.test' })
      await heading(page, 'Check your email').waitFor()
      await page.getByText(/client@tuma\.test/).waitFor()
    }))
})

describe('the link of a verification e-mail', () => {
  test('shows that it is being checked, then leads to the login after three seconds', () =>
    asVisitor(async ({ page, context }) => {
      const person = newPerson('Wambui')
      expect((await context.request.post('/api/users/register', { data: person, ...retryOptions })).status()).toBe(201)
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      await context.route('**/api/users/verify-email/**', async (route) => {
        await answered
        await route.continue()
      })
      await holdClock(page)
      await page.goto(await mailedLink(product(), person.email))
      await heading(page, 'Verifying your email…').waitFor()
      await stopClock(page)
      answer()
      await passUntilShown(page, heading(page, 'Email verified'))
      await passDelay(page, 3000, {
        before: async () => expect(buildPath(page)).toContain('/verify-email/'),
        after: () => passUntilShown(page, heading(page, 'Login')),
      })
      await expect.poll(() => buildPath(page)).toBe('/login')
    }))

  test('that we have not made fails, and says what to do', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/verify-email/made-up')
      await heading(page, 'Verification Failed').waitFor()
      await page.getByText('Invalid or expired token').waitFor()
      await page.getByText(/^Log in and we will send you a new link\./).waitFor()
      await page.getByRole('link', { name: 'Log in' }).click()
      await heading(page, 'Login').waitFor()
    }))
})
