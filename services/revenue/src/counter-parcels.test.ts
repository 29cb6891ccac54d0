import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-25T12:00:00.000Z')
const at = '2026-11-23T09:00:00.000Z'

let asks = 0
const asked = (userId: string, role: 'admin' | 'agent') => ({
  actor: { kind: 'user' as const, userId, username: userId, role, shop: null },
  commandId: `command ${++asks}`,
  correlationId: 'c',
})
const handOver = (declared: number) => {
  const said = { agentId: 'otieno', declared, rest: 'missing' as const }
  return world.revenue.handOverCash({ asked: asked('otieno', 'agent'), ...said })
}
const receive = (handOverId: string, counted: number) =>
  world.revenue.receiveCash({ asked: asked('achieng', 'admin'), agentId: 'otieno', handOverId, counted, reason: null })
const drawerHolds = (cents: number) =>
  vi.waitFor(async () => expect((await world.revenue.drawer({ agentId: 'otieno' })).cents).toBe(cents), 30_000)
const balances = async () => {
  const { accounts } = await world.revenue.books()
  return Object.fromEntries(accounts.filter(({ cents }) => cents !== 0).map(({ account, cents }) => [account, cents]))
}

const about = { deliveryId: 'c1', deliveryType: 'parcelDukani' as const }
const requested = (paymentId: string | null = null) =>
  toMessage(
    'delivery-c1',
    announce(deliveryEvents.requested, {
      ...{ ...about, ownerId: null, fee: 150, paymentId, requestedAt: at },
      counter: { agentId: 'otieno', how: 'cash' },
    }),
  )
const feePaid = toMessage('delivery-c1', announce(deliveryEvents.paid, { ...about, fee: 150, paidAt: at }))
const takenInAtCounter = [
  requested(),
  feePaid,
  toMessage(
    'delivery-c1',
    announce(deliveryEvents.taken, {
      ...{ ...about, how: 'cash', said: true, agentId: 'otieno', fee: 150, productPrice: 0 },
      ...{ paymentIds: [], owedTo: 'phone:1f', beforehand: true, at },
    }),
  ),
]
const cancelled = (paymentId: string | null = null, cashBack: number | undefined = 150) =>
  toMessage(
    'delivery-c1',
    announce(deliveryEvents.cancelled, {
      ...{ ...about, because: 'counter', agentId: cashBack ? 'otieno' : null, paymentId },
      ...{ cashBack, at: '2026-11-23T09:10:00.000Z' },
    }),
  )
const figures = async () => {
  const day = '2026-11-23'
  const [ofDay] = await world.revenue.days({ from: day, to: day })
  const [ofShop] = await world.revenue.byShop({ from: day, to: day })
  const [proven] = await world.revenue.provenDays({ from: day, to: day })
  return { ofDay, ofShop, proven }
}
const oneParcel = { parcelDukaniRevenue: 150, parcelDukaniDeliveries: 1 }
const noParcel = { parcelDukaniRevenue: 0, parcelDukaniDeliveries: 0 }

test('a fee that was taken at the counter is earned and in the agent’s drawer, and stays earned when the parcel goes back', async () => {
  await world.publish(...takenInAtCounter)
  await drawerHolds(150_00)
  const earned = { drawers: 150_00, fees_earned: -150_00 }
  expect(await balances()).toEqual(earned)
  expect(await figures()).toMatchObject({ ofDay: oneParcel, ofShop: oneParcel, proven: { parcelDukaniConfirmed: 150 } })
  const why = { from: 'delivered', to: 'inTransit', why: 'waited', ownerId: null, at } as const
  await world.publish(toMessage('delivery-c1', announce(deliveryEvents.returnStarted, { ...about, ...why })))
  expect(await balances()).toEqual(earned)
  expect((await world.revenue.unexplained({ limit: 10, cursor: null })).rows).toEqual([])
})

