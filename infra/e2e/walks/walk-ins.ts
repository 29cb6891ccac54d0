import { type Asker, shops } from '../parcels.ts'
import type { Driver } from './driver.ts'
import { type Journey, press } from './journey.ts'

/** Customers at the counter with a parcel and cash: the agent takes both in. `taps.e2e.test.ts` limits the effort. */

const agent = { as: 'agent.cbd@tuma.test' } as const
const halima = { name: 'Halima Yusuf', phone: '0745818283' }
const otieno = { name: 'Otieno Ouma', phone: '0745828384' }
const mumo = { name: 'Mumo Kioko', phone: '0745838485' }

type Place = { locationName: string; price: number }

/** A parcel of before, so that the shop knows its sender. */
const sendBefore = async (cbd: Asker): Promise<void> => {
  const places = await cbd<Place[]>('GET', '/api/admin/locations')
  await cbd('POST', '/api/agent/counter-parcels', {
    sender: halima,
    receiver: mumo,
    to: { shop: shops.thika },
    parcelDescription: 'Shoes',
    deliveryFee: places.find(({ locationName }) => locationName === shops.thika.location)?.price,
    pay: { how: 'cash' },
  })
}

const openForm = async (driver: Driver): Promise<void> => {
  await driver.open('/Agent')
  await driver.tap(driver.page.getByRole('main').getByRole('link', { name: 'New parcel' }))
}

/** A customer who sent before, to the same receiver again. */
const fillInKnown = async (driver: Driver): Promise<void> => {
  await openForm(driver)
  await driver.type(driver.page.getByLabel("Customer's phone"), halima.phone)
  await driver.tap(press(driver.page, new RegExp(mumo.name)))
}

/** From what is filled in to the booked parcel. */
const takeCash = async (driver: Driver): Promise<void> => {
  const { page } = driver
  await driver.tap(press(page, /^Take Ksh/))
  await driver.picture('pay')
  await driver.tap(press(page, 'Cash received'))
  await driver.see(page.getByText(/^Ksh \d+ cash taken$/))
  await driver.picture('taken')
}

export const walkIns: readonly Journey[] = [
  {
    name: 'walk-in-known',
    wants: 'An agent takes in a parcel with cash from a customer who sent before',
    ...agent,
    prepare: async ({ cbd }) => {
      await sendBefore(cbd)
      return async (driver) => {
        await fillInKnown(driver)
        await driver.picture('filled in')
        await takeCash(driver)
      }
    },
  },
  {
    name: 'walk-in-mpesa',
    wants: 'An agent takes in a parcel from a customer who sent before and pays by M-Pesa on their phone',
    ...agent,
    prepare: async ({ cbd }) => {
      await sendBefore(cbd)
      return async (driver) => {
        const { page } = driver
        await fillInKnown(driver)
        await driver.tap(press(page, /^Take Ksh/))
        await driver.tap(press(page, /^M-Pesa on/))
        await driver.see(page.getByRole('heading', { name: 'Waiting for payment' }).first())
        await driver.picture('waiting')
      }
    },
  },
  {
    name: 'walk-in-new',
    wants: 'An agent takes in a parcel with cash from a new customer',
    ...agent,
    prepare: async () => async (driver) => {
      const { page } = driver
      await openForm(driver)
      await driver.typeAndGoOn(page.getByLabel("Customer's phone"), otieno.phone)
      await driver.typeAndGoOn(page.getByLabel("Customer's name"), otieno.name)
      await driver.typeAndGoOn(page.getByLabel("Receiver's phone"), mumo.phone)
      await driver.typeAndGoOn(page.getByLabel("Receiver's name"), mumo.name)
      await driver.type(page.getByRole('combobox', { name: 'Where to' }), 'thika ar')
      await driver.picture('where to')
      await driver.tap(page.getByRole('option', { name: new RegExp(shops.thika.address) }))
      await driver.tap(press(page, 'Clothes'))
      await driver.picture('filled in')
      await takeCash(driver)
    },
  },
]
