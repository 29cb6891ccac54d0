import type { Actor } from '@tuma/contracts/services'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { wanjiku, otieno, visitor, admin, cbdAgent, thikaAgent } = people

/** The parcel is no longer under way, so its receiver may be erased. */
const collected = async (deliveryId: string) => {
  for (const [by, to] of [
    [cbdAgent, 'uncollected'],
    [cbdAgent, 'inTransit'],
    [thikaAgent, 'delivered'],
    [thikaAgent, 'collected'],
  ] as const)
    await world.delivery().move({ asked: world.asked(by), deliveryId, to, revision: null })
}
const receivers = {
  achieng: { name: 'Achieng Odhiambo', phone: '254711000333' },
  kiprop: { name: 'Kiprop Ng’eno', phone: '254722333444' },
}
let world: World
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const toShop = async (by: Actor, receiver: { name: string; phone: string }, at: string) => {
  world.world.now = at
  const form = dukaniForm(world.pay(by, 1000))
  const sent = { ...form, receiver: { ...form.receiver, ...receiver } }
  return world.delivery().requestDukani({ asked: world.asked(by), ...sent })
}
const toDoor = async (by: Actor, receiver: { name: string; phone: string }, at: string) => {
  world.world.now = at
  const form = doorstepForm({
    sender: { name: 'Wanjiku Kamau', phone: '254712999888', location: 'THIKA', dropoffAgent: 'Market' },
  })
  const sent = { ...form, receiver: { ...form.receiver, ...receiver } }
  return world.delivery().requestDoorstep({ asked: world.asked(by), ...sent })
}
const knownTo = (ownerId: string, search: string | null = null, limit = 20) =>
  world.delivery().knownPeople({ ownerId, search, limit })
const namesKnownTo = async (ownerId: string, search: string | null = null) =>
  (await knownTo(ownerId, search)).people.map(({ name }) => name)
const forget = (ownerId: 'wanjiku' | 'otieno', personId: string | null) =>
  world.delivery().forgetPeople({ asked: world.asked(people[ownerId]), ownerId, personId })

describe('people to whom an account has sent', () => {
  test('are listed once a phone, with the latest name and place, newest first, and with the last sending shop', async () => {
    await toDoor(wanjiku, receivers.achieng, '2026-11-16T06:00:00.000Z')
    await toShop(wanjiku, receivers.kiprop, '2026-11-16T07:00:00.000Z')
    await toShop(wanjiku, { ...receivers.achieng, name: 'Achieng O. Otieno' }, '2026-11-16T08:00:00.000Z')
    await toDoor(wanjiku, receivers.kiprop, '2026-11-16T09:00:00.000Z')
    const { people: known, last } = await knownTo('wanjiku')
    expect(known).toEqual([
      {
        personId: expect.stringMatching(/^[0-9a-f]{32}$/),
        ...receivers.kiprop,
        deliveryType: 'doorstep',
        tier: 'same-day',
        location: 'THIKA',
        pickupAgent: null,
        pickupAddress: 'Blue gate, Section 9',
        moreDetails: 'Call at the gate',
        sentAt: '2026-11-16T09:00:00.000Z',
      },
      {
        personId: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: 'Achieng O. Otieno',
        phone: '254711000333',
        deliveryType: 'parcelDukani',
        tier: null,
        location: 'THIKA',
        pickupAgent: 'Main Stage',
        pickupAddress: null,
        moreDetails: null,
        sentAt: '2026-11-16T08:00:00.000Z',
      },
    ])
    expect(last).toEqual({ phone: '254712999888', location: 'THIKA', dropoffAgent: 'Market' })
    expect((await knownTo('wanjiku', null, 1)).people).toHaveLength(1)
  })
  test('do not include those to whom others have sent, and a visitor has none', async () => {
    await toShop(otieno, receivers.kiprop, '2026-11-16T06:00:00.000Z')
    await toShop(visitor, receivers.achieng, '2026-11-16T06:30:00.000Z')
    expect(await knownTo('wanjiku')).toEqual({ people: [], last: null })
    expect(await namesKnownTo('otieno')).toEqual([receivers.kiprop.name])
  })
  test('are found by the beginning of a word of a name, and by a phone, its beginning or its last digits', async () => {
    await toShop(wanjiku, receivers.kiprop, '2026-11-16T06:00:00.000Z')
    await toShop(wanjiku, receivers.achieng, '2026-11-16T07:00:00.000Z')
    for (const search of ['ngeno', 'KIP', '0722 333 444', '07223', '3444'])
      expect([search, await namesKnownTo('wanjiku', search)]).toEqual([search, [receivers.kiprop.name]])
    for (const search of ['wanjiku', 'prop', '0733']) expect(await namesKnownTo('wanjiku', search)).toEqual([])
  })
  test('do not include erased people, or those of a deleted parcel', async () => {
    const { deliveryId } = await toShop(wanjiku, receivers.kiprop, '2026-11-16T06:00:00.000Z')
    const { deliveryId: ended } = await toShop(wanjiku, receivers.achieng, '2026-11-16T07:00:00.000Z')
    await collected(ended)
    await world.delivery().erasePhone({ asked: world.asked(admin), phone: receivers.achieng.phone, seen: [], owed: [] })
    expect(await namesKnownTo('wanjiku')).toEqual([receivers.kiprop.name])
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId })
    expect(await namesKnownTo('wanjiku')).toEqual([])
  })
})

describe('a forgotten person', () => {
  test('is not suggested, while others are, and is suggested again after another parcel', async () => {
    await toShop(wanjiku, receivers.kiprop, '2026-11-16T06:00:00.000Z')
    await toShop(wanjiku, receivers.achieng, '2026-11-16T07:00:00.000Z')
    await toShop(otieno, receivers.kiprop, '2026-11-16T07:00:00.000Z')
    const kiprop = (await knownTo('wanjiku', 'kiprop')).people[0]
    await forget('wanjiku', kiprop?.personId ?? '')
    expect(await namesKnownTo('wanjiku')).toEqual([receivers.achieng.name])
    expect(await namesKnownTo('otieno')).toEqual([receivers.kiprop.name])
    await toShop(wanjiku, receivers.kiprop, '2026-11-16T08:00:00.000Z')
    expect(await namesKnownTo('wanjiku')).toEqual([receivers.kiprop.name, receivers.achieng.name])
  })
  test('may be everyone at once, also after a restart', async () => {
    await toShop(wanjiku, receivers.kiprop, '2026-11-16T06:00:00.000Z')
    await toShop(wanjiku, receivers.achieng, '2026-11-16T07:00:00.000Z')
    await forget('wanjiku', null)
    expect(await namesKnownTo('wanjiku')).toEqual([])
    await world.restart()
    expect(await namesKnownTo('wanjiku')).toEqual([])
  })
  test('leaves no name or phone in the stream, and an unknown person records nothing', async () => {
    await toShop(wanjiku, receivers.kiprop, '2026-11-16T06:00:00.000Z')
    await forget('otieno', null)
    await forget('wanjiku', 'somebody')
    const streams = async () =>
      (await world.engines().events.readAll(null, 1000)).filter(({ stream }) => stream.startsWith('people-'))
    expect(await streams()).toEqual([])
    const { people: known } = await knownTo('wanjiku')
    await forget('wanjiku', known[0]?.personId ?? '')
    await forget('wanjiku', known[0]?.personId ?? '')
    const recorded = await streams()
    expect(recorded.map(({ stream, type }) => [stream, type])).toEqual([['people-wanjiku', 'PersonForgotten']])
    expect(JSON.stringify(recorded)).not.toMatch(/Kiprop|2547\d{8}/)
  })
})
