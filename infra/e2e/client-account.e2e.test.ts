import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Visitor, widths } from './browser/browser.ts'
import { holdClock, passDelay, passUntilShown, stopClock } from './browser/stopped-clock.ts'
import { toastDurationMs, toastWith } from './browser/toasts.ts'
import { asWebApp, eventually, mailedLink, newClient, type Person, pressByKey } from './people.ts'
import { startProduct } from './product.ts'
import { retryOptions } from './retried-requests.ts'
import { openTestProduct } from './test-product.ts'

/** The client area apart from the parcels: the menu, support, the profile, logging out, and a bad network. */

const { product, visiting } = openTestProduct(() => startProduct({ CONTACT_EMAIL: 'support@example.com' }))

const asNewClient = (width: number, act: (visitor: Visitor & { person: Person }) => Promise<void>) =>
  visiting(async (visitor) => {
    await act({ ...visitor, person: await newClient(visitor.context, product()) })
  }, width)

const path = (page: Page) => new URL(page.url()).pathname

describe('the area', () => {
  test.each(Object.values(widths))('the menu leads to every screen and marks the current one, %i px wide', (width) =>
    asNewClient(width, async ({ page, person }) => {
      await page.goto('/Client')
      await page.getByRole('button', { name: `Hi, ${person.username}` }).waitFor()
      const menu = page.getByRole('navigation', { name: 'Menu', includeHidden: true })
      for (const [item, heading, address] of [
        ['Send Parcel', 'Select Delivery Type', '/Client/send-parcel'],
        ['Track Parcel', 'Track Parcel', '/Client/track-parcel'],
        ['Contact Us', 'Contact Support', '/Client/contact'],
        ['Profile', 'Profile', '/Client/profile'],
        ['Dashboard', 'Welcome, Nafula', '/Client'],
      ] as const) {
        if (width === widths.phone) {
          await expect.poll(() => menu.isVisible()).toBe(false)
          await page.getByRole('button', { name: 'Open menu' }).click()
        }
        await menu.getByRole('link', { name: item }).click()
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        await expect.poll(() => path(page)).toBe(address)
        await expect.poll(() => menu.locator('[aria-current="page"]').allTextContents()).toEqual([item])
      }
      if (width === widths.phone) {
        await page.getByRole('button', { name: 'Open menu' }).click()
        await page.getByRole('button', { name: 'Close menu' }).click()
        await menu.waitFor({ state: 'hidden' })
      }
    }),
  )

  test('a message to support must not be empty, is sent within 1.5 s, thanked for during 3 s, and delivered', () =>
    asNewClient(widths.phone, async ({ page, person }) => {
      await holdClock(page)
      await page.goto('/Client/contact')
      for (const said of ['24 hours', 'Mon-Fri 9AM-6PM', 'support@example.com']) {
        await page.getByText(said, { exact: true }).waitFor()
      }
      for (const [label, known] of [
        ['Name', person.name],
        ['Email', person.email],
      ] as const) {
        const field = page.getByRole('form').getByLabel(label)
        await expect
          .poll(async () => [await field.inputValue(), await field.getAttribute('readonly')])
          .toEqual([known, ''])
      }
      const send = page.getByRole('button', { name: 'Send message' })
      await send.click()
      await page.getByText('Message is required.').waitFor()
      await page.getByLabel('Message', { exact: true }).fill('Where is my crate of mangoes?')
      await stopClock(page)
      await send.click()
      const sending = page.getByRole('button', { name: 'Sending…' })
      await passUntilShown(page, sending)
      const thanks = page.getByRole('heading', { name: 'Message sent!' })
      const mail = await eventually(async () =>
        (await product().outbox()).find(({ to, text }) => to === 'support@example.com' && text.includes(person.email)),
      )
      expect(mail).toMatchObject({ channel: 'email', text: expect.stringContaining('Where is my crate of mangoes?') })
      await passDelay(page, 1500, { before: () => sending.waitFor(), after: () => passUntilShown(page, thanks) })
      await passDelay(page, 3000, { before: () => thanks.waitFor(), after: () => passUntilShown(page, send) })
      await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('')
    }))

  test('the profile is edited in a dialog: wrong entries are named, saved ones are shown, a new e-mail needs its link', () =>
    asNewClient(widths.phone, async ({ page, context, person }) => {
      await page.goto('/Client/profile')
      const main = page.getByRole('main')
      for (const said of [person.name, person.username, person.email, '0711222333', 'Not given']) {
        await main.getByText(said, { exact: true }).first().waitFor()
      }
      const edit = page.getByRole('button', { name: 'Edit Profile' })
      await edit.click()
      const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
      await pressByKey(dialog.getByRole('button', { name: 'Cancel' }))
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => edit.and(page.locator(':focus')).count()).toBe(1)

      await edit.click()
      await dialog.getByLabel('Full Name').fill('Nafula')
      await dialog.getByLabel('Phone').fill('12')
      await dialog.getByLabel('Email').fill('nobody')
      const save = dialog.getByRole('button', { name: 'Save Changes' })
      await pressByKey(save)
      await dialog.getByText('Please enter at least two names.').waitFor()
      await dialog.getByText('Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx').waitFor()
      await dialog.getByText('Please enter a valid email address.').waitFor()

      const email = `new.${person.email}`
      await dialog.getByLabel('Full Name').fill('Nafula Wekesa')
      await dialog.getByLabel('Phone').fill('+254 722 000 111')
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
      await dialog.getByLabel('Location').fill('KITALE')
      await pressByKey(save)
      const toast = toastWith(page, 'Profile updated successfully!')
      await toast.waitFor()
      await expect.poll(() => toastDurationMs(toast)).toBe(3000)
      await dialog.waitFor({ state: 'detached' })
      for (const said of ['Nafula Wekesa', '0722000111', 'KITALE', person.email]) {
        await main.getByText(said, { exact: true }).waitFor()
      }
      await main.getByText(`We sent an email to ${email}.`, { exact: false }).waitFor()
      const link = `/api/users${await mailedLink(product(), email)}`
      expect((await context.request.get(link, { headers: asWebApp, ...retryOptions })).status()).toBe(200)
      await page.reload()
      await main.getByText(email, { exact: true }).waitFor()
      await expect.poll(() => main.getByText('We sent an email to', { exact: false }).count()).toBe(0)
    }))

  test('Logout ends the session and leads to the login; where the server cannot be reached, an alert says so', () =>
    asNewClient(widths.phone, async ({ page, context, complaints, person }) => {
      await page.goto('/Client')
      const leave = async () => {
        await page.getByRole('button', { name: `Hi, ${person.username}` }).click()
        await page.getByRole('menuitem', { name: 'Logout' }).click()
      }
      await context.route('**/api/users/logout', (route) => route.abort(), { times: 1 })
      await leave()
      const alert = page.getByRole('alertdialog', { name: 'Error logging out. Please try again.' })
      await pressByKey(alert.getByRole('button', { name: 'OK' }))
      await alert.waitFor({ state: 'detached' })
      await expect.poll(() => path(page)).toBe('/Client')
      complaints.splice(0) // the call that was cut off
      await leave()
      await page.waitForURL('**/login')
      expect((await context.request.get('/api/users/me', retryOptions)).status()).toBe(401)
      await page.goBack()
      await page.waitForURL('**/login')
    }))

  test('a screen shows its outline while it loads; a failed one can be tried again', () =>
    asNewClient(widths.phone, async ({ page, context }) => {
      for (const [address, call, failed, there] of [
        ['/Client', /countAll/, 'Failed to fetch deliveries', 'Total Deliveries'],
        ['/Client/delivery-history', /getall/, 'Failed to fetch deliveries', 'No deliveries found'],
        ['/Client/contact', /api.contact/, 'We could not load our phone number and address.', 'Address'],
      ] as const) {
        let fails = false
        const { promise: letGo, resolve: go } = Promise.withResolvers<void>()
        await context.route(call, async (route) => {
          await letGo
          await (fails ? route.fulfill({ status: 409, json: { code: 'x', message: 'x' } }) : route.continue())
        })
        await page.goto(address)
        await page.getByRole('main').locator('[aria-busy="true"] .t-skeleton').first().waitFor()
        go()
        await page.getByText(there, { exact: true }).waitFor()

        fails = true
        await page.reload()
        await page.getByText(failed).waitFor()
        fails = false
        await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click()
        await page.getByText(there, { exact: true }).waitFor()
      }
    }))
})

test('offline the area says so, and goes on by itself when the network is back', () =>
  asNewClient(widths.phone, async ({ page, context, complaints }) => {
    await page.goto('/Client/track-parcel')
    await page.getByRole('heading', { name: 'Track Parcel' }).waitFor()
    await context.setOffline(true)
    const banner = page.getByText('No internet. We will continue when you are back online.')
    await banner.waitFor()
    await page.getByLabel('Tracking ID').fill('TM-0000-0000-0000')
    await page.getByRole('button', { name: 'Track', exact: true }).click()
    await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor()
    await context.setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await page.getByText('Parcel not found. Please check the Tracking ID.').waitFor()
    complaints.splice(0) // what was cut off
  }))
