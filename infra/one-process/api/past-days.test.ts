import { randomBytes } from 'node:crypto'
import { addDays, daysBetween, getEatDay } from '@tuma/contracts/vocabulary'
import { type Mpesa, startMpesa } from '@tuma/mpesa'
import { freePort } from '@tuma/platform/runtime'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFixtures } from './fixtures.ts'
import { dukaniFee } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** The books use the days on which M-Pesa moved the money, whenever its statement is imported. */

let product: TestProduct
let admin: Visitor
let mpesa: Mpesa
/** One clock for M-Pesa and the product. */
let now = '2026-11-20T07:00:00.000Z'
const [before, yesterday, today] = ['2026-11-20', '2026-11-21', '2026-11-22'] as const
const at = (day: string, time: string) => new Date(`${day}T${time}+03:00`).toISOString()

beforeAll(async () => {
  mpesa = await startMpesa({ now: () => now })
  const port = String(await freePort())
  const { DARAJA_INITIATOR: _, DARAJA_INITIATOR_PASSWORD: __, DARAJA_CERTIFICATE: ___, ...daraja } = mpesa.environment
  const settings = { DARAJA_CALLBACK_SECRET: 'a-secret-for-the-till', DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}` }
  const unlimited = { PROMPTS_PER_HOUR: '0', PROMPTS_PER_HOUR_ACCOUNT: '0', PROMPTS_PER_HOUR_ADDRESS: '0' }
  product = await openTestProduct({ ...daraja, ...settings, ...unlimited, PORT: port }, { now: () => now, randomBytes })
})
afterAll(async () => {
  await product?.close()
  await mpesa?.close()
})

const paysAt = async (when: string, amount: number, phone = '254722000111') => {
  now = when
  const done = await mpesa.handset.payByHand({ phone, amount })
  if (!done) throw new Error('there was too little money')
  return done
}
/** @param from and `to` limit the statement; without them it has all rows */
const takeOver = async (from?: string, to?: string): Promise<void> => {
  const shape = { ...(from && { from: at(from, '00:00:00') }), ...(to && { to: at(to, '00:00:00') }) }
  const headers = { 'content-type': 'text/csv' }
  const read = await admin.ask('POST', '/api/admin/statements', mpesa.statement(shape), { headers })
  expect(read.status).toBe(200)
  const address = `/api/admin/statements/${read.body._id}`
  expect((await admin.post(`${address}/commit`, {})).status).toBe(200)
  await vi.waitFor(async () => expect((await admin.get(`${address}/findings`)).body.state).toBe('applied'), 60_000)
}
const tillOn = async (day: string) =>
  (await admin.get(`/api/admin/books/days/${day}`)).body.find(({ account }: { account: string }) => account === 'till')
const charged = (amount: number) => Math.round(amount * 100 * 0.0055)

test('a statement that is imported later books each payment, charge and reversal on the day of its row', async () => {
  await paysAt(at(before, '10:00:00'), 1000)
  const first = 100_000 - charged(1000)
  await paysAt(at(yesterday, '00:00:01'), 2890)
  const { receipt } = await paysAt(at(yesterday, '21:14:00'), 400)
  const second = first + 329_000 - charged(2890) - charged(400)
  now = at(today, '09:00:00')
  mpesa.handset.reverse(receipt)
  await paysAt(at(today, '09:30:00'), 300)
  const third = second - 40_000 + 30_000 - charged(300)
  now = at(addDays(today, 1), '08:00:00')
  admin = await product.signedIn('admin')

  // First the statement of yesterday alone, then all rows: the balance before the oldest row then belongs to another
  // day.
  await takeOver(yesterday, today)
  await expect.poll(() => tillOn(yesterday)).toMatchObject({ after: second, mpesa: { cents: second } })
  expect((await tillOn(yesterday)).mpesa.at).toBe(at(yesterday, '21:14:00'))
  expect((await tillOn(before)).mpesa).toBeUndefined()

  await takeOver()
  await expect.poll(() => tillOn(today)).toMatchObject({ after: third, mpesa: { cents: third } })
  expect(await tillOn(yesterday)).toMatchObject({ before: first, after: second, mpesa: { cents: second } })
  expect(await tillOn(before)).toMatchObject({ after: first, mpesa: { cents: first } })
  expect(await tillOn(addDays(before, -1))).not.toHaveProperty('mpesa')
})

test('an entry says when its money moved and when it was booked, and is found by the former', async () => {
  const asked = `/api/admin/books/entries?limit=100&account=till&from=${yesterday}&to=${yesterday}`
  const { body } = await admin.get(asked)
  const amounts = body.map(({ cents }: { cents: number }) => cents)
  expect(amounts).toEqual(expect.arrayContaining([289_000, 40_000]))
  for (const { valueAt, at: booked } of body) {
    expect(getEatDay(valueAt)).toBe(yesterday)
    expect(booked > valueAt).toBe(true)
  }
  const csv = String((await admin.get('/api/admin/books.csv?account=till')).body)
  expect(csv.split(/\r?\n/)[0]).toContain('When,Account,Ksh,Whose,Because,Parcel,Booked,Entry')
})

type Action = {
  readonly kind: 'prompt' | 'untold' | 'pasted' | 'silent' | 'reversed' | 'refund' | 'payout'
  readonly amount: number
  readonly hoursLater: number
  /** A statement of the days until then is imported. */
  readonly isTaken: boolean
}
let people = 0
const pass = (hours: number): void => {
  now = new Date(Date.parse(now) + hours * 3_600_000 + 1000).toISOString()
}
const isPrompted = async (phone: string, said: object, when: 'at_once' | 'held'): Promise<void> => {
  mpesa.script.prompts({ phone, result: '0', callback: { when, times: 2 } })
  const asked = { ...said, phone, amount: dukaniFee }
  expect((await product.stranger().post('/api/payment/prompts', asked)).status).toBe(202)
  const paid = () => mpesa.ledger.movements().some(({ payer }) => payer?.phone === phone)
  await vi.waitUntil(paid, { timeout: 60_000, interval: 20 })
}
const isPaidByHand = async (phone: string, said: object, { kind, amount }: Action): Promise<void> => {
  const { sms: mpesaMessage, receipt } = await paysAt(now, amount, phone)
  if (kind === 'pasted') await product.stranger().post('/api/payment/verify-payment', { ...said, mpesaMessage })
  if (kind !== 'reversed') return
  pass(1)
  mpesa.handset.reverse(receipt)
}
/** An admin has sent money to a phone, and records it an hour later. @returns its receipt */
const isSent = (phone: string, cents: number): string => {
  const { receipt } = mpesa.ledger.send({ phone, name: 'PETER NJERI' }, cents)
  pass(1)
  return receipt
}
/** A refund for one of the payments; it is recorded only where M-Pesa has proven the payment. */
const isRefunded = async ({ amount }: Action): Promise<void> => {
  admin = await product.signedIn('admin')
  const { body } = await admin.get('/api/admin/payments?limit=50')
  const found = body.find(({ refundable = 0 }: { refundable?: number }) => refundable > 0) ?? body[0]
  if (!found) return
  const shillings = Math.min(amount, found.refundable ?? amount)
  const receipt = isSent('254722000999', Math.round(100 * shillings))
  const note = { amount: shillings.toFixed(2), receipt, reason: 'Paid twice', sent: true }
  const { status, body: answer } = await admin.post(`/api/admin/payments/${found._id}/refund`, note)
  // Some phones end like the admin's own phone, and then the money counts as their own.
  const expected = ['done', 'refund_unproven', 'refund_too_much', 'own_money']
  expect(expected).toContain(status === 200 ? 'done' : answer.code)
}
/** Pays out the price of a parcel that was paid in cash, after an admin has counted the cash. */
const isPaidOut = async (): Promise<void> => {
  const { client, thika, admin: office, toBePaid } = await openFixtures(product)
  const parcel = await toBePaid()
  const step = await thika.put(`/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  expect([step.status, step.body.code]).toEqual([200, undefined])
  const drawer = async () => (await thika.get('/api/agent/cash')).body
  type InDrawer = { readonly parcel?: { readonly id: string } }
  const isThere = async () => (await drawer()).parcels.some((one: InDrawer) => one.parcel?.id === parcel._id)
  await expect.poll(isThere, { timeout: 30_000 }).toBe(true)
  // Other cash may arrive in the drawer during the count.
  const { cents } = await vi.waitFor(async () => {
    const counted = await drawer()
    const handOver = { amount: counted.cents / 100, rest: 'missing', inDrawer: counted.cents }
    expect((await thika.post('/api/agent/cash/hand-overs', handOver)).body.code).toBeUndefined()
    return counted
  }, 30_000)
  const [{ _id, agentId }] = (await office.get('/api/admin/books/hand-overs?waiting=true')).body
  const counted = await office.post(`/api/admin/books/drawers/${agentId}/hand-overs/${_id}`, { amount: cents / 100 })
  expect([counted.status, counted.body.code]).toEqual([200, undefined])
  const me = (await client.get('/api/users/me')).body
  const owedTo = `account:${me._id}`
  const payee = async () => (await office.get(`/api/admin/books/payee?owedTo=${encodeURIComponent(owedTo)}`)).body
  await expect.poll(async () => (await payee()).ready, { timeout: 30_000 }).toBeGreaterThan(0)
  const { ready } = await payee()
  const paid = { owedTo, cents: ready, reference: isSent(me.phone, ready), sent: true }
  const { status, body } = await office.post('/api/admin/books/payouts', paid)
  expect([status, body.code]).toEqual([200, undefined])
}
const perform = async (action: Action): Promise<void> => {
  pass(action.hoursLater)
  if (action.kind === 'refund') await isRefunded(action)
  if (action.kind === 'payout') await isPaidOut()
  if (action.kind !== 'refund' && action.kind !== 'payout') await isPaid(action)
  if (!action.isTaken) return
  admin = await product.signedIn('admin')
  await takeOver(addDays(getEatDay(now), -1))
}
const isPaid = async (action: Action): Promise<void> => {
  people += 1
  const digits = String(people).padStart(6, '0')
  const [phone, said] = [`254712${digits}`, { paymentReferenceId: `PAY-${digits}`, senderName: 'Wanjiku Kamau' }]
  if (action.kind === 'prompt') await isPrompted(phone, said, 'at_once')
  else if (action.kind === 'untold') await isPrompted(phone, said, 'held')
  else await isPaidByHand(phone, said, action)
}
/** M-Pesa's account at the end of a day, computed from its rows alone. */
const getLedgerAtEnd = (day: string): number =>
  mpesa.ledger
    .movements()
    .filter(({ at: moved, status }) => status === 'Completed' && getEatDay(moved) <= day)
    .reduce((sum, { cents }) => sum + cents, 0)

test('after any payments, late reports, reversals, refunds and payouts, each past day ends with M-Pesa’s balance of that day', {
  timeout: 600_000,
}, async () => {
  const action = fc.record<Action>({
    kind: fc.constantFrom('prompt', 'untold', 'pasted', 'silent', 'reversed', 'refund', 'payout'),
    amount: fc.integer({ min: 1, max: 2000 }),
    hoursLater: fc.integer({ min: 0, max: 14 }),
    isTaken: fc.boolean(),
  })
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 3, maxLength: 7 }),
    fc.boolean(),
    async (actions, isLate) => {
      for (const one of actions) await perform(one)
      await mpesa.callbackSender.idle()
      pass(24)
      admin = await product.signedIn('admin')
      if (!isLate) await mpesa.callbackSender.deliverHeld()
      await takeOver()
      if (isLate) await mpesa.callbackSender.deliverHeld()
      for (const day of daysBetween(before, addDays(getEatDay(now), -1))) {
        const cents = getLedgerAtEnd(day)
        await expect.poll(() => tillOn(day), { timeout: 20_000 }).toMatchObject({ after: cents, mpesa: { cents } })
      }
    },
  )
  await fc.assert(property, { numRuns: 6, endOnFailure: true })
})
