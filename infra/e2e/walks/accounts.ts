import type { Page } from 'playwright-core'
import { mailedLink, newPerson } from '../people.ts'
import type { Hand } from './hand.ts'
import { heading, type Journey, press, walk } from './journey.ts'

/** Registration and login. */

const fromLanding = async (hand: Hand, link: 'Login' | 'Sign Up'): Promise<void> => {
  const { page } = hand
  await hand.open('/')
  await heading(page, 'Fast, Secure').waitFor()
  const fold = press(page, 'Open menu')
  if (await fold.isVisible()) await hand.tap(fold)
  await hand.tap(page.getByRole('link', { name: link, exact: true }).filter({ visible: true }).first())
}

const logIn = async (hand: Hand, email: string, password: string): Promise<void> => {
  const { page } = hand
  await hand.type(page.getByLabel('Email'), email)
  await hand.type(page.getByLabel('Password', { exact: true }), password)
  await hand.tap(press(page, 'Login'))
  await hand.see(page.getByText(/^Welcome, /))
}

const typeAccount = async (hand: Hand, page: Page, person: ReturnType<typeof newPerson>): Promise<void> => {
  await hand.type(page.getByLabel('Full name'), person.name)
  await hand.type(page.getByLabel('Username'), person.username)
  await hand.type(page.getByLabel('Email'), person.email)
  await hand.type(page.getByLabel('Phone'), person.phone)
  await hand.type(page.getByLabel('Password', { exact: true }), person.password)
  await hand.type(page.getByLabel('Confirm password'), person.password)
}

export const accounts: readonly Journey[] = [
  {
    name: 'register',
    wants: 'Somebody makes an account, follows the mailed link and logs in (two waits of 3 s are asked for)',
    more: 'people are numbered on the way, and by then some have two digits.',
    prepare:
      async ({ product }) =>
      async (hand) => {
        const { page } = hand
        const person = newPerson('Wambui')
        await fromLanding(hand, 'Sign Up')
        await typeAccount(hand, page, person)
        await hand.picture('form')
        await hand.tap(press(page, 'Sign Up'))
        await hand.see(heading(page, 'Check your email'))
        await hand.picture('sent')
        const link = await hand.unwatched(() => mailedLink(product, person.email))
        await hand.open(link)
        await hand.see(heading(page, 'Email verified'))
        await heading(page, 'Login').waitFor()
        await logIn(hand, person.email, person.password)
      },
  },
  {
    name: 'login',
    wants: 'A client logs in from the landing page',
    prepare: walk(async (hand) => {
      await fromLanding(hand, 'Login')
      await logIn(hand, 'client@tuma.test', 'tuma-demo')
      await hand.picture('inside')
    }),
  },
]
