import type { Actor } from '@tuma/contracts/services'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code })

test('the whole network is listed in alphabetical order', async () => {
  await openNetwork(world)
  const shops = await world.delivery().shops()
  expect(shops.map(({ _id, ...shop }) => shop)).toEqual([
    { locationName: 'KIMBO', pickupPoints: ['Corner Shop'], price: 150 },
    { locationName: 'NAIROBI CBD', pickupPoints: ['Tuma House'], price: 150 },
    { locationName: 'THIKA', pickupPoints: ['Main Stage', 'Market'], price: 200 },
  ])
  const prices = (await world.delivery().prices()).map(({ _id, ...price }) => price)
  expect(prices).toHaveLength(3)
  expect(prices[0]).toEqual({ place: 'NAIROBI CBD', price: 300, deliveryType: 'same-day' })
  expect(prices).toContainEqual({ place: 'THIKA', price: 250, deliveryType: 'same-day' })
  expect(prices).toContainEqual({ place: 'THIKA', price: 600, deliveryType: 'express' })
  expect(await world.delivery().riders()).toEqual([
    { _id: expect.any(String), name: 'Kiprono Rotich', phone: '254733000222', underway: 0 },
  ])
})

test('a rider is listed with how many parcels they have now', async () => {
  const { riderId } = await openNetwork(world)
  const { delivery, asked } = world
  const given = async () => {
    const form = doorstepForm({ paymentMethod: 'payOnDelivery' })
    const { deliveryId } = await delivery().requestDoorstep({ asked: asked(people.wanjiku), ...form })
    await delivery().assignRider({ asked: asked(people.cbdAgent), deliveryId, riderId, revision: null })
    return deliveryId
  }
  const [first] = [await given(), await given()]
  const load = async () => (await delivery().riders()).map(({ underway }) => underway)
  expect(await load()).toEqual([2])
  for (const to of ['inTransit', 'delivered'] as const) {
    expect(await load()).toEqual([2])
    await delivery().move({ asked: asked(people.cbdAgent), deliveryId: first, to, revision: null })
  }
  expect(await load()).toEqual([1])
})

test('a location that is added again gets the new points and the new price, in any case of letters', async () => {
  const add = (locationName: string, pickupPoints: string[], price: number) =>
    world.delivery().addLocation({ asked: world.asked(people.admin), locationName, pickupPoints, price })
  const first = await add('THIKA', ['Main Stage'], 200)
  const second = await add(' Thika ', ['MAIN STAGE', ' Market '], 180)
  expect(second).toEqual(first)
  expect(await world.delivery().shops()).toEqual([
    { _id: first.locationId, locationName: 'THIKA', pickupPoints: ['Main Stage', 'Market'], price: 180 },
  ])
})

test('the price of a location is charged for parcels to it from then on', async () => {
  const { delivery, asked } = world
  await openNetwork(world)
  const thika = async () => (await delivery().shops()).find(({ locationName }) => locationName === 'THIKA')
  const locationId = (await thika())?._id ?? ''
  await delivery().setDukaniPrice({ asked: asked(people.admin), locationId, price: 230 })
  expect((await thika())?.price).toBe(230)
  const reference = world.pay(people.wanjiku, 230)
  const sent = await delivery().requestDukani({ asked: asked(people.wanjiku), ...dukaniForm(reference) })
  expect(sent.totalAmount).toBe(230)
})

