import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDemoPhone } from './demo-phone.ts'
import { doorstepFee, doorstepForm, dukaniFee, dukaniForm, paid, prompted } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

const name = doorstepForm.sender.name
const { onPhone, press } = openDemoPhone(() => product)
const ask = (payer: Visitor, phone: string, amount: number, paymentReferenceId = 'PAY-811111') =>
  payer.post('/api/payment/prompts', { paymentReferenceId, senderName: name, phone, amount })
const reaches = (payer: Visitor, id: string, state: string) =>
  vi.waitUntil(
    async () => {
      const { body } = await payer.get(`/api/payment/prompts/${id}`)
      return body.state === state ? body : null
    },
    { timeout: 60_000, interval: 20 },
  )

test('pages are told that payers can be asked on their phone, and which till they pay to', async () => {
  const { body } = await product.stranger().get('/api/contact')
  expect(body).toMatchObject({ prompts: true, till: { number: expect.stringMatching(/^\d{5,9}$/) } })
})

describe('a guest who is asked on their phone', () => {
  test('enters a PIN, and the parcel is booked with nothing pasted', async () => {
    const guest = product.stranger()
    const { status, body } = await ask(guest, '0712 000 001', doorstepFee)
    expect([status, body]).toEqual([202, { promptId: expect.any(String), state: 'asked', amount: doorstepFee }])
    const { id } = await onPhone('254712000001', doorstepFee)
    const paidAt = await press('pin', { id, pin: '1234' })
    const settled = await reaches(guest, body.promptId, 'paid')
    expect(settled.message).toContain(`${paidAt.body.receipt} Confirmed. Ksh350.00 paid to TUMA PARCELS.`)

    const form = { ...doorstepForm, paymentMethod: 'payNow', paymentReferenceId: 'PAY-811111' }
    expect(await guest.post('/api/doorstep/deliveries', { ...form, productPrice: undefined })).toMatchObject({
      status: 201,
    })
    const admin = await product.signedIn('admin')
    const { body: rows } = await admin.get(`/api/admin/payments?search=${paidAt.body.receipt}`)
    expect(rows).toMatchObject([
      { state: 'confirmed', evidence: ['prompt'], senderName: name, usedBy: expect.any(String) },
    ])
    expect((await admin.get(`/api/admin/payments/${rows[0]._id}/paid-from`)).body).toEqual({ phones: ['254712000001'] })
  })
  test('and logs in after that finds the payment under the account', async () => {
    const guest = product.stranger()
    const { body } = await ask(guest, '0712000002', dukaniFee, 'PAY-811112')
    await press('pin', { id: (await onPhone('254712000002', dukaniFee)).id, pin: '1234' })
    await reaches(guest, body.promptId, 'paid')
    await guest.post('/api/users/login', { email: 'client@tuma.test', password: 'tuma-demo' })
    expect((await guest.get(`/api/payment/prompts/${body.promptId}`)).body).toMatchObject({ state: 'paid' })
    const form = { ...dukaniForm, paymentReferenceId: 'PAY-811112' }
    expect(await guest.post('/api/dukani/deliveries', form)).toMatchObject({ status: 201 })
  })
  test('and cancels sees why, in our own words, and may paste a message instead', async () => {
    const guest = product.stranger()
    const { body } = await ask(guest, '0712000003', 180)
    await press('cancel', { id: (await onPhone('254712000003', 180)).id })
    expect(await reaches(guest, body.promptId, 'failed')).toMatchObject({
      ...{ code: 'cancelled', message: 'The request was cancelled on the phone. Try again when you are ready.' },
    })
    const reference = await paid(guest, 180)
    const admin = await product.signedIn('admin')
    const [pasted] = (await admin.get(`/api/admin/payments?search=${reference}`)).body
    expect((await admin.get(`/api/admin/payments/${pasted._id}/paid-from`)).body).toEqual({ phones: [] })
  })
  test('gets each change as it happens', async () => {
    const guest = product.stranger()
    const { body } = await ask(guest, '0712000004', 200)
    const told = await guest.listen(`/api/events?promptId=${body.promptId}`)
    await press('pin', { id: (await onPhone('254712000004', 200)).id, pin: '1234' })
    await vi.waitUntil(() => told.events().some(({ kind, id }) => kind === 'prompt' && id === body.promptId), {
      timeout: 60_000,
      interval: 20,
    })
    await told.stop()
  })
})

describe('another person', () => {
  test('cannot see or follow a prompt', async () => {
    const id = await prompted(product.stranger())
    const thief = product.stranger()
    expect(await thief.get(`/api/payment/prompts/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await thief.get(`/api/events?promptId=${id}`)).toMatchObject({ status: 404 })
  })
  test('cannot find an address for callbacks', async () => {
    const id = await prompted(product.stranger())
    const body = {
      Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item: [{ Name: 'Amount', Value: dukaniFee }] } } },
    }
    for (const path of ['', '/prompt', `/prompt/${id}`, `/aaaaaaaaaaaaaaaa/prompt/${id}/${'0'.repeat(40)}`])
      expect(await product.stranger().post(`/api/callbacks/till${path}`, body), path).toMatchObject({ status: 404 })
  })
  test('cannot ask a phone for nothing, or for more than M-Pesa takes', async () => {
    for (const amount of [0, -1, 1.5, 250_001])
      expect(await ask(product.stranger(), '0712000005', amount), `${amount}`).toMatchObject({ status: 400 })
    expect(await ask(product.stranger(), '07120', 100)).toMatchObject({ status: 400 })
  })
})

test('who lost the first answer, with the cookie in it, presses again and gets the same prompt', async () => {
  const wanted = { paymentReferenceId: 'PAY-811114', senderName: name, phone: '0712000008', amount: 150 }
  const key = { headers: { 'idempotency-key': 'a1b2c3d4-0000-4000-8000-press-of-one' } }
  const first = await product.stranger().post('/api/payment/prompts', wanted, key)
  const guest = product.stranger()
  const again = await guest.post('/api/payment/prompts', wanted, key)
  expect([again.status, again.body.promptId]).toEqual([202, first.body.promptId])
  // Now with the cookie that the answer brought.
  expect((await guest.post('/api/payment/prompts', wanted, key)).body.promptId).toBe(first.body.promptId)
  await press('pin', { id: (await onPhone('254712000008', 150)).id, pin: '1234' })
  await reaches(guest, again.body.promptId, 'paid')
  // Two people may choose the same short key.
  const short = { headers: { 'idempotency-key': 'press' } }
  const others = { ...wanted, phone: '0712000009' }
  expect((await product.stranger().post('/api/payment/prompts', others, short)).status).toBe(202)
  expect((await product.stranger().post('/api/payment/prompts', others, short)).body.code).toBe('prompt_open')
})

test('a demonstration on a past day asks phones as on any other day', { timeout: 120_000 }, async () => {
  const past = await openTestProduct({}, { now: () => '2026-11-02T09:00:00.000Z', randomBytes })
  onTestFinished(() => past.close())
  const guest = past.stranger()
  const promptId = await prompted(guest)
  await reaches(guest, promptId, 'sent')
})
