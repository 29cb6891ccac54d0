import type { AdminLocation, PublicLocation, Rider } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenHouse, openHouse } from './open-house.ts'
import { doorstepForm, dukaniForm, paid } from './parcels.ts'
import type { Visitor } from './visitor.ts'

let house: OpenHouse
let admin: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await house.signedIn('admin')
})
afterAll(() => house.close())

describe('a location', () => {
  const shopsAt = async (name: string): Promise<AdminLocation[]> =>
    (await house.stranger().get('/api/admin/locations')).body.filter(
      ({ locationName }: AdminLocation) => locationName === name,
    )

  test('is added with its pickup points, and parcels go there for its price', async () => {
    const juja = { locationName: 'JUJA', pickupPoints: [' Gate B kiosk ', 'Gate C kiosk'], price: 260 }
    const { status, body } = await admin.post('/api/admin/add-location', juja)
    expect([status, body]).toEqual([200, { message: 'Location added successfully!' }])
    expect(await shopsAt('JUJA')).toEqual([
      { _id: expect.any(String), ...juja, pickupPoints: ['Gate B kiosk', 'Gate C kiosk'] },
    ])
    const visitor = house.stranger()
    const receiver = { ...dukaniForm.receiver, location: 'juja', pickupAgent: 'gate c kiosk' }
    const parcel = { ...dukaniForm, receiver, paymentReferenceId: await paid(visitor, 260) }
    expect((await visitor.post('/api/dukani/deliveries', parcel)).body.totalAmount).toBe(260)
  })

  test('that is there already gets the points that it has not', async () => {
    const more = { locationName: 'thika', pickupPoints: ['ananas mall desk', 'Section 9 Kiosk'] }
    expect((await admin.post('/api/admin/add-location', more)).status).toBe(200)
    const [thika, ...others] = await shopsAt('THIKA')
    expect([thika?.pickupPoints, thika?.price, others]).toEqual([
      ['Thika Arcade Bookshop', 'Ananas Mall Desk', 'Section 9 Kiosk'],
      250,
      [],
    ])
  })

  test.each([
    [{ pickupPoints: ['Gate B'] }, 'locationName', 'Location name is required.'],
    [{ locationName: 'RUIRU' }, 'pickupPoints', 'Pickup points are required.'],
    [{ locationName: 'RUIRU', pickupPoints: [] }, 'pickupPoints', 'Pickup points are required.'],
    [{ locationName: 'RUIRU', pickupPoints: ['  '] }, 'pickupPoints.0', 'Pickup point is required.'],
    [{ locationName: 'RUIRU', pickupPoints: ['Gate'], price: -1 }, 'price', "Price can't be less than 0."],
  ])('is not added with %j', async (location, field, message) => {
    const { status, body } = await admin.post('/api/admin/add-location', location)
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field, message })
    expect(await shopsAt('RUIRU')).toEqual([])
  })
})

describe('a rider', () => {
  const riders = async (): Promise<Rider[]> => (await admin.get('/api/admin/all')).body

  test('is added, under one name too, listed to agents, and removed', async () => {
    const { status, body } = await admin.post('/api/admin/add', { name: 'Kiprono', phone: '0711 777 666' })
    expect([status, body]).toEqual([200, { message: 'Rider added successfully!', _id: expect.any(String) }])
    const rider = { _id: body._id, name: 'Kiprono', phone: '254711777666', underway: 0 }
    expect(await riders()).toContainEqual(rider)
    expect((await (await house.signedIn('agent.cbd')).get('/api/admin/all')).body).toContainEqual(rider)

    const removed = await admin.delete(`/api/admin/delete/${body._id}`)
    expect([removed.status, removed.body]).toEqual([200, { message: 'Rider deleted successfully!' }])
    expect(await riders()).not.toContainEqual(rider)
    expect((await admin.delete(`/api/admin/delete/${body._id}`)).body.code).toBe('not_found')
  })

  test('is added once however often the same request is sent, and not with other details', async () => {
    const headers = { 'idempotency-key': 'rider-1' }
    const add = (name: string) => admin.post('/api/admin/add', { name, phone: '0711 777 555' }, { headers })
    const [first, again] = [await add('Salim Omar'), await add('Salim Omar')]
    expect(again.body).toEqual(first.body)
    expect((await riders()).filter(({ name }) => name === 'Salim Omar')).toHaveLength(1)
    const other = await add('Salim Ali')
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
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

  test('is set, changed and removed, and holds for the next parcel', async () => {
    const price = { place: 'RUIRU', deliveryType: 'same-day', price: 300 }
    const set = await admin.post(prices, price)
    expect([set.status, set.body]).toEqual([200, { _id: expect.any(String), ...price }])
    const changed = await admin.post(prices, { ...price, place: ' ruiru ', price: 320 })
    expect(changed.body).toEqual({ ...set.body, place: 'ruiru', price: 320 })
    expect((await admin.get(prices)).body).toContainEqual(changed.body)
    expect((await house.stranger().get('/api/locations')).body).toContainEqual(changed.body)

    const receiver = { ...doorstepForm.receiver, pickupLocation: 'Ruiru' }
    const sent = await house.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, receiver })
    expect(sent.body.totalAmount).toBe(320 + 1500)

    const removed = await admin.delete(`${prices}/${set.body._id}`)
    expect([removed.status, removed.body]).toEqual([200, { message: 'Price deleted successfully!' }])
    expect((await admin.get(prices)).body.some(({ place }: PublicLocation) => /ruiru/i.test(place))).toBe(false)
    expect((await admin.delete(`${prices}/${set.body._id}`)).body.code).toBe('not_found')
    const late = await house.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, receiver })
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
