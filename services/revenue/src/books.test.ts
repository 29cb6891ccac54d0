import { randomBytes } from 'node:crypto'
import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import type { RevenueClient, revenueContract } from '@tuma/contracts/services'
import type { BookAccount, TakenHow } from '@tuma/contracts/vocabulary'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { callInProcess, openLog, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRevenue } from './service.ts'

type House = Awaited<ReturnType<typeof openTemporaryEngines>>
let house: House
let service: Service
let revenue: RevenueClient

const open = async () => {
  service = await createRevenue({
    engines: house.of('revenue'),
    surroundings: { now: () => '2026-11-23T12:00:00.000Z', randomBytes },
    log: openLog('silent'),
  })
  revenue = callInProcess<typeof revenueContract>(service.router, (error) => {
    throw error
  })
}
beforeEach(async () => {
  house = await openTemporaryEngines()
  await open()
})
afterEach(async () => {
  expect(await house.of('revenue').bus.parked('revenue')).toEqual([])
  await service.close()
  await house.close()
})

let told = 0
const messageOf = (key: string, announcement: Announcement) => ({ id: `m${++told}`, key, headers: {}, ...announcement })
const at = '2026-11-23T09:00:00.000Z'
const kamau = 'account:kamau'
const taken = (deliveryId: string, how: TakenHow, more: { agentId?: string | null; paymentIds?: string[] } = {}) =>
  messageOf(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.taken, {
      ...{ deliveryId, deliveryType: 'doorstep', how, said: true, fee: 350, productPrice: 1000 },
      ...{ agentId: 'otieno', paymentIds: [], owedTo: kamau, at, ...more },
    }),
  )
const paid = (deliveryId: string) =>
  messageOf(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.paid, { deliveryId, deliveryType: 'doorstep', fee: 350, paidAt: at }),
  )
const seen = (paymentId: string, cents: number) =>
  messageOf(
    `payment-${paymentId}`,
    announce(paymentEvents.seen, { paymentId, at, by: 'message', cents, paidAt: at, claimed: true }),
  )
const confirmed = (paymentId: string, cents: number) =>
  messageOf(`payment-${paymentId}`, announce(paymentEvents.confirmed, { paymentId, at, by: 'statement', cents }))

const publish = async (...messages: ReturnType<typeof messageOf>[]) => {
  for (const topic of ['delivery', 'payment'] as const) {
    const { bus } = house.of(topic)
    const own = messages.filter(({ type }) => type.startsWith(topic))
    if (own.length > 0) await bus.publish(topic, own)
    await vi.waitFor(async () => expect(await bus.lag(topic, 'revenue')).toBe(0), 60_000)
  }
  await shown(service)
}

