import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ForeignClient, foreignClient } from './foreign-client.ts'
import { doorstepForm, dukaniForm, ofShop, payTill, shops, wambui } from './foreign-forms.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/**
 * The whole journey by a program that knows only the specified paths, payloads, field names and texts.
 * The last tests are the five differences that it meets; docs/adr/0005-where-we-leave-the-owners-wishes.md names them.
 */
let product: TestProduct
let guest: ForeignClient
let client: ForeignClient
let sendingAgent: ForeignClient
let receivingAgent: ForeignClient
beforeAll(async () => {
  product = await openTestProduct()
  guest = foreignClient(product.url)
  client = foreignClient(product.url)
  sendingAgent = await signedIn('agent.cbd')
  receivingAgent = await signedIn('agent.thika')
})
afterAll(() => product.close())

const signedIn = async (who: string): Promise<ForeignClient> => {
  const person = foreignClient(product.url)
  await person.login(`${who}@tuma.test`, 'tuma-demo')
  return person
}
const password = 'kahawa'
const pay = (payer: ForeignClient, amount: number) => payTill(product, payer, amount)
const getRow = async (person: ForeignClient, path: string, trackingId: string) =>
  (await person.get(path)).body.find((row: { trackingId: string }) => row.trackingId === trackingId)

describe('a guest', () => {
  test('reads the places, their prices and their shops', async () => {
    const { body: places } = await guest.get('/locations')
    expect(places).toContainEqual(expect.objectContaining({ _id: expect.any(String), place: 'THIKA', price: 350 }))
    const { body: locations } = await guest.get('/admin/locations')
    expect(locations.find((one: { locationName: string }) => one.locationName === 'THIKA')).toMatchObject({
      _id: expect.any(String),
      pickupPoints: expect.arrayContaining([shops.receiving.address]),
    })
  })

  test('pays, sends a parcel to a shop, saves its receipt and tracks it', async () => {
    const paymentReferenceId = await pay(guest, 250)
    const sent = await guest.post('/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
    expect([sent.status, sent.body.trackingId]).toEqual([201, expect.any(String)])
    const receipt = await guest.get(`/agent/generate-pdf/${sent.body.trackingId}`)
    expect(receipt.headers.get('content-type')).toBe('application/pdf')
    const { body: tracked } = await guest.get(`/agent/track/${sent.body.trackingId}`)
    expect(tracked).toMatchObject({ status: 'dropping', sender: expect.anything(), receiver: expect.anything() })
  })

  test('sends numbers as text, as a form does, and leaves unused fields empty', async () => {
    const payNow = { ...doorstepForm, paymentMethod: 'payNow', deliveryFee: '350' }
    for (const productPrice of ['', null, '800', 'none']) {
      const paid = { ...payNow, productPrice, paymentReferenceId: await pay(guest, 350) }
      expect((await guest.post('/doorstep/deliveries', paid)).status).toBe(201)
    }
    const onDelivery = { ...doorstepForm, paymentMethod: 'payOnDelivery', deliveryFee: '350', paymentReferenceId: null }
    const sent = await guest.post('/doorstep/deliveries', { ...onDelivery, productPrice: ' 800 ' })
    expect([sent.status, sent.body.totalAmount]).toEqual([201, 1150])
    for (const productPrice of ['', null, undefined])
      expect(await guest.post('/doorstep/deliveries', { ...onDelivery, productPrice })).toMatchObject({
        status: 400,
        body: { message: 'Product price is required.' },
      })
  })

  test('gets refusals in the sentences of the catalogue', async () => {
    const unknown = await guest.get('/agent/track/TM-0000-0000-0000')
    expect(unknown.body.message).toBe('Parcel not found. Please check the Tracking ID.')
    const wrong = { paymentReferenceId: 'PAY-123456', senderName: wambui.name, mpesaMessage: 'hello' }
    expect((await guest.post('/payment/verify-payment', wrong)).body).toMatchObject({
      success: false,
      error: expect.any(String),
    })
    const reset = await guest.put('/users/resetpassword/a.b.c', { password })
    expect(reset.body.message).toBe('Invalid or expired token')
    expect((await guest.get('/users/verify-email/x.y')).body.message).toBe('Invalid or expired token')
  })
})

describe('a client', () => {
  test('registers, verifies their e-mail and signs in', async () => {
    const registered = await client.post('/users/register', { ...wambui, password, role: 'user' })
    expect([registered.status, registered.body.message]).toEqual([201, expect.any(String)])
    expect((await client.login(wambui.email, password)).body.message).toBe(
      'Please verify your email before logging in.',
    )
    const verified = await client.get(`/users/verify-email/${await product.linkTo(wambui.email, 'verify-email')}`)
    expect([verified.status, verified.body.message]).toEqual([200, expect.any(String)])
    const { status, body } = await client.login(wambui.email, password)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...wambui, phone: '254711444555', role: 'user', isVerified: true, points: 0 })
  })

  test('changes their profile, also to three names', async () => {
    const changed = { name: 'Wambui Njeri Otieno', phone: '0711444666', location: 'THIKA', address: 'Section 9' }
    const { status, body } = await client.put('/users/updateuser', { ...changed, email: wambui.email })
    expect([status, body]).toEqual([200, expect.objectContaining({ ...changed, phone: '254711444666' })])
    expect((await client.put('/users/updateuser', { name: wambui.name })).body.name).toBe(wambui.name)
  })

  test('sends to a door, and finds the parcel in counts, list and detail', async () => {
    const form = { ...doorstepForm, paymentMethod: 'payOnDelivery', productPrice: '800', deliveryFee: '350' }
    const { status, body } = await client.post('/doorstep/deliveries', { ...form, paymentReferenceId: '' })
    expect(status).toBe(201)
    const row = await getRow(client, '/doorstep/getall/wambui', body.trackingId)
    expect(row).toMatchObject({
      deliveryType: 'doorstep',
      status: 'uncollected',
      paid: false,
      paymentMethod: 'payOnDelivery',
      totalAmount: 1150,
      deliveryFee: 350,
      sender: { name: wambui.name, dropoffAgent: shops.sending.address },
      receiver: { name: 'Juma Odinga', productPaid: 'no', productPrice: 800 },
    })
    expect((await client.get('/deliveries/countAll/wambui')).body.totalDeliveries).toBe(1)
    expect((await client.get('/deliveries/status/wambui/uncollected')).body.count).toBe(1)
    const detail = await client.get(`/deliveries/doorstep/${row._id}`)
    expect(detail.body).toMatchObject({ _id: row._id, trackingId: body.trackingId })
    expect((await client.get('/deliveries/doorstep/deadbeef')).status).toBe(404)
  })
})

