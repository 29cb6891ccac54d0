import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import { announce, refusal } from '@tuma/platform/event-sourcing'
import { describe, expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-26T12:00:00.000Z')
const at = '2026-11-26T09:00:00.000Z'
const kamau = 'account:kamau'
const price = 1000_00

let asks = 0
const asked = (userId = 'achieng', role: 'admin' | 'agent' = 'admin') => ({
  actor: { kind: 'user' as const, userId, username: userId, role, shop: null },
  commandId: `command ${++asks}`,
  requestHash: `request ${asks}`,
  correlationId: 'c',
})
const payee = { name: 'Kamau Otieno', phone: '254712345678' }
const paying = (reference = 'UKQ1ABCDE9', cents = price) => ({ asked: asked(), owedTo: kamau, cents, reference, payee })

/** Ksh 1,000 for one more parcel are at the office for its sender. @param ready the sum of all, in cents */
const isReady = async (deliveryId = 'd1', ready = price) => {
  const parcel = { deliveryId, deliveryType: 'doorstep' as const }
  const due = { how: 'cash' as const, said: true, fee: 350, productPrice: 1000, agentId: 'otieno', paymentIds: [] }
  await world.publish(
    toMessage(`delivery-${deliveryId}`, announce(deliveryEvents.paid, { ...parcel, fee: 350, paidAt: at })),
    toMessage(`delivery-${deliveryId}`, announce(deliveryEvents.taken, { ...parcel, ...due, owedTo: kamau, at })),
  )
  await vi.waitFor(async () => expect((await world.revenue.drawer({ agentId: 'otieno' })).cents).toBe(1350_00), 30_000)
  const agent = asked('otieno', 'agent')
  const { handOverId } = await world.revenue.handOverCash({
    ...{ asked: agent, agentId: 'otieno', declared: 1350_00, rest: 'missing' },
  })
  await world.revenue.receiveCash({ asked: asked(), agentId: 'otieno', handOverId, counted: 1350_00, reason: null })
  await vi.waitFor(async () => expect((await owed()).ready).toBe(ready), 30_000)
}
const owed = () => world.revenue.owed({ owedTo: kamau })
const payouts = async () => (await world.revenue.payouts({ owedTo: kamau, limit: 10, cursor: null })).rows
const standings = () => [...world.receipts.taken.values()].map(({ standing }) => standing)
const isClaimed = (outgoingId: string, id: string) =>
  toMessage(
    `outgoing-${outgoingId}`,
    announce(paymentEvents.outgoingClaimed, { outgoingId, of: 'payout', id, cents: price, at }),
  )

test('payment is asked for the receipt first, with the current payee and since when the money is due', async () => {
  await isReady()
  const paid = await world.revenue.payOut(paying(' ukq1 abcde9'))
  expect(paid).toMatchObject({ reference: 'UKQ1ABCDE9', parcels: 1 })
  expect([...world.receipts.taken.values()]).toMatchObject([
    { standing: 'paid', claim: { about: kamau, cents: price, payee: { personId: 'kamau', ...payee }, dueAt: at } },
  ])
})

test('a refused payout gives the receipt back', async () => {
  await isReady()
  await expect(world.revenue.payOut(paying('UKQ1ABCDE9', 999_00))).rejects.toMatchObject({ code: 'payout_changed' })
  expect(standings()).toEqual(['released'])
  await world.revenue.payOut(paying('UKQ1ABCDE9'))
  expect(standings()).toEqual(['paid'])
})

test('a command whose receipt was given back pays nothing when it comes again, even if its sum is due then', async () => {
  await isReady()
  const press = paying('UKQ1ABCDE9', 2 * price)
  await expect(world.revenue.payOut(press)).rejects.toMatchObject({ code: 'payout_changed' })
  await isReady('d2', 2 * price)
  await expect(world.revenue.payOut(press)).rejects.toMatchObject({ code: 'payout_changed' })
  expect([standings(), await payouts()]).toEqual([['released'], []])
})

test('a receipt that is already taken changes nothing here', async () => {
  await isReady()
  await world.receipts.payment.claimOutgoing({
    ...{ asked: asked(), id: 'refund-1', about: 'p1', cents: 5_000, receipt: 'UKQ1ABCDE9', approval: null, dueAt: at },
    payee: { personId: 'p1', name: null, phone: null },
  })
  await expect(world.revenue.payOut(paying())).rejects.toMatchObject({ code: 'receipt_taken' })
  expect((await owed()).ready).toBe(price)
})

test('when two admins pay one sender with two receipts at once, one pays, and the other receipt is free', async () => {
  await isReady()
  const both = await Promise.allSettled([
    world.revenue.payOut(paying('UKQ1ABCDE9')),
    world.revenue.payOut(paying('UKQ1ABCDE8')),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(standings().sort()).toEqual(['paid', 'released'])
  expect(await payouts()).toHaveLength(1)
})

test('after a crash between receipt and payout, the event of the receipt completes the payout, and the same command gets its answer', async () => {
  await isReady()
  const press = paying()
  const claim = { ...press, id: press.asked.commandId, about: kamau, receipt: press.reference, approval: null }
  const { outgoingId } = await world.receipts.payment.claimOutgoing({
    ...{ ...claim, payee: { personId: 'kamau', ...payee }, dueAt: at },
  })
  await world.restart()
  await world.publish(isClaimed(outgoingId, press.asked.commandId), isClaimed(outgoingId, press.asked.commandId))
  expect(standings()).toEqual(['paid'])
  expect(await payouts()).toMatchObject([{ payoutId: press.asked.commandId, reference: 'UKQ1ABCDE9' }])
  expect(await world.revenue.payOut(press)).toMatchObject({ payoutId: press.asked.commandId, parcels: 1 })
  expect(await payouts()).toHaveLength(1)
})

test('after a crash between payout and its end, the receipt is finished', async () => {
  await isReady()
  const { finishOutgoing } = world.receipts.payment
  world.receipts.payment.finishOutgoing = () => Promise.reject(new Error('the process is gone'))
  const press = paying()
  await expect(world.revenue.payOut(press)).rejects.toThrow()
  expect([await payouts(), standings()]).toMatchObject([[{ reference: 'UKQ1ABCDE9' }], ['claimed']])
  world.receipts.payment.finishOutgoing = finishOutgoing
  await world.restart()
  const [[outgoingId = '']] = [...world.receipts.taken.keys()].map((id) => [id]) as [[string]]
  await world.publish(isClaimed(outgoingId, press.asked.commandId))
  expect(standings()).toEqual(['paid'])
  expect(await payouts()).toHaveLength(1)
})

test('the receipt of a payout that is not due now is given back when its event comes', async () => {
  await isReady()
  const press = paying()
  await world.revenue.payOut(paying('UKQ1ABCDE8'))
  const claim = { ...press, id: press.asked.commandId, about: kamau, receipt: press.reference, approval: null }
  const { outgoingId } = await world.receipts.payment.claimOutgoing({
    ...{ ...claim, payee: { personId: 'kamau', ...payee }, dueAt: at },
  })
  await world.publish(isClaimed(outgoingId, press.asked.commandId))
  expect(standings().sort()).toEqual(['paid', 'released'])
  await expect(world.revenue.payOut(press)).rejects.toMatchObject({ code: 'payout_changed' })
})

describe('a receipt is given back for a recorded refusal', () => {
  test('and for no other failure, because the payout may be recorded', async () => {
    await isReady()
    const { payment } = world.receipts
    const { finishOutgoing } = payment
    payment.finishOutgoing = () => Promise.reject(refusal('busy'))
    const press = paying()
    await expect(world.revenue.payOut(press)).rejects.toMatchObject({ code: 'busy' })
    expect([await payouts(), standings()]).toMatchObject([[{ reference: 'UKQ1ABCDE9' }], ['claimed']])
    payment.finishOutgoing = finishOutgoing
    expect(await world.revenue.payOut(press)).toMatchObject({ reference: 'UKQ1ABCDE9' })
    expect([await payouts(), standings()]).toMatchObject([[{ reference: 'UKQ1ABCDE9' }], ['paid']])
  })
  test('so a command that is refused at once and after a crash never pays, even if its sum is due in between', async () => {
    await isReady()
    const press = paying('UKQ1ABCDE9', 2 * price)
    const { payment } = world.receipts
    const { releaseOutgoing } = payment
    payment.releaseOutgoing = () => Promise.reject(new Error('the process is gone'))
    await expect(world.revenue.payOut(press)).rejects.toThrow()
    expect(standings()).toEqual(['claimed'])
    payment.releaseOutgoing = releaseOutgoing
    await isReady('d2', 2 * price)
    await expect(world.revenue.payOut(press)).rejects.toMatchObject({ code: 'payout_changed' })
    expect([standings(), await payouts()]).toEqual([['released'], []])
  })
})