let asks = 0
const asked = (userId = 'achieng', role: 'admin' | 'agent' = 'admin') => ({
  actor: { kind: 'user' as const, userId, username: userId, role, shop: null },
  commandId: `command ${++asks}`,
  correlationId: 'c',
})
const balances = async (): Promise<Partial<Record<BookAccount, number>>> => {
  const { accounts } = await revenue.books()
  expect(accounts.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  return Object.fromEntries(accounts.filter(({ cents }) => cents !== 0).map(({ account, cents }) => [account, cents]))
}
const handOver = (declared: number, rest: 'stays' | 'missing' = 'missing') =>
  revenue.handOverCash({ asked: asked('otieno', 'agent'), agentId: 'otieno', declared, rest })
const receive = (handOverId: string, counted: number, reason: string | null = null) =>
  revenue.receiveCash({ asked: asked(), agentId: 'otieno', handOverId, counted, reason })
const whenReady = (cents: number) =>
  vi.waitFor(async () => expect((await revenue.owed({ owedTo: kamau })).ready).toBe(cents), 30_000)
const payOut = (cents: number) => revenue.payOut({ asked: asked(), owedTo: kamau, cents, reference: 'UKN4T7X9QZ' })
const drawerHolds = (cents: number) =>
  vi.waitFor(async () => expect((await revenue.drawer({ agentId: 'otieno' })).cents).toBe(cents), 30_000)

test('cash goes from the agent’s drawer to the sender, and what was short is named', async () => {
  await publish(paid('d1'), taken('d1', 'cash'))
  await drawerHolds(1350_00)
  expect(await balances()).toEqual({ drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
  await expect(payOut(1000_00)).rejects.toMatchObject({ code: 'payout_changed' })

  const { handOverId, cents, declared } = await handOver(1300_00)
  expect({ cents, declared }).toEqual({ cents: 1350_00, declared: 1300_00 })
  await expect(receive(handOverId, 1300_00)).rejects.toMatchObject({ code: 'reason_missing' })
  expect(await receive(handOverId, 1300_00, 'A note of 50 was torn')).toMatchObject({ counted: 1300_00 })
  await expect(receive(handOverId, 1350_00)).rejects.toMatchObject({ code: 'stale' })

  await whenReady(1000_00)
  expect(await payOut(1000_00)).toMatchObject({ cents: 1000_00, parcels: 1, reference: 'UKN4T7X9QZ' })
  expect(await balances()).toEqual({ bank: 300_00, shortages: 50_00, fees_earned: -350_00 })
  const { rows } = await revenue.handOvers({ agentId: 'otieno', waiting: false, limit: 10, cursor: null })
  expect(rows).toMatchObject([{ handOverId, counted: 1300_00, reason: 'A note of 50 was torn' }])
})

test('of two admins who pay one sender at once, one does', async () => {
  await publish(paid('d1'), taken('d1', 'cash'))
  await drawerHolds(1350_00)
  const { handOverId } = await handOver(1350_00)
  await receive(handOverId, 1350_00)
  await whenReady(1000_00)
  const both = await Promise.allSettled([payOut(1000_00), payOut(1000_00)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await revenue.payouts({ owedTo: kamau, limit: 10, cursor: null })).rows).toHaveLength(1)
})

test('what of the drawer is not handed over stays there, and its parcel waits', async () => {
  await publish(paid('d1'), taken('d1', 'cash'), paid('d2'), taken('d2', 'cash'))
  await drawerHolds(2700_00)
  const { handOverId, parcels } = await handOver(2000_00, 'stays')
  expect(parcels).toEqual([
    { deliveryId: 'd1', cents: 1350_00 },
    { deliveryId: 'd2', cents: 650_00 },
  ])
  await drawerHolds(700_00)
  await receive(handOverId, 2000_00)
  await whenReady(1000_00)
  expect((await revenue.owed({ owedTo: kamau })).cents).toBe(2000_00)
})

test('a payment to the till is the agent’s to answer for until M-Pesa tells of it, and then can be paid out', async () => {
  await publish(paid('d1'), seen('p1', 1350_00), taken('d1', 'till', { paymentIds: ['p1'] }))
  await vi.waitFor(
    async () => expect(await revenue.drawer({ agentId: 'otieno' })).toMatchObject({ cents: 0, awaiting: 1350_00 }),
    30_000,
  )
  expect(await balances()).toEqual({ drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
  await expect(handOver(1350_00)).rejects.toMatchObject({ code: 'drawer_empty' })

  await publish(confirmed('p1', 1350_00))
  await whenReady(1000_00)
  expect(await balances()).toEqual({ till: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
})

test('a payment that was another’s, after all, is the agent’s to answer for again, and its sender is not paid of it', async () => {
  const withdrawn = messageOf(
    'payment-p1',
    announce(paymentEvents.withdrawn, { paymentId: 'p1', deliveryId: 'd1', at: '2026-11-23T10:00:00.000Z' }),
  )
  await publish(paid('d1'), taken('d1', 'till', { paymentIds: ['p1'] }), seen('p1', 1350_00), confirmed('p1', 1350_00))
  await whenReady(1000_00)
  await publish(withdrawn, confirmed('p1', 1350_00))
  await whenReady(0)
  expect(await revenue.drawer({ agentId: 'otieno' })).toMatchObject({ cents: 0, awaiting: 1350_00 })
  const explained = { drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 }
  expect(await balances()).toEqual({ till: 1350_00, prepaid: -1350_00, ...explained })

  const reason = 'Otieno had taken the money of another customer'
  await revenue.explainTaking({
    ...{ asked: asked(), deliveryId: 'd1', as: 'drawer', agentId: 'otieno', paymentId: null, reason },
  })
  await drawerHolds(1350_00)
  expect(await balances()).toEqual({ till: 1350_00, prepaid: -1350_00, ...explained })
})

test('and so it is where the books hear first that it was another’s', async () => {
  const at = '2026-11-23T10:00:00.000Z'
  await publish(messageOf('payment-p1', announce(paymentEvents.withdrawn, { paymentId: 'p1', deliveryId: 'd1', at })))
  await publish(paid('d1'), taken('d1', 'till', { paymentIds: ['p1'] }), seen('p1', 1350_00), confirmed('p1', 1350_00))
  await vi.waitFor(
    async () => expect(await revenue.drawer({ agentId: 'otieno' })).toMatchObject({ cents: 0, awaiting: 1350_00 }),
    30_000,
  )
  expect((await revenue.owed({ owedTo: kamau })).ready).toBe(0)
  expect(await balances()).toMatchObject({ drawers: 1350_00, till: 1350_00, prepaid: -1350_00 })
})

test('cash that nobody has explained becomes somebody’s when an admin says whose', async () => {
  await publish(paid('d1'), taken('d1', 'unexplained', { agentId: null }))
  expect((await revenue.unexplained({ limit: 10, cursor: null })).rows).toMatchObject([{ deliveryId: 'd1' }])
  expect(await balances()).toMatchObject({ to_explain: 1350_00 })
  const explain = () =>
    revenue.explainTaking({
      ...{ asked: asked(), deliveryId: 'd1', as: 'drawer', agentId: 'otieno', paymentId: null },
      reason: 'Otieno has it',
    })
  await explain()
  await drawerHolds(1350_00)
  expect(await balances()).toEqual({ drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
  await expect(explain()).rejects.toMatchObject({ code: 'stale' })
  expect((await revenue.unexplained({ limit: 10, cursor: null })).rows).toEqual([])
})

test('what a crash left half passed on is passed on after the next start', async () => {
  await service.close()
  const engines = house.of('revenue')
  const { events } = engines
  const failing: typeof events = {
    ...events,
    append: (stream, ...rest) =>
      stream.startsWith('owed-') ? Promise.reject(new Error('no room')) : events.append(stream, ...rest),
  }
  const halves = await createRevenue({
    engines: { ...engines, events: failing },
    surroundings: { now: () => at, randomBytes },
    log: openLog('silent'),
  })
  service = halves
  await house.of('delivery').bus.publish('delivery', [paid('d1'), taken('d1', 'cash')])
  await vi.waitFor(async () => expect(await events.read('drawer-otieno')).toHaveLength(1), 30_000)
  expect(await events.read(`owed-${kamau}`)).toEqual([])
  await halves.close()
  await open()
  await vi.waitFor(async () => expect(await revenue.owed({ owedTo: kamau })).toMatchObject({ cents: 1000_00 }), 30_000)
  await drawerHolds(1350_00)
})

test('entries are paged by day and account, and sum to what the accounts say', async () => {
  await publish(paid('d1'), taken('d1', 'cash'), paid('d2'), taken('d2', 'cash'))
  const asks = { account: 'drawers' as const, from: '2026-11-23', to: '2026-11-23' }
  const first = await revenue.entries({ ...asks, limit: 1, cursor: null })
  const second = await revenue.entries({ ...asks, limit: 1, cursor: first.next })
  expect([...first.rows, ...second.rows].map(({ cents }) => cents)).toEqual([1350_00, 1350_00])
  expect((await revenue.entries({ ...asks, from: '2026-11-24', to: null, limit: 9, cursor: null })).rows).toEqual([])
  expect(await revenue.bookDays({ from: '2026-11-01', to: '2026-11-30' })).toContainEqual({
    ...{ day: '2026-11-23', account: 'drawers', in: 2700_00, out: 0 },
  })
  expect((await revenue.books()).since).toBe('2026-11-23')
})

test('of the fees of a day the books say what is beyond doubt and what was deleted', async () => {
  await publish(paid('d1'), taken('d1', 'cash'), paid('d2'))
  const day = () => revenue.provenDays({ from: '2026-11-23', to: '2026-11-23' })
  expect(await day()).toMatchObject([{ doorstepConfirmed: 350, doorstepDeleted: 0 }])
  const gone = { deliveryId: 'd2', deliveryType: 'doorstep' as const, paymentId: null, freed: false }
  await publish(messageOf('delivery-d2', announce(deliveryEvents.deleted, { ...gone, at: '2026-11-23T10:00:00.000Z' })))
  expect(await day()).toMatchObject([{ doorstepConfirmed: 350, doorstepDeleted: 350 }])
})
