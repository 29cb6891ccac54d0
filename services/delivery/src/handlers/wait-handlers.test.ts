import type { CollectionSpec } from '@tuma/platform/ports'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WaitingRow, waitingView } from '../domain/trouble/waiting-view.ts'
import { dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { admin, cbdAgent, thikaAgent, visitor } = people
/** That day of the wait, at ten in Nairobi: the parcel arrives on Monday the 16th. */
const day = (count: number) => new Date(Date.parse('2026-11-16T07:00:00.000Z') + count * 86_400_000).toISOString()

let world: World
let deliveryId: string
let trackingId: string
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
  const { delivery, asked, pay } = world
  ;({ deliveryId, trackingId } = await delivery().requestDukani({
    asked: asked(visitor),
    ...dukaniForm(pay(visitor, 200)),
  }))
  for (const [by, to] of [
    [cbdAgent, 'uncollected'],
    [cbdAgent, 'inTransit'],
    [thikaAgent, 'delivered'],
  ] as const)
    await delivery().move({ asked: asked(by), deliveryId, to, revision: null })
  await until(7)
  await expect.poll(getKey).not.toBeNull()
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const until = async (count: number) => {
  world.world.now = day(count)
  await world.restart()
}
const getKey = async () => (await world.delivery().decisionKey({ deliveryId })).key
const decide = (key: string, decision: 'wait' | 'back' | null) =>
  world.delivery().decideWaitByKey({ asked: world.asked(visitor), trackingId, key, decision })
const rows = async () => {
  const waiting = await world.engines().documents.collection<WaitingRow>(waitingView.collection as CollectionSpec)
  return (await waiting.find({ limit: 9 })).documents
}

test('the link of a sender with a due erasure works until the parcel has ended, and its clock goes on', async () => {
  const key = `${await getKey()}`
  const erasure = { phone: '254712345678', seen: [], owed: [] }
  const { state } = await world.delivery().erasePhone({ asked: world.asked(admin), ...erasure })
  expect(state).toBe('due')
  expect((await decide(key, null)).waiting).toMatchObject({ mayWait: true })
  await until(10)
  await expect.poll(async () => (await world.delivery().get({ viewer: admin, deliveryId }))?.leg).toBe('back')
})

test('a key works for one answer', async () => {
  const key = `${await getKey()}`
  await decide(key, 'wait')
  await expect(decide(key, 'back')).rejects.toMatchObject({ code: 'not_found' })
})

test('a deleted parcel leaves no question, decision or wait behind', async () => {
  const key = `${await getKey()}`
  expect(await rows()).toHaveLength(1)
  await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId })
  await world.caughtUp()
  expect(await rows()).toEqual([])
  expect(await getKey()).toBeNull()
  await expect(decide(key, 'back')).rejects.toMatchObject({ code: 'not_found' })
})
