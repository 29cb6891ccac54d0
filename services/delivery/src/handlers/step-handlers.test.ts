import type { Actor } from '@tuma/contracts/services'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

let world: World
let riderId: string
beforeAll(async () => {
  world = await openWorld()
  ;({ riderId } = await openNetwork(world))
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const { wanjiku, admin, cbdAgent, thikaAgent, thikaMarketAgent, kimboAgent } = people
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code })

const dukaniSent = async () => {
  const form = dukaniForm(world.pay(wanjiku, 200))
  return (await world.delivery().requestDukani({ asked: world.asked(wanjiku), ...form })).deliveryId
}
const doorstepSent = async () =>
  (await world.delivery().requestDoorstep({ asked: world.asked(wanjiku), ...doorstepForm() })).deliveryId

type Step = 'uncollected' | 'inTransit' | 'delivered' | 'collected'
const move = async (actor: Actor, deliveryId: string, to: Step, revision: number | null = null) =>
  (await world.delivery().move({ asked: world.asked(actor), deliveryId, to, revision })).delivery
const assignRider = async (deliveryId: string, rider = riderId, revision: number | null = null) => {
  const asked = world.asked(cbdAgent)
  return (await world.delivery().assignRider({ asked, deliveryId, riderId: rider, revision })).delivery
}
const assignPicker = async (deliveryId: string, nationalId = '23456789', revision: number | null = null) => {
  const picker = { name: 'Achieng Odhiambo', phone: '254711000333', nationalId, revision }
  return (await world.delivery().assignPicker({ asked: world.asked(thikaAgent), deliveryId, ...picker })).delivery
}

type Settable = 'uncollected' | 'sorting' | 'inTransit' | 'delivered'
const override = async (deliveryId: string, status: Settable, trackingId: string | null = null, by: Actor = admin) =>
  (await world.delivery().overrideStatus({ asked: world.asked(by), deliveryId, status, trackingId })).delivery

test('a dukani parcel goes from shop to shop and to its picker', async () => {
  const deliveryId = await dukaniSent()
  expect(await move(cbdAgent, deliveryId, 'uncollected')).toMatchObject({
    status: 'uncollected',
    revision: 2,
    nextStep: { step: 'putInTransit', mine: true },
  })
  expect(await move(cbdAgent, deliveryId, 'inTransit')).toMatchObject({
    status: 'inTransit',
    nextStep: { step: 'markDelivered', mine: false },
  })
  expect(await move(thikaAgent, deliveryId, 'delivered')).toMatchObject({ status: 'delivered' })
  const collected = await assignPicker(deliveryId)
  expect(collected).toMatchObject({ status: 'collected', picker: { pickerNationalId: '23456789' } })
  expect(collected.history.map(({ status }) => status)).toEqual([
    'dropping',
    'uncollected',
    'inTransit',
    'delivered',
    'collected',
  ])
  expect(await world.delivery().get({ viewer: thikaAgent, deliveryId })).toMatchObject(collected)
})

test('a doorstep parcel goes with its rider to the door, where it is paid', async () => {
  const deliveryId = await doorstepSent()
  await expect(move(cbdAgent, deliveryId, 'inTransit')).rejects.toEqual(refused('rider_needed'))
  expect(await assignRider(deliveryId)).toMatchObject({
    status: 'uncollected',
    rider: { _id: riderId, name: 'Kiprono Rotich', phone: '254733000222' },
  })
  expect(await move(cbdAgent, deliveryId, 'inTransit')).toMatchObject({ status: 'inTransit', paid: false })
  expect(await move(thikaMarketAgent, deliveryId, 'delivered')).toMatchObject({ status: 'delivered', paid: true })
  expect(await move(cbdAgent, deliveryId, 'collected')).toMatchObject({ status: 'collected' })
})