describe('a shop’s description', () => {
  const day = { opens: '08:00', closes: '18:00' }
  const hours = [day, day, day, day, day, { opens: '09:00', closes: '13:00' }, null]
  const said = { landmark: 'Opposite Equity Bank', hours, closedDays: ['2026-12-25'] }
  const thika = async () => (await world.delivery().shops()).find(({ locationName }) => locationName === 'THIKA')
  const describeShop = async (pickupPoint = 'main stage', closedToday: boolean | null = null) => {
    const locationId = (await thika())?._id ?? ''
    const command = { asked: world.asked(people.admin), locationId, pickupPoint, ...said, closedToday }
    return world.delivery().describeShop(command)
  }
  const closeToday = (actor: Actor, closed = true) =>
    world.delivery().closeShopToday({ asked: world.asked(actor), closed })

  test('is in the list of shops, beside shops without one, also after a restart', async () => {
    await openNetwork(world)
    expect((await world.delivery().shops()).filter((place) => 'shops' in place)).toEqual([])
    await describeShop()
    await world.restart()
    const place = {
      pickupPoints: ['Main Stage', 'Market'],
      shops: [{ name: 'Main Stage', ...said, closedToday: false }],
    }
    expect(await thika()).toMatchObject(place)
  })
  test('is shown with a parcel that must be collected there, to its followers and in messages', async () => {
    const { delivery, asked } = world
    await openNetwork(world)
    await describeShop()
    const reference = world.pay(people.wanjiku, 200)
    const form = dukaniForm(reference)
    const { deliveryId, trackingId } = await delivery().requestDukani({ asked: asked(people.wanjiku), ...form })
    const seen = async () => (await delivery().track({ viewer: people.visitor, trackingId }))?.shop
    const ofSender = async () => (await delivery().parties({ deliveryId }))?.sender
    expect(await seen()).toBeUndefined()
    expect(await ofSender()).not.toHaveProperty('shop')
    for (const [actor, to] of [
      [people.cbdAgent, 'uncollected'],
      [people.cbdAgent, 'inTransit'],
    ] as const)
      await delivery().move({ asked: asked(actor), deliveryId, to, revision: null })
    const about = { ...said, closedToday: false }
    expect(await seen()).toEqual(about)
    expect((await delivery().parties({ deliveryId }))?.shop).toEqual(about)
  })
  test('may say, by its own agent and for one day in Nairobi, that it is closed today', async () => {
    await openNetwork(world)
    world.world.now = '2026-11-16T20:59:00.000Z'
    await closeToday(people.thikaAgent)
    const closed = { name: 'Main Stage', landmark: null, hours: null, closedDays: [], closedToday: true }
    expect((await thika())?.shops).toEqual([closed])
    await closeToday(people.thikaAgent, false)
    expect((await thika())?.shops).toBeUndefined()
    await describeShop('Market', true)
    expect((await thika())?.shops?.map(({ name, closedToday }) => [name, closedToday])).toEqual([['Market', true]])
    world.world.now = '2026-11-16T21:00:00.000Z'
    expect((await thika())?.shops?.map(({ name, closedToday }) => [name, closedToday])).toEqual([['Market', false]])
  })
  test('has the position that its own agent or an admin sets, and the last one counts, also after a restart', async () => {
    await openNetwork(world)
    const { delivery, asked } = world
    const here = { lat: -1.03796, lng: 37.07312 }
    await delivery().setOwnShopPosition({ asked: asked(people.thikaAgent), ...here })
    expect((await thika())?.shops?.map(({ name, position }) => [name, position])).toEqual([['Main Stage', here]])
    const locationId = (await thika())?._id ?? ''
    const moved = { lat: -1.0379612, lng: 37.074 }
    await delivery().setShopPosition({ asked: asked(people.admin), locationId, pickupPoint: 'main stage', ...moved })
    await world.restart()
    expect((await thika())?.shops?.[0]?.position).toEqual({ lat: -1.03796, lng: 37.074 })
  })
  test('has no position from an agent of another shop, nor one in the ocean', async () => {
    await openNetwork(world)
    const { delivery, asked } = world
    const locationId = (await thika())?._id ?? ''
    const at = { locationId, pickupPoint: 'Main Stage', lat: -1.03796, lng: 37.07312 }
    for (const actor of [people.cbdAgent, people.wanjiku, people.visitor])
      await expect(delivery().setShopPosition({ asked: asked(actor), ...at })).rejects.toEqual(refused('not_allowed'))
    const inOcean = { asked: asked(people.thikaAgent), lat: -4.2, lng: 40.3 }
    await expect(delivery().setOwnShopPosition(inOcean)).rejects.toEqual(refused('bad_input'))
    await expect(delivery().setOwnShopPosition({ ...inOcean, asked: asked(people.wanjiku) })).rejects.toEqual(
      refused('not_found'),
    )
    expect((await thika())?.shops).toBeUndefined()
  })
  test('can’t be set by people who work at no shop', async () => {
    await openNetwork(world)
    const { wanjiku, visitor } = people
    for (const actor of [wanjiku, visitor]) await expect(closeToday(actor)).rejects.toEqual(refused('not_found'))
  })
})

