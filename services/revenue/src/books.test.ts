import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import type { BookAccount, TakenHow } from '@tuma/contracts/vocabulary'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-25T12:00:00.000Z')

const at = '2026-11-23T09:00:00.000Z'
const kamau = 'account:kamau'
const taken = (
  deliveryId: string,
  how: TakenHow,
  more: { agentId?: string | null; paymentIds?: string[]; at?: string } = {},
) =>
  toMessage(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.taken, {
      ...{ deliveryId, deliveryType: 'doorstep', how, said: true, fee: 350, productPrice: 1000 },
      ...{ agentId: 'otieno', paymentIds: [], owedTo: kamau, at, ...more },
    }),
  )
const paid = (deliveryId: string) =>
  toMessage(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.paid, { deliveryId, deliveryType: 'doorstep', fee: 350, paidAt: at }),
  )
const seen = (paymentId: string, cents: number) =>
  toMessage(
    `payment-${paymentId}`,
    announce(paymentEvents.seen, { paymentId, at, by: 'message', cents, paidAt: at, claimed: true }),
  )
const confirmed = (paymentId: string, cents: number) =>
  toMessage(`payment-${paymentId}`, announce(paymentEvents.confirmed, { paymentId, at, by: 'statement', cents }))

let asks = 0
const asked = (userId = 'achieng', role: 'admin' | 'agent' = 'admin') => ({
  actor: { kind: 'user' as const, userId, username: userId, role, shop: null },
  commandId: `command ${++asks}`,
  correlationId: 'c',
})
const balances = async (): Promise<Partial<Record<BookAccount, number>>> => {
  const { accounts } = await world.revenue.books()
  expect(accounts.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  return Object.fromEntries(accounts.filter(({ cents }) => cents !== 0).map(({ account, cents }) => [account, cents]))
}
const handOver = (declared: number, rest: 'stays' | 'missing' = 'missing', inDrawer?: number) =>
  world.revenue.handOverCash({ asked: asked('otieno', 'agent'), agentId: 'otieno', declared, rest, inDrawer })
const receive = (handOverId: string, counted: number, reason: string | null = null) =>
  world.revenue.receiveCash({ asked: asked(), agentId: 'otieno', handOverId, counted, reason })
const whenReady = (cents: number) =>
  vi.waitFor(async () => expect((await world.revenue.owed({ owedTo: kamau })).ready).toBe(cents), 30_000)
const payOut = (cents: number) =>
  world.revenue.payOut({ asked: asked(), owedTo: kamau, cents, reference: 'UKN4T7X9QZ' })
const drawerHolds = (cents: number) =>
  vi.waitFor(async () => expect((await world.revenue.drawer({ agentId: 'otieno' })).cents).toBe(cents), 30_000)

test('cash goes from the agent’s drawer to the sender, and the shortage is named', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'))
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
  const { rows } = await world.revenue.handOvers({ agentId: 'otieno', waiting: false, limit: 10, cursor: null })
  expect(rows).toMatchObject([{ handOverId, counted: 1300_00, reason: 'A note of 50 was torn' }])
})

test('when two admins pay one sender at once, only one payout is made', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'))
  await drawerHolds(1350_00)
  const { handOverId } = await handOver(1350_00)
  await receive(handOverId, 1350_00)
  await whenReady(1000_00)
  const both = await Promise.allSettled([payOut(1000_00), payOut(1000_00)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await world.revenue.payouts({ owedTo: kamau, limit: 10, cursor: null })).rows).toHaveLength(1)
})

test('cash that is not handed over stays in the drawer, and its parcel waits', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'), paid('d2'), taken('d2', 'cash'))
  await drawerHolds(2700_00)
  const { handOverId, parcels } = await handOver(2000_00, 'stays')
  expect(parcels).toEqual([
    { deliveryId: 'd1', cents: 1350_00 },
    { deliveryId: 'd2', cents: 650_00 },
  ])
  await drawerHolds(700_00)
  await receive(handOverId, 2000_00)
  await whenReady(1000_00)
  expect((await world.revenue.owed({ owedTo: kamau })).cents).toBe(2000_00)
})

