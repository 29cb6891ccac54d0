import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { path } from './admins.ts'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, widths } from './browser/browser.ts'
import { isRefused } from './browser/fields.ts'
import { logIn } from './people.ts'
import { startInOneProcess } from './product.ts'
import { openTestProduct } from './test-product.ts'

/** An installation whose admins must also log in with a code, and its first admin, who has none yet. */

const [email, password] = ['owner@tuma.example', 'a long one, of nobody']
const settings = { SEED: 'none', ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_SECOND_FACTOR: 'required' }
const { visiting: asVisitor } = openTestProduct(() => startInOneProcess(settings))

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const getMenu = (page: Page) => page.locator('#shell-menu a').allTextContents()

const hasFocus = (field: Locator) => expect.poll(() => field.and(field.page().locator(':focus')).count()).toBe(1)

/** Tests of other screens do not show these, because a demonstration has no second factors. */
const isSound = async (page: Page) => {
  expect(await axeFaults(page)).toEqual([])
  await expect.poll(() => scrollsSideways(page)).toBe(false)
}

/** The code of the app on the phone, this many steps of thirty seconds from now. */
const getCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** From the card on the profile to the recovery codes. */
const setUp = async (page: Page) => {
  await press(page, 'Set up')
  const dialog = page.getByRole('dialog', { name: 'Two-step login' })
  await hasFocus(dialog.getByLabel('Your password'))
  await page.keyboard.type(`${password}\n`)
  const image = dialog.getByRole('img', { name: 'QR code for the authenticator app' })
  await expect
    .poll(() => image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(100)
  await hasFocus(dialog.getByLabel('Code'))
  await isSound(page)
  const secret = await dialog.locator('code').innerText()
  const code = getCode(secret)
  // An app shows the code with a space, and people copy it like that.
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}\n`)
  await dialog.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
  await isSound(page)
  return { secret, code, recoveryCodes: await dialog.locator('code').allInnerTexts() }
}

const logOut = async (page: Page) => {
  await press(page, 'Hi, admin')
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

test('an admin is led to set it up, goes on, and logs in with each code once, or with a recovery code once', () =>
  asVisitor(async ({ page }) => {
    await page.goto('/Admin/users?search=admin')
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Login')
    await page.getByText('Admins here also log in with a code').waitFor()
    await expect.poll(() => path(page)).toBe('/Admin/profile')
    await expect.poll(() => getMenu(page)).toEqual(['Profile'])
    await isSound(page)

    const { code, secret, recoveryCodes } = await setUp(page)
    const [recoveryCode = ''] = recoveryCodes
    expect(new Set(recoveryCodes).size).toBe(10)
    await press(page, 'I have kept them')
    await heading(page, 'Users')
    await expect.poll(() => page.url()).toContain('/Admin/users?search=admin')
    await expect.poll(async () => (await getMenu(page)).length).toBeGreaterThan(5)

    await logOut(page)
    await logIn(page, email, password)
    await hasFocus(page.getByLabel('Code', { exact: true }))
    await page.keyboard.type(`${code}\n`)
    await isRefused(page, 'Code', 'That code is wrong or already used. Please enter the next one.')
    await isSound(page)
    await page.getByLabel('Code', { exact: true }).fill(getCode(secret, 1))
    await press(page, 'Login')
    await page.waitForURL('**/Admin')

    const withRecoveryCode = async () => {
      await logOut(page)
      await logIn(page, email, password)
      await press(page, 'Use a recovery code')
      await hasFocus(page.getByLabel('Recovery code'))
      await page.keyboard.type(`${recoveryCode.toLowerCase()}\n`)
    }
    await withRecoveryCode()
    await page.waitForURL('**/Admin')
    await withRecoveryCode()
    await isRefused(page, 'Recovery code', 'That code is wrong or already used. Please enter the next one.')
    await expect.poll(() => path(page)).toBe('/login')
  }, widths.phone))
