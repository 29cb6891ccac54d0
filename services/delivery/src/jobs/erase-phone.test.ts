import { revenueEvents } from '@tuma/contracts/events'
import type { Actor } from '@tuma/contracts/services'
import { openPersonalKeys, openStreams } from '@tuma/platform/event-sourcing'
import { tracesIn } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { delivery } from '../domain/delivery-decisions.ts'
import { guestPerson } from '../domain/people/erasure.ts'
import { phoneErasure, phoneErasureStream } from '../domain/people/phone-erasure.ts'
import { type StoredDomainEvent, storedEvents } from '../stored-events.ts'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { visitor, admin, cbdAgent, thikaAgent, wanjiku } = people
const theirs = { name: 'Zanzibarra Quillfeather', phone: '254799123456' }
const words = ['Zanzibarra', '799123456']
const patience = { timeout: 20_000 }
const day = 24 * 60 * 60_000

let world: World
let riderId: string
beforeEach(async () => {
  world = await openWorld()
  ;({ riderId } = await openNetwork(world))
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const received = async () => {
  const form = dukaniForm(world.pay(visitor, 200))
  const asked = world.asked(visitor)
  return (await world.delivery().requestDukani({ asked, ...form, receiver: { ...form.receiver, ...theirs } }))
    .deliveryId
}
/** With a product of Ksh 1,000 that is paid at the door. */
const sentOnDelivery = async () => {
  const form = doorstepForm({ sender: { ...doorstepForm().sender, ...theirs } })
  return (await world.delivery().requestDoorstep({ asked: world.asked(visitor), ...form })).deliveryId
}
type Step = 'uncollected' | 'inTransit' | 'delivered' | 'collected'
const move = (by: Actor, deliveryId: string, to: Step) =>
  world.delivery().move({ asked: world.asked(by), deliveryId, to, revision: null })
const inTransit = async (deliveryId: string) => {
  for (const to of ['uncollected', 'inTransit'] as const) await move(cbdAgent, deliveryId, to)
}
const collected = async (deliveryId: string) => {
  for (const to of ['delivered', 'collected'] as const) await move(thikaAgent, deliveryId, to)
}
const deliveredForCash = async (deliveryId: string) => {
  await world.delivery().assignRider({ asked: world.asked(cbdAgent), deliveryId, riderId, revision: null })
  await move(cbdAgent, deliveryId, 'inTransit')
  await move(thikaAgent, deliveryId, 'delivered')
  await move(thikaAgent, deliveryId, 'collected')
}
const erase = (owed: string[] = []) =>
  world.delivery().erasePhone({ asked: world.asked(admin), phone: theirs.phone, seen: [], owed })
const preview = () => world.delivery().phoneParcels({ phone: theirs.phone })
const getRow = (deliveryId: string) => world.delivery().get({ viewer: admin, deliveryId })
const tellPaidOut = async (deliveryIds: string[]) => {
  const { type, version, topic } = revenueEvents.paidOut
  const data = { owedTo: 'phone:hash', payoutId: 'p1', deliveryIds, at: world.world.now }
  await world.engines().bus.publish(topic, [{ id: 'paid out', key: 'p1', type, version, data, headers: {} }])
  await vi.waitFor(async () => expect(await world.engines().bus.lag(topic, 'delivery')).toBe(0), patience)
}
const passes = async (ms: number) => {
  world.world.now = new Date(Date.parse(world.world.now) + ms).toISOString()
  await world.restart()
  await world.caughtUp()
}

test('an admin sees first what an erasure would remove, and nothing is done', async () => {
  const [coming, sent] = [await received(), await sentOnDelivery()]
  await inTransit(coming)
  const seen = await preview()
  expect(seen).toMatchObject({ names: [theirs.name], accounts: [], due: null })
  expect(seen.parcels).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        deliveryId: coming,
        roles: ['receiver'],
        status: 'inTransit',
        underWay: true,
        comes: 0,
      }),
      expect.objectContaining({ deliveryId: sent, roles: ['sender'], underWay: true, comes: 1000 }),
    ]),
  )
  expect(seen.parcels).toHaveLength(2)
  expect((await getRow(coming))?.receiver).toMatchObject(theirs)
})