test('cash that came after the agent looked at the drawer is not handed over as missing', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'), paid('d2'), taken('d2', 'cash'))
  await drawerHolds(2700_00)
  await expect(handOver(1300_00, 'missing', 1350_00)).rejects.toMatchObject({ code: 'drawer_changed' })
  expect(await handOver(2650_00, 'missing', 2700_00)).toMatchObject({ cents: 2700_00 })
})

test('the agent answers for a payment to the till until M-Pesa reports it, and then it can be paid out', async () => {
  await world.publish(paid('d1'), seen('p1', 1350_00), taken('d1', 'till', { paymentIds: ['p1'] }))
  await vi.waitFor(
    async () =>
      expect(await world.revenue.drawer({ agentId: 'otieno' })).toMatchObject({ cents: 0, awaiting: 1350_00 }),
    30_000,
  )
  expect(await balances()).toEqual({ drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
  await expect(handOver(1350_00)).rejects.toMatchObject({ code: 'drawer_empty' })

  await world.publish(confirmed('p1', 1350_00))
  await whenReady(1000_00)
  expect(await balances()).toEqual({ till: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
})

test('when a payment turns out to be another parcel’s, its agent answers for the money again and its sender is not paid', async () => {
  const withdrawn = toMessage(
    'payment-p1',
    announce(paymentEvents.withdrawn, { paymentId: 'p1', deliveryId: 'd1', at: '2026-11-23T10:00:00.000Z' }),
  )
  await world.publish(
    paid('d1'),
    taken('d1', 'till', { paymentIds: ['p1'] }),
    seen('p1', 1350_00),
    confirmed('p1', 1350_00),
  )
  await whenReady(1000_00)
  await world.publish(withdrawn, confirmed('p1', 1350_00))
  await whenReady(0)
  expect(await world.revenue.drawer({ agentId: 'otieno' })).toMatchObject({ cents: 0, awaiting: 1350_00 })
  const explained = { drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 }
  expect(await balances()).toEqual({ till: 1350_00, prepaid: -1350_00, ...explained })

  const reason = 'Otieno had taken the money of another customer'
  await world.revenue.explainTaking({
    ...{ asked: asked(), deliveryId: 'd1', as: 'drawer', agentId: 'otieno', paymentId: null, reason },
  })
  await drawerHolds(1350_00)
  expect(await balances()).toEqual({ till: 1350_00, prepaid: -1350_00, ...explained })
})

test('the same holds where the books receive the withdrawal first', async () => {
  const at = '2026-11-23T10:00:00.000Z'
  await world.publish(
    toMessage('payment-p1', announce(paymentEvents.withdrawn, { paymentId: 'p1', deliveryId: 'd1', at })),
  )
  await world.publish(
    paid('d1'),
    taken('d1', 'till', { paymentIds: ['p1'] }),
    seen('p1', 1350_00),
    confirmed('p1', 1350_00),
  )
  await vi.waitFor(
    async () =>
      expect(await world.revenue.drawer({ agentId: 'otieno' })).toMatchObject({ cents: 0, awaiting: 1350_00 }),
    30_000,
  )
  expect((await world.revenue.owed({ owedTo: kamau })).ready).toBe(0)
  expect(await balances()).toMatchObject({ drawers: 1350_00, till: 1350_00, prepaid: -1350_00 })
})

test('unexplained cash goes into an agent’s drawer when an admin names the agent', async () => {
  await world.publish(paid('d1'), taken('d1', 'unexplained', { agentId: null }))
  expect((await world.revenue.unexplained({ limit: 10, cursor: null })).rows).toMatchObject([{ deliveryId: 'd1' }])
  expect(await balances()).toMatchObject({ to_explain: 1350_00 })
  const say = () =>
    world.revenue.explainTaking({
      ...{ asked: asked(), deliveryId: 'd1', as: 'drawer', agentId: 'otieno', paymentId: null },
      reason: 'Otieno has it',
    })
  await say()
  await drawerHolds(1350_00)
  expect(await balances()).toEqual({ drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 })
  await expect(say()).rejects.toMatchObject({ code: 'stale' })
  expect((await world.revenue.unexplained({ limit: 10, cursor: null })).rows).toEqual([])
})

test('cash of a parcel whose people were erased can still be explained', async () => {
  const erased = (role: 'sender' | 'receiver') =>
    toMessage('delivery-d1', announce(deliveryEvents.personErased, { deliveryId: 'd1', role, paymentId: null, at }))
  await world.publish(paid('d1'), taken('d1', 'unexplained', { agentId: null }), erased('sender'), erased('receiver'))
  await world.revenue.explainTaking({
    ...{ asked: asked(), deliveryId: 'd1', as: 'drawer', agentId: 'otieno', paymentId: null },
    reason: 'Otieno has it',
  })
  await drawerHolds(1350_00)
})

test('reactions that a crash interrupted are completed after the next start', async () => {
  await world.close()
  const { engines } = world
  const { events } = engines
  const failing: typeof events = {
    ...events,
    append: (stream, ...rest) =>
      stream.startsWith('owed-') ? Promise.reject(new Error('no room')) : events.append(stream, ...rest),
  }
  await world.open({ ...engines, events: failing })
  await world.tell('delivery', [paid('d1'), taken('d1', 'cash')])
  await vi.waitFor(async () => expect(await events.read('drawer-otieno')).toHaveLength(1), 30_000)
  expect(await events.read(`owed-${kamau}`)).toEqual([])
  await world.close()
  await world.open()
  await vi.waitFor(
    async () => expect(await world.revenue.owed({ owedTo: kamau })).toMatchObject({ cents: 1000_00 }),
    30_000,
  )
  await drawerHolds(1350_00)
})

test('entries are paged by day and account, and sum to what the accounts say', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'), paid('d2'), taken('d2', 'cash'))
  const asks = { account: 'drawers' as const, from: '2026-11-23', to: '2026-11-23' }
  const first = await world.revenue.entries({ ...asks, limit: 1, cursor: null })
  const second = await world.revenue.entries({ ...asks, limit: 1, cursor: first.next })
  expect([...first.rows, ...second.rows].map(({ cents }) => cents)).toEqual([1350_00, 1350_00])
  expect((await world.revenue.entries({ ...asks, from: '2026-11-24', to: null, limit: 9, cursor: null })).rows).toEqual(
    [],
  )
  expect((await world.revenue.books()).since).toBe('2026-11-23')
})

test('the books say which fees of a day are beyond doubt and which were deleted', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'), paid('d2'))
  const day = () => world.revenue.provenDays({ from: '2026-11-23', to: '2026-11-23' })
  expect(await day()).toMatchObject([{ doorstepConfirmed: 350, doorstepDeleted: 0 }])
  const gone = { deliveryId: 'd2', deliveryType: 'doorstep' as const, paymentId: null, freed: false }
  await world.publish(
    toMessage('delivery-d2', announce(deliveryEvents.deleted, { ...gone, at: '2026-11-23T10:00:00.000Z' })),
  )
  expect(await day()).toMatchObject([{ doorstepConfirmed: 350, doorstepDeleted: 350 }])
})

test('a drawer and what is owed are not read again for each parcel, nor for a command', async () => {
  await world.close()
  const { engines } = world
  const read: string[] = []
  const counting: typeof engines.events = {
    ...engines.events,
    read: (stream, ...range) => {
      if (/^(drawer|owed)-/.test(stream)) read.push(stream)
      return engines.events.read(stream, ...range)
    },
  }
  await world.open({ ...engines, events: counting })
  const ids = Array.from({ length: 12 }, (_, number) => `d${number}`)
  await world.publish(...ids.flatMap((id) => [paid(id), taken(id, 'cash')]))
  await drawerHolds(12 * 1350_00)
  await vi.waitFor(async () => expect((await world.revenue.owed({ owedTo: kamau })).cents).toBe(12_000_00), 30_000)
  const { handOverId } = await handOver(12 * 1350_00)
  await receive(handOverId, 12 * 1350_00)
  await whenReady(12_000_00)
  await payOut(12_000_00)
  // They are read when the process first meets them, after a count, and on a conflict with another write, but not for
  // each parcel.
  expect(read.length).toBeLessThan(ids.length / 2)
})

test('a list of hand-overs reads the one event that holds each reason, not the whole stream of each drawer', async () => {
  const reasons = ['A note of 50 was torn', null, 'They were ill']
  for (const [index, reason] of reasons.entries()) {
    const deliveryId = `d${index}`
    await world.publish(paid(deliveryId), taken(deliveryId, 'cash'))
    await drawerHolds(1350_00)
    const { handOverId } = await handOver(1350_00)
    await receive(handOverId, reason === null ? 1350_00 : 1300_00, reason)
  }
  await world.close()
  const { engines } = world
  let readCount = 0
  const counting: typeof engines.events = {
    ...engines.events,
    read: async (...asked) => {
      const found = await engines.events.read(...asked)
      readCount += found.length
      return found
    },
  }
  await world.open({ ...engines, events: counting })
  readCount = 0
  const { rows } = await world.revenue.handOvers({ agentId: null, waiting: false, limit: 10, cursor: null })
  expect(rows.map(({ reason }) => reason)).toEqual(reasons.toReversed())
  expect(readCount).toBe(2)
})

test('a repeated command gets its first answer, and neither hands over nor pays out what has come since', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'))
  await drawerHolds(1350_00)
  const handing = { asked: asked('otieno', 'agent'), agentId: 'otieno', declared: 1350_00, rest: 'stays' as const }
  const first = await world.revenue.handOverCash(handing)
  const receiving = {
    asked: asked(),
    agentId: 'otieno',
    handOverId: first.handOverId,
    counted: 1300_00,
    reason: 'torn',
  }
  const counted = await world.revenue.receiveCash(receiving)
  await whenReady(1000_00)
  const paying = { asked: asked(), owedTo: kamau, cents: 1000_00, reference: 'UKN4T7X9QZ' }
  const payout = await world.revenue.payOut(paying)

  await world.publish(paid('d2'), taken('d2', 'cash'))
  await drawerHolds(1350_00)
  await receive((await handOver(1350_00)).handOverId, 1350_00)
  await whenReady(1000_00)
  await world.publish(paid('d3'), taken('d3', 'cash'))
  await drawerHolds(1350_00)

  expect(await world.revenue.handOverCash(handing)).toMatchObject({ handOverId: first.handOverId, cents: 1350_00 })
  expect(await world.revenue.receiveCash(receiving)).toEqual(counted)
  expect(await world.revenue.payOut(paying)).toEqual(payout)
  await drawerHolds(1350_00)
  await whenReady(1000_00)
})

const explain = (deliveryId: string, as: 'drawer' | 'shortage', agentId: string | null = null) =>
  world.revenue.explainTaking({ asked: asked(), deliveryId, as, agentId, paymentId: null, reason: 'It never came' })
const toExplain = async () => {
  const { rows } = await world.revenue.unexplained({ limit: 10, cursor: null })
  return rows.map(({ deliveryId, agentId, cents }) => ({ deliveryId, agentId, cents }))
}

test('a receipt without proof for a day must be explained, and then its agent owes it in cash', async () => {
  await world.publish(paid('d1'), seen('p1', 1350_00), taken('d1', 'till', { paymentIds: ['p1'] }))
  await vi.waitFor(
    async () => expect(await toExplain()).toEqual([{ deliveryId: 'd1', agentId: 'otieno', cents: 1350_00 }]),
    30_000,
  )
  expect((await world.revenue.moneyCounts({ before: at })).unexplained.count).toBe(1)
  await explain('d1', 'drawer')
  expect(await toExplain()).toEqual([])
  await drawerHolds(1350_00)
  expect(await world.revenue.drawer({ agentId: 'otieno' })).toMatchObject({ awaiting: 0 })
  await vi.waitFor(
    async () =>
      expect(await balances()).toEqual({
        ...{ drawers: 1350_00, fees_earned: -350_00, owed_to_senders: -1000_00 },
        ...{ shown: 1350_00, prepaid: -1350_00 },
      }),
    30_000,
  )
  await expect(explain('d1', 'drawer')).rejects.toMatchObject({ code: 'stale' })
})

test('a receipt needs no explanation in its first day, once it is confirmed, or when it is explained', async () => {
  const late = { paymentIds: ['p1'], at: '2026-11-24T12:00:00.001Z' }
  await world.publish(paid('d1'), seen('p1', 1350_00), taken('d1', 'till', late))
  await world.publish(paid('d2'), seen('p2', 1350_00), taken('d2', 'till', { paymentIds: ['p2'] }))
  await world.publish(paid('d3'), seen('p3', 1350_00), taken('d3', 'till', { paymentIds: ['p3'] }))
  await vi.waitFor(async () => expect((await toExplain()).map(({ deliveryId }) => deliveryId)).toHaveLength(2), 30_000)
  await world.publish(confirmed('p2', 1350_00))
  await vi.waitFor(async () => expect(await toExplain()).toMatchObject([{ deliveryId: 'd3' }]), 30_000)
  await explain('d3', 'shortage')
  expect(await toExplain()).toEqual([])
  await expect(explain('d2', 'shortage')).rejects.toMatchObject({ code: 'stale' })
})

test('a receipt whose payment was another parcel’s must be explained at once, and the list says why', async () => {
  const today = { paymentIds: ['p1'], at: '2026-11-25T11:00:00.000Z' }
  const at = '2026-11-25T11:30:00.000Z'
  const withdrawn = toMessage(
    'payment-p1',
    announce(paymentEvents.withdrawn, { paymentId: 'p1', deliveryId: 'd1', at }),
  )
  await world.publish(paid('d1'), taken('d1', 'till', today), seen('p1', 1350_00))
  await vi.waitFor(
    async () => expect((await world.revenue.drawer({ agentId: 'otieno' })).awaiting).toBe(1350_00),
    30_000,
  )
  expect(await toExplain()).toEqual([])
  await world.publish(withdrawn)
  await vi.waitFor(
    async () => expect(await toExplain()).toEqual([{ deliveryId: 'd1', agentId: 'otieno', cents: 1350_00 }]),
    30_000,
  )
  const { rows } = await world.revenue.unexplained({ limit: 10, cursor: null })
  expect(rows).toMatchObject([{ deliveryId: 'd1', withdrawn: true }])
  await explain('d1', 'drawer')
  await drawerHolds(1350_00)
  expect(await toExplain()).toEqual([])
})

test('for unexplained cash an admin must name the agent', async () => {
  await world.publish(paid('d1'), taken('d1', 'unexplained', { agentId: null }))
  await expect(explain('d1', 'drawer')).rejects.toMatchObject({ code: 'not_found' })
  expect(await toExplain()).toEqual([{ deliveryId: 'd1', agentId: null, cents: 1350_00 }])
})

test('a day of the books says for each account its opening balance, what came and went, and its closing balance', async () => {
  const next = { at: '2026-11-24T09:00:00.000Z' }
  await world.publish(paid('d1'), taken('d1', 'cash'), paid('d2'), taken('d2', 'cash', next))
  await drawerHolds(2700_00)
  // This happens on the day after: the clock says the 25th.
  const { handOverId } = await handOver(2700_00)
  await receive(handOverId, 2700_00)
  const of = async (day: string, account: BookAccount) =>
    (await world.revenue.bookDay({ day })).find((row) => row.account === account)
  const account = 'drawers'
  const nothing = { account, before: 0, in: 0, out: 0, after: 0 }
  expect(await of('2026-11-22', account)).toEqual(nothing)
  expect(await of('2026-11-23', account)).toEqual({ account, before: 0, in: 1350_00, out: 0, after: 1350_00 })
  expect(await of('2026-11-24', account)).toEqual({ account, before: 1350_00, in: 1350_00, out: 0, after: 2700_00 })
  expect(await of('2026-11-25', account)).toEqual({ account, before: 2700_00, in: 0, out: 2700_00, after: 0 })
  expect(await of('2026-11-26', account)).toEqual(nothing)
  const day = await world.revenue.bookDay({ day: '2026-11-24' })
  for (const side of ['before', 'after'] as const) expect(day.reduce((sum, row) => sum + row[side], 0)).toBe(0)
})

const mwangi = { name: 'Kamau Mwangi', phone: '254712345678' }
const keep = (accountId: string, expected = false) => {
  world.registered.set(accountId, mwangi)
  return world.revenue.keepPayee({ asked: asked(), accountId, expected })
}
const kept = (accountId: string) => world.revenue.payees({ accountIds: [accountId] })
const parcelsEnded = (accountId: string) =>
  toMessage(`erasure-${accountId}`, announce(deliveryEvents.accountParcelsEnded, { accountId, paymentIds: [], at }))
const isForgotten = (accountId: string) =>
  vi.waitFor(async () => {
    expect(await kept(accountId)).toEqual({})
    const rest = await world.engines.events.read(`payee-${accountId}`)
    expect(rest.at(-1)?.type).toBe('PayeeForgotten')
  }, 100_000)

test('the name and phone of a person who leaves and is owed money are kept until the payout, and then erased', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'))
  await drawerHolds(1350_00)
  await vi.waitFor(async () => expect((await world.revenue.owed({ owedTo: kamau })).cents).toBe(1000_00), 30_000)
  await keep('kamau')
  await world.publish(parcelsEnded('kamau'), parcelsEnded('kamau'))
  await world.restart('2026-12-25T12:00:00.000Z')
  expect(await kept('kamau')).toEqual({ kamau: mwangi })
  const { handOverId } = await handOver(1350_00)
  await receive(handOverId, 1350_00)
  await whenReady(1000_00)
  await payOut(1000_00)
  expect(await kept('kamau')).toEqual({ kamau: mwangi })

  await world.restart('2026-12-25T13:00:00.000Z')
  await isForgotten('kamau')
  expect((await world.revenue.payouts({ owedTo: kamau, limit: 10, cursor: null })).rows).toMatchObject([
    { owedTo: kamau, cents: 1000_00 },
  ])
}, 150_000)

