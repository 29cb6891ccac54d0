import type { Locator } from 'playwright-core'
import { handset } from '../browser/handset.ts'
import { type Parcel, sendDoorstep, sendDukani, shops } from '../parcels.ts'
import { codeFor, find } from './counter.ts'
import type { Driver } from './driver.ts'
import { arriving, heading, type Journey, type JourneySetup, press, rowWith, several } from './journey.ts'

/** The other jobs of a day at the counter: many parcels at once, money at the hand-over, holds, and the end of the day. */

const agent = { as: 'agent.cbd@tuma.test' } as const

let phones = 100
const anyReceiver = (name: string) => {
  phones += 1
  return { name, phone: `0745${String(phones).padStart(6, '0')}` }
}

const dropping = ({ client, product }: JourneySetup) => sendDukani(client, product, shops.cbd, shops.thika)

/** A parcel that is paid at the door, on its way with a rider. */
const withRider = async ({ client, cbd }: JourneySetup, receiver = anyReceiver('Akinyi Odera')) => {
  const parcel = await sendDoorstep(client, shops.cbd, 'ROYSAMBU', receiver)
  const [rider] = await cbd<{ _id: string }[]>('GET', '/api/admin/all')
  await cbd('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  await cbd('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  return { ...parcel, phone: receiver.phone }
}

/** @param count of all that the list shows */
const takeAll = async (driver: Driver, count: number, name: string): Promise<void> => {
  const { page } = driver
  await driver.tap(press(page, 'Select several').first())
  await driver.tap(press(page, new RegExp(`^Select all( ${count})?$`)))
  await driver.picture('selected')
  await driver.tap(press(page, `${name} (${count})`))
}
const waitUntilLeft = async (driver: Driver, parcels: readonly Parcel[]): Promise<void> => {
  for (const { trackingId } of parcels) await rowWith(driver.page, trackingId).waitFor({ state: 'detached' })
}
/** The rows of the open list, which a colleague may have filled too. */
const countRows = async ({ page }: Driver): Promise<number> => {
  const rows = page.locator('tbody tr:not(.t-list-gap)')
  await rows.first().waitFor()
  return rows.count()
}

const many: readonly Journey[] = [
  {
    name: 'drop-by-last-four',
    wants: 'An agent takes in a parcel by the last four of its id',
    ...agent,
    prepare: async (setup) => {
      const parcel = await dropping(setup)
      return async (driver) => {
        await driver.open('/Agent')
        await find(driver, parcel.trackingId.slice(-4))
        await heading(driver.page, 'Delivery Details').waitFor()
        await driver.tap(press(driver.page, 'Dropped').first())
        await driver.see(driver.page.getByRole('main').getByText('Next parcel', { exact: true }).first())
        await driver.picture('taken')
      }
    },
  },
  {
    name: 'drop-twelve',
    wants: 'An agent takes in twelve parcels of one sender at once',
    ...agent,
    prepare: async (setup) => {
      const parcels = await several(12, () => dropping(setup))
      return async (driver) => {
        await driver.open('/Agent/uncollected')
        await takeAll(driver, await countRows(driver), 'Dropped')
        await waitUntilLeft(driver, parcels)
        await driver.picture('taken')
      }
    },
  },
  {
    name: 'receive-twenty',
    wants: 'An agent receives twenty parcels from the van, and ticks each that is there',
    ...agent,
    prepare: async (setup) => {
      const parcels = await several(20, () => arriving(setup, 'inTransit'))
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent/received')
        await driver.tap(press(page, 'Select several').first())
        for (const { trackingId } of parcels.toReversed())
          await driver.tap(page.locator('label', { hasText: `Select ${trackingId}` }))
        await driver.tap(press(page, `Delivered (${parcels.length})`))
        await driver.picture('question')
        await driver.tap(page.getByRole('alertdialog').getByRole('button', { name: 'Delivered' }))
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
        await waitUntilLeft(driver, parcels)
        await driver.picture('received')
      }
    },
  },
]

const waysToPay = { cash: 'cash', prompt: 'on the phone', till: 'to the till' } as const
type WayToPay = keyof typeof waysToPay

/** At the door, in the dialog of Delivered. */
const pay: { readonly [how in WayToPay]: (driver: Driver, dialog: Locator, phone: string) => Promise<void> } = {
  async cash(driver, dialog) {
    await driver.tap(dialog.getByRole('button', { name: 'Cash' }))
    await driver.tap(dialog.getByRole('button', { name: /in hand: Delivered$/ }))
  },
  async prompt(driver, dialog, phone) {
    await driver.tap(dialog.getByRole('button', { name: 'Ask on their phone' }))
    await driver.tap(dialog.getByRole('button', { name: /^Ask for Ksh/ }))
    await driver.picture('asked')
    await driver.see(dialog.getByText(/^M-Pesa asks for Ksh/))
    await driver.uncounted(() => handset(driver.page, `254${phone.slice(1)}`).pays())
    await driver.tap(dialog.getByRole('button', { name: 'Paid: Delivered' }))
  },
  async till(driver, dialog) {
    await driver.tap(dialog.getByRole('button', { name: 'Paid to the till' }))
    await driver.type(dialog.getByLabel('Receipt number'), 'UKN6H7T3GA')
    await driver.type(dialog.getByLabel("Payer's name or phone"), 'Otieno')
    await driver.picture('receipt')
    await driver.tap(dialog.getByRole('button', { name: 'Paid to the till: Delivered' }))
  },
}

