import { collectionCodeIn } from '@tuma/one-process/collection-code'
import { type Parcel, sendDoorstep, sendDukani, shops } from '../parcels.ts'
import { eventually } from '../people.ts'
import type { Product } from '../product.ts'
import type { Hand } from './hand.ts'
import { arriving, goTo, heading, type Journey, press, rowWith, several, type World } from './journey.ts'

/** An agent at the counter: a phone in one hand, a parcel in the other, and a customer who waits. */

const agent = { as: 'agent.cbd@tuma.test' } as const
const naliaka = { name: 'Naliaka Wekulo', phone: '0745616263' }
const nekesa = { name: 'Nekesa Barasa', phone: '0745717273' }

/** The code as its receiver reads it from their phone. */
const codeFor = async (product: Product, phone: string): Promise<string> => {
  const told = await eventually(async () =>
    (await product.outbox()).findLast(({ to, text }) => to === phone && /is waiting for you/.test(text)),
  )
  return collectionCodeIn(told.text) ?? ''
}

const openTab = (hand: Hand, name: string): Promise<void> => hand.tap(hand.page.getByRole('tab', { name }))

/** One press on a row, answered before the next. */
const step = async (hand: Hand, { trackingId }: Parcel, name: string, leaves = true): Promise<void> => {
  const row = rowWith(hand.page, trackingId)
  await hand.tap(row.getByRole('button', { name, exact: true }))
  if (leaves) await row.waitFor({ state: 'detached' })
}