describe('whose parcel is under way', () => {
  test('still gets it with a code, and is erased when it has ended (A5 i)', async () => {
    const parcel = await received()
    await inTransit(parcel)
    expect(await erase()).toMatchObject({ state: 'due', dueBy: '2026-12-16T06:00:00.000Z' })
    await world.caughtUp()
    expect((await world.delivery().parties({ deliveryId: parcel }))?.receiver).toMatchObject(theirs)
    expect(await world.delivery().phoneErasures()).toMatchObject([{ phone: theirs.phone, unpaid: [] }])
    expect((await preview()).due).toMatchObject({ dueBy: '2026-12-16T06:00:00.000Z' })

    await collected(parcel)
    await vi.waitFor(async () => expect((await getRow(parcel))?.receiver.phone).toBe('(erased)'), patience)
    await world.caughtUp()
    expect(await world.delivery().phoneErasures()).toEqual([])
    await vi.waitFor(async () => expect(await tracesIn(world.folder, words)).toEqual([]), patience)
  })

  test('is erased after thirty days, even if the parcel is still under way', async () => {
    const parcel = await received()
    await inTransit(parcel)
    await erase()
    await passes(30 * day - 1)
    expect((await getRow(parcel))?.receiver.phone).toBe(theirs.phone)
    await passes(1)
    await vi.waitFor(async () => expect((await getRow(parcel))?.receiver.phone).toBe('(erased)'), patience)
    await vi.waitFor(async () => expect(await tracesIn(world.folder, words)).toEqual([]), patience)
  })

  test('stays when an admin cancels, and no trace of the wait is kept', async () => {
    const parcel = await received()
    await inTransit(parcel)
    const { key } = await erase()
    await expect(world.delivery().cancelPhoneErasure({ asked: world.asked(wanjiku), key })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await world.delivery().cancelPhoneErasure({ asked: world.asked(admin), key })
    expect(await world.delivery().phoneErasures()).toEqual([])
    const keys = await openPersonalKeys(world.engines())
    expect(await keys.isDestroyed(`phone:${key}:0`)).toBe(true)
    await collected(parcel)
    await passes(31 * day)
    expect((await getRow(parcel))?.receiver.phone).toBe(theirs.phone)
    await expect(world.delivery().cancelPhoneErasure({ asked: world.asked(admin), key })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await erase()).toMatchObject({ state: 'erased', places: 1 })
  })
})

test.each([
  ['CancelPhoneErasure', (key: string, at: string) => ({ type: 'CancelPhoneErasure', key, at }) as const],
  ['EndPhoneErasure', (key: string, at: string) => ({ type: 'EndPhoneErasure', key, deliveryIds: [], at }) as const],
])('the key of a phone’s wait is destroyed even if the process died after the end was recorded: %s', async (_, end) => {
  await inTransit(await received())
  const { key } = await erase()
  await world.caughtUp()
  const streams = await openStreams<StoredDomainEvent>({
    ...{ service: 'delivery', engines: world.engines(), types: storedEvents, views: [], onFault() {} },
  })
  const { now } = world.world
  const metadata = { at: now, commandId: 'end', correlationId: 'end', causationId: 'end', actor: null }
  await streams.getHandler(phoneErasure)(phoneErasureStream(key), end(key, now), metadata)
  const keys = await openPersonalKeys(world.engines())
  await vi.waitFor(async () => expect(await keys.isDestroyed(`phone:${key}:0`)).toBe(true), patience)
  await streams.close()
})

test.each([
  ['sender', 'EraseSender'],
  ['receiver', 'EraseReceiver'],
] as const)(
  'the key of a %s is destroyed even if the process died after their erasure was recorded',
  async (role, type) => {
    const deliveryId = await received()
    await world.caughtUp()
    const { trackingId } = (await getRow(deliveryId)) ?? { trackingId: '' }
    const streams = await openStreams<StoredDomainEvent>({
      ...{ service: 'delivery', engines: world.engines(), types: storedEvents, views: [], onFault() {} },
    })
    const metadata = { at: world.world.now, commandId: 'dies', correlationId: 'dies', causationId: 'dies', actor: null }
    const command = type === 'EraseSender' ? ({ type, tells: true } as const) : ({ type } as const)
    await streams.getHandler(delivery)(`delivery-${deliveryId}`, command, metadata)
    const keys = await openPersonalKeys(world.engines())
    await vi.waitFor(async () => expect(await keys.isDestroyed(guestPerson(trackingId, role))).toBe(true), patience)
    const other = guestPerson(trackingId, role === 'sender' ? 'receiver' : 'sender')
    expect(await keys.isDestroyed(other)).toBe(false)
    await streams.close()
  },
)

describe('to whom money is owed, or will be', () => {
  test('is known until it is paid out, including the money of a parcel in transit (A5 ii)', async () => {
    const parcel = await sentOnDelivery()
    expect(await erase()).toMatchObject({ state: 'due' })
    await deliveredForCash(parcel)
    await world.caughtUp()
    expect((await getRow(parcel))?.sender).toMatchObject(theirs)
    await tellPaidOut(['another parcel'])
    expect((await getRow(parcel))?.sender).toMatchObject(theirs)
    await tellPaidOut([parcel])
    await vi.waitFor(async () => expect((await getRow(parcel))?.sender.phone).toBe('(erased)'), patience)
    await world.caughtUp()
    await vi.waitFor(async () => expect(await tracesIn(world.folder, words)).toEqual([]), patience)
  })

  test('waits for the money that revenue reports for ended parcels', async () => {
    const parcel = await sentOnDelivery()
    await deliveredForCash(parcel)
    expect(await erase([parcel])).toMatchObject({ state: 'due' })
    await world.caughtUp()
    expect((await getRow(parcel))?.sender).toMatchObject(theirs)
    await tellPaidOut([parcel])
    await vi.waitFor(async () => expect((await getRow(parcel))?.sender.phone).toBe('(erased)'), patience)
  })

  test('waits for money that was taken for a parcel that was deleted since', async () => {
    const parcel = await sentOnDelivery()
    await deliveredForCash(parcel)
    expect(await erase([parcel])).toMatchObject({ state: 'due' })
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId: parcel })
    await passes(day)
    expect(await world.delivery().phoneErasures()).toHaveLength(1)
    await tellPaidOut([parcel])
    await vi.waitFor(async () => expect(await world.delivery().phoneErasures()).toEqual([]), patience)
  })

  test('does not wait for a parcel that will bring no money', async () => {
    const parcel = await sentOnDelivery()
    expect(await erase()).toMatchObject({ state: 'due' })
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId: parcel })
    await vi.waitFor(async () => expect(await world.delivery().phoneErasures()).toEqual([]), patience)
  })
})

