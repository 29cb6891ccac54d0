import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isRefused } from './browser/fields.ts'
import { holdClock, passDelay, passUntilShown, stopClock } from './browser/stopped-clock.ts'
import { mailedLink, newClient } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** Ways back into an account: the login, and a forgotten password. */

const { product, visiting: asVisitor } = openTestProduct()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const buildPath = (page: Page) => new URL(page.url()).pathname

describe('the login', () => {
  test('requires both fields, and does not say which of them is wrong', () =>
    asVisitor(async ({ page }) => {
      await page.goto('/login')
      await press(page, 'Login')
      await isRefused(page, 'Email', 'Email is required.')
      await isRefused(page, 'Password', 'Password is required.')
      for (const email of ['client@tuma.test', 'nobody@tuma.test']) {
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password', { exact: true }).fill('not the one')
        const refused = page.waitForResponse('**/api/users/login')
        await press(page, 'Login')
        expect((await refused).status()).toBe(401)
        await page.getByText('Invalid credentials').waitFor()
      }
      await expect.poll(() => buildPath(page)).toBe('/login')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await heading(page, 'Create an account').waitFor()
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await heading(page, 'Forgot your password?').waitFor()
    }))
})

describe('a forgotten password', () => {
  test.each(['/forgot-password', '/forgotpassword'])('%s sends a link, and leads home', (path) =>
    asVisitor(async ({ page }) => {
      await page.goto(path)
      await press(page, 'Send reset link')
      await isRefused(page, 'Email', 'Email is required.')
      await page.getByLabel('Email').fill('nobody@example.com')
      await press(page, 'Send reset link')
      await page.getByText('Reset link sent to your email.').waitFor()
      await page.getByRole('link', { name: 'Back Home' }).click()
      await expect.poll(() => buildPath(page)).toBe('/')
    }),
  )

  test('says so when the link cannot be requested', () =>
    asVisitor(async ({ page, context, complaints }) => {
      await context.route('**/api/users/forgotpassword', (route) =>
        route.fulfill({ status: 500, json: { code: 'fault' } }),
      )
      await page.goto('/forgot-password')
      await page.getByLabel('Email').fill('client@tuma.test')
      await press(page, 'Send reset link')
      await page.getByText('An error occurred. Please try again.').waitFor()
      complaints.splice(0) // the 500
    }))

  test('is replaced once through the mailed link, and the login follows after three seconds', () =>
    asVisitor(async ({ page, context }) => {
      const { email } = await newClient(context, product())
      await context.clearCookies()
      await page.goto('/forgot-password')
      await page.getByLabel('Email').fill(email)
      await press(page, 'Send reset link')
      await page.getByText('Reset link sent to your email.').waitFor()
      await expect.poll(() => mailedLink(product(), email)).toContain('/resetpassword/')
      const link = await mailedLink(product(), email)

      await holdClock(page)
      await page.goto(link)
      const type = async (password: string, again: string) => {
        await page.getByLabel('New password', { exact: true }).fill(password)
        await page.getByLabel('Confirm password').fill(again)
        await press(page, 'Reset password')
      }
      await type('another secret', 'another secrets')
      await isRefused(page, 'Confirm password', 'Passwords do not match.')
      await stopClock(page)
      await type('another secret', 'another secret')
      await passUntilShown(page, page.getByText('Password reset successfully. Redirecting to login...'))
      await passDelay(page, 3000, {
        before: async () => expect(buildPath(page)).toBe(link),
        after: () => passUntilShown(page, heading(page, 'Login')),
      })
      await page.clock.resume()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('another secret')
      await press(page, 'Login')
      await page.getByText('Welcome, Nafula').waitFor()

      await page.goto(link)
      await type('a third secret', 'a third secret')
      await page.getByText('Invalid or expired token').waitFor()
      await page.getByRole('link', { name: 'Ask for a new link' }).click()
      await heading(page, 'Forgot your password?').waitFor()
    }))
})