test('the name of an agent who leaves with cash is kept until an admin has counted it, and erased with the reasons about it', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash'))
  await drawerHolds(1350_00)
  await keep('otieno')
  await world.publish(parcelsEnded('otieno'))
  const { handOverId } = await handOver(1350_00)
  await world.restart('2026-11-26T12:00:00.000Z')
  expect(await kept('otieno')).toEqual({ otieno: mwangi })
  await receive(handOverId, 1300_00, 'A note of 50 was torn')
  const reasons = async () => {
    const { rows } = await world.revenue.handOvers({ agentId: 'otieno', waiting: false, limit: 10, cursor: null })
    return rows.map(({ reason }) => reason)
  }
  expect(await reasons()).toEqual(['A note of 50 was torn'])
  await world.restart('2026-11-26T13:00:00.000Z')
  await isForgotten('otieno')
  expect(await reasons()).toEqual(['(erased)'])
}, 150_000)

test('the data of a person who leaves with nothing open is not kept; with a parcel under way it is kept until an hour after its end', async () => {
  await keep('kamau')
  expect(await kept('kamau')).toEqual({})
  await keep('njeri', true)
  expect(await kept('njeri')).toEqual({ njeri: mwangi })
  await world.restart('2026-12-25T12:00:00.000Z')
  expect(await kept('njeri')).toEqual({ njeri: mwangi })
  await world.publish(parcelsEnded('njeri'))
  await world.restart('2026-12-25T12:59:59.999Z')
  expect(await kept('njeri')).toEqual({ njeri: mwangi })
  await world.restart('2026-12-25T13:00:00.001Z')
  await isForgotten('njeri')
}, 150_000)

