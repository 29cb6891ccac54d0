import type { Page } from 'playwright-core'
import { sendDukani, shops } from '../parcels.ts'
import { asWebApp, mailedLink, newPerson } from '../people.ts'
import type { Product } from '../product.ts'
import { retryOptions } from '../retried-requests.ts'
import type { Driver } from './driver.ts'
import { goTo, heading, type Journey, press, rowWith } from './journey.ts'

/** A manager at a laptop who has a question and other work to do. */

const admin = { as: 'admin@tuma.test' } as const
const zawadi = { name: 'Zawadi Nekesa', phone: '0746919293' }

const said = (page: Page, sentence: string | RegExp) => page.getByText(sentence).first()
const inDialog = (page: Page) => page.getByRole('dialog')

/** A person with an account who is not signed in. */
const registered = async (product: Product): Promise<ReturnType<typeof newPerson>> => {
  const person = newPerson('Kerubo')
  const headers = { ...asWebApp, 'content-type': 'application/json' }
  const call = { method: 'POST', headers, body: JSON.stringify(person) }
  const answer = await fetch(`${product.url}/api/users/register`, call)
  if (!answer.ok) throw new Error(`registering answered ${answer.status}`)
  await fetch(`${product.url}/api/users${await mailedLink(product, person.email)}`, { headers })
  return person
}

const giveShop = async (driver: Driver, name: string): Promise<void> => {
  const { page } = driver
  await driver.tap(rowWith(page, name).getByRole('button', { name: 'Edit' }))
  await driver.choose(inDialog(page).getByLabel('Location'), 'THIKA')
  await driver.choose(inDialog(page).getByLabel('Shop'), 'Ananas Mall Desk')
  await driver.picture('dialog')
  await driver.tap(inDialog(page).getByRole('button', { name: 'Update' }))
  await driver.see(said(page, 'Agent details updated successfully!'))
}

const findUser = async (driver: Driver, name: string): Promise<void> => {
  await goTo(driver, 'Users')
  await driver.type(driver.page.getByLabel('Name, username, email or phone'), name)
  await said(driver.page, '1 of 1 shown').waitFor()
}

const withPeople: readonly Journey[] = [
  {
    name: 'agent-shop',
    wants: 'An admin moves an agent to another shop',
    ...admin,
    prepare: async () => async (driver) => {
      await driver.open('/Admin')
      await goTo(driver, 'Agents')
      await rowWith(driver.page, 'Brian Kiprotich').waitFor()
      await driver.picture('agents')
      await giveShop(driver, 'Brian Kiprotich')
    },
  },
  {
    name: 'add-agent',
    wants: 'An admin makes a registered person an agent of a shop',
    more: 'people are numbered on the way, and by then some have two digits.',
    ...admin,
    prepare: async ({ product }) => {
      const { name } = await registered(product)
      return async (driver) => {
        const { page } = driver
        await driver.open('/Admin')
        await goTo(driver, 'Agents')
        await driver.tap(press(page, 'Add Agent'))
        const dialog = inDialog(page)
        await driver.type(dialog.getByLabel('Choose the person'), name)
        await dialog.getByRole('radio').nth(1).waitFor({ state: 'detached' })
        await driver.tap(dialog.locator('label', { hasText: name }))
        await driver.choose(dialog.getByLabel('Location'), 'THIKA')
        await driver.choose(dialog.getByLabel('Shop'), 'Ananas Mall Desk')
        await driver.picture('dialog')
        await driver.tap(dialog.getByRole('button', { name: 'Add Agent' }))
        await driver.see(rowWith(page, name))
      }
    },
  },
  {
    name: 'delete-account',
    wants: 'An admin deletes an account',
    more: 'people are numbered on the way, and by then some have two digits.',
    ...admin,
    prepare: async ({ product }) => {
      const { name } = await registered(product)
      return async (driver) => {
        const { page } = driver
        await driver.open('/Admin')
        await findUser(driver, name)
        await driver.tap(rowWith(page, name).getByRole('button', { name: 'Delete' }))
        const question = page.getByRole('alertdialog')
        await driver.see(question)
        await driver.picture('question')
        await driver.tap(question.getByRole('button', { name: 'Delete' }))
        await driver.see(said(page, /deleted successfully!$/))
      }
    },
  },
]

const oneUnsent = {
  ...{ messageId: 'm1', attempts: 0, isWaiting: false, canBeSent: true, since: '2026-11-20T09:30:00.000Z' },
  ...{ channel: 'sms', template: 'requestedToReceiver', reason: 'too-many-of-account' },
}