describe('a shop', () => {
  const readLocation = async (name: string) =>
    (await world.delivery().shops()).find(({ locationName }) => locationName === name)?._id ?? ''
  const retire = async (name: string, pickupPoint: string, agents = 0) =>
    world
      .delivery()
      .retireShop({ asked: world.asked(people.admin), locationId: await readLocation(name), pickupPoint, agents })
  const standing = (agents: number, parcels: number) =>
    expect.objectContaining({ code: 'shop_in_use', details: { agents, parcels } })

  test('that is retired is not offered, and takes no parcel', async () => {
    const { delivery, asked } = world
    await openNetwork(world)
    await retire('THIKA', 'main stage')
    const thika = (await delivery().shops()).find(({ locationName }) => locationName === 'THIKA')
    expect(thika?.pickupPoints).toEqual(['Market'])
    const reference = world.pay(people.wanjiku, 200)
    const late = delivery().requestDukani({ asked: asked(people.wanjiku), ...dukaniForm(reference) })
    await expect(late).rejects.toEqual(refused('unknown_shop'))
  })
  test('that is the last of its place removes the place from the lists', async () => {
    await openNetwork(world)
    await retire('KIMBO', 'Corner Shop')
    expect((await world.delivery().shops()).map(({ locationName }) => locationName)).toEqual(['NAIROBI CBD', 'THIKA'])
  })
  test('stays while parcels must still be moved, from it or to it, each counted once, or agents work there', async () => {
    const { delivery, asked } = world
    await openNetwork(world)
    const reference = world.pay(people.wanjiku, 200)
    const by = asked(people.wanjiku)
    const { deliveryId } = await delivery().requestDukani({ asked: by, ...dukaniForm(reference) })
    await delivery().requestDoorstep({ asked: asked(people.otieno), ...doorstepForm() })
    await expect(retire('NAIROBI CBD', 'Tuma House', 1)).rejects.toEqual(standing(1, 2))
    await expect(retire('THIKA', 'Main Stage')).rejects.toEqual(standing(0, 1))
    await retire('THIKA', 'Market')

    const move = (actor: Actor, to: 'uncollected' | 'inTransit' | 'delivered' | 'collected') =>
      delivery().move({ asked: asked(actor), deliveryId, to, revision: null })
    await move(people.cbdAgent, 'uncollected')
    await move(people.cbdAgent, 'inTransit')
    await expect(retire('NAIROBI CBD', 'Tuma House')).rejects.toEqual(standing(0, 1))
    await move(people.thikaAgent, 'delivered')
    await expect(retire('THIKA', 'Main Stage')).rejects.toEqual(standing(0, 1))
    await move(people.thikaAgent, 'collected')
    expect(await retire('THIKA', 'Main Stage')).toEqual({})
  })
})

test('a price that is set again is valid', async () => {
  const set = (place: string, price: number) =>
    world.delivery().setPrice({ asked: world.asked(people.admin), place, tier: 'express', price })
  const first = await set('THIKA', 600)
  expect(await set('THIKA', 650)).toEqual(first)
  expect(await world.delivery().prices()).toEqual([
    { _id: first.priceId, place: 'THIKA', price: 650, deliveryType: 'express' },
  ])
})

test('a repeated command to add a rider adds one', async () => {
  const asked = world.asked(people.admin)
  const add = () => world.delivery().addRider({ asked, name: 'Kiprono Rotich', phone: '254733000222' })
  expect(await add()).toEqual(await add())
  expect(await world.delivery().riders()).toHaveLength(1)
})

