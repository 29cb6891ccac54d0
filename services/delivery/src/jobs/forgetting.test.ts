import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor } from '@tuma/contracts/services'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { CollectionSpec, Message } from '@tuma/platform/ports'
import { tracesIn } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ContactRow, contactsView } from '../domain/people/people-views.ts'
import { readModels } from '../read-models.ts'
import { dukaniForm, openNetwork, openWorld, people, toThikaShop, type World } from '../testing/world.ts'

const { visitor, admin, wanjiku, cbdAgent, thikaAgent } = people
const start = '2026-11-16T06:00:00.000Z'
const theirs = { name: 'Zanzibarra Quillfeather', phone: '254799123456' }
const nationalId = '87654321'
const words = [theirs.name, theirs.phone, nationalId]

let world: World
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

/** The parcel is handed over, so it is not under way. */
const neema = { name: 'Neema Chebet', phone: '254733222111' }
const ended = async (deliveryId: string, picker = theirs) => {
  await collect(deliveryId, picker)
  return deliveryId
}
type Ends = { readonly sender?: typeof theirs; readonly receiver?: typeof theirs }
const send = async (by: Actor, { sender, receiver }: Ends) => {
  const { delivery, asked, pay } = world
  const form = dukaniForm(pay(by, 200), { parcelDescription: 'A purple accordion' })
  const ends = { sender: { ...form.sender, ...sender }, receiver: { ...form.receiver, ...receiver } }
  return (await delivery().requestDukani({ asked: asked(by), ...form, ...ends })).deliveryId
}
const collect = async (deliveryId: string, came = theirs) => {
  const { delivery, asked } = world
  for (const to of ['uncollected', 'inTransit'] as const)
    await delivery().move({ asked: asked(cbdAgent), deliveryId, to, revision: null })
  await delivery().move({ asked: asked(thikaAgent), deliveryId, to: 'delivered', revision: null })
  const picker = { ...came, nationalId: came === theirs ? nationalId : '11112222' }
  await delivery().assignPicker({ asked: asked(thikaAgent), deliveryId, ...picker, revision: null })
}
const shown = async (deliveryId: string) => {
  const row = await world.delivery().get({ viewer: admin, deliveryId })
  return [row?.sender.phone, row?.receiver.phone, row?.picker?.pickerNationalId ?? null]
}
const erase = (seen: string[] = []) =>
  world.delivery().erasePhone({ asked: world.asked(admin), phone: theirs.phone, seen, owed: [] })
const getKey = async (personId: string) => (await openPersonalKeys(world.engines())).existingKey(personId)
const contacts = async () => {
  const rows = await world.engines().documents.collection<ContactRow>(contactsView.collection as CollectionSpec)
  return (await rows.find({ limit: 9 })).documents.map(
    ({ type, name, totalDeliveries }) => `${type} ${name} ${totalDeliveries}`,
  )
}
const rebuilt = async () => {
  const { documents } = world.engines()
  for (const { collection } of readModels)
    await documents.drop(collection.name, [`view-${collection.name}`, `view-${collection.name}-filled`])
  await world.restart()
  await world.caughtUp()
}

