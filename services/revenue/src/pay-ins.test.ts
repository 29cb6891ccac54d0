import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-25T12:00:00.000Z')

const at = '2026-11-23T09:00:00.000Z'
const taken = (deliveryId: string, agentId: string) =>
  toMessage(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.taken, {
      ...{ deliveryId, deliveryType: 'doorstep', how: 'cash', said: true, fee: 350, productPrice: 1000 },
      ...{ agentId, paymentIds: [], owedTo: 'account:kamau', at },
    }),
  )
type Published = Parameters<typeof toMessage>[1]
const ofPayment = (announcement: Published, paymentId = 'p1') => toMessage(`payment-${paymentId}`, announcement)
const paid = (paymentId: string, drawer: string, cents: number) => {
  const about = { paymentId, at }
  return [
    announce(paymentEvents.seen, { ...about, by: 'prompt', cents, paidAt: at, claimed: false }),
    announce(paymentEvents.confirmed, { ...about, by: 'prompt', cents, valueAt: at }),
    announce(paymentEvents.claimed, { ...about, claimed: false, payIn: { drawer } }),
  ].map((one) => ofPayment(one, paymentId))
}
const reversed = (cents: number) =>
  ofPayment(announce(paymentEvents.reversed, { paymentId: 'p1', at, deliveryId: null, cents, valueAt: at }))

const drawerHolds = (agentId: string, cents: number) =>
  vi.waitFor(async () => expect((await world.revenue.drawer({ agentId })).cents).toBe(cents), 30_000)
const isReady = (cents: number) =>
  vi.waitFor(async () => expect((await world.revenue.owed({ owedTo: 'account:kamau' })).ready).toBe(cents), 30_000)
const booked = async () =>
  Object.fromEntries(
    (await world.revenue.books()).accounts.flatMap(({ account, cents }) => (cents === 0 ? [] : [[account, cents]])),
  )

test('cash that is paid in leaves the drawer and is the sender’s, until its money goes back', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  await world.publish(...paid('p1', 'otieno', 1350_00))
  await drawerHolds('otieno', 0)
  await isReady(1000_00)
  expect(await booked()).toEqual({ till: 1350_00, prepaid: -350_00, owed_to_senders: -1000_00 })
  const [row] = await world.revenue.payIns({ agentId: 'otieno' })
  expect(row).toMatchObject({ handOverId: 'p1', way: 'mpesa', declared: 1350_00, cents: 1350_00, reversedAt: null })

  await world.publish(reversed(1350_00))
  await drawerHolds('otieno', 1350_00)
  await isReady(0)
  expect(await booked()).toEqual({ drawers: 1350_00, prepaid: -350_00, owed_to_senders: -1000_00 })
  expect(await world.revenue.payIns({ agentId: 'otieno' })).toMatchObject([{ reversedAt: expect.any(String) }])
  expect((await world.revenue.handOvers({ agentId: null, waiting: true, limit: 5, cursor: null })).rows).toEqual([])
})

test('a drawer says when it holds more cash than should be kept', async () => {
  const isTooFull = async () => (await world.revenue.drawer({ agentId: 'otieno' })).tooFull
  expect(await isTooFull()).toBe(false)
  for (let parcel = 1; parcel <= 15; parcel++) await world.publish(taken(`d${parcel}`, 'otieno'))
  await drawerHolds('otieno', 20_250_00)
  expect(await isTooFull()).toBe(true)
  const { rows } = await world.revenue.drawers({ limit: 5, cursor: null })
  expect(rows).toMatchObject([{ agentId: 'otieno', tooFull: true }])
  await world.publish(...paid('p1', 'otieno', 250_00))
  await drawerHolds('otieno', 20_000_00)
  expect(await isTooFull()).toBe(false)
})

test('each report counts once, and what is above the drawer stays without an owner', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  const reports = [...paid('p1', 'otieno', 1000_00), ...paid('p2', 'otieno', 1000_00)]
  await world.publish(...reports, ...reports)
  await drawerHolds('otieno', 0)
  await vi.waitFor(async () => expect(await booked()).toMatchObject({ till: 2000_00, unclaimed: -650_00 }), 30_000)
})

test('a restart between the money and the drawer finishes what was begun', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  for (const [nth, report] of paid('p1', 'otieno', 1350_00).entries()) {
    await world.tell('payment', [report])
    if (nth > 0) await world.restart()
  }
  await drawerHolds('otieno', 0)
  await world.tell('payment', [reversed(1350_00)])
  await world.restart()
  await drawerHolds('otieno', 1350_00)
})