describe('agents', () => {
  test('take a parcel from shop to shop, and write down who collected it', async () => {
    const paymentReferenceId = await pay(client, 250)
    const { trackingId } = (await client.post('/dukani/deliveries', { ...dukaniForm, paymentReferenceId })).body
    const [sending, receiving] = [
      `/agent/dropping-deliveries${ofShop(shops.sending)}`,
      `/agent/receiving-deliveries${ofShop(shops.receiving)}`,
    ]
    const { _id, status, createdAt } = await getRow(sendingAgent, sending, trackingId)
    expect([status, createdAt]).toEqual(['dropping', expect.any(String)])
    const press = async (agent: ForeignClient, step: string, next: string) => {
      expect((await agent.put(`/agent/${step}/${_id}`, { status: next })).status).toBe(200)
      expect((await guest.get(`/agent/track/${trackingId}`)).body.status).toBe(next)
    }
    await press(sendingAgent, 'update-status', 'uncollected')
    await press(sendingAgent, 'update-intransit', 'inTransit')
    expect((await getRow(receivingAgent, receiving, trackingId)).status).toBe('inTransit')
    await press(receivingAgent, 'update-received', 'delivered')
    await press(receivingAgent, 'update-collected', 'collected')
    const picker = { pickerName: 'Otieno', pickerPhone: '0722555777', pickerNationalId: '7' }
    expect((await receivingAgent.put(`/dukani/assign-picker/${_id}`, picker)).status).toBe(200)
    const paid = await getRow(sendingAgent, '/agent/paid-parcels', trackingId)
    expect(paid).toMatchObject({ trackerId: trackingId, senderName: wambui.name, paymentReferenceId })
    const { body: customers } = await sendingAgent.get(`/agent/customers${ofShop(shops.sending)}`)
    expect(customers).toContainEqual(
      expect.objectContaining({
        _id: expect.objectContaining({ trackerId: trackingId }),
        deliveryType: 'parcelDukani',
      }),
    )
  })

  test('give a parcel to a rider, who brings it to the door', async () => {
    const form = { ...doorstepForm, paymentMethod: 'payOnDelivery', productPrice: 800 }
    const { trackingId } = (await client.post('/doorstep/deliveries', form)).body
    const row = await getRow(sendingAgent, `/agent/dropping-deliveries${ofShop(shops.sending)}`, trackingId)
    const { body: riders } = await sendingAgent.get('/admin/all')
    const assigned = await sendingAgent.put(`/doorstep/assign-rider/${row._id}`, { riderId: riders[0]._id })
    expect(assigned.status).toBe(200)
    for (const [step, status] of [
      ['update-intransit', 'inTransit'],
      ['update-received', 'delivered'],
    ])
      expect((await sendingAgent.put(`/agent/${step}/${row._id}`, { status })).status).toBe(200)
    expect((await guest.get(`/agent/track/${trackingId}`)).body.status).toBe('delivered')
  })
})

