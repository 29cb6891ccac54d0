import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOf } from '@tuma/bff/testing/pdf-text'
import { addDays, formatKsh, getEatDay, type TakenHow } from '@tuma/contracts/vocabulary'
import { storedEvents } from '@tuma/delivery/stored-events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appendEvents } from './append-events.ts'
import { putDemonstration } from './demonstration.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { sentReceipt } from './sent-receipt.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let DATA_DIR: string
let product: TestProduct
let fixtures: Fixtures
let parcel: Parcel
let lost: Parcel
let left: Parcel

const price = 1000
const fee = 350
const due = price + fee
const inCents = (shillings: number) => 100 * shillings

type Taking = {
  readonly parcel: Parcel
  readonly how: TakenHow
  readonly agentId: string | null
  readonly owedTo: string
}

/** Delivery has recorded these events while the other services did not run; they receive them at the next start. */
const areTaken = async (all: readonly Taking[]) => {
  const at = new Date(Date.now() - 25 * 60 * 60_000).toISOString()
  const taken = all.map(({ parcel: { _id: deliveryId }, ...taking }) => {
    const about = { deliveryId, deliveryType: 'doorstep', said: true, fee, productPrice: price } as const
    const event = { type: 'DueTaken', data: { ...about, paymentIds: [], at, ...taking } } as const
    return { stream: `delivery-${deliveryId}`, event, at }
  })
  await appendEvents(DATA_DIR, 'delivery', storedEvents, taken)
}

const getAccount = async (person: Fixtures['client']): Promise<string> => (await person.get('/api/users/me')).body._id

