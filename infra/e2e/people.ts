import { webAppHeader } from '@tuma/contracts/vocabulary'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from './product.ts'
import { retryOptions } from './retried-requests.ts'

/** What people do at the screens, in their words. Every press waits for the screen's answer. */

export const logIn = async (page: Page, email: string, password = 'tuma-demo'): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The header that the web app sends with every call; a test that calls with the app's cookies must send it too. */
export const asWebApp = { [webAppHeader]: '1' }

/**
 * Presses a button of a dialog by its key, as soon as a pointer could press it. A test clicks faster than a hand: its
 * next click, where the dialog has just closed, would count as the second of a double click and do nothing.
 */
export const pressByKey = async (button: Locator): Promise<void> => {
  await button.click({ trial: true })
  await button.press('Enter')
}

/** Signed in without the login screen, for tests that are about another screen. */
export const signIn = async (context: BrowserContext, email: string, password = 'tuma-demo'): Promise<void> => {
  const answer = await context.request.post('/api/users/login', {
    data: { email, password },
    headers: asWebApp,
    ...retryOptions,
  })
  expect(answer.status()).toBe(200)
}

export type Person = { name: string; username: string; email: string; phone: string; password: string }

export const register = async (page: Page, person: Person): Promise<void> => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Phone').fill(person.phone)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText('Registration successful! Please verify your email before logging in.').waitFor()
}

const families = ['Simiyu', 'Nekesa', 'Barasa', 'Wafula', 'Khaemba', 'Makokha', 'Juma', 'Mukhwana', 'Sifuna', 'Wanyama']
let met = 0

/** A person with a new name, so that a repeated test does not find the name taken by its first attempt. */
export const newPerson = (firstName: string): Person => {
  const username = `${firstName.toLowerCase()}${met}`
  const name = `${firstName} ${families[met % families.length]}`
  met += 1
  return { name, username, email: `${username}@example.com`, phone: '0711 222 333', password: 'a good secret' }
}

/** A new client: registered, verified and signed in, who has sent nothing yet. */
export const newClient = async (context: BrowserContext, product: Product): Promise<Person> => {
  const person = newPerson('Nafula')
  const { email } = person
  expect(
    (await context.request.post('/api/users/register', { data: person, headers: asWebApp, ...retryOptions })).status(),
  ).toBe(201)
  expect(
    (
      await context.request.get(`/api/users${await mailedLink(product, email)}`, { headers: asWebApp, ...retryOptions })
    ).status(),
  ).toBe(200)
  await signIn(context, email, person.password)
  return person
}

/** The path of the newest link that was mailed to this address. */
export const mailedLink = async (product: Product, email: string): Promise<string> => {
  const mail = await eventually(async () => (await product.outbox()).find(({ to }) => to === email))
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return new URL(link).pathname
}

export const fillSender = async (
  page: Page,
  sender: { name?: string; phone: string; location: string; agent: string },
) => {
  if (sender.name) await page.getByLabel('Sender Name').fill(sender.name)
  await page.getByLabel('Sender Phone').fill(sender.phone)
  await page.getByLabel('Sender Location').selectOption(sender.location)
  await page.getByLabel('Dropoff Agent').selectOption(sender.agent)
}

/** From the form to the checkout: pays the amount due with a message of our till, until Schedule Pickup is shown. */
export const payAtCheckout = async (page: Page, product: Product, payer: string): Promise<void> => {
  const pay = page.getByRole('button', { name: /^Pay Ksh .* with M-Pesa$/ })
  const amount = Number((await pay.textContent())?.replace(/\D/g, ''))
  await pay.click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await page.getByLabel('Full Name').fill(payer)
  await page.getByLabel('M-Pesa Message').fill(await product.mpesaMessage(amount))
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await page.getByText('Payment verified successfully!').waitFor()
  await page.getByText(/^Payment PAY-\d{6} of Ksh .* is verified\.$/).waitFor()
}

/** Presses Schedule Pickup and waits for the receipt. @returns the tracking id */
export const schedulePickup = async (page: Page, toast: string): Promise<string> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Schedule Pickup' }).click()
  await page.getByText(toast).waitFor()
  const trackingId =
    (await page
      .getByText(/^TM-\w{4}-\w{4}-\w{4}$/)
      .first()
      .textContent()) ?? ''
  const receipt = await download
  expect(receipt.suggestedFilename()).toBe(`receipt_${trackingId}.pdf`)
  return trackingId
}

/** The row (a card on a phone) of a parcel in an agent's list. */
export const getRow = (page: Page, trackingId: string) => page.getByRole('row').filter({ hasText: trackingId })

/** Takes a step of a parcel by the button of its row. */
export const pressStep = (page: Page, trackingId: string, step: string): Promise<void> =>
  getRow(page, trackingId).getByRole('button', { name: step, exact: true }).click()

/** Hands over without a code: the parcel is collected, and the agent enters who took it. */
export const handOverWithoutCode = async (page: Page, trackingId: string): Promise<void> => {
  await pressStep(page, trackingId, 'Hand over')
  const dialog = page.getByRole('dialog', { name: 'Hand over with the code' })
  await pressByKey(dialog.getByRole('button', { name: 'Assign Picker' }))
}

export const trackingSentence = async (page: Page, trackingId: string, sentence: string): Promise<void> => {
  await page.goto(`/trackDelivery?id=${trackingId}`)
  await page.getByText(sentence).waitFor()
}

/** Waits for what becomes true a moment later, such as messages and points. */
export const eventually = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const seen = await look()
    if (seen) return seen
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not come true in a minute')
}
