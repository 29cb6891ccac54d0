import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { shortagesView } from './domain/shortages-view.ts'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-26T12:00:00.000Z')
const at = '2026-11-26T09:00:00.000Z'

let asks = 0
const asked = () => ({
  actor: { kind: 'user' as const, userId: 'achieng', username: 'achieng', role: 'admin' as const, shop: null },
  commandId: `command ${++asks}`,
  correlationId: 'c',
})
/** The fee of one parcel, Ksh 350, is in this agent's drawer. */
const hasCash = async (agentId: string) => {
  const deliveryId = `parcel of ${agentId}`
  const due = {
    how: 'cash' as const,
    said: true,
    fee: 350,
    productPrice: 0,
    agentId,
    paymentIds: [],
    owedTo: 'account:kamau',
  }
  const taken = { deliveryId, deliveryType: 'doorstep' as const, ...due, at }
  await world.publish(toMessage(`delivery-${deliveryId}`, announce(deliveryEvents.taken, taken)))
  await vi.waitFor(async () => expect((await world.revenue.drawer({ agentId })).cents).toBe(350_00), 30_000)
}
/** All but `missing` is counted. Ksh 500 may be missing in a day. */
const takeIn = (agentId: string, missing: number, press = asked()) =>
  world.revenue.takeIn({
    ...{ asked: press, agentId, counted: 350_00 - missing, rest: 'missing', inDrawer: 350_00 },
    ...{ reason: 'They are ill', aloneUpTo: 500_00, approval: null },
  })

test('shortages that one admin accepts from two drawers at once are added up', async () => {
  await hasCash('otieno')
  await hasCash('amina')
  const both = await Promise.allSettled([takeIn('otieno', 300_00), takeIn('amina', 300_00)])
  expect(both).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'approval_needed' } }])
})

test('a repeated take-in gets its first answer, even if the day’s limit is used up since', async () => {
  await hasCash('otieno')
  await hasCash('amina')
  const press = asked()
  const taken = await takeIn('otieno', 350_00, press)
  await takeIn('amina', 150_00)
  expect(await takeIn('otieno', 350_00, press)).toEqual(taken)
})

test('no shortage is accepted while the list of earlier shortages is not up to date', async () => {
  await hasCash('otieno')
  await hasCash('amina')
  const { documents, ...others } = world.engines
  await world.close()
  const write: typeof documents.write = (writes) =>
    writes.some(({ collection }) => collection === shortagesView.collection.name)
      ? Promise.reject(new Error('this view can not be written'))
      : documents.write(writes)
  await world.open({ ...others, documents: { ...documents, write } })
  await takeIn('otieno', 300_00)
  await expect(takeIn('amina', 300_00)).rejects.toMatchObject({ name: 'EngineAway' })
})