beforeAll(async () => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'tuma-books-'))
  await putDemonstration(DATA_DIR)
  product = await openTestProduct({ DATA_DIR })
  fixtures = await openFixtures(product)
  ;[parcel, lost, left] = [await fixtures.doorstep(), await fixtures.doorstep(), await fixtures.doorstep()]
  const [agentId, sender] = [await getAccount(fixtures.thika), await getAccount(fixtures.client)]
  await product.close()
  await areTaken([
    { parcel, how: 'cash', agentId, owedTo: `account:${sender}` },
    { parcel: lost, how: 'unexplained', agentId: null, owedTo: 'phone:0f1e' },
  ])
  product = await openTestProduct({ DATA_DIR })
  fixtures = await openFixtures(product)
  await vi.waitUntil(async () => has(await drawer(), parcel), { timeout: 60_000, interval: 50 })
})
afterAll(async () => {
  await product.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

/** The days of the last month, so that a test at midnight has them all. */
const thisMonth = () => {
  const today = getEatDay(new Date().toISOString())
  return new URLSearchParams({ from: addDays(today, -30), to: today })
}
const drawer = async () => (await fixtures.thika.get('/api/agent/cash')).body
const accounts = async (): Promise<Record<string, number>> => {
  const { body } = await fixtures.admin.get('/api/admin/books')
  return Object.fromEntries(body.accounts.map(({ account, cents }: Record<string, unknown>) => [account, cents]))
}
const has = ({ parcels }: { parcels: { parcel?: { id: string } }[] }, { _id }: Parcel) =>
  parcels.some((one) => one.parcel?.id === _id)
let before: Record<string, number>
/** In the drawer, in shillings; the demonstration has taken some before. */
let total: number

test('cash that an agent takes is in their drawer, and the office sees that it is older than a day', async () => {
  before = await accounts()
  const { cents, parcels } = await drawer()
  total = cents / 100
  const inIt = { parcel: { trackingId: parcel.trackingId }, cents: inCents(due), awaiting: false }
  expect(parcels).toContainEqual(expect.objectContaining({ ...inIt, parcel: expect.objectContaining(inIt.parcel) }))
  const drawers = (await fixtures.admin.get('/api/admin/books/drawers')).body
  expect(drawers.map((row: { cents: number }) => row.cents)).toContain(cents)
  const { books } = (await fixtures.admin.get('/api/admin/attention')).body
  expect(books).toMatchObject({ unexplained: { count: 1 }, ready: { count: 0 } })
  expect(books.drawers.count).toBeGreaterThan(0)
})

test('the agent hands the cash over 50 short, the office receives it with a reason, and then the sender is paid once', async () => {
  const handOver = (inDrawer: number) =>
    fixtures.thika.post('/api/agent/cash/hand-overs', { amount: total - 50, rest: 'missing', inDrawer })
  expect((await handOver(inCents(total - 500))).body.code).toBe('drawer_changed')
  const handed = await handOver(inCents(total))
  expect(handed.body).toMatchObject({ cents: inCents(total), declared: inCents(total - 50), counted: null })
  const [waiting] = (await fixtures.admin.get('/api/admin/books/hand-overs?waiting=true')).body
  const path = `/api/admin/books/drawers/${waiting.agentId}/hand-overs/${waiting._id}`
  expect((await fixtures.admin.post(path, { amount: total - 50 })).body.code).toBe('reason_missing')
  const reason = 'A note of 50 was torn'
  expect((await fixtures.admin.post(path, { amount: total - 50, reason })).body).toMatchObject({ reason })
  expect((await fixtures.admin.post(path, { amount: total, reason })).body.code).toBe('stale')

  const mine = async () => (await fixtures.client.get('/api/client/money')).body
  await vi.waitUntil(async () => (await mine()).ready >= inCents(price), { timeout: 30_000, interval: 50 })
  const me = `account:${await getAccount(fixtures.client)}`
  const payee = (await fixtures.admin.get(`/api/admin/books/payee?owedTo=${encodeURIComponent(me)}`)).body
  expect(payee.phone).toMatch(/^254\d{9}$/)
  const { cents, ready } = await mine()
  expect(payee).toMatchObject({ cents, ready })
  const listed = (await fixtures.admin.get('/api/admin/books/ready')).body.find(
    ({ _id }: { _id: string }) => _id === me,
  )
  expect(listed).toMatchObject({ cents, ready })
  expect(listed.parcels).toHaveLength(listed.manyParcels)
  expect(listed.parcels[0].parcel.trackingId).toMatch(/^TM-/)
  // The phone of a payee with an account is read from identity at the time of the payout, so the list does not show it.
  expect(listed.phone).toBeUndefined()
  const reference = sentReceipt()
  const payout = { owedTo: me, cents: ready, reference: reference.toLowerCase() }
  const pay = () => fixtures.admin.post('/api/admin/books/payouts', payout)
  const both = await Promise.all([pay(), pay()])
  expect(both.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'receipt_taken'])
  expect(await mine()).toMatchObject({ cents: cents - ready, ready: 0 })
  expect((await fixtures.client.get('/api/client/money/payouts')).body).toMatchObject([{ cents: ready, reference }])
  const parcels = (await fixtures.client.get('/api/client/money/parcels')).body
  const own = parcels.find(({ _id }: { _id: string }) => _id === parcel._id)
  const { receiver, productPrice, deliveryFee } = (await fixtures.client.get(`/api/deliveries/doorstep/${parcel._id}`))
    .body
  expect(own).toMatchObject({
    ...{ state: 'paid', parcel: { id: parcel._id }, receiver: receiver.name },
    ...{ product: productPrice, fee: deliveryFee },
    paidOut: { at: expect.any(String), reference },
  })
  const csv = String((await fixtures.client.get(`/api/client/statement.csv?${thisMonth()}`)).body)
  const [line = '', ...others] = csv.split('\r\n').filter((one) => one.includes(parcel.trackingId))
  expect(others).toEqual([])
  expect(line).toContain(
    `,Collected,${parcel.trackingId},${receiver.name},${productPrice},${deliveryFee},Cash,Paid out,`,
  )
  expect(line).toContain(`,${reference},${price},`)
})

test('an agent finds their own hand-over after the office has counted it, and no other agent does', async () => {
  const [newest, ...older] = (await fixtures.thika.get('/api/agent/cash/hand-overs?limit=5')).body
  expect(newest).toMatchObject({
    ...{ cents: inCents(total), declared: inCents(total - 50), counted: inCents(total - 50) },
    ...{ reason: 'A note of 50 was torn', receivedAt: expect.any(String) },
  })
  expect(older.map(({ _id }: { _id: string }) => _id)).not.toContain(newest._id)
  const waiting = (await fixtures.admin.get('/api/admin/books/hand-overs?waiting=true')).body
  expect(waiting.map(({ _id }: { _id: string }) => _id)).not.toContain(newest._id)
  const others = (await fixtures.cbd.get('/api/agent/cash/hand-overs')).body
  expect(others.map(({ _id }: { _id: string }) => _id)).not.toContain(newest._id)
})

test('the books add up to zero, the shortage is named, and the file says the same', async () => {
  const now = await accounts()
  expect(Object.values(now).reduce((sum, cents) => sum + cents, 0)).toBe(0)
  const drawers = (before.drawers ?? 0) - inCents(total)
  expect(now).toMatchObject({ drawers, in_transit: 0, shortages: inCents(50) })
  for (const account of ['shortages', 'drawers', 'owed_to_senders']) {
    const { body } = await fixtures.admin.get(`/api/admin/books.csv?account=${account}`)
    const lines: string[] = String(body).trim().split('\r\n').slice(1)
    expect(lines.reduce((sum, line) => sum + 100 * Number(line.split(',')[2]), 0)).toBe(now[account])
  }
})

test('the sender’s statement adds up to what the books owe them, as a spreadsheet and to print, in their language', async () => {
  const rowsOf = (csv: string) =>
    csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
  const { status, headers, body } = await fixtures.client.get(`/api/client/statement.csv?${thisMonth()}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const [before, ...rows] = rowsOf(String(body))
  expect(before?.[1]).toBe('Balance before')
  const inAll = (lines: readonly string[][]) => lines.reduce((sum, line) => sum + 100 * Number(line[10]), 0)
  const owed = (await fixtures.client.get('/api/client/money')).body.cents
  expect(100 * Number(before?.[11]) + inAll(rows)).toBe(owed)
  expect(100 * Number(rows.at(-1)?.[11])).toBe(owed)
  const { body: books } = await fixtures.admin.get('/api/admin/books/entries?account=owed_to_senders&limit=500')
  const name = (await fixtures.client.get('/api/users/me')).body.name
  const own = books.filter((entry: { name: string | null }) => entry.name === name)
  expect(rows.map((line) => 100 * Number(line[10])).sort()).toEqual(
    own.map(({ cents }: { cents: number }) => -cents).sort(),
  )

  const months = (await fixtures.client.get('/api/client/money/months')).body
  expect(months).toEqual([...months].sort().reverse())
  const swahili = await fixtures.client.get(`/api/client/statement.csv?${thisMonth()}`, {
    headers: { 'accept-language': 'sw' },
  })
  expect(String(swahili.body)).toContain(',Zilikusanywa,')
  expect(String(swahili.body)).not.toMatch(/,(collected|paid_out|cash|paid|Collected),/)
  const pdf = await fixtures.client.get(`/api/client/statement.pdf?${thisMonth()}`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const text = textOf(pdf.body)
  expect(text).toContain(formatKsh(owed / 100))
  expect(text).toContain(parcel.trackingId)
  const others = await fixtures.otherClient.get(`/api/client/statement.csv?${thisMonth()}`)
  expect(String(others.body)).not.toContain(parcel.trackingId)
})

test.each([
  ['from=2026-11-30&to=2026-11-01', 'to', 'The last day is before the first day.'],
  ['from=2025-11-01&to=2026-11-02', 'to', 'A statement has at most 12 months.'],
  ['from=2026-02-30&to=2026-03-01', 'from', 'Please give the date as YYYY-MM-DD.'],
  ['from=2026-11-01', 'to', 'Please give the date as YYYY-MM-DD.'],
  ['to=soon', 'from', 'Please give the date as YYYY-MM-DD.'],
])('a statement of %s is refused with a sentence', async (days, field, message) => {
  for (const file of ['statement.csv', 'statement.pdf']) {
    const { status, body } = await fixtures.client.get(`/api/client/${file}?${days}`)
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'bad_input', field, message })])
  }
})

test('unexplained cash goes to an agent’s drawer when an admin says whose it is', async () => {
  const [found] = (await fixtures.admin.get('/api/admin/books/unexplained')).body
  expect(found).toMatchObject({ parcel: { trackingId: lost.trackingId }, cents: inCents(due) })
  const path = `/api/admin/books/unexplained/${found._id}`
  const said = { as: 'drawer', reason: 'Otieno has it' }
  expect(found).toMatchObject({ agentId: null, name: null })
  expect((await fixtures.admin.post(path, { ...said, username: 'wanjiku' })).body.code).toBe('not_found')
  expect((await fixtures.admin.post(path, said)).body.code).toBe('not_found')
  const { username } = (await fixtures.thika.get('/api/users/me')).body
  expect((await fixtures.admin.post(path, { ...said, username })).status).toBe(200)
  await vi.waitUntil(async () => (await drawer()).cents === inCents(due), { timeout: 30_000, interval: 50 })
})

test('an account that is deleted while Tuma owes it money is paid by the name and phone that were kept for that', async () => {
  const { otherClient } = fixtures
  const me = (await otherClient.get('/api/users/me')).body
  const owedTo = `account:${me._id}`
  await product.close()
  await areTaken([{ parcel: left, how: 'cash', agentId: null, owedTo }])
  product = await openTestProduct({ DATA_DIR })
  fixtures = await openFixtures(product)
  const payee = async () =>
    (await fixtures.admin.get(`/api/admin/books/payee?owedTo=${encodeURIComponent(owedTo)}`)).body
  await vi.waitUntil(async () => (await payee()).cents === inCents(price), { timeout: 30_000, interval: 50 })
  expect((await fixtures.admin.delete(`/api/admin/users/${me._id}`)).status).toBe(200)
  const { name, phone } = me
  expect(await payee()).toMatchObject({ name, phone })
})