test('a parcel that is cancelled at the counter leaves books, figures and drawer, in any order and repeated', async () => {
  await world.publish(...takenInAtCounter)
  await drawerHolds(150_00)
  await world.publish(cancelled(), ...takenInAtCounter, cancelled())
  await drawerHolds(0)
  const nothing = { ofDay: noParcel, ofShop: noParcel, proven: { parcelDukaniConfirmed: 0 } }
  expect(await balances()).toEqual({})
  expect(await figures()).toMatchObject(nothing)
})

test('cash that an agent gives back after it went to the office comes out of the next cash', async () => {
  await world.publish(...takenInAtCounter)
  await drawerHolds(150_00)
  const first = await handOver(150_00)
  await receive(first.handOverId, 150_00)
  await world.publish(cancelled())
  await drawerHolds(-150_00)
  expect(await balances()).toEqual({ bank: 150_00, drawers: -150_00 })
  expect((await world.revenue.drawers({ limit: 10, cursor: null })).rows).toEqual([])
  await expect(handOver(1)).rejects.toMatchObject({ code: 'drawer_empty' })

  const d1 = { deliveryId: 'd1', deliveryType: 'doorstep' as const, fee: 350 }
  const cash = { how: 'cash' as const, said: true, agentId: 'otieno', productPrice: 1000, paymentIds: [] }
  await world.publish(
    toMessage('delivery-d1', announce(deliveryEvents.paid, { ...d1, paidAt: at })),
    toMessage('delivery-d1', announce(deliveryEvents.taken, { ...d1, ...cash, owedTo: 'account:kamau', at })),
  )
  await drawerHolds(1200_00)
  const second = await handOver(1200_00)
  expect(second).toMatchObject({
    cents: 1200_00,
    parcels: [
      { deliveryId: 'c1', cents: -150_00 },
      { deliveryId: 'd1', cents: 1350_00 },
    ],
  })
  await receive(second.handOverId, 1200_00)
  await vi.waitFor(
    async () => expect((await world.revenue.owed({ owedTo: 'account:kamau' })).ready).toBe(1000_00),
    30_000,
  )
  expect(await balances()).toEqual({ bank: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
})

test('a payment is free again when its parcel is cancelled, with what was too much', async () => {
  const seen = { paymentId: 'p1', at, by: 'message' as const, cents: 200_00, paidAt: at, claimed: true }
  await world.publish(toMessage('payment-p1', announce(paymentEvents.seen, seen)), requested('p1'), feePaid)
  expect(await balances()).toEqual({ shown: 200_00, fees_earned: -150_00, refunds_owed: -50_00 })
  await world.publish(cancelled('p1', 0))
  expect(await balances()).toEqual({ shown: 200_00, prepaid: -200_00 })
})

test('money that is owed to an agent who leaves keeps their name, though they gave more cash back than their drawer had', async () => {
  await world.publish(...takenInAtCounter)
  await drawerHolds(150_00)
  await receive((await handOver(150_00)).handOverId, 150_00)
  const price = {
    ...about,
    how: 'cash' as const,
    said: true,
    agentId: 'wanjiku',
    fee: 50,
    productPrice: 100,
    paymentIds: [],
  }
  const owing = { ...price, deliveryId: 'd1', owedTo: 'account:otieno', at }
  await world.publish(cancelled(), toMessage('delivery-d1', announce(deliveryEvents.taken, owing)))
  await drawerHolds(-150_00)
  await vi.waitFor(
    async () => expect((await world.revenue.owed({ owedTo: 'account:otieno' })).cents).toBe(100_00),
    30_000,
  )
  const otieno = { name: 'Otieno Odhiambo', phone: '254712345678' }
  world.registered.set('otieno', otieno)
  await world.revenue.keepPayee({ asked: asked('achieng', 'admin'), accountId: 'otieno', expected: false })
  expect(await world.revenue.payees({ accountIds: ['otieno'] })).toEqual({ otieno })
})
