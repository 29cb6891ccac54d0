import { collectionCodeIn } from '@tuma/one-process/collection-code'
import { type Parcel, sendDoorstep, sendDukani, shops } from '../parcels.ts'
import { eventually } from '../people.ts'
import type { Product } from '../product.ts'
import type { Driver } from './driver.ts'
import { arriving, goTo, heading, type Journey, type JourneySetup, press, rowWith, several } from './journey.ts'

/** An agent at the counter: a phone in one hand, a parcel in the other, and a customer who waits. */

const agent = { as: 'agent.cbd@tuma.test' } as const
const naliaka = { name: 'Naliaka Wekulo', phone: '0745616263' }
const nekesa = { name: 'Nekesa Barasa', phone: '0745717273' }

/** The code as its receiver reads it from their phone. */
export const codeFor = async (product: Product, phone: string): Promise<string> => {
  const told = await eventually(async () =>
    (await product.outbox()).findLast(({ to, text }) => to === phone && /is waiting for you/.test(text)),
  )
  return collectionCodeIn(told.text) ?? ''
}

const openTab = (driver: Driver, name: string): Promise<void> => driver.tap(driver.page.getByRole('tab', { name }))

/** One press on a row, answered before the next. */
const step = async (driver: Driver, { trackingId }: Parcel, name: string, leaves = true): Promise<void> => {
  const row = rowWith(driver.page, trackingId)
  await driver.tap(row.getByRole('button', { name, exact: true }))
  if (leaves) await row.waitFor({ state: 'detached' })
}

const dropping = ({ client, product }: JourneySetup) => sendDukani(client, product, shops.cbd, shops.thika)
const withRider = async ({ client, cbd }: JourneySetup): Promise<Parcel> => {
  const parcel = await sendDoorstep(client, shops.cbd)
  const [rider] = await cbd<{ _id: string }[]>('GET', '/api/admin/all')
  await cbd('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  return parcel
}

/** Selects these rows, and presses once for all of them. */
const takeTogether = async (driver: Driver, parcels: readonly Parcel[], name: string): Promise<void> => {
  const { page } = driver
  await driver.tap(press(page, 'Select several'))
  for (const { trackingId } of parcels) await driver.tap(page.locator('label', { hasText: `Select ${trackingId}` }))
  await driver.picture('selected')
  await driver.tap(press(page, `${name} (${parcels.length})`))
}
const haveLeft = async ({ page }: Driver, parcels: readonly Parcel[]): Promise<void> => {
  for (const { trackingId } of parcels) await rowWith(page, trackingId).waitFor({ state: 'detached' })
}

const chooseRider = async (driver: Driver): Promise<void> => {
  const dialog = driver.page.getByRole('dialog')
  await driver.tap(dialog.locator('label', { hasText: 'Salim Juma' }))
  await driver.picture('rider')
  await driver.tap(dialog.getByRole('button', { name: 'Assign', exact: true }))
  await dialog.waitFor({ state: 'detached' })
}

/** A hand scanner would type the code; here fingers do. */
export const find = async (driver: Driver, typed: string): Promise<void> => {
  await driver.type(driver.page.getByLabel('Find a parcel').first(), typed)
  await driver.tap(press(driver.page, 'Find'))
}

/** A search with one result opens that parcel, and one with several lists them. */
const findBy = async (driver: Driver, typed: string, { trackingId }: Parcel): Promise<void> => {
  const { page } = driver
  await driver.open('/Agent')
  await find(driver, typed)
  const row = rowWith(page, trackingId)
  await heading(page, 'Delivery Details').or(row).first().waitFor()
  await driver.picture('asked')
  await driver.see(row.or(page.getByRole('main')).getByRole('button', { name: 'Hand over' }).first())
  await driver.picture('found')
}

const findings = (name: string, wants: string, typed: (parcel: Parcel) => string): Journey => ({
  ...{ name, wants, ...agent },
  prepare: async (setup) => {
    const parcel = await arriving(setup, 'delivered', naliaka)
    await several(5, () => arriving(setup, 'delivered'))
    return (driver) => findBy(driver, typed(parcel), parcel)
  },
})

const findById = async (driver: Driver, { trackingId }: Parcel): Promise<void> => {
  await find(driver, trackingId.replaceAll('-', ''))
  await heading(driver.page, 'Delivery Details').waitFor()
}

const single: readonly Journey[] = [
  {
    name: 'take-in',
    wants: 'An agent takes in a parcel that is brought',
    ...agent,
    prepare: async (setup) => {
      const parcel = await dropping(setup)
      return async (driver) => {
        await driver.open('/Agent')
        await goTo(driver, 'Sending')
        await rowWith(driver.page, parcel.trackingId).waitFor()
        await driver.picture('list')
        await step(driver, parcel, 'Dropped')
        await driver.picture('taken')
      }
    },
  },
  {
    name: 'receive-five',
    wants: 'An agent receives five parcels from the van',
    ...agent,
    prepare: async (setup) => {
      const parcels = await several(5, () => arriving(setup, 'inTransit'))
      return async (driver) => {
        await driver.open('/Agent')
        await goTo(driver, 'Receiving')
        await driver.picture('list')
        for (const parcel of parcels.toReversed()) await step(driver, parcel, 'Delivered')
        await driver.picture('received')
      }
    },
  },
  findings('find-by-last-four', 'An agent finds a parcel by the last four of its id', ({ trackingId }) =>
    trackingId.slice(-4),
  ),
  findings('find-by-name', 'An agent finds a parcel by its receiver’s name', () => 'Naliaka'),
  findings('find-by-phone', 'An agent finds a parcel by its receiver’s phone', () => naliaka.phone),
  {
    name: 'hand-over',
    wants: 'An agent hands a parcel to its receiver, who has the id and the code (before: without a code)',
    ...agent,
    prepare: async (setup) => {
      const parcel = await arriving(setup, 'delivered', nekesa)
      const code = await codeFor(setup.product, nekesa.phone)
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent')
        await findById(driver, parcel)
        await driver.picture('found')
        await driver.tap(press(page, 'Hand over').first())
        const dialog = page.getByRole('dialog')
        await driver.type(dialog.getByLabel('Collection code'), code)
        await driver.picture('code')
        await driver.tap(dialog.getByRole('button', { name: 'Hand over', exact: true }))
        await dialog.waitFor({ state: 'detached' })
        await driver.see(page.getByText('Collected').first())
        await driver.picture('handed over')
      }
    },
  },
  {
    name: 'next-parcel',
    wants: 'An agent takes in one parcel by its id, and then the next',
    ...agent,
    prepare: async (setup) => {
      const [one, next] = [await dropping(setup), await dropping(setup)]
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent')
        for (const parcel of [one, next]) {
          await findById(driver, parcel)
          await driver.tap(press(page, 'Dropped').first())
          const onward = page.getByRole('main').getByText('Next parcel', { exact: true }).first()
          await driver.see(onward)
          await driver.picture('taken')
          if (parcel === one) await driver.tap(onward)
        }
      }
    },
  },
]