test('the list of a rider’s parcels now matches the rider’s count', async () => {
  const { riderId } = await openNetwork(world)
  const { delivery, asked } = world
  const { riderId: second } = await delivery().addRider({
    asked: asked(people.admin),
    name: 'Ali',
    phone: '254733000224',
  })
  const given = async (to: string) => {
    const { deliveryId } = await delivery().requestDoorstep({ asked: asked(people.wanjiku), ...doorstepForm() })
    await delivery().assignRider({ asked: asked(people.cbdAgent), deliveryId, revision: null, riderId: to })
    return deliveryId
  }
  const [first, arrived, others] = [await given(riderId), await given(riderId), await given(second)]
  const by = { asked: asked(people.admin), deliveryId: arrived, trackingId: null }
  await delivery().overrideStatus({ ...by, status: 'delivered' })
  const filter = { status: null, deliveryType: null, search: null, from: null, to: null, limit: 10, cursor: null }
  const getIds = async (rider: string, more = {}) =>
    (await delivery().all({ ...filter, rider, ...more })).rows.map(({ _id }) => _id)
  expect(await getIds(riderId)).toEqual([first])
  expect(await getIds(second)).toEqual([others])
  expect(await getIds(riderId, { status: 'inTransit' })).toEqual([])
  expect(await getIds(riderId, { needs: 'due' })).toEqual([])
  expect((await delivery().riders()).map(({ underway }) => underway)).toEqual([1, 1])
})

describe('a corrected rider', () => {
  const other = { name: 'Kiprono Ruto', phone: '254733000223' }
  test('is shown in the list of riders, on their parcels in every list, and in the answer to the next step', async () => {
    const { riderId } = await openNetwork(world)
    const { delivery, asked } = world
    const { deliveryId } = await delivery().requestDoorstep({ asked: asked(people.wanjiku), ...doorstepForm() })
    const by = { asked: asked(people.cbdAgent), deliveryId, revision: null }
    await delivery().assignRider({ ...by, riderId })
    expect(await delivery().correctRider({ asked: asked(people.admin), riderId, ...other })).toEqual({})
    const rider = { _id: riderId, ...other }
    expect(await delivery().riders()).toEqual([{ ...rider, underway: 1 }])
    expect((await delivery().get({ viewer: people.admin, deliveryId }))?.rider).toEqual(rider)
    const page = { limit: 10, cursor: null }
    const filter = { status: null, deliveryType: null, search: null, from: null, to: null }
    expect((await delivery().all({ ...filter, ...page })).rows.map((row) => row.rider)).toEqual([rider])
    const again = await delivery().assignRider({ ...by, asked: asked(people.cbdAgent), riderId })
    expect(again.delivery.rider).toEqual(rider)
  })
  test('keeps the former name in the history of a parcel', async () => {
    const { riderId } = await openNetwork(world)
    const { delivery, asked } = world
    const { deliveryId } = await delivery().requestDoorstep({ asked: asked(people.wanjiku), ...doorstepForm() })
    await delivery().assignRider({ asked: asked(people.cbdAgent), deliveryId, revision: null, riderId })
    await delivery().correctRider({ asked: asked(people.admin), riderId, ...other })
    const said = (await delivery().history({ deliveryId }))?.find(({ type }) => type === 'RiderAssigned')
    expect(said?.details.rider).toBe('Kiprono Rotich')
  })
  test('who was removed can’t be corrected', async () => {
    const { riderId } = await openNetwork(world)
    const by = { asked: world.asked(people.admin), riderId }
    await world.delivery().removeRider(by)
    const correcting = world.delivery().correctRider({ ...by, asked: world.asked(people.admin), ...other })
    await expect(correcting).rejects.toEqual(refused('not_found'))
  })
})

