import { randomUUID } from 'node:crypto'
import { textOf } from '@tuma/bff/testing/pdf-text'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openFixtures, type Parcel } from './fixtures.ts'
import { doorstepFee, doorstepForm, dukaniFee, dukaniForm, paidWith } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

/** Shows the message of another payment for the same reference. */
const paysAgain = async (payer: Visitor, paymentReferenceId: string, amount: number) => {
  const { body } = await payer.get(`/dev/mpesa-message?amount=${amount}`, { headers: { accept: 'application/json' } })
  const verification = { paymentReferenceId, senderName: doorstepForm.sender.name, mpesaMessage: body.message }
  expect((await payer.post('/api/payment/verify-payment', verification)).body).toMatchObject({ success: true })
}
/** Makes a function that sends the same form under one key each time. */
const sending =
  (payer: Visitor, path: string, form: object, key: string = randomUUID()) =>
  () =>
    payer.post(path, form, { headers: { 'idempotency-key': key } })
const paidDoorstep = { ...doorstepForm, paymentMethod: 'payNow', productPrice: undefined }
const waiting = { timeout: 60_000, interval: 20 }
const readUnused = async (payer: Visitor) => (await payer.get('/api/payment/unused')).body

describe.each([
  ['doorstep', '/api/doorstep/deliveries', paidDoorstep, doorstepFee],
  ['Dukani', '/api/dukani/deliveries', dukaniForm, dukaniFee],
])('the same key and body, sent again after a second payment (%s)', (_form, path, form, fee) => {
  test('gets the same answer, and the second payment stays unused', async () => {
    const username = `again-${randomUUID().slice(0, 8)}`
    const payer = await product.registered(username)
    const { paymentReferenceId } = await paidWith(payer, fee)
    const send = sending(payer, path, { ...form, paymentReferenceId })
    const first = await send()
    expect(first.status).toBe(201)
    await paysAgain(payer, paymentReferenceId, fee)
    for (let again = 0; again < 3; again += 1) expect(await send()).toMatchObject({ status: 201, body: first.body })
    expect((await payer.get(`/api/deliveries/countAll/${username}`)).body.totalDeliveries).toBe(1)
    await vi.waitUntil(async () => (await readUnused(payer)).length === 1, waiting)
  })

  test('gets the same answer for a visitor, also when both payments were there before', async () => {
    const payer = product.stranger({ origin: product.url, 'sec-fetch-site': 'same-origin' })
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

  test('is refused with another body, and takes no payment', async () => {
    const payer = product.stranger({ origin: product.url, 'sec-fetch-site': 'same-origin' })
    const { paymentReferenceId } = await paidWith(payer, fee)
    const key = randomUUID()
    await sending(payer, path, { ...form, paymentReferenceId }, key)()
    await paysAgain(payer, paymentReferenceId, fee)
    const another = sending(payer, path, { ...form, paymentReferenceId, parcelDescription: 'A lamp' }, key)
    expect(await another()).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })
})

describe('one key', () => {
  const under = (key: string) => ({ headers: { 'idempotency-key': key } })
  const used = { status: 409, body: { code: 'key_used' } }
  const reused = { status: 422, body: { code: 'key_reused' } }

  test('means one command, whichever path it is sent to', async () => {
    const fixtures = await openFixtures(product)
    const [first, second] = [await fixtures.dukani(), await fixtures.dukani()]
    const key = randomUUID()
    const drop = ({ _id }: Parcel, by = key) => fixtures.cbd.put(`/api/agent/update-status/${_id}`, {}, under(by))
    expect((await drop(first)).status).toBe(200)
    expect(await drop(second)).toMatchObject(used)
    expect(await fixtures.cbd.post('/api/support', {}, under(key))).not.toMatchObject({ status: 200 })
    expect((await drop(first)).status).toBe(200)
    expect((await drop(second, randomUUID())).status).toBe(200)
    const together = { step: 'putInTransit', parcels: [{ id: first._id }] }
    const steps = (body: object) => fixtures.cbd.post('/api/agent/steps', body, under(`${key} many`))
    expect((await steps(together)).status).toBe(200)
    expect(await steps({ ...together, parcels: [{ id: second._id }] })).toMatchObject(reused)
  })
  test('of two commands at the same moment belongs to one of them', async () => {
    const fixtures = await openFixtures(product)
    const parcels = await Promise.all(Array.from({ length: 6 }, () => fixtures.dukani()))
    const key = randomUUID()
    const pressed = await Promise.all(
      parcels.map(({ _id }) => fixtures.cbd.put(`/api/agent/update-status/${_id}`, {}, under(key))),
    )
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
  test('is free for another command after its first one was refused', async () => {
    const sender = await product.registered(`refused-${randomUUID().slice(0, 8)}`)
    const key = under(randomUUID())
    const wrong = { ...doorstepForm, deliveryFee: 1 }
    expect((await sender.post('/api/doorstep/deliveries', wrong, key)).status).toBe(409)
    expect((await sender.post('/api/doorstep/deliveries', doorstepForm, key)).status).toBe(201)
  })
  test('is a different key for each person', async () => {
    const [one, other] = [await product.signedIn('client'), await product.signedIn('agent.cbd')]
    const key = under(randomUUID())
    for (const person of [one, other]) expect((await person.put('/api/users/updateuser', {}, key)).status).toBe(200)
  })
})

describe('the receipt’s cookie', () => {
  const opens = async (person: Visitor, trackingId: string) =>
    textOf((await person.get(`/api/agent/generate-pdf/${trackingId}`)).body).includes(doorstepForm.receiver.name)

  test('does not go to another person who knows key and form, in any browser or program of the same network', async () => {
    const key = randomUUID()
    const sender = product.stranger({ origin: product.url, 'sec-fetch-site': 'same-origin' })
    const first = await sending(sender, '/api/doorstep/deliveries', doorstepForm, key)()
    const { trackingId } = first.body
    expect([first.status, await opens(sender, trackingId)]).toEqual([201, true])
    const browser = { origin: product.url, 'sec-fetch-site': 'same-origin' }
    for (const headers of [browser, undefined]) {
      const stranger = product.stranger(headers)
      const again = await sending(stranger, '/api/doorstep/deliveries', doorstepForm, key)()
      expect(again.headers.getSetCookie()).toEqual([])
      expect(await opens(stranger, trackingId)).toBe(false)
    }
  })
  test('goes again to the visitor who asked, and a program without cookies gets its answer again', async () => {
    const payer = product.stranger({ origin: product.url, 'sec-fetch-site': 'same-origin' })
    await paidWith(payer, doorstepFee)
    const send = sending(payer, '/api/doorstep/deliveries', doorstepForm)
    const { body } = await send()
    const again = await send()
    expect([again.body, again.headers.getSetCookie()[0]]).toEqual([body, expect.stringMatching(/^tuma_receipt=/)])
    const ask = (key: string) => sending(product.stranger(), '/api/doorstep/deliveries', doorstepForm, key)()
    const key = randomUUID()
    const answers = [await ask(key), await ask(key)]
    expect(answers[1]).toMatchObject({ status: 201, body: answers[0]?.body })
  })
})

test('without a key the payment decides: a reloaded page gets the parcel of its only payment', async () => {
  const payer = product.stranger({ origin: product.url, 'sec-fetch-site': 'same-origin' })
  const { paymentReferenceId } = await paidWith(payer, dukaniFee)
  const send = () => payer.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
  const first = await send()
  expect(await send()).toMatchObject({ status: 201, body: first.body })
})

test('with payment on delivery, the same key and body make one parcel', async () => {
  const sender = product.stranger({ origin: product.url, 'sec-fetch-site': 'same-origin' })
  await paidWith(sender, doorstepFee)
  const send = sending(sender, '/api/doorstep/deliveries', doorstepForm)
  const first = await send()
  expect(first.status).toBe(201)
  await paidWith(sender, doorstepFee)
  expect(await send()).toMatchObject({ status: 201, body: first.body })
})

test('a number and its text are the same command, and another number is another command', async () => {
  const sender = await product.signedIn('client')
  const key = randomUUID()
  const send = (productPrice: unknown) =>
    sending(sender, '/api/doorstep/deliveries', { ...doorstepForm, productPrice }, key)()
  const first = await send(800)
  expect(first.status).toBe(201)
  expect((await send(' 800 ')).body).toEqual(first.body)
  expect((await send('801')).body.code).toBe('key_reused')
})