const withMessages: readonly Journey[] = [
  {
    name: 'waiting-sms',
    wants: 'An admin deals with an SMS that waits (made up in the browser)',
    ...admin,
    prepare: async () => async (driver) => {
      const { page } = driver
      let left = [oneUnsent]
      await page.route('**/api/admin/unsent*', (route) => route.fulfill({ json: left }))
      await page.route('**/api/admin/attention', async (route) => {
        const response = await route.fetch(retryOptions)
        await route.fulfill({ response, json: { ...(await response.json()), unsent: left.length } })
      })
      await page.route('**/api/admin/unsent/send', (route) => {
        left = []
        return route.fulfill({ json: { sent: 1 } })
      })
      await driver.open('/Admin')
      await driver.tap(page.getByRole('main').locator('a[href="/Admin/system#unsent"]'))
      await heading(page, 'Messages not sent').waitFor()
      await driver.picture('waiting')
      const dismiss = press(page, /^Dismiss, /)
      if ((await dismiss.count()) === 0) driver.note('it can be sent, but not dismissed')
      await driver.tap(rowWith(page, 'SMS').getByRole('button', { name: /^Send, / }))
      await driver.see(said(page, '1 message is being sent'))
    },
  },
  {
    name: 'marketing',
    wants: 'An admin sends an offer to all people who may get one',
    more: 'what is sent is previewed with its count, between the message and the button.',
    ...admin,
    prepare: async () => async (driver) => {
      const { page } = driver
      await driver.open('/Admin')
      await goTo(driver, 'Marketing')
      await driver.tap(press(page, 'All that match'))
      await driver.see(said(page, /^Reaches/))
      await driver.picture('contacts')
      await driver.tap(press(page, 'Promotional offer').or(press(page, /offer/i)).first())
      await driver.tap(press(page, 'Send SMS'))
      await driver.see(page.getByRole('alertdialog'))
      await driver.picture('question')
      await driver.tap(press(page, 'Send now'))
      await driver.see(said(page, /^SMS sent successfully to/))
      await driver.picture('sent')
    },
  },
]

const withTheNetwork: readonly Journey[] = [
  {
    name: 'admin-find',
    wants: 'An admin finds a parcel by its receiver’s name, and opens it',
    more: 'its page says first where it is, what holds it and what can be done; its whole history is last.',
    ...admin,
    prepare: async ({ client, product }) => {
      const { trackingId } = await sendDukani(client, product, shops.cbd, shops.thika, zawadi)
      return async (driver) => {
        const { page } = driver
        await driver.open('/Admin')
        await goTo(driver, 'Deliveries')
        await driver.type(page.getByLabel('Tracking ID, name or phone'), 'Zawadi Nek')
        await rowWith(page, trackingId).waitFor()
        await driver.picture('list')
        await driver.tap(rowWith(page, trackingId).getByRole('link', { name: trackingId, exact: true }))
        await driver.see(heading(page, 'Delivery Details'))
        await driver.see(heading(page, 'Full history'))
        await driver.picture('detail')
      }
    },
  },
  {
    name: 'month-revenue',
    wants: 'An admin looks at what came in this month, and how it went day by day',
    more: 'the list of what needs attention today is above it.',
    ...admin,
    prepare: async () => async (driver) => {
      const { page } = driver
      await driver.open('/Admin')
      await driver.tap(press(page, 'This Month'))
      await driver.see(page.locator('.t-stat', { hasText: 'Total revenue' }))
      await driver.picture('month')
      await driver.see(page.locator('svg:has(.t-bar)'))
      await driver.picture('chart')
    },
  },
  {
    name: 'add-shop',
    wants: 'An admin adds a shop, and its place with prices',
    more: 'shops stand above the prices of places, each with all that is known of it.',
    ...admin,
    prepare: async () => async (driver) => {
      const { page } = driver
      await driver.open('/Admin')
      await goTo(driver, 'Locations')
      await driver.picture('locations')
      await driver.tap(page.getByRole('main').getByRole('link', { name: 'Add Location' }))
      await driver.type(page.getByLabel('Location name'), 'RUIRU')
      await driver.type(page.getByLabel('Shops'), 'Ruiru Stage Kiosk')
      await driver.tap(press(page, 'Add Location'))
      await driver.see(said(page, 'Location added successfully!'))
      await driver.tap(press(page, 'Add Destination'))
      await driver.type(inDialog(page).getByLabel('Place'), 'RUIRU')
      await driver.type(inDialog(page).getByLabel('Same-day price (Ksh)'), '250')
      await driver.tap(inDialog(page).getByRole('button', { name: 'Save' }))
      await driver.see(said(page, 'Prices saved successfully!'))
      const shop = rowWith(page, 'Ruiru Stage Kiosk')
      if ((await shop.getByRole('button').count()) === 0) driver.note('the shop’s own fee and name can’t be changed')
    },
  },
  {
    name: 'audit',
    wants: 'An admin looks who deleted or changed something',
    more: 'the list of what needs attention today is above the link.',
    ...admin,
    prepare: async () => async (driver) => {
      const { page } = driver
      await driver.open('/Admin')
      await driver.tap(page.getByRole('main').getByRole('link', { name: 'Audit log' }))
      const filters = page.getByRole('button', { name: 'Filters' })
      await filters.or(page.getByLabel('Kind')).first().waitFor()
      if (await filters.isVisible()) await driver.tap(filters)
      await driver.choose(page.getByLabel('Kind'), 'Action by staff')
      await driver.see(rowWith(page, 'Action by staff').first())
      await driver.picture('record')
    },
  },
]

export const office: readonly Journey[] = [...withTheNetwork, ...withPeople, ...withMessages]
