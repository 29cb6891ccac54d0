import type { AdminLocation, PublicLocation, Rider } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFixtures } from './fixtures.ts'
import { doorstepForm, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let admin: Visitor
beforeAll(async () => {
  product = await openTestProduct()
  admin = await product.signedIn('admin')
})
afterAll(() => product.close())

describe('a location', () => {
  const shopsAt = async (name: string): Promise<AdminLocation[]> =>
    (await product.stranger().get('/api/admin/locations')).body.filter(
      ({ locationName }: AdminLocation) => locationName === name,
    )

  test('is added with its pickup points, and parcels go there for its price', async () => {
    const juja = { locationName: 'JUJA', pickupPoints: [' Gate B kiosk ', 'Gate C kiosk'], price: 260 }
    const { status, body } = await admin.post('/api/admin/add-location', juja)
    expect([status, body]).toEqual([200, { message: 'Location added successfully!' }])
    expect(await shopsAt('JUJA')).toEqual([
      { _id: expect.any(String), ...juja, pickupPoints: ['Gate B kiosk', 'Gate C kiosk'] },
    ])
    const visitor = product.stranger()
    const receiver = { ...dukaniForm.receiver, location: 'juja', pickupAgent: 'gate c kiosk' }
    const parcel = { ...dukaniForm, receiver, paymentReferenceId: await paid(visitor, 260) }
    expect((await visitor.post('/api/dukani/deliveries', parcel)).body.totalAmount).toBe(260)
  })

  test.each([
    [{ pickupPoints: ['Gate B'] }, 'locationName', 'Location name is required.'],
    [{ locationName: 'RUIRU' }, 'pickupPoints', 'Shops are required.'],
    [{ locationName: 'RUIRU', pickupPoints: [] }, 'pickupPoints', 'Shops are required.'],
    [{ locationName: 'RUIRU', pickupPoints: ['  '] }, 'pickupPoints.0', 'Shop is required.'],
    [{ locationName: 'RUIRU', pickupPoints: ['Gate'], price: -1 }, 'price', "Price can't be less than 0."],
  ])('is not added with %j', async (location, field, message) => {
    const { status, body } = await admin.post('/api/admin/add-location', location)
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field, message })
    expect(await shopsAt('RUIRU')).toEqual([])
  })
})

describe('what a shop says about itself', () => {
  const day = { opens: '08:00', closes: '18:00' }
  const hours = [day, day, day, day, day, { opens: '09:00', closes: '13:00' }, null]
  const said = { landmark: 'Opposite Equity Bank', hours, closedDays: ['2099-12-25'] }
  const thika = async () => {
    const { body } = await product.stranger().get('/api/admin/locations')
    return body.find(({ locationName }: AdminLocation) => locationName === 'THIKA') as AdminLocation
  }
  const describeIt = async (description: object, shop = 'Thika Arcade Bookshop', who = admin) =>
    who.put(`/api/admin/locations/${(await thika())._id}/shops/${encodeURIComponent(shop)}`, description)

  const seeded = { phone: '254700100104', position: { lat: -1.03796, lng: 37.07312 } }
  test('is shown in the public list, and to followers of a parcel that is collected there', async () => {
    const { status, body } = await describeIt(said)
    expect([status, body]).toEqual([200, { message: 'Shop saved successfully!' }])
    // The product's clock is the real one, so that the shop may be open or not.
    const about = { ...said, closedToday: false, openNow: expect.any(Boolean), ...seeded }
    expect((await thika()).shops).toContainEqual({ name: 'Thika Arcade Bookshop', ...about })

    const fixtures = await openFixtures(product)
    const { trackingId } = await fixtures.dukani('delivered')
    const seen = await product.stranger().get(`/api/agent/track/${trackingId}`)
    expect(seen.body.shop).toEqual({ name: 'Thika Arcade Bookshop', place: 'THIKA', about })
    const page = (await product.stranger().get(`/t/${trackingId}`)).body.toString()
    expect(page).toContain('Opposite Equity Bank')
    expect(page).toContain('Mon–Fri 08–18, Sat 09–13')
    expect(page).toContain('<a class="one" href="tel:+254700100104">Call 0700 100 104</a>')
    expect(page).toContain('?api=1&amp;query=-1.03796%2C37.07312"')
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(14 * 1024)
    const { text } = await product.messageTo('0722555666', new RegExp(`${trackingId} is waiting`))
    expect(text).toContain('(Opposite Equity Bank)')
    expect(text.length).toBeLessThanOrEqual(160)
  })

  test.each([
    [{ landmark: 'x'.repeat(61) }, 'landmark'],
    [{ landmark: 'See http://tuma.example' }, 'landmark'],
    [{ landmark: 'Ask at bit.ly/gate' }, 'landmark'],
    [{ landmark: 'Chini ya mti 🌳' }, 'landmark'],
    [{ landmark: 'Two\nlines' }, 'landmark'],
    [{ landmark: '' }, 'landmark'],
    [{ hours: [day] }, 'hours'],
    [{ hours: hours.with(1, { opens: '18:00', closes: '08:00' }) }, 'hours.1.closes'],
    [{ hours: hours.with(1, { opens: '8', closes: '18:00' }) }, 'hours.1.opens'],
    [{ closedDays: ['2026-02-31'] }, 'closedDays.0'],
    [{ closedDays: Array(31).fill('2026-12-25') }, 'closedDays'],
  ])('is not recorded with %j', async (wrong, field) => {
    const before = await thika()
    const { status, body } = await describeIt({ ...said, ...wrong })
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field })
    expect(await thika()).toEqual(before)
  })
})

