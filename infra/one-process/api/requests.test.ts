import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepFee, doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

const trackingId = expect.stringMatching(/^TM(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
const doorstep = '/api/doorstep/deliveries'
const dukani = '/api/dukani/deliveries'

describe('a parcel is requested', () => {
  test('by any person, to be paid on delivery: the fee and the product', async () => {
    const { status, body } = await product.stranger().post(doorstep, doorstepForm)
    expect(status).toBe(201)
    expect(body).toEqual({
      message: 'Delivery request submitted successfully!',
      trackingId,
      _id: expect.any(String),
      totalAmount: doorstepFee + 1500,
      smsAtHandIn: true,
    })
  })

  test('by any person who has paid, in either spelling of the fields', async () => {
    const visitor = product.stranger()
    const paymentReferenceId = await paid(visitor, dukaniFee)
    const { status, body } = await visitor.post(dukani, { ...dukaniForm, paymentReferenceId })
    expect(status).toBe(201)
    expect(body).toEqual({
      message: 'Parcel Dukani delivery request submitted successfully!',
      trackingId,
      _id: expect.any(String),
      totalAmount: dukaniFee,
      smsAtHandIn: true,
    })
    const agent = await product.signedIn('agent.thika')
    expect((await agent.get(`/api/deliveries/parcelDukani/${body._id}`)).status).toBe(200)
  })

  test('by a client, in whose lists and counts it then is, whatever name they give', async () => {
    const client = await product.registered('amani')
    const before = (await client.get('/api/deliveries/countAll/amani')).body.totalDeliveries
    const form = { ...doorstepForm, sender: { ...doorstepForm.sender, name: 'amani', userName: 'wanjiku' } }
    const { body } = await client.post(doorstep, form)
    const list = await client.get('/api/doorstep/getall/amani')
    expect(list.body).toMatchObject([
      {
        _id: body._id,
        status: 'uncollected',
        paid: false,
        paymentMethod: 'payOnDelivery',
        totalAmount: doorstepFee + 1500,
        sender: { name: 'amani', userName: 'amani', phone: '254711333444', phoneNumber: '254711333444' },
        receiver: { productPaid: 'no', productPrice: 1500, location: 'THIKA', pickupLocation: 'THIKA' },
      },
    ])
    expect(list.headers.get('x-total-count')).toBe('1')
    expect(Object.keys(list.body[0])).not.toContain('ownerId')
    expect((await client.get('/api/deliveries/countAll/AMANI')).body.totalDeliveries).toBe(before + 1)
    expect((await client.get('/api/deliveries/status/amani/uncollected')).body.count).toBe(1)
    expect((await client.get('/api/dukani/getall/amani')).body).toEqual([])
  })

  test('by a program that keeps no cookies, which is known by the name it paid under', async () => {
    const form = { ...dukaniForm, paymentReferenceId: await paid(product.stranger(), dukaniFee) }
    expect((await product.stranger().post(dukani, form)).status).toBe(201)
  })

  test('only by the browser that paid, even if another one knows the name, the reference and the message', async () => {
    const browser = { origin: product.url, 'sec-fetch-site': 'same-origin' }
    const visitor = product.stranger(browser)
    const form = { ...dukaniForm, paymentReferenceId: await paid(visitor, dukaniFee) }
    for (const other of [product.stranger(), product.stranger(browser)]) {
      const answer = await other.post(dukani, form)
      expect([answer.status, answer.body.code]).toEqual([400, 'payment_not_found'])
    }
    expect((await visitor.post(dukani, form)).status).toBe(201)
  })

  test('by a client who has paid as a visitor and then logged in, and it is their parcel', async () => {
    const visitor = product.stranger({ origin: product.url })
    const form = { ...dukaniForm, paymentReferenceId: await paid(visitor, dukaniFee) }
    const login = { email: 'client@tuma.test', password: 'tuma-demo' }
    expect((await visitor.post('/api/users/login', login)).status).toBe(200)
    const { status, body } = await visitor.post(dukani, form)
    expect(status).toBe(201)
    const own = await visitor.get('/api/dukani/getall/wanjiku')
    expect(own.body.map(({ _id }: { _id: string }) => _id)).toContain(body._id)
  })

  test('once, however often the same request is sent', async () => {
    const visitor = product.stranger()
    const headers = { 'idempotency-key': 'a7f9c3d2-0000-4000-8000-1234567890ab' }
    const first = await visitor.post(doorstep, doorstepForm, { headers })
    const { sender, ...rest } = doorstepForm
    const again = await visitor.post(doorstep, { ...rest, sender: { ...sender, name: ' Zawadi Mwende ' } }, { headers })
    expect([again.status, again.body]).toEqual([201, first.body])
    const other = await visitor.post(doorstep, { ...doorstepForm, productPrice: 1 }, { headers })
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    const next = await visitor.post(doorstep, doorstepForm)
    expect(next.body.trackingId).not.toBe(first.body.trackingId)
  })

  test('once, though the same request is sent several times at the same moment, and each answer can be followed', async () => {
    const visitor = product.stranger()
    const agent = await product.signedIn('agent.cbd')
    for (const round of [1, 2, 3]) {
      const headers = { 'idempotency-key': `a7f9c3d2-1111-4000-8000-12345678900${round}` }
      const answers = await Promise.all([1, 2, 3].map(() => visitor.post(doorstep, doorstepForm, { headers })))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      const [first, ...others] = answers.map(({ body }) => body)
      expect(others).toEqual([first, first])
      for (const { trackingId } of [first, ...others])
        expect((await agent.get(`/api/agent/track/${trackingId}`)).status).toBe(200)
    }
  })

  test('once, though another one is sent under the same key at the same moment', async () => {
    const visitor = product.stranger()
    const headers = { 'idempotency-key': 'a7f9c3d2-2222-4000-8000-1234567890ab' }
    const answers = await Promise.all(
      [1500, 1].map((productPrice) => visitor.post(doorstep, { ...doorstepForm, productPrice }, { headers })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('key_reused')
  })
})

describe('a request is refused', () => {
  const shop = { ...doorstepForm.sender, dropoffAgent: 'Nowhere' }
  test.each([
    [400, 'unknown_shop', { sender: shop }, 'sender.dropoffAgent'],
    [400, 'bad_input', { paymentMethod: 'payNow' }, 'paymentReferenceId'],
    [400, 'bad_input', { productPrice: -1 }, 'productPrice'],
    [400, 'bad_input', { receiver: { ...doorstepForm.receiver, phone: '12' } }, 'receiver.phone'],
  ])('with %i %s for %j', async (status, code, change, field) => {
    const answer = await product.stranger().post(doorstep, { ...doorstepForm, ...change })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code, field })
  })

  test('when the payment belongs to another person, for visitors and for accounts', async () => {
    const payer = product.stranger()
    const form = { ...dukaniForm, paymentReferenceId: await paid(payer, dukaniFee) }
    const stolen = { ...form, sender: { ...dukaniForm.sender, name: 'Mwizi Mkubwa' } }
    expect((await product.stranger().post(dukani, stolen)).body.code).toBe('payment_not_found')
    expect((await (await product.signedIn('client')).post(dukani, form)).body.code).toBe('payment_not_found')
    expect((await payer.post(dukani, form)).status).toBe(201)
  })
})

describe('a pasted text', () => {
  const verify = '/api/payment/verify-payment'
  const verification = { paymentReferenceId: 'PAY-123456', senderName: 'Zawadi Mwende', mpesaMessage: 'hello' }

  test('that is not an M-Pesa message is answered with 200 and its own sentence', async () => {
    const { status, body } = await product.stranger().post(verify, verification)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: false,
      code: 'not_mpesa',
      error: 'Your Mpesa message is invalid, please use the correct Mpesa message',
    })
  })

  test('is taken once for its payer, who gets it back without the balance', async () => {
    const payer = product.stranger({ accept: 'application/json' })
    const { message } = (await payer.get('/dev/mpesa-message?amount=350')).body
    const first = await payer.post(verify, { ...verification, mpesaMessage: message })
    expect(first.body).toEqual({ success: true, amount: 350, mpesaMessage: expect.stringContaining('Ksh350.00') })
    expect(first.body.mpesaMessage).not.toContain('balance')
    expect((await payer.post(verify, { ...verification, mpesaMessage: message })).body.success).toBe(true)

    const theft = { ...verification, senderName: 'Mwizi Mkubwa', mpesaMessage: message }
    const stolen = await product.stranger().post(verify, theft)
    expect(stolen.body).toMatchObject({ success: false, code: 'already_used' })
  })

  test('binds a payer without an account to a cookie that scripts cannot read', async () => {
    const visitor = product.stranger()
    const { headers } = await visitor.post(verify, verification)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^tuma_visitor=[\w-]{22}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect((await visitor.post(verify, verification)).headers.getSetCookie()).toEqual([])
    expect((await (await product.signedIn('client')).post(verify, verification)).headers.getSetCookie()).toEqual([])
  })
})

test('all people can read prices, shops and how to reach us', async () => {
  const visitor = product.stranger()
  const prices = (await visitor.get('/api/locations')).body
  expect(prices).toHaveLength(30)
  expect(prices).toContainEqual({
    _id: expect.any(String),
    place: 'THIKA',
    price: doorstepFee,
    deliveryType: 'same-day',
  })
  const shops = (await visitor.get('/api/admin/locations')).body
  expect(shops).toContainEqual({
    _id: expect.any(String),
    locationName: 'THIKA',
    pickupPoints: ['Thika Arcade Bookshop', 'Ananas Mall Desk'],
    price: dukaniFee,
    shops: expect.any(Array),
  })
  expect((await visitor.get('/api/contact')).body).toMatchObject({
    till: { name: 'TUMA PARCELS', number: '555123' },
    demonstration: true,
  })
})
