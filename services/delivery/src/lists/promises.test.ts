import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cbd, thika } from '../testing/parcels.ts'
import { doorstepForm, fromCbd, openNetwork, openWorld, people, toThikaDoor, type World } from '../testing/world.ts'

const { admin, cbdAgent, wanjiku } = people
const atNairobi = (time: string) => new Date(`2026-11-16T${time}+03:00`).toISOString()

let world: World
let riderId: string
/** Deliveries by name, in the order of their requests. */
const sent: Record<string, string> = {}

const send = async (name: string, time: string, changes: object = {}) => {
  world.world.now = atNairobi(time)
  const { deliveryId } = await world.delivery().requestDoorstep({
    asked: world.asked(wanjiku),
    ...doorstepForm({ tier: 'express', ...changes }),
  })
  sent[name] = deliveryId
  return deliveryId
}
const ride = async (deliveryId: string) => {
  const press = { asked: world.asked(cbdAgent), deliveryId, revision: null }
  await world.delivery().assignRider({ ...press, riderId })
  await world.delivery().move({ ...press, asked: world.asked(cbdAgent), to: 'inTransit' })
}

beforeAll(async () => {
  world = await openWorld()
  riderId = (await openNetwork(world)).riderId
  await send('same-day', '09:00:00', { tier: 'same-day' })
  await send('second', '10:30:00')
  await ride(await send('first', '10:00:00'))
  await send('third', '11:00:00', { receiver: { ...toThikaDoor, name: 'Achieng Odhiambo' } })
  await send('of Thika', '10:00:00', {
    tier: 'same-day',
    sender: { ...fromCbd, location: 'THIKA', dropoffAgent: 'Main Stage' },
    receiver: { ...toThikaDoor, pickupLocation: 'NAIROBI CBD' },
  })
  const delivered = await send('delivered', '09:30:00')
  await ride(delivered)
  const handOver = { asked: world.asked(cbdAgent), deliveryId: delivered, revision: null } as const
  await world.delivery().move({ ...handOver, to: 'delivered', taken: { how: 'cash' } })
  const held = await send('held', '09:45:00')
  await world
    .delivery()
    .putOnHold({ asked: world.asked(cbdAgent), deliveryId: held, code: 'damaged', note: '', toSender: '' })
  world.world.now = atNairobi('11:30:00')
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const nameOf = ({ _id }: { _id: string }) => Object.keys(sent).find((name) => sent[name] === _id)
const toDo = (shop = cbd, page: { limit: number; cursor: string | null } = { limit: 10, cursor: null }) =>
  world.delivery().toDo({ shop, ...page })
const nothing = { status: null, deliveryType: null, search: null, from: null, to: null, limit: 10, cursor: null }
const late = async (time: string, asked: object = {}) => {
  world.world.now = atNairobi(time)
  const { rows, total } = await world.delivery().all({ ...nothing, needs: 'late', ...asked })
  return [rows.map(nameOf), total]
}

describe('the to-do list of a shop', () => {
  test('has the earliest deadline first, with the next step, and no held or arrived parcels', async () => {
    const { rows, total, more } = await toDo()
    expect([rows.map(nameOf), total, more]).toEqual([['first', 'second', 'third', 'same-day'], 4, false])
    expect(rows.map(({ dueAt }) => dueAt)).toEqual(['11:30:00', '12:00:00', '12:30:00', '21:00:00'].map(atNairobi))
    expect(rows.map(({ nextStep }) => nextStep)).toMatchObject([
      { step: 'markDelivered', mine: true },
      { step: 'assignRider', mine: true },
      { step: 'assignRider', mine: true },
      { step: 'assignRider', mine: true },
    ])
  })
  test('has the shop’s own parcels alone', async () =>
    expect((await toDo(thika)).rows.map(nameOf)).toEqual(['of Thika']))
  test('comes in pages', async () => {
    const begin = await toDo(cbd, { limit: 3, cursor: null })
    const end = await toDo(cbd, { limit: 3, cursor: begin.next })
    expect([begin.rows.map(nameOf), end.rows.map(nameOf)]).toEqual([['first', 'second', 'third'], ['same-day']])
    expect([begin.total, end.total, end.next]).toEqual([4, 4, null])
    await expect(toDo(cbd, { limit: 3, cursor: 'made up' })).rejects.toThrow()
  })
})

describe('the list of late parcels', () => {
  test('has a parcel a second after its deadline, the latest delay first', async () => {
    expect(await late('11:29:59')).toEqual([[], 0])
    expect(await late('11:30:00')).toEqual([[], 0])
    expect(await late('11:30:01')).toEqual([['first'], 1])
    expect(await late('13:00:00')).toEqual([['first', 'second', 'third'], 3])
    expect(await world.delivery().needing({ needs: 'late' })).toMatchObject({ count: 3, more: false })
    expect((await world.delivery().problems()).counts.late).toEqual({ count: 3, more: false })
  })
  test('comes in pages, and other filters still apply', async () => {
    expect(await late('13:00:00', { search: 'achieng' })).toEqual([['third'], 1])
    expect(await late('13:00:00', { status: 'inTransit' })).toEqual([['first'], 1])
    expect(await late('13:00:00', { from: '2026-11-17' })).toEqual([[], 0])
    const begin = await world.delivery().all({ ...nothing, needs: 'late', limit: 2 })
    const end = await world.delivery().all({ ...nothing, needs: 'late', limit: 2, cursor: begin.next })
    expect([...begin.rows, ...end.rows].map(nameOf)).toEqual(['first', 'second', 'third'])
  })
  test('fills a page even if a filter removes the rows before', async () =>
    expect(await late('13:00:00', { search: 'achieng', limit: 1 })).toEqual([['third'], 1]))
  test('leaves out held parcels, until they are released with the same deadline', async () => {
    const deliveryId = sent.held ?? ''
    await world.delivery().liftHold({ asked: world.asked(admin), deliveryId, code: 'damaged' })
    expect((await late('13:00:00'))[0]).toEqual(['held', 'first', 'second', 'third'])
    await ride(deliveryId)
    const lost = { asked: world.asked(admin), deliveryId }
    await world.delivery().reportLost({ ...lost, lost: true })
    expect((await late('13:00:00'))[0]).not.toContain('held')
    await world.delivery().reportLost({ ...lost, asked: world.asked(admin), lost: false })
    expect((await late('13:00:00'))[0]).toContain('held')
    await world.delivery().sendBack({ asked: world.asked(admin), deliveryId })
    expect((await late('13:00:00'))[0]).not.toContain('held')
  })
})

describe('a parcel of a closed shop', () => {
  test('counts from the opening', async () => {
    const locations = await world.delivery().shops()
    const locationId = locations.find(({ locationName }) => locationName === 'NAIROBI CBD')?._id ?? ''
    const day = { opens: '08:00', closes: '13:00' }
    await world.delivery().describeShop({
      ...{ asked: world.asked(admin), locationId, pickupPoint: 'Tuma House', landmark: null, closedToday: null },
      ...{ hours: [day, day, day, day, day, null, null], closedDays: ['2026-11-17'] },
    })
    const deliveryId = await send('at night', '22:00:00')
    const row = await world.delivery().get({ viewer: cbdAgent, deliveryId })
    expect(row?.dueAt).toBe(new Date('2026-11-18T09:30:00+03:00').toISOString())
  })
})
