import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import type { TakenHow } from '@tuma/contracts/vocabulary'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-25T12:00:00.000Z')
const kamau = 'account:kamau'
/** An hour apart: in Nairobi the last half hour of October, and the first of November. */
const [october, november] = ['2026-10-31T20:30:00.000Z', '2026-10-31T21:30:00.000Z']
const month = { owedTo: kamau, from: '2026-11-01', to: '2026-11-30', limit: 100, cursor: null }
/** All of it is collected from the receiver, and the fee is taken from it. */
const collected = (deliveryId: string, how: TakenHow, at: string, owedTo = kamau, paymentIds: string[] = []) =>
  toMessage(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.taken, {
      ...{ deliveryId, deliveryType: 'doorstep', how, said: true, fee: 350, productPrice: 1000 },
      ...{ agentId: how === 'cash' ? 'otieno' : null, paymentIds, owedTo, at },
    }),
  )
const about = { deliveryType: 'doorstep' as const, ownerId: 'kamau' }
const turned = (deliveryId: string, at: string) =>
  toMessage(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.returnStarted, {
      ...{ ...about, deliveryId, from: 'delivered', to: 'uncollected', why: 'office', at },
    }),
  )
const proven = (paymentId: string, cents: number) => {
  const payment = { paymentId, at: november }
  return [
    announce(paymentEvents.seen, { ...payment, by: 'prompt', cents, paidAt: november, claimed: true }),
    announce(paymentEvents.confirmed, { ...payment, by: 'statement', cents }),
  ].map((each) => toMessage(`payment-${paymentId}`, each))
}
let asks = 0
const asked = (userId: string, role: 'admin' | 'agent') => ({
  actor: { kind: 'user' as const, userId, username: userId, role, shop: null },
  commandId: `command ${++asks}`,
  correlationId: 'c',
})
const owed = () => world.revenue.owed({ owedTo: kamau })
const readyIs = (cents: number) => vi.waitFor(async () => expect((await owed()).ready).toBe(cents), 30_000)
const receiveCash = async (declared: number) => {
  const drawer = async () => (await world.revenue.drawer({ agentId: 'otieno' })).cents
  await vi.waitFor(async () => expect(await drawer()).toBe(declared), 30_000)
  const agent = { asked: asked('otieno', 'agent'), agentId: 'otieno' }
  const { handOverId } = await world.revenue.handOverCash({ ...agent, declared, rest: 'missing' })
  const office = { asked: asked('achieng', 'admin'), agentId: 'otieno' }
  await world.revenue.receiveCash({ ...office, handOverId, counted: declared, reason: null })
}
const payOut = (cents: number, reference: string) =>
  world.revenue.payOut({ asked: asked('achieng', 'admin'), owedTo: kamau, cents, reference })

/** Cash of October is paid out in November; then cash, M-Pesa, a parcel that goes back, and another sender's cash. */
const aMonth = async () => {
  await world.publish(collected('d1', 'cash', october))
  await receiveCash(1350_00)
  await readyIs(1000_00)
  await payOut(1000_00, 'UKN4T7X9QZ')
  await world.publish(
    ...[
      collected('d2', 'cash', november),
      collected('d3', 'prompt', november, kamau, ['p3']),
      ...proven('p3', 1350_00),
    ],
    ...[collected('d4', 'cash', november), turned('d4', '2026-11-24T09:00:00.000Z')],
    collected('d5', 'cash', november, 'account:achieng'),
  )
  await readyIs(1000_00)
}

test('a month of a sender has the same sums as the books, to the cent', async () => {
  await aMonth()
  const { rows } = await world.revenue.owedMoves(month)
  const [before, after] = await Promise.all(
    ['2026-11-01', '2026-12-01'].map(async (day) => (await world.revenue.owedBefore({ owedTo: kamau, day })).cents),
  )
  const sum = (move: string) => rows.reduce((all, row) => all + (row.move === move ? row.cents : 0), 0)
  expect([before, sum('collected'), sum('taken_back'), sum('paid_out'), after]).toEqual([
    ...[1000_00, 3000_00, -1000_00, -1000_00],
    2000_00,
  ])
  expect((await owed()).cents).toBe(after)

  const { from, to, limit, cursor } = month
  const books = await world.revenue.entries({ account: 'owed_to_senders', from, to, limit, cursor })
  const own = books.rows.filter(({ party }) => party === kamau)
  const inOrder = (lines: readonly { entryId: string; cents: number }[]) =>
    lines.map(({ entryId, cents }) => [entryId, cents]).sort()
  expect(inOrder(rows)).toEqual(inOrder(own.map(({ entryId, cents }) => ({ entryId, cents: -cents }))))
})

test('a move says how its parcel was paid, what became of its money, and by which receipt it was paid out', async () => {
  await aMonth()
  const all = { ...month, from: '2026-10-01' }
  const { rows } = await world.revenue.owedMoves(all)
  const paidOut = { at: expect.any(String), reference: 'UKN4T7X9QZ' }
  const row = (deliveryId: string, move: string) =>
    rows.find((one) => one.deliveryId === deliveryId && one.move === move)
  expect(row('d1', 'collected')).toMatchObject({ how: 'cash', state: 'paid', paidOut })
  expect(row('d2', 'collected')).toMatchObject({ how: 'cash', state: 'waiting', paidOut: null })
  expect(row('d3', 'collected')).toMatchObject({ how: 'prompt', state: 'ready', paidOut: null })
  expect(row('d4', 'collected')).toMatchObject({ how: null, state: null })
  expect(rows.find(({ move }) => move === 'paid_out')).toMatchObject({ deliveryId: null, paidOut })
  expect(rows.map(({ valueAt }) => valueAt)).toEqual(rows.map(({ valueAt }) => valueAt).toSorted())
  const first = await world.revenue.owedMoves({ ...all, limit: 2 })
  const second = await world.revenue.owedMoves({ ...all, limit: 100, cursor: first.next })
  expect([...first.rows, ...second.rows]).toEqual(rows)
})

test('what is in cash at shops, and since when money was collected, is said of a sender', async () => {
  expect(await owed()).toEqual({ owedTo: kamau, cents: 0, ready: 0, since: null, parcels: [], atShops: 0 })
  await world.publish(collected('d2', 'cash', november), collected('d3', 'prompt', november, kamau, ['p3']))
  await vi.waitFor(async () => expect((await owed()).cents).toBe(2000_00), 30_000)
  expect(await owed()).toMatchObject({ ready: 0, atShops: 1000_00, firstAt: november })
})

test('parcels and payouts of a month are those of its days in Nairobi', async () => {
  await aMonth()
  const { owedTo, limit, cursor } = month
  const ids = async (days: { from?: string; to?: string }) =>
    (await world.revenue.owedParcels({ owedTo, ...days, limit, cursor })).rows
      .map(({ deliveryId }) => deliveryId)
      .sort()
  expect(await ids({})).toEqual(['d1', 'd2', 'd3'])
  expect(await ids({ from: '2026-11-01', to: '2026-11-30' })).toEqual(['d2', 'd3'])
  expect(await ids({ to: '2026-10-31' })).toEqual(['d1'])
  const payouts = async (from: string) => (await world.revenue.payouts({ owedTo, from, limit, cursor })).rows.length
  expect(await Promise.all([payouts('2026-11-01'), payouts('2026-12-01')])).toEqual([1, 0])
})