describe('after a removal', () => {
  test('a rider is not in the list and can’t be assigned, but stays on the parcels', async () => {
    const { riderId } = await openNetwork(world)
    const { delivery, asked } = world
    const request = async () =>
      (await delivery().requestDoorstep({ asked: asked(people.wanjiku), ...doorstepForm() })).deliveryId
    const assign = (deliveryId: string) =>
      delivery().assignRider({ asked: asked(people.cbdAgent), deliveryId, riderId, revision: null })
    const [carried, other] = [await request(), await request()]
    await assign(carried)
    expect(await delivery().removeRider({ asked: asked(people.admin), riderId })).toEqual({})
    expect(await delivery().riders()).toEqual([])
    await expect(assign(other)).rejects.toEqual(refused('unknown_rider'))
    const row = await delivery().get({ viewer: people.admin, deliveryId: carried })
    expect(row?.rider).toEqual({ _id: riderId, name: 'Kiprono Rotich', phone: '254733000222' })
    await expect(delivery().removeRider({ asked: asked(people.admin), riderId })).rejects.toEqual(refused('not_found'))
  })
  test('a price is not in the list, and parcels can’t go there, until it is set again', async () => {
    const { delivery, asked } = world
    await openNetwork(world)
    const request = () => delivery().requestDoorstep({ asked: asked(people.wanjiku), ...doorstepForm() })
    const set = (tier: 'same-day' | 'express', price: number) =>
      delivery().setPrice({ asked: asked(people.admin), place: 'THIKA', tier, price })
    const priceIds = [(await set('same-day', 250)).priceId, (await set('express', 600)).priceId]
    for (const priceId of priceIds) await delivery().removePrice({ asked: asked(people.admin), priceId })
    expect((await delivery().prices()).map(({ place }) => place)).toEqual(['NAIROBI CBD'])
    await expect(request()).rejects.toEqual(refused('unknown_place'))
    const again = delivery().removePrice({ asked: asked(people.admin), priceId: priceIds[0] ?? '' })
    await expect(again).rejects.toEqual(refused('not_found'))
    await set('same-day', 300)
    expect((await request()).totalAmount).toBe(1300)
  })
})

const { wanjiku, cbdAgent, visitor, system } = people
test.each<Actor>([wanjiku, cbdAgent, visitor])(
  'only admins and the system may change the network: $kind $role',
  async (actor) => {
    const { delivery, asked } = world
    const by = { asked: asked(actor) }
    const add = delivery().addLocation({ ...by, locationName: 'THIKA', pickupPoints: ['Market'], price: null })
    await expect(add).rejects.toEqual(refused('not_allowed'))
    const set = delivery().setPrice({ ...by, place: 'THIKA', tier: 'express', price: 600 })
    await expect(set).rejects.toEqual(refused('not_allowed'))
    const fee = delivery().setDukaniPrice({ ...by, locationId: 'any', price: 1 })
    await expect(fee).rejects.toEqual(refused('not_allowed'))
    const closing = delivery().retireShop({ ...by, locationId: 'any', pickupPoint: 'Market', agents: 0 })
    await expect(closing).rejects.toEqual(refused('not_allowed'))
    const said = { landmark: null, hours: null, closedDays: [], closedToday: true }
    const saying = delivery().describeShop({ ...by, locationId: 'any', pickupPoint: 'Market', ...said })
    await expect(saying).rejects.toEqual(refused('not_allowed'))
    const rider = delivery().addRider({ ...by, name: 'Kiprono Rotich', phone: '254733000222' })
    await expect(rider).rejects.toEqual(refused('not_allowed'))
    const noPrice = delivery().removePrice({ ...by, priceId: 'any' })
    await expect(noPrice).rejects.toEqual(refused('not_allowed'))
    const corrected = delivery().correctRider({ ...by, riderId: 'any', name: 'Kiprono Rotich', phone: '254733000222' })
    await expect(corrected).rejects.toEqual(refused('not_allowed'))
    const noRider = delivery().removeRider({ ...by, riderId: 'any' })
    await expect(noRider).rejects.toEqual(refused('not_allowed'))
  },
)
test('the system may', async () => {
  const asked = world.asked(system)
  await world.delivery().addLocation({ asked, locationName: 'THIKA', pickupPoints: ['Market'], price: null })
  expect(await world.delivery().shops()).toHaveLength(1)
})
