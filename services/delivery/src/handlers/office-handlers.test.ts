import { afterEach, beforeEach, expect, test } from 'vitest'
import { dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { admin, visitor } = people
let world: World
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

test('two deleted parcels of one payment are each found with their own reason', async () => {
  const reference = world.pay(visitor, 200)
  const deleted = async (reason: 'sent_twice' | 'other') => {
    const asked = world.asked(visitor)
    const { deliveryId, trackingId } = await world.delivery().requestDukani({ asked, ...dukaniForm(reference) })
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId, reason, note: '' })
    return { deliveryId, trackingId }
  }
  const [first, second] = [await deleted('sent_twice'), await deleted('other')]
  expect(second.deliveryId).toBe(first.deliveryId)
  for (const [{ trackingId }, reason] of [
    [first, 'sent_twice'],
    [second, 'other'],
  ] as const)
    expect(await world.delivery().deleted({ trackingId })).toMatchObject({ trackingId, reason })
})
