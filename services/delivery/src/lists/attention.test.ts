import { afterAll, beforeAll, expect, test } from 'vitest'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

let world: World
const sent: string[] = []
const { admin, wanjiku } = people
beforeAll(async () => {
  world = await openWorld()
  const { riderId } = await openNetwork(world)
  const { delivery, asked, pay } = world
  const override = (deliveryId: string, status: 'uncollected' | 'sorting' | 'inTransit' | 'delivered') =>
    delivery().overrideStatus({ asked: asked(admin), deliveryId, status, trackingId: null })
  const dukani = async (status: 'uncollected' | 'sorting' | 'delivered') => {
    const form = dukaniForm(pay(wanjiku, 200))
    const { deliveryId } = await delivery().requestDukani({ asked: asked(wanjiku), ...form })
    await override(deliveryId, status)
    sent.push(deliveryId)
  }
  world.world.now = '2026-11-16T06:00:00.000Z'
  for (const status of ['uncollected', 'sorting', 'delivered'] as const) await dukani(status)
  const { deliveryId } = await delivery().requestDoorstep({ asked: asked(wanjiku), ...doorstepForm() })
  await delivery().assignRider({ asked: asked(people.cbdAgent), deliveryId, riderId, revision: null })
  await override(deliveryId, 'inTransit')
  sent.push(deliveryId)
  world.world.now = '2026-11-19T06:00:00.000Z'
  await override(sent[1] ?? '', 'uncollected')
  await dukani('uncollected')
  world.world.now = '2026-11-19T07:00:00.000Z'
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const nothing = { status: null, deliveryType: null, search: null, from: null, to: null, limit: 10, cursor: null }

test('parcels that have been at a shop for three days are counted and listed, newest first; others are not', async () => {
  expect(await world.delivery().needing({ needs: 'waiting' })).toMatchObject({ count: 2, more: false })
  const page = await world.delivery().all({ ...nothing, needs: 'waiting' })
  expect(page.rows.map(({ _id }) => _id)).toEqual([sent[2], sent[0]])
  expect([page.total, page.next]).toEqual([2, null])
})

test('the list has pages, and other filters still apply', async () => {
  const first = await world.delivery().all({ ...nothing, needs: 'waiting', limit: 1 })
  const second = await world.delivery().all({ ...nothing, needs: 'waiting', limit: 1, cursor: first.next })
  expect([...first.rows, ...second.rows].map(({ _id }) => _id)).toEqual([sent[2], sent[0]])
  const only = await world.delivery().all({ ...nothing, needs: 'waiting', status: 'delivered' })
  expect(only.rows.map(({ _id }) => _id)).toEqual([sent[2]])
  expect((await world.delivery().all({ ...nothing, needs: 'waiting', search: 'nobody' })).rows).toEqual([])
})

test('money that a rider should have brought is counted, with the amount', async () => {
  expect(await world.delivery().needing({ needs: 'due' })).toEqual({ count: 1, more: false, amount: 1250 })
  expect((await world.delivery().all({ ...nothing, needs: 'due' })).rows.map(({ _id }) => _id)).toEqual([sent[3]])
})