describe('whose parcel was deleted before', () => {
  const getKey = async (personId: string) => (await openPersonalKeys(world.engines())).existingKey(personId)
  const remove = (deliveryId: string) =>
    world.delivery().deleteDelivery({
      asked: world.asked(admin),
      deliveryId,
      reason: 'sent_twice',
      note: `${theirs.name} called`,
    })
  const readStored = async (deliveryId: string) =>
    JSON.stringify(await world.engines().events.read(`delivery-${deliveryId}`))

  test('as its receiver: their name and phone can’t be read again', async () => {
    const parcel = await received()
    const { trackingId } = (await getRow(parcel)) ?? {}
    await remove(parcel)
    await world.caughtUp()
    expect(await getKey(`${trackingId}:receiver`)).not.toBeNull()
    expect(await erase()).toMatchObject({ state: 'erased', places: 1 })
    await world.caughtUp()
    expect(await getKey(`${trackingId}:receiver`)).toBeNull()
    await vi.waitFor(async () => expect(await tracesIn(world.folder, words)).toEqual([]), patience)
  })

  test('as its sender: the office’s words about the deletion are erased with them', async () => {
    const parcel = await sentOnDelivery()
    const { trackingId = '' } = (await getRow(parcel)) ?? {}
    await remove(parcel)
    await world.caughtUp()
    const found = () => world.delivery().deleted({ trackingId })
    expect(await found()).toMatchObject({ note: `${theirs.name} called` })
    await erase()
    expect(await getKey(`${trackingId}:sender`)).toBeNull()
    expect(await found()).toMatchObject({ reason: 'sent_twice', note: '(erased)' })
    expect(await readStored(parcel)).toContain('SenderErased')
    expect(await erase()).toMatchObject({ places: 0 })
  })

  test('leaves the parcel that the same payment has paid for since', async () => {
    const payment = world.pay(visitor, 200)
    const form = dukaniForm(payment)
    const book = async (receiver: typeof theirs) =>
      (
        await world
          .delivery()
          .requestDukani({ asked: world.asked(visitor), ...form, receiver: { ...form.receiver, ...receiver } })
      ).deliveryId
    const parcel = await book(theirs)
    await remove(parcel)
    const other = { name: 'Lilian Akinyi', phone: '254733444555' }
    expect(await book(other)).toBe(parcel)
    await world.caughtUp()
    await erase()
    await world.caughtUp()
    expect((await getRow(parcel))?.receiver).toMatchObject(other)
  })

  test('and who books again with the same payment gets new keys', async () => {
    const form = dukaniForm(world.pay(visitor, 200))
    const book = (receiver: typeof theirs) =>
      world
        .delivery()
        .requestDukani({ asked: world.asked(visitor), ...form, receiver: { ...form.receiver, ...receiver } })
    const { deliveryId } = await book(theirs)
    await remove(deliveryId)
    await world.caughtUp()
    await erase()
    const other = { name: 'Lilian Akinyi', phone: '254733444555' }
    await book(other)
    await world.caughtUp()
    expect((await getRow(deliveryId))?.receiver).toMatchObject(other)
  })
})

test('the record names the parcels and a keyed hash of the phone (A5 iii)', async () => {
  const parcel = await received()
  await inTransit(parcel)
  await collected(parcel)
  const { key } = await erase()
  const { events } = world.engines()
  const recorded = await events.read(`phone-${key}`)
  expect(recorded.map(({ type, data }) => [type, data])).toEqual([
    ['PhoneErased', { key, deliveryIds: [parcel], at: world.world.now }],
  ])
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect((await preview()).key).toBe(key)
})