describe('where a shop is, and its phone', () => {
  const moiAvenue = async () => {
    const { body } = await product.stranger().get('/api/admin/locations')
    const cbd = body.find(({ locationName }: AdminLocation) => locationName === 'NAIROBI CBD') as AdminLocation
    return { id: cbd._id, shop: cbd.shops?.find(({ name }) => name === 'Moi Avenue Stationers') }
  }
  const path = async () => `/api/admin/locations/${(await moiAvenue()).id}/shops/Moi%20Avenue%20Stationers`
  const here = { lat: -1.28415, lng: 36.8252 }

  test('are public in the demonstration, and the phone is no account’s', async () => {
    const { shop } = await moiAvenue()
    expect(shop).toMatchObject({ phone: '254700100101', position: here })
    const { body } = await admin.get('/api/admin/users?search=0700100101')
    expect(body).toEqual([])
  })
  test('are set by its agent from the session, whatever the agent sends with it', async () => {
    const agent = await product.signedIn('agent.cbd')
    const other = { location: 'THIKA', address: 'Thika Arcade Bookshop', shop: 'Thika Arcade Bookshop' }
    const sent = { lat: -1.2841512, lng: 36.8252049 }
    const { status, body } = await agent.put('/api/agent/shop/position', { ...sent, ...other })
    expect([status, body]).toEqual([200, { lat: -1.28415, lng: 36.8252 }])
    expect((await moiAvenue()).shop?.position).toEqual(here)
    expect((await agent.put(`${await path()}/position`, here)).body.code).toBe('not_allowed')
  })
  test('are changed by an admin; a description without a phone keeps it, and null removes it', async () => {
    const moved = { lat: -1.2842, lng: 36.82521 }
    const answer = await admin.put(`${await path()}/position`, moved)
    expect([answer.status, answer.body]).toEqual([200, { message: 'Position saved successfully!' }])
    const said = { landmark: 'Opposite the bus park', hours: null, closedDays: [] }
    await admin.put(await path(), { ...said, phone: '+254 (0)700 100 199' })
    await admin.put(await path(), { ...said, landmark: null })
    expect((await moiAvenue()).shop).toMatchObject({ phone: '254700100199', position: moved, landmark: null })
    await admin.put(await path(), { ...said, phone: null })
    expect((await moiAvenue()).shop).not.toHaveProperty('phone')
    expect((await moiAvenue()).shop?.position).toEqual(moved)
  })
  test.each([
    [{ lat: 0, lng: 0 }, 'lng'],
    [{ lat: -4.2, lng: 40.3 }, 'lat'],
    [{ lat: 36.8252, lng: -1.28415 }, 'lat'],
    [{ lat: -5.1, lng: 39 }, 'lat'],
    [{ lat: '-1.28415', lng: 36.8252 }, 'lat'],
    [{ lat: -1.28415 }, 'lng'],
    [{ lat: null, lng: 36.8252 }, 'lat'],
  ])('are not set to %j', async (wrong, field) => {
    const before = await moiAvenue()
    const agent = await product.signedIn('agent.cbd')
    for (const { status, body } of [
      await admin.put(`${await path()}/position`, wrong),
      await agent.put('/api/agent/shop/position', wrong),
    ])
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field })
    expect(await moiAvenue()).toEqual(before)
  })
  test('are in the audit log, for the agent too', async () => {
    const acts = async (call: string) =>
      (await admin.get('/api/admin/audit?kind=admin-act')).body.filter(({ what }: { what: string }) => what === call)
    expect(await acts('counter.setPosition')).toContainEqual(
      expect.objectContaining({ by: expect.objectContaining({ role: 'agent' }), outcome: 'done' }),
    )
    expect(await acts('network.setPosition')).toContainEqual(
      expect.objectContaining({ by: expect.objectContaining({ role: 'admin' }), outcome: 'done' }),
    )
  })
  test('a phone that is none is refused', async () => {
    const { status, body } = await admin.put(await path(), { landmark: null, hours: null, closedDays: [], phone: '12' })
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field: 'phone' })
  })
})

