import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDemoPhone } from './demo-phone.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepFee, doorstepForm, dukaniForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const patience = { timeout: 60_000, interval: 20 }
const anyPhone = () => `07${randomInt(10_000_000, 99_999_999)}`
const anyReference = () => `PAY-${randomInt(100_000, 999_999)}`
const { pays, cancels, readSms } = openDemoPhone(() => product)

type Form = { kind: 'doorstep' | 'dukani'; request: Record<string, unknown> }
const toDoor = (reference: string, phone: string): Form => {
  const { productPrice: _, ...form } = { ...doorstepForm, paymentMethod: 'payNow' }
  const sender = { ...doorstepForm.sender, phone }
  return { kind: 'doorstep', request: { ...form, sender, deliveryFee: doorstepFee, paymentReferenceId: reference } }
}
const ask = (payer: Visitor, phone: string, book: Form, amount = doorstepFee) =>
  payer.post('/api/payment/prompts', {
    ...{ paymentReferenceId: book.request.paymentReferenceId, senderName: 'Wanjiku Kamau', phone, amount, book },
  })
const reaches = (payer: Visitor, promptId: string, state: string) =>
  vi.waitUntil(async () => {
    const { body } = await payer.get(`/api/payment/prompts/${promptId}`)
    return body.booking?.state === state ? body : null
  }, patience)

describe('a guest who pays by a prompt and closes the tab', () => {
  test('has a parcel after the PIN, and both people get their SMS', async () => {
    const [guest, phone, reference] = [product.stranger(), anyPhone(), anyReference()]
    const { status, body } = await ask(guest, phone, toDoor(reference, phone))
    expect([status, body.booking]).toMatchObject([202, { state: 'open' }])
    await pays(phone)
    await vi.waitUntil(async () => (await readSms(phone)).some((text) => text.includes('TM-')), patience)
    const { booking } = await reaches(guest, body.promptId, 'booked')
    const tracked = await guest.get(`/api/agent/track/${booking.trackingId}`)
    expect(tracked.body).toMatchObject({ status: 'uncollected' })
    expect((await guest.get('/api/payment/unused')).body).toEqual([])
  })

  test('may download the receipt at the next visit, and no stranger sees the booking', async () => {
    const [guest, phone, reference] = [product.stranger(), anyPhone(), anyReference()]
    const { body } = await ask(guest, phone, toDoor(reference, phone))
    await pays(phone)
    const { booking } = await reaches(guest, body.promptId, 'booked')
    const receipt = `/api/agent/generate-pdf/${booking.trackingId}`
    expect((await guest.get(receipt)).status).toBe(200)
    expect((await product.stranger().get(`/api/payment/prompts/${body.promptId}`)).status).toBe(404)
  })

  test('gets the same parcel where the form is sent by itself afterwards', async () => {
    const [guest, phone, reference] = [product.stranger(), anyPhone(), anyReference()]
    const form = toDoor(reference, phone)
    const { body } = await ask(guest, phone, form)
    await pays(phone)
    const { booking } = await reaches(guest, body.promptId, 'booked')
    const sent = await guest.post('/api/doorstep/deliveries', form.request)
    expect([sent.status, sent.body.trackingId]).toEqual([201, booking.trackingId])
  })

  test('keeps the money and the form where the shop was retired meanwhile', async () => {
    const [guest, phone, reference] = [product.stranger(), anyPhone(), anyReference()]
    const place = `KISUMU ${randomInt(1000, 9999)}`
    await fixtures.admin.post('/api/admin/add-location', { locationName: place, pickupPoints: ['Oginga Road'] })
    const { body: places } = await fixtures.admin.get('/api/admin/locations')
    const { _id } = places.find(({ locationName }: { locationName: string }) => locationName === place)
    const receiver = { ...dukaniForm.receiver, location: place, pickupAgent: 'Oginga Road' }
    const sender = { ...dukaniForm.sender, phoneNumber: phone }
    const request = { ...dukaniForm, sender, receiver, paymentReferenceId: reference }
    const { status, body } = await ask(guest, phone, { kind: 'dukani', request })
    expect(status).toBe(202)
    const retired = await fixtures.admin.delete(`/api/admin/locations/${_id}/shops/Oginga%20Road`)
    expect(retired.status).toBe(200)
    await pays(phone)
    const { booking } = await reaches(guest, body.promptId, 'failed')
    expect(booking).toMatchObject({ code: 'unknown_shop', to: { place, shop: 'Oginga Road' } })
    const { body: unused } = await guest.get('/api/payment/unused')
    expect(unused).toMatchObject([{ paymentReferenceId: reference, booking: { state: 'failed' } }])
  })
})

test('a refused prompt is asked again for the same booking, and one parcel is booked', async () => {
  const [guest, phone, other, reference] = [product.stranger(), anyPhone(), anyPhone(), anyReference()]
  const form = toDoor(reference, phone)
  const first = await ask(guest, phone, form)
  await cancels(phone)
  await vi.waitUntil(async () => {
    const { body } = await guest.get(`/api/payment/prompts/${first.body.promptId}`)
    return body.state === 'failed'
  }, patience)
  const second = await ask(guest, other, form)
  expect([second.status, second.body.booking.id]).toEqual([202, first.body.booking.id])
  await pays(other)
  await reaches(guest, second.body.promptId, 'booked')
})

test('a parcel that is paid on delivery is asked for no money before', async () => {
  const [guest, phone, reference] = [product.stranger(), anyPhone(), anyReference()]
  const form = toDoor(reference, phone)
  const onDelivery = { ...form, request: { ...form.request, paymentMethod: 'payOnDelivery', productPrice: 500 } }
  expect((await ask(guest, phone, onDelivery)).status).toBe(400)
})