const dropping = ({ client, product }: World) => sendDukani(client, product, shops.cbd, shops.thika)
const withRider = async ({ client, cbd }: World): Promise<Parcel> => {
  const parcel = await sendDoorstep(client, shops.cbd)
  const [rider] = await cbd<{ _id: string }[]>('GET', '/api/admin/all')
  await cbd('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  return parcel
}

/** Selects these rows, and presses once for all of them. */
const takeTogether = async (hand: Hand, parcels: readonly Parcel[], name: string): Promise<void> => {
  const { page } = hand
  await hand.tap(press(page, 'Select several'))
  for (const { trackingId } of parcels) await hand.tap(page.locator('label', { hasText: `Select ${trackingId}` }))
  await hand.picture('selected')
  await hand.tap(press(page, `${name} (${parcels.length})`))
}
const haveLeft = async ({ page }: Hand, parcels: readonly Parcel[]): Promise<void> => {
  for (const { trackingId } of parcels) await rowWith(page, trackingId).waitFor({ state: 'detached' })
}

const chooseRider = async (hand: Hand): Promise<void> => {
  const dialog = hand.page.getByRole('dialog')
  await hand.tap(dialog.locator('label', { hasText: 'Salim Juma' }))
  await hand.picture('rider')
  await hand.tap(dialog.getByRole('button', { name: 'Assign', exact: true }))
  await dialog.waitFor({ state: 'detached' })
}

/** A hand scanner would type the code; here fingers do. */
const find = async (hand: Hand, typed: string): Promise<void> => {
  await hand.type(hand.page.getByLabel('Find a parcel').first(), typed)
  await hand.tap(press(hand.page, 'Find'))
}

/** A search with one result opens that parcel, and one with several lists them. */
const findBy = async (hand: Hand, typed: string, { trackingId }: Parcel): Promise<void> => {
  const { page } = hand
  await hand.open('/Agent')
  await find(hand, typed)
  const row = rowWith(page, trackingId)
  await heading(page, 'Delivery Details').or(row).first().waitFor()
  await hand.picture('asked')
  await hand.see(row.or(page.getByRole('main')).getByRole('button', { name: 'Hand over' }).first())
  await hand.picture('found')
}

const findings = (name: string, wants: string, typed: (parcel: Parcel) => string): Journey => ({
  ...{ name, wants, ...agent },
  prepare: async (world) => {
    const parcel = await arriving(world, 'delivered', naliaka)
    await several(5, () => arriving(world, 'delivered'))
    return (hand) => findBy(hand, typed(parcel), parcel)
  },
})

const findById = async (hand: Hand, { trackingId }: Parcel): Promise<void> => {
  await find(hand, trackingId.replaceAll('-', ''))
  await heading(hand.page, 'Delivery Details').waitFor()
}

const single: readonly Journey[] = [
  {
    name: 'take-in',
    wants: 'An agent takes in a parcel that is brought',
    ...agent,
    prepare: async (world) => {
      const parcel = await dropping(world)
      return async (hand) => {
        await hand.open('/Agent')
        await goTo(hand, 'Sending')
        await rowWith(hand.page, parcel.trackingId).waitFor()
        await hand.picture('list')
        await step(hand, parcel, 'Dropped')
        await hand.picture('taken')
      }
    },
  },
  {
    name: 'receive-five',
    wants: 'An agent receives five parcels from the van',
    ...agent,
    prepare: async (world) => {
      const parcels = await several(5, () => arriving(world, 'inTransit'))
      return async (hand) => {
        await hand.open('/Agent')
        await goTo(hand, 'Receiving')
        await hand.picture('list')
        for (const parcel of parcels.toReversed()) await step(hand, parcel, 'Delivered')
        await hand.picture('received')
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
    prepare: async (world) => {
      const parcel = await arriving(world, 'delivered', nekesa)
      const code = await codeFor(world.product, nekesa.phone)
      return async (hand) => {
        const { page } = hand
        await hand.open('/Agent')
        await findById(hand, parcel)
        await hand.picture('found')
        await hand.tap(press(page, 'Hand over').first())
        const dialog = page.getByRole('dialog')
        await hand.type(dialog.getByLabel('Collection code'), code)
        await hand.picture('code')
        await hand.tap(dialog.getByRole('button', { name: 'Hand over', exact: true }))
        await dialog.waitFor({ state: 'detached' })
        await hand.see(page.getByText('Collected').first())
        await hand.picture('handed over')
      }
    },
  },
  {
    name: 'next-parcel',
    wants: 'An agent takes in one parcel by its id, and then the next',
    ...agent,
    prepare: async (world) => {
      const [one, next] = [await dropping(world), await dropping(world)]
      return async (hand) => {
        const { page } = hand
        await hand.open('/Agent')
        for (const parcel of [one, next]) {
          await findById(hand, parcel)
          await hand.tap(press(page, 'Dropped').first())
          const onward = page.getByRole('main').getByText('Next parcel', { exact: true }).first()
          await hand.see(onward)
          await hand.picture('taken')
          if (parcel === one) await hand.tap(onward)
        }
      }
    },
  },
]

const withRiders: readonly Journey[] = [
  ...([1, 5] as const).map(
    (count): Journey => ({
      name: count === 1 ? 'rider-one' : 'rider-five',
      more: 'five are chosen one below the other and looked at once more; before, each left the top of the list.',
      wants: count === 1 ? 'An agent gives one parcel to a rider' : 'An agent gives five parcels to a rider',
      ...agent,
      prepare: async ({ client }) => {
        const parcels = await several(count, () => sendDoorstep(client, shops.cbd))
        return async (hand) => {
          await hand.open('/Agent')
          await goTo(hand, 'Sending')
          await openTab(hand, 'Dropped Deliveries')
          const rows = parcels.map(({ trackingId }) => rowWith(hand.page, trackingId))
          if (count > 1) await takeTogether(hand, parcels.toReversed(), 'Assign Rider')
          else for (const row of rows) await hand.tap(row.getByRole('button', { name: 'Assign Rider' }))
          await chooseRider(hand)
          for (const row of rows) await hand.see(row.getByText('Salim Juma'))
          await hand.picture('assigned')
        }
      },
    }),
  ),
  {
    name: 'rider-run',
    wants: 'A rider takes five parcels out and comes back: in transit, delivered, receipt confirmed, by the agent',
    more: 'each of the five is paid for at the door: how, and that it is in hand, are two taps that the books need.',
    ...agent,
    prepare: async (world) => {
      const parcels = (await several(5, () => withRider(world))).toReversed()
      return async (hand) => {
        await hand.open('/Agent')
        await goTo(hand, 'Sending')
        await openTab(hand, 'Dropped Deliveries')
        for (const parcel of parcels) await step(hand, parcel, 'Intransit')
        await goTo(hand, 'Receiving')
        // These have an amount due, so each has a question of its own.
        for (const parcel of parcels) {
          await step(hand, parcel, 'Delivered')
          await hand.tap(hand.page.getByRole('button', { name: 'Cash' }))
          await hand.tap(hand.page.getByRole('button', { name: /in hand: Delivered$/ }))
        }
        await haveLeft(hand, parcels)
        await openTab(hand, 'Received Deliveries')
        for (const parcel of parcels) await step(hand, parcel, 'Confirm Receipt')
        await hand.picture('back')
      }
    },
  },
  {
    name: 'list-of-twenty',
    wants: 'An agent looks through twenty parcels, to the last',
    ...agent,
    prepare: async (world) => {
      const [oldest] = await several(20, () => dropping(world))
      return async (hand) => {
        const { page } = hand
        await hand.open('/Agent/uncollected')
        const rows = page.locator('tbody tr:not(.t-list-gap)')
        await rows.first().waitFor()
        await hand.picture('list')
        const [top, height] = await page.evaluate<[number, number]>(`(() => {
          const { top, height } = document.querySelector('tbody tr:not(.t-list-gap)').getBoundingClientRect()
          return [top, height]
        })()`)
        const window = page.viewportSize()?.height ?? 0
        const seen = Math.max(0, Math.floor((window - top) / height))
        hand.note(
          `rows of ${Math.round(height)} px, ${seen} seen at once, ${Math.floor(window / height)} when scrolled`,
        )
        await hand.see(rowWith(page, oldest?.trackingId ?? ''))
      }
    },
  },
]

export const counter: readonly Journey[] = [...single, ...withRiders]