describe('a person with a phone and no account', () => {
  test('is erased as sender, receiver and picker, without a byte left, also in rebuilt rows', async () => {
    const sent = await ended(await send(visitor, { sender: theirs }), neema)
    const received = await ended(await send(visitor, { receiver: theirs }))
    expect(await tracesIn(world.folder, words)).toHaveLength(words.length)
    const counts = await world.delivery().counts()
    expect(await erase()).toMatchObject({ accounts: [], state: 'erased', places: 3 })
    expect(await tracesIn(world.folder, words)).toEqual([])
    expect(await shown(sent)).toEqual(['(erased)', toThikaShop.phone, '11112222'])
    const before = [await shown(received), await contacts()]
    expect(before[0]).toEqual([expect.stringMatching(/^254/), '(erased)', '(erased)'])
    await rebuilt()
    expect([await shown(received), await contacts()]).toEqual(before)
    expect(await world.delivery().counts()).toEqual(counts)
    expect(await erase()).toMatchObject({ accounts: [], state: 'erased', places: 0 })
  })

  test('is reported to other services by parcel, with the sender’s payment', async () => {
    const sent = await ended(await send(visitor, { sender: theirs }), neema)
    const received = await ended(await send(visitor, { receiver: theirs }), neema)
    await erase()
    await world.caughtUp()
    const messages: Message[] = []
    const { bus } = world.engines()
    const consumer = bus.consume({
      topic: 'delivery',
      group: 'test',
      onMessage: async (message) => void messages.push(message),
    })
    await vi.waitFor(async () => expect(await bus.lag('delivery', 'test')).toBe(0), 60_000)
    await consumer.close()
    const told = messages.filter(({ type }) => type === deliveryEvents.personErased.type).map(({ data }) => data)
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([
        { deliveryId: sent, role: 'sender', paymentId: 'payment of PAY-100000', at: start },
        { deliveryId: received, role: 'receiver', paymentId: null, at: start },
      ]),
    )
  })

  test('is erased after the admin has confirmed the accounts that sent with the phone, whose parcels stay', async () => {
    const owned = await send(wanjiku, { sender: theirs })
    const guest = await ended(await send(visitor, { sender: theirs }), neema)
    const accounts = [{ accountId: 'wanjiku', parcels: 1 }]
    expect(await erase()).toMatchObject({ accounts, state: 'unseen' })
    expect((await shown(guest))[0]).toBe(theirs.phone)
    expect(await erase(['wanjiku'])).toMatchObject({ accounts, state: 'erased', places: 1 })
    expect([(await shown(owned))[0], (await shown(guest))[0]]).toEqual([theirs.phone, '(erased)'])
    await expect(
      world.delivery().erasePhone({ asked: world.asked(wanjiku), phone: theirs.phone, seen: [], owed: [] }),
    ).rejects.toThrow()
  })
})

describe('when the retention time is over', () => {
  const after = async (instant: string) => {
    world.world.now = instant
    await world.restart()
    await world.caughtUp()
  }

  test('a picker is forgotten after ninety days, even if the parcel was deleted since', async () => {
    const [kept, deleted] = [await send(visitor, {}), await send(visitor, {})]
    for (const one of [kept, deleted]) await collect(one)
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId: deleted })
    await after('2027-02-14T05:59:59.000Z')
    expect((await shown(kept))[2]).toBe(nationalId)
    await after('2027-02-14T06:00:01.000Z')
    await vi.waitFor(async () => expect((await shown(kept))[2]).toBe('(erased)'), 60_000)
    for (const one of [kept, deleted])
      await vi.waitFor(async () => expect(await getKey(`${one}:picker`)).toBeNull(), 60_000)
    expect(await tracesIn(world.folder, words)).toEqual([])
  })

  test('and another picker comes, they have a new key', async () => {
    const parcel = await send(visitor, {})
    await collect(parcel)
    await after('2027-03-01T06:00:00.000Z')
    await vi.waitFor(async () => expect((await shown(parcel))[2]).toBe('(erased)'), 60_000)
    const { delivery, asked } = world
    await delivery().overrideStatus({ asked: asked(admin), deliveryId: parcel, status: 'delivered', trackingId: null })
    const another = { name: 'Neema Chebet', phone: '254733222111', nationalId: '55667788' }
    await delivery().assignPicker({ asked: asked(thikaAgent), deliveryId: parcel, ...another, revision: null })
    expect((await shown(parcel))[2]).toBe('55667788')
  })

  test('a person without a parcel for two years is forgotten in all their parcels, and others stay', async () => {
    const old = await send(visitor, { sender: theirs })
    const { trackingId } = (await world.delivery().get({ viewer: admin, deliveryId: old })) ?? {}
    world.world.now = '2028-11-15T06:00:00.000Z'
    const newer = await send(visitor, { receiver: { name: 'Neema Chebet', phone: '254733222111' } })
    await after('2028-11-17T06:00:00.000Z')
    await vi.waitFor(async () => expect((await shown(old))[0]).toBe('(erased)'), 60_000)
    await vi.waitFor(async () => expect(await getKey(`${trackingId}:sender`)).toBeNull(), 60_000)
    expect((await shown(newer))[1]).toBe('254733222111')
    expect(await contacts()).not.toContain(`Sender ${theirs.name} 1`)
    expect(await tracesIn(world.folder, [theirs.name, theirs.phone])).toEqual([])
  })
})
