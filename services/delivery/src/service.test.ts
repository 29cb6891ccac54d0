import { keyedHash, openStreams } from '@tuma/platform/event-sourcing'
import type { Collection, Message } from '@tuma/platform/ports'
import { tracesIn } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readModels } from './read-models.ts'
import { storedEvents } from './stored-events.ts'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from './testing/world.ts'

let world: World
let deliveryId: string
let form: ReturnType<typeof dukaniForm>
let mistakeId: string
const { wanjiku, visitor, admin, cbdAgent, thikaAgent } = people

/**
 * A dukani parcel of a client that a picker collected; a doorstep parcel of a visitor that is being sorted; and a
 * mistake that was deleted.
 */
beforeEach(async () => {
  world = await openWorld()
  const { riderId } = await openNetwork(world)
  const { delivery, asked } = world
  form = dukaniForm(world.pay(wanjiku, 200))
  ;({ deliveryId } = await delivery().requestDukani({
    asked: asked(wanjiku, { requestHash: 'body' }),
    ...form,
  }))
  for (const to of ['uncollected', 'inTransit'] as const)
    await delivery().move({ asked: asked(cbdAgent), deliveryId, to, revision: null })
  await delivery().move({ asked: asked(thikaAgent), deliveryId, to: 'delivered', revision: null })
  const picker = { name: 'Achieng Odhiambo', phone: '254711000333', nationalId: '23456789' }
  await delivery().assignPicker({ asked: asked(thikaAgent), deliveryId, ...picker, revision: null })
  const waiting = await delivery().requestDoorstep({ asked: asked(visitor, { origin: 'seed' }), ...doorstepForm() })
  await delivery().assignRider({ asked: asked(cbdAgent), deliveryId: waiting.deliveryId, riderId, revision: null })
  const sorted = { deliveryId: waiting.deliveryId, status: 'sorting', trackingId: null } as const
  await delivery().overrideStatus({ asked: asked(admin, { origin: 'seed' }), ...sorted })
  ;({ deliveryId: mistakeId } = await delivery().requestDukani({
    asked: asked(visitor),
    ...dukaniForm(world.pay(visitor, 200)),
  }))
  await delivery().deleteDelivery({ asked: asked(admin), deliveryId: mistakeId })
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

/** All personal data that went in, and all secrets. */
const secrets =
  /Wanjiku Kamau|Otieno|Achieng|Kiprono|2547\d{8}|23456789|suitcase|Blue gate|Call at|wanjiku\.ke|cookie-of|command-of|body/

const announcements = async (count: number): Promise<Message[]> => {
  const messages: Message[] = []
  const consumer = world.engines().bus.consume({
    topic: 'delivery',
    group: 'test',
    onMessage: async (message) => {
      messages.push(message)
    },
  })
  await expect.poll(() => messages.length).toBeGreaterThanOrEqual(count)
  await expect.poll(() => world.engines().bus.lag('delivery', 'test')).toBe(0)
  await consumer.close()
  return messages
}

test('no personal data is stored in the clear', async () => {
  const stored = await world.engines().events.readAll(null, 1000)
  expect(stored.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['DeliveryRequested', 'PickerAssigned', 'RiderAssigned', 'RiderAdded', 'DeliveryDeleted']),
  )
  expect(JSON.stringify(stored)).not.toMatch(secrets)
})

test('other services are notified of each event once and in order, without personal data', async () => {
  await world.caughtUp()
  const messages = await announcements(15)
  const toTold = (id: string) => messages.filter(({ key }) => key === `delivery-${id}`).map(({ type }) => type)
  expect(toTold(mistakeId)).toEqual(['delivery.requested', 'delivery.paid', 'delivery.deleted'])
  expect(toTold(deliveryId)).toEqual([
    'delivery.requested',
    'delivery.paid',
    'delivery.status-changed',
    'delivery.status-changed',
    'delivery.status-changed',
    'delivery.status-changed',
    'delivery.assigned',
    'delivery.completed',
    'delivery.collected-without-code',
  ])
  expect(messages).toHaveLength(15)
  expect(messages.filter(({ headers }) => headers.origin === 'seed').map(({ type }) => type)).toEqual([
    'delivery.requested',
    'delivery.status-changed',
  ])
  expect(JSON.stringify(messages)).not.toMatch(secrets)
})

test('a restart keeps everything and publishes nothing twice', async () => {
  await world.caughtUp()
  const { delivery } = world
  const all = async () => [
    await delivery().get({ viewer: wanjiku, deliveryId }),
    await delivery().shops(),
    await delivery().prices(),
    await delivery().riders(),
    await delivery().counts(),
    await delivery().history({ deliveryId: mistakeId }),
    await delivery().contacts({ search: null, limit: 9, cursor: null }),
  ]
  const before = await all()
  await world.restart()
  expect(await all()).toEqual(before)
  expect(await delivery().requestDukani({ asked: world.asked(wanjiku, { requestHash: 'body' }), ...form })).toEqual({
    deliveryId,
    trackingId: expect.stringMatching(/^TM-/),
    totalAmount: 200,
    repeated: true,
  })
  await world.caughtUp()
  expect(await announcements(15)).toHaveLength(15)
})

/** The contents of a read model. */
const getContents = async (collection: Collection<object>): Promise<string[]> => {
  const { documents, next } = await collection.find({ limit: 1000 })
  expect(next).toBeNull()
  return documents.map((document) => JSON.stringify(document)).sort()
}

test('rebuilt read models equal the former ones', async () => {
  await world.caughtUp()
  const anew = readModels.map((view) => ({
    ...view,
    collection: { ...view.collection, name: `anew-${view.collection.name}` as const },
  }))
  const onFault = (error: unknown) => world.faults.push(error)
  const engines = world.engines()
  const hash = keyedHash('another secret, other ids')
  const rebuilt = await openStreams({ service: 'delivery', engines, types: storedEvents, views: anew, hash, onFault })
  await rebuilt.projector.caughtUp()
  const contents = ({ collection }: (typeof readModels)[number]) =>
    engines.documents.collection(collection).then(getContents)
  const stood = await Promise.all(readModels.map(contents))
  const empty = readModels.filter((_, place) => stood[place]?.length === 0).map(({ collection }) => collection.name)
  // These stay empty because nothing is erased, forgotten or waiting here: see erasures.test.ts, erase-phone.test.ts,
  // lists/known-people.test.ts, waiting-clock.test.ts, lists/problems.test.ts, bookings/bookings.test.ts,
  // stickers/stickers.test.ts.
  expect(empty).toEqual([
    ...['waiting-v1', 'missed-codes-v1', 'bookings-v2', 'stickers-v1'],
    ...['erasures-v1', 'phone-erasures-v1', 'forgotten-people-v1'],
  ])
  expect(await Promise.all(anew.map(contents))).toEqual(stood)
  await rebuilt.close()
})

test('a deleted parcel leaves no name and no phone in the data folder', async () => {
  const { delivery, asked, pay, folder } = world
  const sender = { name: 'Zanzibarra Quillfeather', phone: '254799123456' }
  const receiver = { name: 'Persimmon Featherstone', phone: '254799654321' }
  const told = [...Object.values(sender), ...Object.values(receiver)]
  const wanted = dukaniForm(pay(visitor, 200))
  const requested = await delivery().requestDukani({
    asked: asked(visitor),
    ...wanted,
    sender: { ...wanted.sender, ...sender },
    receiver: { ...wanted.receiver, ...receiver },
  })
  await world.caughtUp()
  expect(await tracesIn(folder, told)).toEqual(told)
  await delivery().deleteDelivery({ asked: asked(admin), deliveryId: requested.deliveryId })
  await world.caughtUp()
  // The log holds old copies of rows until a stop empties it.
  await world.restart()
  expect(await tracesIn(folder, told)).toEqual([])
})
