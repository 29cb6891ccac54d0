import type { Page } from 'playwright-core'
import { mailedLink, newPerson } from '../people.ts'
import type { Driver } from './driver.ts'
import { heading, type Journey, press, withoutData } from './journey.ts'

/** Registration and login. */

const fromLanding = async (driver: Driver, link: 'Login' | 'Sign Up'): Promise<void> => {
  const { page } = driver
  await driver.open('/')
  await heading(page, 'Fast, Secure').waitFor()
  const fold = press(page, 'Open menu')
  if (await fold.isVisible()) await driver.tap(fold)
  await driver.tap(page.getByRole('link', { name: link, exact: true }).filter({ visible: true }).first())
}

const logIn = async (driver: Driver, email: string, password: string): Promise<void> => {
  const { page } = driver
  await driver.type(page.getByLabel('Email'), email)
  await driver.type(page.getByLabel('Password', { exact: true }), password)
  await driver.tap(press(page, 'Login'))
  await driver.see(page.getByText(/^Welcome, /))
}

const typeAccount = async (driver: Driver, page: Page, person: ReturnType<typeof newPerson>): Promise<void> => {
  await driver.type(page.getByLabel('Full name'), person.name)
  await driver.type(page.getByLabel('Username'), person.username)
  await driver.type(page.getByLabel('Email'), person.email)
  await driver.type(page.getByLabel('Phone'), person.phone)
  await driver.type(page.getByLabel('Password', { exact: true }), person.password)
  await driver.type(page.getByLabel('Confirm password'), person.password)
}

export const accounts: readonly Journey[] = [
  {
    name: 'register',
    wants: 'A new user makes an account, follows the mailed link and logs in (two waits of 3 s are asked for)',
    more: 'people are numbered on the way, and by then some have two digits.',
    prepare:
      async ({ product }) =>
      async (driver) => {
        const { page } = driver
        const person = newPerson('Wambui')
        await fromLanding(driver, 'Sign Up')
        await typeAccount(driver, page, person)
        await driver.picture('form')
        await driver.tap(press(page, 'Sign Up'))
        await driver.see(heading(page, 'Check your email'))
        await driver.picture('sent')
        const link = await driver.uncounted(() => mailedLink(product, person.email))
        await driver.open(link)
        await driver.see(heading(page, 'Email verified'))
        await heading(page, 'Login').waitFor()
        await logIn(driver, person.email, person.password)
      },
  },
  {
    name: 'login',
    wants: 'A client logs in from the landing page',
    prepare: withoutData(async (driver) => {
      await fromLanding(driver, 'Login')
      await logIn(driver, 'client@tuma.test', 'tuma-demo')
      await driver.picture('inside')
    }),
  },
]
