import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenHouse, openHouse } from './open-house.ts'
import { doorstepFee, doorstepForm, dukaniFee, dukaniForm, paidWith } from './parcels.ts'
import type { Visitor } from './visitor.ts'

let house: OpenHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Shows the message of another payment for the same reference. */
const paysAgain = async (payer: Visitor, paymentReferenceId: string, amount: number) => {
  const { body } = await payer.get(`/dev/mpesa-message?amount=${amount}`, { headers: { accept: 'application/json' } })
  const verification = { paymentReferenceId, senderName: doorstepForm.sender.name, mpesaMessage: body.message }
  expect((await payer.post('/api/payment/verify-payment', verification)).body).toMatchObject({ success: true })
}
/** A form that is sent under one key, as often as it is called. */
const sending =
  (payer: Visitor, path: string, form: object, key: string = randomUUID()) =>
  () =>
    payer.post(path, form, { headers: { 'idempotency-key': key } })
const paidDoorstep = { ...doorstepForm, paymentMethod: 'payNow', productPrice: undefined }
const waiting = { timeout: 60_000, interval: 20 }
const unusedOf = async (payer: Visitor) => (await payer.get('/api/payment/unused')).body

describe.each([
  ['doorstep', '/api/doorstep/deliveries', paidDoorstep, doorstepFee],
  ['Dukani', '/api/dukani/deliveries', dukaniForm, dukaniFee],
])('the same key and body, sent again after a second payment (%s)', (_form, path, form, fee) => {
  test('answers what it answered, and the second payment stays unused', async () => {
    const username = `again-${randomUUID().slice(0, 8)}`
    const payer = await house.registered(username)
    const { paymentReferenceId } = await paidWith(payer, fee)
    const send = sending(payer, path, { ...form, paymentReferenceId })
    const first = await send()
    expect(first.status).toBe(201)
    await paysAgain(payer, paymentReferenceId, fee)
    for (let again = 0; again < 3; again += 1) expect(await send()).toMatchObject({ status: 201, body: first.body })
    expect((await payer.get(`/api/deliveries/countAll/${username}`)).body.totalDeliveries).toBe(1)
    await vi.waitUntil(async () => (await unusedOf(payer)).length === 1, waiting)
  })

  test('does so for a visitor, and though both payments were there before', async () => {
    const payer = house.stranger({ origin: house.url, 'sec-fetch-site': 'same-origin' })
    const { paymentReferenceId } = await paidWith(payer, fee)
    await paysAgain(payer, paymentReferenceId, fee)
    const send = sending(payer, path, { ...form, paymentReferenceId })
    const first = await send()
    expect(first.status).toBe(201)
    for (let again = 0; again < 2; again += 1) expect(await send()).toMatchObject({ status: 201, body: first.body })
    const another = await sending(payer, path, { ...form, paymentReferenceId, parcelDescription: 'A lamp' })()
    expect(another.status).toBe(201)
    expect(another.body.trackingId).not.toBe(first.body.trackingId)
  })

  test('is refused with another body, and takes nothing', async () => {
    const payer = house.stranger({ origin: house.url, 'sec-fetch-site': 'same-origin' })
    const { paymentReferenceId } = await paidWith(payer, fee)
    const key = randomUUID()
    await sending(payer, path, { ...form, paymentReferenceId }, key)()
    await paysAgain(payer, paymentReferenceId, fee)
    const another = sending(payer, path, { ...form, paymentReferenceId, parcelDescription: 'A lamp' }, key)
    expect(await another()).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })
})

test('without a key the payment decides: a page that is loaded again has the parcel of its only payment', async () => {
  const payer = house.stranger({ origin: house.url, 'sec-fetch-site': 'same-origin' })
  const { paymentReferenceId } = await paidWith(payer, dukaniFee)
  const send = () => payer.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
  const first = await send()
  expect(await send()).toMatchObject({ status: 201, body: first.body })
})

test('paid on delivery, the same key and body are one parcel', async () => {
  const sender = house.stranger({ origin: house.url, 'sec-fetch-site': 'same-origin' })
  await paidWith(sender, doorstepFee)
  const send = sending(sender, '/api/doorstep/deliveries', doorstepForm)
  const first = await send()
  expect(first.status).toBe(201)
  await paidWith(sender, doorstepFee)
  expect(await send()).toMatchObject({ status: 201, body: first.body })
})
