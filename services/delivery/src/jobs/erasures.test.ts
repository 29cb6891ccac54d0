import { deliveryEvents, identityEvents } from '@tuma/contracts/events'
import type { Actor } from '@tuma/contracts/services'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { CollectionSpec, Message } from '@tuma/platform/ports'
import { tracesIn } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ContactRow, contactsView } from '../domain/people/people-views.ts'
import { readModels } from '../read-models.ts'
import { dukaniForm, openNetwork, openWorld, people, toThikaShop, type World } from '../testing/world.ts'

const { visitor, admin, cbdAgent, thikaAgent } = people
const accountId = 'account-of-a-client'
const client: Actor = { kind: 'user', userId: accountId, username: 'zanzibarra.q', role: 'user', shop: null }
const person = { name: 'Zanzibarra Quillfeather', phone: '254799123456' }
const words = [person.name, person.phone, client.username, 'A purple accordion']
const patience = { timeout: 20_000 }

let world: World
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const send = async (by: Actor, parcelDescription = 'A purple accordion') => {
  const { delivery, asked, pay } = world
  const form = dukaniForm(pay(by, 200), { parcelDescription })
  const requested = await delivery().requestDukani({ asked: asked(by), ...form, sender: { ...form.sender, ...person } })
  return requested.deliveryId
}
const collect = async (deliveryId: string) => {
  const { delivery, asked } = world
  for (const to of ['uncollected', 'inTransit'] as const)
    await delivery().move({ asked: asked(cbdAgent), deliveryId, to, revision: null })
  for (const to of ['delivered', 'collected'] as const)
    await delivery().move({ asked: asked(thikaAgent), deliveryId, to, revision: null })
}
const deleteAccount = async () => {
  const { type, version, topic } = identityEvents.accountDeleted
  const data = { accountId, at: world.world.now }
  await world.engines().bus.publish(topic, [{ id: 'deleted', key: accountId, type, version, data, headers: {} }])
  await vi.waitFor(async () => expect(await world.engines().bus.lag(topic, 'delivery')).toBe(0), patience)
  await world.caughtUp()
}
const getKey = async (personId: string) => (await openPersonalKeys(world.engines())).existingKey(personId)
const announcements = async () => {
  const messages: Message[] = []
  const onMessage = async (message: Message) => void messages.push(message)
  const consumer = world.engines().bus.consume({ topic: 'delivery', group: 'test', onMessage })
  await vi.waitFor(async () => expect(await world.engines().bus.lag('delivery', 'test')).toBe(0), patience)
  await consumer.close()
  return messages.filter(({ type }) => type === deliveryEvents.accountParcelsEnded.type)
}
const contacts = async () => {
  const rows = await world.engines().documents.collection<ContactRow>(contactsView.collection as CollectionSpec)
  return (await rows.find({ limit: 9 })).documents.map(
    ({ type, name, totalDeliveries }) => `${type} ${name} ${totalDeliveries}`,
  )
}

describe('a sender with a deleted account', () => {
  test('is known while a parcel is under way, and no byte of theirs is left when the last has ended', async () => {
    const [first, last] = [await send(client), await send(client)]
    await collect(first)
    await deleteAccount()
    expect(await getKey(`account:${accountId}`)).not.toBeNull()
    expect((await world.delivery().parties({ deliveryId: last }))?.sender).toMatchObject(person)
    expect(await announcements()).toEqual([])
    expect(await tracesIn(world.folder, words)).toEqual(words)

    await collect(last)
    const counts = await world.delivery().counts()
    await world.caughtUp()
    expect(await tracesIn(world.folder, words)).toEqual([])
    expect(await getKey(`account:${accountId}`)).toBeNull()
    expect(await world.delivery().counts()).toEqual(counts)
    const row = await world.delivery().get({ viewer: admin, deliveryId: last })
    expect(row).toMatchObject({
      status: 'collected',
      deliveryFee: 200,
      parcelDescription: '(erased)',
      sender: { name: '(erased)', phone: '(erased)', userName: '(erased)' },
      receiver: { name: toThikaShop.name, phone: toThikaShop.phone },
    })
    expect(await contacts()).toEqual([`Receiver ${toThikaShop.name} 2`])
  })

  test('is reported to other services once, with the payments of their parcels', async () => {
    const deliveryId = await send(client)
    await collect(deliveryId)
    await deleteAccount()
    const [told, ...more] = await announcements()
    expect(more).toEqual([])
    expect(told?.data).toEqual({ accountId, paymentIds: ['payment of PAY-100000'], at: world.world.now })
    expect(JSON.stringify(told)).not.toMatch(/Zanzibarra|254799123456/)
    await world.restart()
    await world.caughtUp()
    expect(await announcements()).toEqual([])
  })

  test('is erased after thirty days, and a parcel under way goes on', async () => {
    const deliveryId = await send(client)
    await deleteAccount()
    world.world.now = '2026-12-16T05:59:59.999Z'
    await collect(await send(visitor, 'Of somebody else'))
    await world.caughtUp()
    expect(await getKey(`account:${accountId}`)).not.toBeNull()
    world.world.now = '2026-12-16T06:00:00.000Z'
    await collect(await send(visitor, 'Of somebody else'))
    await world.caughtUp()
    expect(await getKey(`account:${accountId}`)).toBeNull()
    await collect(deliveryId)
    expect((await world.delivery().parties({ deliveryId }))?.sender.name).toBe('(erased)')
  })

  test('leaves parcels that others sent with the same name and phone', async () => {
    await send(visitor, 'Of somebody else')
    await collect(await send(client))
    expect(await contacts()).toEqual([`Sender ${person.name} 2`, `Receiver ${toThikaShop.name} 2`])
    await deleteAccount()
    expect(await contacts()).toEqual([`Sender ${person.name} 1`, `Receiver ${toThikaShop.name} 2`])
  })

  test('without any parcel is erased at once', async () => {
    await deleteAccount()
    expect((await announcements()).map(({ data }) => data)).toEqual([
      { accountId, paymentIds: [], at: world.world.now },
    ])
  })

  test('stays erased in rebuilt read models', async () => {
    await send(visitor, 'Of somebody else')
    await collect(await send(client))
    await deleteAccount()
    const all = async () => [
      await contacts(),
      await world.delivery().all({
        deliveryType: 'parcelDukani',
        status: 'collected',
        search: null,
        from: null,
        to: null,
        limit: 9,
        cursor: null,
      }),
      await world.delivery().counts(),
    ]
    const stood = await all()
    const { documents } = world.engines()
    for (const { collection } of readModels)
      await documents.drop(collection.name, [`view-${collection.name}`, `view-${collection.name}-filled`])
    await world.restart()
    await world.caughtUp()
    expect(await all()).toEqual(stood)
  })
})
