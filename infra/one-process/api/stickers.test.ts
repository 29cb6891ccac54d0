import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDemoPhone } from './demo-phone.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { counterForm } from './parcels.ts'
import { stickersIn } from './printed-stickers.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const makeRoll = (input: object, headers = {}) => fixtures.admin.post('/api/admin/sticker-rolls', input, { headers })
const takeIn = (more: object, headers = {}) =>
  fixtures.cbd.post('/api/agent/counter-parcels', { ...counterForm, ...more }, { headers })
const add = (id: string, sticker: string, agent = fixtures.cbd) =>
  agent.put(`/api/agent/deliveries/${id}/sticker`, { sticker })
const track = (id: string) => product.stranger().get(`/api/agent/track/${id}`)
const readToday = async () => (await fixtures.cbd.get('/api/agent/counter-parcels/today')).body.parcels
const used = { code: 'sticker_used', message: 'This sticker is on another parcel.' }
const unknown = { code: 'sticker_unknown', message: 'This is not a Tuma sticker.' }
const free = { code: 'sticker_free', message: 'This sticker is not on a parcel yet.' }
const printed = 'TM-7K3M-Q2XV-90TB'

describe('a roll of stickers', () => {
  test('is a PDF with as many ids as were asked for, and is listed', async () => {
    const shop = { location: 'thika', address: 'thika arcade bookshop' }
    const { status, headers, body } = await makeRoll({ count: 40, shop })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(new Set(stickersIn(body)).size).toBe(40)
    const { body: rolls } = await fixtures.admin.get('/api/admin/sticker-rolls')
    expect(rolls[0]).toEqual({
      ...{ roll: expect.any(Number), count: 40, printedAt: expect.any(String) },
      shop: { location: 'THIKA', address: 'Thika Arcade Bookshop' },
    })
  })
  test('is the same again for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await makeRoll({ count: 5 }, headers), await makeRoll({ count: 5 }, headers)]
    expect(stickersIn(again.body)).toEqual(stickersIn(first.body))
  })
  test.each([
    ['2,001 stickers', { count: 2001 }, 'A roll has 1 to 2000 stickers.'],
    ['no sticker', { count: 0 }, 'A roll has 1 to 2000 stickers.'],
    ['minus one', { count: -1 }, 'A roll has 1 to 2000 stickers.'],
    ['half a sticker', { count: 1.5 }, 'A roll has 1 to 2000 stickers.'],
    [
      'a shop that is not ours',
      { count: 1, shop: { location: 'THIKA', address: 'x' } },
      'That shop is not one of ours.',
    ],
  ])('of %s is refused, and nothing is written', async (_what, input, message) => {
    const before = (await fixtures.admin.get('/api/admin/sticker-rolls')).body
    const { status, body } = await makeRoll(input)
    expect([status, body.message]).toEqual([400, message])
    expect((await fixtures.admin.get('/api/admin/sticker-rolls')).body).toEqual(before)
  })
  test('is the office’s alone', async () => {
    for (const person of [fixtures.cbd, fixtures.client])
      expect((await person.post('/api/admin/sticker-rolls', { count: 1 })).status).toBe(403)
  })
})

