import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sentReceipt } from './sent-receipt.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** Compares payouts and refunds with the statement of yesterday. */

let product: TestProduct
let admin: Visitor
const now = '2026-11-22T07:00:00.000Z'
const yesterday = '2026-11-21'
beforeAll(async () => {
  product = await openTestProduct({}, { now: () => now, randomBytes })
  admin = await product.signedIn('admin')
})
afterAll(() => product.close())

const get = async (path: string) => (await admin.get(path)).body
const list = (tab: string) => get(`/api/admin/differences?tab=${tab}&limit=100`)
const receiptsIn = async (tab: string) => (await list(tab)).map(({ receipt }: { receipt: string }) => receipt)
const header = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'
const row = (receipt: string, details: string, shillings: number) => {
  const [paidIn, withdrawn] = shillings > 0 ? [shillings, ''] : ['', shillings]
  return `${receipt},${yesterday} 09:30:00,${details},Completed,${paidIn},${withdrawn},`
}
const paidIn = (receipt: string) => row(receipt, 'Merchant Payment from 254722***111 - WANJIKU KAMAU', 1000)
const sent = (receipt: string, shillings: number) =>
  row(receipt, 'Business to Customer Payment to 254722***111 - WANJIKU KAMAU', -shillings)
const takeOver = async (...rows: string[]): Promise<void> => {
  const headers = { 'content-type': 'text/csv' }
  const read = await admin.ask('POST', '/api/admin/statements', [header, ...rows].join('\n'), { headers })
  expect(read.status).toBe(200)
  const address = `/api/admin/statements/${read.body._id}`
  expect((await admin.post(`${address}/commit`, { isOurs: true })).status).toBe(200)
  await vi.waitFor(async () => expect((await get(`${address}/findings`)).state).toBe('applied'), 60_000)
}
const refund = async (payment: string, receipt: string, amount: number) => {
  const [found] = await get(`/api/admin/payments?search=${payment}`)
  const answer = await admin.post(`/api/admin/payments/${found._id}/refund`, {
    ...{ amount: String(amount), receipt, reason: 'paid twice' },
  })
  expect(answer.status).toBe(200)
}
/** A colleague records the payout in Tuma. */
const payOutTo = async (phone: string, receipt: string) => {
  const { payment } = product.services
  const commandId = randomUUID()
  const actor = { kind: 'user', userId: 'a colleague', username: 'colleague', role: 'admin', shop: null } as const
  const claimed = await payment.claimOutgoing({
    ...{ asked: { actor, commandId, correlationId: commandId }, id: commandId, about: 'account:cousin', cents: 50_000 },
    ...{ receipt, payee: { personId: 'cousin', name: 'Cousin Otieno', phone } },
    ...{ dueAt: new Date(`${yesterday}T09:00:00+03:00`).toISOString(), approval: null },
  })
  await payment.finishOutgoing({ outgoingId: claimed.outgoingId, id: commandId, deliveryIds: [] })
}

const [first, second] = [sentReceipt(1, now), sentReceipt(1, now)]
const [missing, differing, unnoted, own] = [
  sentReceipt(1, now),
  sentReceipt(1, now),
  sentReceipt(1, now),
  sentReceipt(1, now),
]

describe('once a statement of their day is imported', () => {
  beforeAll(async () => {
    await takeOver(paidIn(first), paidIn(second))
    await refund(first, missing, 100)
    await refund(second, differing, 200)
    await takeOver(sent(differing, 150), sent(unnoted, 300))
    await vi.waitFor(async () => expect(await receiptsIn('paidOutUnnoted')).toEqual([unnoted]), 30_000)
  }, 120_000)

  test('a refund without a row, a row without a refund, and different sums are listed', async () => {
    expect(await list('paidOutMissing')).toMatchObject([
      {
        ...{ receipt: missing, cents: 10_000 },
        paidOut: { noted: { of: 'refund', cents: 10_000, by: expect.stringMatching(/\w/) }, statedCents: null },
      },
    ])
    expect(await list('paidOutUnnoted')).toMatchObject([
      { receipt: unnoted, cents: 30_000, paidOut: { noted: null, statedCents: 30_000 } },
    ])
    expect(await list('paidOutDiffers')).toMatchObject([
      { receipt: differing, cents: 20_000, paidOut: { noted: { cents: 20_000 }, statedCents: 15_000 } },
    ])
  })

  test('each is counted on the dashboard beside the other differences', async () => {
    const one = { count: 1, more: false }
    const counted = { paidOutMissing: one, paidOutUnnoted: one, paidOutDiffers: one }
    expect((await get('/api/admin/attention')).statements).toMatchObject(counted)
    expect(await get('/api/admin/differences/counts')).toMatchObject({ ...counted, notCompared: { count: 0 } })
  })

  test('an admin can accept a row as ours with a reason, which is recorded in the audit log and removes it from the list', async () => {
    const [{ _id: id }] = await list('paidOutUnnoted')
    expect((await admin.post(`/api/admin/differences/${id}/explain`, {})).body.code).toBe('bad_input')
    expect((await admin.post(`/api/admin/differences/${id}/explain`, { reason: 'rent of Thika' })).status).toBe(200)
    await expect.poll(() => receiptsIn('paidOutUnnoted')).toEqual([])
    const audited = await get('/api/admin/audit?limit=100')
    expect(audited.filter(({ what }: { what: string }) => what === 'statements.explain')).not.toEqual([])
  })

  test('an admin cannot explain money that was sent to their own phone', async () => {
    await payOutTo((await get('/api/users/me')).phone, own)
    await expect.poll(() => receiptsIn('paidOutMissing')).toContain(own)
    const row = (await list('paidOutMissing')).find(({ receipt }: { receipt: string }) => receipt === own)
    expect(row.paidOut.noted).toMatchObject({ name: 'Cousin Otieno', by: null })
    const { status, body } = await admin.post(`/api/admin/differences/${row._id}/explain`, { reason: 'it is fine' })
    expect([status, body.code]).toEqual([403, 'own_money'])
  })

  test('only an admin sees them', async () => {
    const client = await product.signedIn('client')
    expect((await client.get('/api/admin/differences?tab=paidOutMissing&limit=5')).status).toBe(403)
  })

  test('a refund whose row comes with a later statement leaves the list', async () => {
    await takeOver(sent(missing, 100))
    await expect.poll(() => receiptsIn('paidOutMissing')).toEqual([own])
  })
})

test('a refund of today is not compared before the statement of today is whole', async () => {
  const before = (await get('/api/admin/differences/counts')).notCompared.count
  await refund(first, sentReceipt(0, now), 50)
  await expect.poll(async () => (await get('/api/admin/differences/counts')).notCompared.count).toBe(before + 1)
})
