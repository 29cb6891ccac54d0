import { type Mpesa, startMpesa } from '@tuma/mpesa'
import { freePort } from '@tuma/platform/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** The sum of one parcel at the door. */
const due = 1850

let mpesa: Mpesa
let product: TestProduct
let fixtures: Fixtures
let agent: Visitor
let phones = 0
const anyPhone = (): string => {
  phones += 1
  return `0712${String(phones).padStart(6, '0')}`
}
const asStored = (phone: string) => `254${phone.slice(1)}`

beforeAll(async () => {
  mpesa = await startMpesa()
  const port = await freePort()
  product = await openTestProduct({
    ...{ ...mpesa.environment, PORT: String(port), DARAJA_CALLBACK_SECRET: 'a-secret-for-the-till' },
    DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}`,
  })
  fixtures = await openFixtures(product)
  agent = fixtures.thika
})
afterAll(async () => {
  await product?.close()
  await mpesa?.close()
})

const path = '/api/agent/cash/pay-ins'
const until = (done: () => Promise<boolean>) => vi.waitUntil(done, { timeout: 60_000, interval: 30 })
const cash = async (): Promise<number> => (await agent.get('/api/agent/cash')).body.cents
const takesCash = async (): Promise<void> => {
  const before = await cash()
  await agent.put(`/api/agent/update-received/${(await fixtures.toBePaid())._id}`, { taken: { how: 'cash' } })
  await until(async () => (await cash()) === before + 100 * due)
}
/** Hands over all that is in the drawer. */
const empties = async (): Promise<void> => {
  const cents = await cash()
  if (cents > 0) await agent.post('/api/agent/cash/hand-overs', { amount: cents / 100 })
  await until(async () => (await cash()) === 0)
}
const payIn = (body: object, headers = {}) => agent.post(path, body, { headers })
const find = async (id: string) => (await agent.get(path)).body.find((one: { _id: string }) => one._id === id)
const reaches = async (id: string, state: string) => {
  await until(async () => (await find(id))?.state === state)
  return find(id)
}
const onPhone = (phone: string) =>
  vi.waitUntil(async () => (await mpesa.handset.prompts(asStored(phone)))[0], { timeout: 60_000, interval: 20 })
const entersPin = async (phone: string): Promise<string> =>
  (await mpesa.handset.enterPin((await onPhone(phone)).id))?.receipt ?? ''
const books = async (): Promise<Record<string, number>> => {
  const { accounts } = (await fixtures.admin.get('/api/admin/books')).body
  expect(accounts.reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)).toBe(0)
  return Object.fromEntries(accounts.map(({ account, cents }: { account: string; cents: number }) => [account, cents]))
}
const moved = async (before: Record<string, number>, accounts: Record<string, number>): Promise<void> => {
  const differs = async () => {
    const now = await books()
    return Object.fromEntries(Object.keys(accounts).map((one) => [one, (now[one] ?? 0) - (before[one] ?? 0)]))
  }
  await expect.poll(differs, { timeout: 60_000 }).toEqual(accounts)
}
const getCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const importStatement = async (): Promise<void> => {
  const { body } = await fixtures.admin.ask('POST', '/api/admin/statements', mpesa.statement(), {
    headers: { 'content-type': 'text/csv' },
  })
  await fixtures.admin.post(`/api/admin/statements/${body._id}/commit`, {})
  await until(
    async () => (await fixtures.admin.get(`/api/admin/statements/${body._id}/findings`)).body.state === 'applied',
  )
}

beforeEach(empties)

describe('an agent pays cash in', () => {
  test('by the PIN on a phone: the drawer is down and the till is up, without an admin', async () => {
    await takesCash()
    const [before, phone] = [await books(), anyPhone()]
    const { status, body } = await payIn({ amount: due, phone })
    expect([status, body]).toEqual([202, { promptId: expect.any(String) }])
    expect(await find(body.promptId)).toMatchObject({ state: 'waiting', cents: 100 * due, paidIn: null })
    const news = await agent.listen(`/api/events?promptId=${body.promptId}`)
    const receipt = await entersPin(phone)
    expect(await reaches(body.promptId, 'paid_in')).toMatchObject({ cents: 100 * due, paidIn: 100 * due })
    expect(news.events().some(({ kind, id }) => kind === 'prompt' && id === body.promptId)).toBe(true)
    expect(await cash()).toBe(0)
    await moved(before, { till: 100 * due, drawers: -100 * due, unclaimed: 0, bank: 0, in_transit: 0 })
    const [handOver] = (await agent.get('/api/agent/cash/hand-overs')).body
    expect(handOver).toMatchObject({ way: 'mpesa', declared: 100 * due, cents: 100 * due, reversedAt: null })
    const [listed] = (await fixtures.admin.get('/api/admin/books/hand-overs')).body
    expect(listed).toMatchObject({ way: 'mpesa', cents: 100 * due })
    expect((await fixtures.admin.get('/api/admin/payments?tab=unclaimed')).body).toEqual([])
    const guest = product.stranger()
    const claim = { paymentReferenceId: 'PAY-777777', senderName: 'Zawadi Mwende', receipt, nameOrPhone: phone }
    expect((await guest.post('/api/payment/claim-receipt', claim)).body).toMatchObject({ success: false })
    await news.stop()
  })
  test('on the own phone, if they name no other', async () => {
    await takesCash()
    const { body } = await payIn({ amount: due })
    const { phone } = (await agent.get('/api/users/me')).body
    await entersPin(`0${phone.slice(-9)}`)
    await reaches(body.promptId, 'paid_in')
  })
  test('and cancels: they read why, and nothing moves', async () => {
    await takesCash()
    const phone = anyPhone()
    const { body } = await payIn({ amount: 100, phone })
    await mpesa.handset.cancel((await onPhone(phone)).id)
    expect(await reaches(body.promptId, 'failed')).toMatchObject({
      code: 'cancelled',
      message: 'The request was cancelled on the phone. Try again when you are ready.',
    })
    expect(await cash()).toBe(100 * due)
  })
  test('once, however often M-Pesa calls back and the press is repeated', async () => {
    await takesCash()
    const [before, phone, headers] = [await books(), anyPhone(), { 'idempotency-key': 'pressed-twice' }]
    mpesa.script.prompts({ phone: asStored(phone), callback: { times: 3 } })
    const first = await payIn({ amount: due, phone }, headers)
    await entersPin(phone)
    await reaches(first.body.promptId, 'paid_in')
    expect((await payIn({ amount: due, phone }, headers)).body).toEqual(first.body)
    await moved(before, { till: 100 * due, drawers: -100 * due, unclaimed: 0 })
  })
  test('and the callback comes after the drawer was handed over: the money stays without an owner', async () => {
    await takesCash()
    const [before, phone] = [await books(), anyPhone()]
    mpesa.script.prompts({ phone: asStored(phone), callback: { when: 'held' } })
    const { body } = await payIn({ amount: due, phone })
    await entersPin(phone)
    await empties()
    await mpesa.callbackSender.deliverHeld()
    expect(await reaches(body.promptId, 'paid_in')).toMatchObject({ cents: 100 * due, paidIn: 0 })
    await moved(before, { till: 100 * due, unclaimed: -100 * due, drawers: -100 * due, in_transit: 100 * due })
    await takesCash()
    expect(await cash()).toBe(100 * due)
  })
  test('and the money is reversed: the cash is with them again, and its parcel has not arrived', async () => {
    await takesCash()
    const ready = async () => (await fixtures.client.get('/api/client/money')).body.ready
    const [before, phone, there] = [await books(), anyPhone(), await ready()]
    const { body } = await payIn({ amount: due, phone })
    const receipt = await entersPin(phone)
    await reaches(body.promptId, 'paid_in')
    await until(async () => (await ready()) > there)
    mpesa.handset.reverse(receipt)
    await importStatement()
    expect(await reaches(body.promptId, 'reversed')).toMatchObject({ cents: 100 * due, paidIn: 100 * due })
    await until(async () => (await cash()) === 100 * due)
    await until(async () => (await ready()) === there)
    expect((await books()).drawers).toBe(before.drawers)
  })
  test('by a receipt, once a statement tells of it', async () => {
    await takesCash()
    const phone = anyPhone()
    const paid = await mpesa.handset.payByHand({ phone: asStored(phone), name: 'Mwangi Njoroge', amount: 1000 })
    const receipt = paid?.receipt ?? ''
    expect(getCode(await payIn({ receipt, payer: 'Mwangi' }))).toEqual([409, 'not_paid_yet'])
    await importStatement()
    const before = await books()
    expect(getCode(await payIn({ receipt, payer: 'Zawadi' }))).toEqual([409, 'payer_differs'])
    const { status, body } = await payIn({ receipt, payer: 'Mwangi' })
    expect([status, body]).toEqual([202, { promptId: null }])
    await until(async () => (await cash()) === 100 * (due - 1000))
    await moved(before, { till: 0, unclaimed: 1000_00, drawers: -1000_00 })
    expect((await agent.get(path)).body[0]).toMatchObject({ promptId: null, paidIn: 1000_00, state: 'paid_in' })
    expect(getCode(await fixtures.cbd.post(path, { receipt, payer: 'Mwangi' }))).toEqual([409, 'payment_used'])
  })
  test('and an admin releases the money for a customer: the cash is with them again', async () => {
    await takesCash()
    const phone = anyPhone()
    const { body } = await payIn({ amount: due, phone })
    const receipt = await entersPin(phone)
    await reaches(body.promptId, 'paid_in')
    const [{ _id }] = (await fixtures.admin.get(`/api/admin/payments?search=${receipt}`)).body
    const reason = { reason: 'The customer paid on their phone' }
    expect((await fixtures.admin.post(`/api/admin/payments/${_id}/release`, reason)).status).toBe(200)
    await until(async () => (await cash()) === 100 * due)
  })
})

describe('cash is not paid in', () => {
  test('where the sum is none, or more than M-Pesa takes, or more than is with the agent', async () => {
    await takesCash()
    for (const [amount, sentence] of [
      [0, "Amount can't be less than 1."],
      [250_001, 'Amount is too much (at most Ksh 250,000).'],
    ] as const) {
      const { status, body } = await payIn({ amount })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)])
    }
    const tooMuch = await payIn({ amount: due + 1 })
    expect([tooMuch.status, tooMuch.body.message]).toEqual([409, 'That is more than the cash with you.'])
    for (const body of [{}, { amount: 5, receipt: 'UKN6H7T3GA', payer: 'Mwangi' }, { receipt: 'UKN6H7T3GA' }])
      expect((await payIn(body)).status).toBe(400)
  })
  test('by two phones at once', async () => {
    await takesCash()
    const phone = anyPhone()
    const { body } = await payIn({ amount: 10, phone })
    expect(getCode(await payIn({ amount: 20, phone: anyPhone() }))).toEqual([409, 'prompt_open'])
    await mpesa.handset.cancel((await onPhone(phone)).id)
    await reaches(body.promptId, 'failed')
  })
  test('for other people: neither their list nor the news of it', async () => {
    await takesCash()
    const phone = anyPhone()
    const { body } = await payIn({ amount: 30, phone })
    expect((await fixtures.cbd.get(path)).body).toEqual([])
    expect((await fixtures.cbd.get(`/api/events?promptId=${body.promptId}`)).status).toBe(404)
    expect((await fixtures.cbd.get(`/api/payment/prompts/${body.promptId}`)).status).toBe(404)
    await entersPin(phone)
    await reaches(body.promptId, 'paid_in')
  })
})