describe('a parcel at the counter', () => {
  test('is booked under its sticker, also one of a roll for another shop', async () => {
    const [sticker = ''] = stickersIn((await makeRoll({ count: 1, shop: counterForm.to.shop })).body)
    const { status, body } = await takeIn({ sticker: `https://tuma.test/t/${sticker.toLowerCase()}` })
    expect([status, body.trackingId, body.sticker]).toEqual([201, sticker, undefined])
    expect((await track(sticker)).body.trackingId).toBe(sticker)
  })
  test.each([
    ['cash', { how: 'cash' }],
    ['a prompt', { how: 'prompt', phone: '0719000460' }],
    ['the till', { how: 'till', receipt: 'UKN6H7T3GZ', payer: 'Zawadi' }],
  ])('with a used or a foreign sticker is refused, paid by %s, and nothing is written', async (_how, pay) => {
    const sticker = await fixtures.sticker()
    await takeIn({ sticker })
    const before = await readToday()
    const bookings = (await fixtures.cbd.get('/api/agent/bookings')).body.length
    const again = await takeIn({ pay, sticker })
    expect([again.status, again.body]).toMatchObject([409, used])
    for (const foreign of [printed, 'no sticker', (await fixtures.dukani()).trackingId]) {
      const refused = await takeIn({ pay, sticker: foreign })
      expect([refused.status, refused.body]).toMatchObject([409, unknown])
    }
    expect((await takeIn({ pay, sticker: 'x'.repeat(2000) })).status).toBe(400)
    expect(await readToday()).toBe(before)
    expect((await fixtures.cbd.get('/api/agent/bookings')).body).toHaveLength(bookings)
  })
  test('that is paid on the phone has it from the money on', async () => {
    const { pays } = openDemoPhone(() => product)
    const sticker = await fixtures.sticker()
    const { status, body } = await takeIn({ pay: { how: 'prompt', phone: '0719000461' }, sticker })
    expect(status).toBe(202)
    await pays('0719000461')
    const state = async () => (await fixtures.cbd.get(`/api/agent/bookings/${body.bookingId}`)).body
    await expect.poll(async () => (await state()).parcel?.trackingId, { timeout: 60_000 }).toBe(sticker)
  })
})

describe('a booked parcel', () => {
  test('gets a sticker from either shop, is found by it, and shows its last four to staff', async () => {
    const parcel = await fixtures.dukani()
    const [first, second] = [await fixtures.sticker(), await fixtures.sticker()]
    expect((await add(parcel._id, first)).body.sticker).toBe(first.slice(-4))
    expect((await add(parcel._id, first)).status).toBe(200)
    expect((await add(parcel._id, second, fixtures.thika)).body.sticker).toBe(second.slice(-4))
    for (const one of [first, second]) {
      expect((await track(one)).body.trackingId).toBe(parcel.trackingId)
      const byAgent = await fixtures.cbd.get(`/api/agent/find?search=${one}`)
      const byAdmin = await fixtures.admin.get(`/api/admin/deliveries?search=${one}`)
      for (const { body } of [byAgent, byAdmin])
        expect(body).toMatchObject([{ _id: parcel._id, sticker: second.slice(-4) }])
      expect(String((await product.stranger().get(`/t/${one}`)).body)).toContain(parcel.trackingId)
    }
    const own = await fixtures.client.get(`/api/deliveries/parcelDukani/${parcel._id}`)
    expect(own.body).not.toHaveProperty('sticker')
  })
  test('gets none that is used or foreign, and none from another shop or the office', async () => {
    const [parcel, sticker] = [await fixtures.dukani(), await fixtures.sticker()]
    await takeIn({ sticker })
    expect((await add(parcel._id, sticker)).body).toMatchObject(used)
    expect((await add(parcel._id, printed)).body).toMatchObject(unknown)
    const other = await fixtures.sticker()
    expect((await add(parcel._id, other, fixtures.kitengela)).status).toBe(404)
    expect((await add(parcel._id, other, fixtures.admin)).status).toBe(403)
    expect((await track(other)).body).toMatchObject(free)
  })
})

describe('a free sticker', () => {
  test('says that it is on no parcel, to tracking and on the page, in both languages', async () => {
    const sticker = await fixtures.sticker()
    const { status, body } = await track(sticker)
    expect([status, body]).toMatchObject([404, free])
    const page = await product.stranger().get(`/t/${sticker}`)
    expect([page.status, String(page.body)]).toEqual([404, expect.stringContaining(free.message)])
    const swahili = await product.stranger().get(`/t/${sticker}?lang=sw`)
    expect(String(swahili.body)).toContain('Kibandiko hiki bado hakiko kwenye kifurushi.')
  })
})