const handingOver: readonly Journey[] = [
  {
    name: 'code-wrong-first',
    wants: 'An agent hands a parcel over whose receiver reads a wrong code first',
    ...agent,
    prepare: async (setup) => {
      const receiver = anyReceiver('Chebet Kosgei')
      const parcel = await arriving(setup, 'delivered', receiver)
      const code = await codeFor(setup.product, receiver.phone)
      const wrong = String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent')
        await find(driver, parcel.trackingId.slice(-4))
        await driver.tap(press(page, 'Hand over').first())
        const dialog = page.getByRole('dialog')
        for (const typed of [wrong, code]) {
          await driver.type(dialog.getByLabel('Collection code'), typed)
          await driver.tap(dialog.getByRole('button', { name: 'Hand over', exact: true }))
          if (typed === wrong) await driver.see(dialog.getByText(/^Wrong code\./))
        }
        await dialog.waitFor({ state: 'detached' })
        await driver.see(page.getByText('Collected').first())
        await driver.picture('handed over')
      }
    },
  },
  {
    name: 'without-code',
    wants: 'An agent hands a parcel to its receiver, who has no code and shows an ID',
    ...agent,
    prepare: async (setup) => {
      const receiver = anyReceiver('Wambui Njoroge')
      const parcel = await arriving(setup, 'delivered', receiver)
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent')
        await find(driver, parcel.trackingId.slice(-4))
        await driver.tap(press(page, 'Hand over').first())
        await driver.tap(page.getByRole('dialog').getByRole('button', { name: 'Assign Picker' }))
        const picker = page.getByRole('dialog', { name: 'Who collects it?' })
        await driver.tap(picker.getByRole('button', { name: new RegExp(receiver.name) }))
        await driver.type(picker.getByLabel('National ID'), '30111222')
        await driver.picture('picker')
        await driver.tap(picker.getByRole('button', { name: 'Assign Picker' }))
        await picker.waitFor({ state: 'detached' })
        await driver.see(page.getByText('Collected').first())
        await driver.picture('handed over')
      }
    },
  },
  ...(Object.keys(waysToPay) as WayToPay[]).map(
    (how): Journey => ({
      name: `door-${how}`,
      wants: `An agent notes a delivered parcel whose receiver pays ${waysToPay[how]}`,
      ...agent,
      prepare: async (setup) => {
        const parcel = await withRider(setup)
        return async (driver) => {
          const { page } = driver
          await driver.open('/Agent/received')
          await driver.tap(rowWith(page, parcel.trackingId).getByRole('button', { name: 'Delivered', exact: true }))
          const dialog = page.getByRole('dialog')
          await pay[how](driver, dialog, parcel.phone)
          await waitUntilLeft(driver, [parcel])
          await driver.picture('delivered')
        }
      },
    }),
  ),
  {
    name: 'hold-with-note',
    wants: 'An agent puts a damaged parcel on hold, with a note',
    ...agent,
    prepare: async (setup) => {
      const { trackingId } = await arriving(setup, 'delivered')
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent/received?tab=delivered')
        await driver.tap(rowWith(page, trackingId).getByRole('button', { name: `More about ${trackingId}` }))
        await driver.tap(page.getByRole('menuitem', { name: 'Put on hold' }))
        const dialog = page.getByRole('dialog', { name: 'Put on hold' })
        await driver.choose(dialog.getByLabel('What is wrong?'), 'Damaged')
        await driver.type(dialog.getByLabel(/Note for colleagues/), 'The box is open at one side.')
        await driver.tap(dialog.getByRole('button', { name: 'Put on hold' }))
        await driver.see(rowWith(page, trackingId).getByText('On hold: Damaged'))
        await driver.picture('held')
      }
    },
  },
]

const endOfDay: readonly Journey[] = [
  {
    name: 'cash-short',
    wants: 'An agent hands the cash of the day over, Ksh 50 short',
    ...agent,
    prepare: async (setup) => {
      const parcel = await withRider(setup)
      await setup.cbd('PUT', `/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
      const drawer = () =>
        setup.cbd<{ cents: number; parcels: { parcel?: { id: string } }[] }>('GET', '/api/agent/cash')
      let { cents, parcels } = await drawer()
      while (!parcels.some((one) => one.parcel?.id === parcel._id)) ({ cents, parcels } = await drawer())
      return async (driver) => {
        const { page } = driver
        await driver.open('/Agent')
        await driver.tap(page.getByRole('main').getByRole('link', { name: /My cash$/ }))
        await driver.picture('my cash')
        await driver.type(page.getByLabel('Counted (Ksh)'), String(cents / 100 - 50))
        await driver.tap(
          page
            .locator('label')
            .filter({ has: page.getByRole('radio') })
            .last(),
        )
        await driver.tap(press(page, 'Hand over'))
        await driver.tap(page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }))
        await driver.see(page.getByText(/handed over/).first())
        await driver.picture('handed over')
      }
    },
  },
]

export const counterDay: readonly Journey[] = [...many, ...handingOver, ...endOfDay]