describe('a press', () => {
  test('that is repeated changes nothing and returns the row', async () => {
    const deliveryId = await dukaniSent()
    const first = await move(cbdAgent, deliveryId, 'uncollected')
    expect(await move(cbdAgent, deliveryId, 'uncollected', 0)).toEqual(first)
  })
  test('of an agent of another shop does not find the parcel', async () => {
    const deliveryId = await dukaniSent()
    await expect(move(kimboAgent, deliveryId, 'uncollected')).rejects.toEqual(refused('not_found'))
  })
  test('on a parcel that does not exist is refused', async () => {
    await expect(move(cbdAgent, 'no-such-delivery', 'uncollected')).rejects.toEqual(refused('not_found'))
  })
  test('that belongs to the other shop or an admin is not allowed', async () => {
    const deliveryId = await dukaniSent()
    await expect(move(thikaAgent, deliveryId, 'uncollected')).rejects.toEqual(refused('not_allowed'))
    await expect(move(admin, deliveryId, 'uncollected')).rejects.toEqual(refused('not_allowed'))
  })
  test('that is out of order is refused', async () => {
    const deliveryId = await dukaniSent()
    await expect(move(thikaAgent, deliveryId, 'delivered')).rejects.toEqual(refused('step_not_allowed'))
  })
  test('on a row that has changed is refused with its revision', async () => {
    const deliveryId = await dukaniSent()
    await move(cbdAgent, deliveryId, 'uncollected')
    await expect(move(cbdAgent, deliveryId, 'inTransit', 1)).rejects.toMatchObject({
      code: 'stale',
      details: { revision: 2 },
    })
  })
  test('for a rider or a picker on such a row is refused too', async () => {
    const stale = { code: 'stale', details: { revision: 2 } }
    const toDoor = await doorstepSent()
    await assignRider(toDoor)
    const juma = { name: 'Juma Ali', phone: '254733000333' }
    const { riderId: second } = await world.delivery().addRider({ asked: world.asked(admin), ...juma })
    await expect(assignRider(toDoor, second, 1)).rejects.toMatchObject(stale)
    expect(await assignRider(toDoor, second, 2)).toMatchObject({ rider: { name: 'Juma Ali' }, revision: 3 })
    const toShop = await dukaniSent()
    await override(toShop, 'delivered')
    await expect(assignPicker(toShop, '23456789', 1)).rejects.toMatchObject({ code: 'stale', details: { revision: 2 } })
    expect(await assignPicker(toShop, '23456789', 2)).toMatchObject({ status: 'collected', revision: 6 })
  })
  test('by two agents at once is one step', async () => {
    const deliveryId = await dukaniSent()
    const rows = await Promise.all([1, 2, 3].map(() => move(cbdAgent, deliveryId, 'uncollected')))
    expect(rows.map(({ revision }) => revision)).toEqual([2, 2, 2])
  })
  test('for an unknown rider is refused', async () => {
    const deliveryId = await doorstepSent()
    await expect(assignRider(deliveryId, 'nobody')).rejects.toEqual(refused('unknown_rider'))
  })
  test('for a second, different picker is refused', async () => {
    const deliveryId = await dukaniSent()
    await move(cbdAgent, deliveryId, 'uncollected')
    await move(cbdAgent, deliveryId, 'inTransit')
    await move(thikaAgent, deliveryId, 'delivered')
    await move(thikaAgent, deliveryId, 'collected')
    const first = await assignPicker(deliveryId)
    expect(await assignPicker(deliveryId)).toEqual(first)
    await expect(assignPicker(deliveryId, '99999999')).rejects.toEqual(refused('picker_differs'))
  })
})

describe('an admin’s override', () => {
  test('returns the row, pays at the first delivered, and is published as a change of status', async () => {
    const deliveryId = await doorstepSent()
    expect(await override(deliveryId, 'delivered')).toMatchObject({ status: 'delivered', paid: true, revision: 5 })
    const back = await override(deliveryId, 'sorting')
    expect(back).toMatchObject({ status: 'sorting', paid: true, revision: 6 })
    expect(await override(deliveryId, 'sorting')).toEqual(back)
    expect(await override(deliveryId, 'delivered')).toMatchObject({ revision: 7 })
    expect(back.history.map(({ status }) => status)).toEqual(['uncollected', 'delivered', 'sorting'])
  })
  test('of another parcel than the typed one is refused', async () => {
    const deliveryId = await doorstepSent()
    const { trackingId } = await override(deliveryId, 'uncollected')
    await expect(override(deliveryId, 'sorting', 'TM-0000-0000-0000')).rejects.toEqual(refused('tracking_differs'))
    expect(await override(deliveryId, 'sorting', trackingId.toLowerCase())).toMatchObject({ status: 'sorting' })
  })
  test('is not allowed for others, nor on a parcel that does not exist', async () => {
    const deliveryId = await doorstepSent()
    await expect(override(deliveryId, 'sorting', null, cbdAgent)).rejects.toEqual(refused('not_allowed'))
    await expect(override(deliveryId, 'sorting', null, wanjiku)).rejects.toEqual(refused('not_allowed'))
    await expect(override('no-such-delivery', 'sorting')).rejects.toEqual(refused('not_found'))
  })
})