describe('a rider', () => {
  const riders = async (): Promise<Rider[]> => (await admin.get('/api/admin/all')).body

  test('is added, also under the same name, listed to agents, and removed', async () => {
    const { status, body } = await admin.post('/api/admin/add', { name: 'Kiprono', phone: '0711 777 666' })
    expect([status, body]).toEqual([200, { message: 'Rider added successfully!', _id: expect.any(String) }])
    const rider = { _id: body._id, name: 'Kiprono', phone: '254711777666', underway: 0 }
    expect(await riders()).toContainEqual(rider)
    expect((await (await product.signedIn('agent.cbd')).get('/api/admin/all')).body).toContainEqual(rider)

    const removed = await admin.delete(`/api/admin/delete/${body._id}`)
    expect([removed.status, removed.body]).toEqual([200, { message: 'Rider deleted successfully!' }])
    expect(await riders()).not.toContainEqual(rider)
    expect((await admin.delete(`/api/admin/delete/${body._id}`)).body.code).toBe('not_found')
  })

  test.each([
    [{ name: ' ', phone: '0711777666' }, 'name'],
    [{ name: 'Kiprono Bett' }, 'phone'],
    [{ name: 'Kiprono Bett', phone: '12' }, 'phone'],
  ])('is not added with %j', async (rider, field) => {
    const { status, body } = await admin.post('/api/admin/add', rider)
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field })
  })
})

describe('a price', () => {
  const prices = '/api/admin/prices'

  test('is set, changed and removed, and applies to the next parcel', async () => {
    const price = { place: 'RUIRU', deliveryType: 'same-day', price: 300 }
    const set = await admin.post(prices, price)
    expect([set.status, set.body]).toEqual([200, { _id: expect.any(String), ...price }])
    const changed = await admin.post(prices, { ...price, place: ' ruiru ', price: 320 })
    expect(changed.body).toEqual({ ...set.body, place: 'ruiru', price: 320 })
    expect((await admin.get(prices)).body).toContainEqual(changed.body)
    expect((await product.stranger().get('/api/locations')).body).toContainEqual(changed.body)

    const receiver = { ...doorstepForm.receiver, pickupLocation: 'Ruiru' }
    const sent = await product.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, receiver })
    expect(sent.body.totalAmount).toBe(320 + 1500)

    const removed = await admin.delete(`${prices}/${set.body._id}`)
    expect([removed.status, removed.body]).toEqual([200, { message: 'Price deleted successfully!' }])
    expect((await admin.get(prices)).body.some(({ place }: PublicLocation) => /ruiru/i.test(place))).toBe(false)
    expect((await admin.delete(`${prices}/${set.body._id}`)).body.code).toBe('not_found')
    const late = await product.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, receiver })
    expect(late.body.code).toBe('unknown_place')
  })

  test.each([
    [{ deliveryType: 'express', price: 10 }, 'place'],
    [{ place: 'RUIRU', deliveryType: 'tomorrow', price: 10 }, 'deliveryType'],
    [{ place: 'RUIRU', deliveryType: 'express', price: 1.5 }, 'price'],
    [{ place: 'RUIRU', deliveryType: 'express', price: '10' }, 'price'],
  ])('is not set with %j', async (price, field) => {
    const { status, body } = await admin.post(prices, price)
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field })
  })
})