test('what was taken for a parcel that goes back is owed to its payer, and its sender is paid nothing', async () => {
  await world.publish(paid('d1'), taken('d1', 'cash', {}))
  await drawerHolds(1350_00)
  const { handOverId } = await handOver(1350_00)
  await receive(handOverId, 1350_00)
  await whenReady(1000_00)
  const turned = { deliveryId: 'd1', deliveryType: 'doorstep', ownerId: 'kamau', why: 'office' } as const
  await world.publish(
    toMessage(
      'delivery-d1',
      announce(deliveryEvents.returnStarted, { ...turned, from: 'delivered', to: 'uncollected', at }),
    ),
  )
  await whenReady(0)
  expect(await toExplain()).toEqual([{ deliveryId: 'd1', agentId: null, cents: 1350_00 }])
  await vi.waitFor(async () => expect(await balances()).toEqual({ bank: 1350_00, refunds_owed: -1350_00 }), 30_000)
  const { rows } = await world.revenue.owedParcels({ owedTo: kamau, limit: 10, cursor: null })
  expect(rows).toEqual([])
  const give = () =>
    world.revenue.giveBack({ asked: asked(), deliveryId: 'd1', as: 'paid_back', reason: 'UKN4T7X9QZ, to her phone' })
  await give()
  expect(await balances()).toEqual({})
  expect(await toExplain()).toEqual([])
  await expect(give()).rejects.toMatchObject({ code: 'stale' })
})
