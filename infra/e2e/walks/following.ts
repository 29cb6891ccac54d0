import { openFixtures } from '@tuma/one-process/fixtures'
import { openProductOverDays } from '@tuma/one-process/product-over-days'
import { sendDukani, shops } from '../parcels.ts'
import type { Driver } from './driver.ts'
import { goTo, heading, type Journey, press } from './journey.ts'

/** Where is it? A person waits for a parcel, or has sent one. */

const zipporah = { name: 'Zipporah Wanjala', phone: '0744818283' }
const sentence = 'The parcel has not yet been handed to the agent.'

/**
 * A parcel that has waited at its shop for a week, in a product whose days pass; the sender's presses count from the
 * SMS.
 */
const asked =
  (decide: (driver: Driver) => Promise<void>): Journey['prepare'] =>
  async () => {
    const days = await openProductOverDays()
    const { trackingId } = await (await openFixtures(days.product())).dukani('delivered')
    await days.later(7)
    const sms = await days.product().messageTo('0711333444', new RegExp(`${trackingId}.*Decide here`))
    return async (driver) => {
      try {
        await driver.open(/https?:\S+/.exec(sms.text)?.[0] ?? '')
        await decide(driver)
        await driver.picture('decided')
      } finally {
        await days.close()
      }
    }
  }

const deciding: readonly Journey[] = [
  {
    name: 'decide-wait',
    wants: 'A sender is asked by SMS about a parcel that was not collected, and lets it wait (from the link on)',
    prepare: asked(async (driver) => {
      await driver.picture('asked')
      await driver.tap(driver.page.getByRole('button', { name: /^Let it wait until/ }))
      await driver.see(driver.page.getByText('You decided: it waits longer.'))
    }),
  },
  {
    name: 'decide-back',
    wants: 'A sender is asked by SMS about a parcel that was not collected, and has it sent back (from the link on)',
    prepare: asked(async (driver) => {
      await driver.tap(driver.page.getByRole('link', { name: 'Send it back to me' }))
      await driver.tap(driver.page.getByRole('button', { name: 'Yes, send it back' }))
      await driver.see(driver.page.getByText('You decided: it goes back to the sender.'))
    }),
  },
]

export const following: readonly Journey[] = [
  ...deciding,
  {
    name: 'track-link',
    wants: 'A receiver follows the link of their SMS, to know where the parcel is and where to go',
    prepare: async ({ client, product }) => {
      const { trackingId } = await sendDukani(client, product, shops.cbd, shops.thika)
      return async (driver) => {
        await driver.open(`/trackDelivery?id=${trackingId}`)
        await driver.see(driver.page.getByText(sentence))
        await driver.picture('found')
        const told = (await driver.page.getByRole('main').textContent()) ?? ''
        if (!told.includes(shops.thika.address)) driver.note('does not say at which shop it will be')
      }
    },
  },
  {
    name: 'track-id',
    wants: 'A person with a Tracking ID on paper comes to the landing page',
    more: 'on a phone the prices are above the field for an id.',
    prepare: async ({ client, product }) => {
      const { trackingId } = await sendDukani(client, product, shops.cbd, shops.thika)
      return async (driver) => {
        const { page } = driver
        await driver.open('/')
        await driver.type(page.getByLabel('Tracking ID', { exact: true }), trackingId.replaceAll('-', ''))
        await driver.tap(press(page, 'Track'))
        await driver.see(page.getByText(sentence))
        await driver.picture('found')
      }
    },
  },
  {
    name: 'client-find',
    wants: 'A client looks for the parcel to Zipporah, and opens its page',
    more: 'a name of 16 letters is typed, and found; before, only the phone was.',
    as: 'client@tuma.test',
    prepare: async ({ client, product }) => {
      const { trackingId } = await sendDukani(client, product, shops.cbd, shops.thika, zipporah)
      return async (driver) => {
        const { page } = driver
        await driver.open('/Client')
        await goTo(driver, 'My Deliveries')
        await heading(page, 'My Deliveries').waitFor()
        const box = page.getByRole('search').getByRole('textbox', { name: 'Search' })
        await box.waitFor()
        await driver.type(box, zipporah.name)
        await driver.picture('list')
        await driver.tap(page.getByRole('main').getByRole('link', { name: trackingId }))
        await heading(page, 'Delivery Details').waitFor()
        await driver.see(page.getByText('Dropping Off').first())
        await driver.picture('detail')
        if ((await page.getByText(sentence).count()) === 0)
          driver.note('its own page says no sentence and no way so far')
      }
    },
  },
]