const chosen = { one: 1, five: 5, eight: 8 } as const
type Chosen = keyof typeof chosen

const withRiders: readonly Journey[] = [
  ...(Object.entries(chosen) as [Chosen, number][]).map(
    ([word, count]): Journey => ({
      name: `rider-${word}`,
      more: 'five are chosen one below the other and looked at once more; before, each left the top of the list.',
      wants: `An agent gives ${word} ${count === 1 ? 'parcel' : 'parcels'} to a rider`,
      ...agent,
      prepare: async ({ client }) => {
        const parcels = await several(count, () => sendDoorstep(client, shops.cbd))
        return async (driver) => {
          await driver.open('/Agent')
          await goTo(driver, 'Sending')
          await openTab(driver, 'Dropped Deliveries')
          const rows = parcels.map(({ trackingId }) => rowWith(driver.page, trackingId))
          if (count > 1) await takeTogether(driver, parcels.toReversed(), 'Assign Rider')
          else for (const row of rows) await driver.tap(row.getByRole('button', { name: 'Assign Rider' }))
          await chooseRider(driver)
          for (const row of rows) await driver.see(row.getByText('Salim Juma'))
          await driver.picture('assigned')
        }
      },
    }),
  ),
  {
    name: 'rider-run',
    wants: 'A rider takes five parcels out and comes back: in transit, delivered, receipt confirmed, by the agent',
    more: 'each of the five is paid for at the door: how, and that it is in hand, are two taps that the books need.',
    ...agent,
    prepare: async (setup) => {
      const parcels = (await several(5, () => withRider(setup))).toReversed()
      return async (driver) => {
        await driver.open('/Agent')
        await goTo(driver, 'Sending')
        await openTab(driver, 'Dropped Deliveries')
        for (const parcel of parcels) await step(driver, parcel, 'Intransit')
        await goTo(driver, 'Receiving')
        // These have an amount due, so each has a question of its own.
        for (const parcel of parcels) {
          await step(driver, parcel, 'Delivered')
          await driver.tap(driver.page.getByRole('button', { name: 'Cash' }))
          await driver.tap(driver.page.getByRole('button', { name: /in hand: Delivered$/ }))
        }
        await haveLeft(driver, parcels)
        await openTab(driver, 'Received Deliveries')
        for (const parcel of parcels) await step(driver, parcel, 'Confirm Receipt')
        await driver.picture('back')
      }
    },
  },
  {
    name: 'list-of-twenty',
    wants: 'An agent looks through twenty parcels, to the last',
    ...agent,
    prepare: async (setup) => {
      const [oldest] = await several(20, () => dropping(setup))
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent/uncollected')
        const rows = page.locator('tbody tr:not(.t-list-gap)')
        await rows.first().waitFor()
        await driver.picture('list')
        const [top, height] = await page.evaluate<[number, number]>(`(() => {
          const { top, height } = document.querySelector('tbody tr:not(.t-list-gap)').getBoundingClientRect()
          return [top, height]
        })()`)
        const window = page.viewportSize()?.height ?? 0
        const seen = Math.max(0, Math.floor((window - top) / height))
        driver.note(
          `rows of ${Math.round(height)} px, ${seen} seen at once, ${Math.floor(window / height)} when scrolled`,
        )
        await driver.see(rowWith(page, oldest?.trackingId ?? ''))
      }
    },
  },
]

export const counter: readonly Journey[] = [...single, ...withRiders]