describe('what a client that knows only what is specified trips over', () => {
  test('a changed e-mail needs the password', async () => {
    const { status, body } = await client.put('/users/updateuser', { email: 'njeri@tuma.test' })
    expect([status, body.code]).toEqual([403, 'password_needed'])
    expect((await client.put('/users/updateuser', { email: 'njeri@tuma.test', password })).status).toBe(200)
  })

  test('a cookie changes nothing where the program does not say which site sends it', async () => {
    const { body } = await foreignClient(product.url).login('client@tuma.test', 'tuma-demo')
    const cookie = `tuma_session=${body.token}`
    const change = { name: 'Wanjiku Kamau' }
    const silent = await foreignClient(product.url, { cookie }).put('/users/updateuser', change)
    expect([silent.status, silent.body.code]).toEqual([403, 'not_the_web_app'])
    const browser = foreignClient(product.url, { cookie, 'sec-fetch-site': 'same-origin' })
    expect((await browser.put('/users/updateuser', change)).status).toBe(200)
  })

  test('a payment under another name is not found for a program that keeps no cookie', async () => {
    const paymentReferenceId = await payTill(product, guest, 250, 'Achieng Mwangi')
    const { status, body } = await guest.post('/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
    expect([status, body.code]).toEqual([400, 'payment_not_found'])
  })

  test('a new role ends the tokens from before, and asks staff for ten characters', async () => {
    const admin = await signedIn('admin')
    const { body: users } = await admin.get('/admin/users')
    const { _id } = users.find(({ username }: { username: string }) => username === wambui.username)
    expect((await admin.patch(`/admin/users/${_id}`, { role: 'agent' })).status).toBe(200)
    expect((await client.get('/deliveries/countAll/wambui')).status).toBe(401)
    const { status, body } = await client.login(wambui.email, password)
    expect([status, body.code]).toEqual([403, 'new_password_needed'])
    const chosen = 'kahawa-na-chai-2'
    expect((await client.put(`/users/resetpassword/${body.resetToken}`, { password: chosen })).status).toBe(200)
    expect((await client.login(wambui.email, chosen)).body.role).toBe('agent')
  })
})
