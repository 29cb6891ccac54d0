import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct({ TRACKING_MISSES_PER_QUARTER_HOUR: '100000' })
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const hold = (by: Visitor, { _id }: Parcel, body: object = { code: 'damaged', note: 'The box is open.' }) =>
  by.put(`/api/agent/hold/${_id}`, body)
const sendBack = ({ _id }: Parcel) => fixtures.admin.put(`/api/admin/deliveries/${_id}/return`, {})
const problems = async () => (await fixtures.admin.get('/api/admin/problems')).body
const needing = async (needs: string): Promise<string[]> => {
  const { body } = await fixtures.admin.get(`/api/admin/deliveries?needs=${needs}&limit=500`)
  return body.map(({ trackingId }: Parcel) => trackingId)
}
const tracked = async ({ trackingId }: Parcel) => (await product.stranger().get(`/api/agent/track/${trackingId}`)).body
const ids = async (by: Visitor, path: string): Promise<string[]> =>
  (await by.get(`/api/agent/${path}?limit=500`)).body.map(({ _id }: Parcel) => _id)

describe('a parcel that an agent puts on hold', () => {
  test('does not move until the hold is released, and the office sees it with the agent’s note', async () => {
    const parcel = await fixtures.dukani('delivered')
    const held = await hold(fixtures.thika, parcel)
    expect([held.status, held.body.held, held.body.remarks]).toEqual([
      200,
      ['damaged'],
      [{ code: 'damaged', note: 'The box is open.', at: expect.any(String) }],
    ])
    const step = await fixtures.thika.put(`/api/agent/update-collected/${parcel._id}`, {})
    expect([step.status, step.body.code]).toEqual([409, 'parcel_held'])
    await expect.poll(() => needing('held')).toContain(parcel.trackingId)
    expect((await problems()).counts.held.count).toBeGreaterThan(0)
    const lifted = await fixtures.admin.put(`/api/agent/lift/${parcel._id}`, { code: 'damaged' })
    expect([lifted.status, lifted.body.held]).toEqual([200, undefined])
    expect((await fixtures.thika.put(`/api/agent/update-collected/${parcel._id}`, {})).status).toBe(200)
    await expect.poll(() => needing('held')).not.toContain(parcel.trackingId)
  })
  test('shows an admin, and only an admin, whose turn it is and since when', async () => {
    const parcel = await fixtures.dukani('delivered')
    await hold(fixtures.thika, parcel)
    const found = async (by: Visitor) => (await by.get(`/api/deliveries/parcelDukani/${parcel._id}`)).body
    await expect.poll(async () => (await found(fixtures.admin)).turn?.whose).toBe('office')
    expect(Date.parse((await found(fixtures.admin)).turn.since)).toBeGreaterThan(0)
    for (const by of [fixtures.client, fixtures.thika]) expect((await found(by)).turn).toBeUndefined()
    const held = (await fixtures.admin.get('/api/admin/deliveries?held=yes&limit=500')).body
    expect(held.map(({ _id }: Parcel) => _id)).toContain(parcel._id)
    expect(held.every((one: { turn?: object }) => one.turn !== undefined)).toBe(true)
  })
  test('shows a stranger that it is held, and never why', async () => {
    const parcel = await fixtures.dukani('delivered')
    await hold(fixtures.thika, parcel)
    await expect.poll(async () => (await tracked(parcel)).held).toBe(true)
    expect(JSON.stringify(await tracked(parcel))).not.toContain('The box is open')
  })
  test('does not show the note to the sender or the public, and the sender reads what was written to them', async () => {
    const parcel = await fixtures.dukani('delivered')
    const [note, toSender] = ['NOTE-torn-by-the-rider', 'MESSAGE-your-box-was-open']
    await hold(fixtures.admin, parcel, { code: 'damaged', note, toSender })
    const client = (path: string) => fixtures.client.get(`/api/${path}`)
    const stranger = (path: string) => product.stranger().get(path)
    const detail = `deliveries/parcelDukani/${parcel._id}`
    await expect.poll(async () => JSON.stringify((await client(detail)).body)).toContain(toSender)
    const lists = ['doorstep/getall/wanjiku?limit=500', 'users/me/data'].map(client)
    const answers = await Promise.all([
      ...lists,
      client(detail),
      client(`agent/track/${parcel.trackingId}`),
      stranger(`/api/agent/track/${parcel.trackingId}`),
      stranger(`/t/${parcel.trackingId}`),
    ])
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(note)
    for (const { body } of answers.slice(-2)) expect(JSON.stringify(body)).not.toContain(toSender)
    for (const by of [fixtures.cbd, fixtures.thika, fixtures.admin])
      expect((await by.get(`/api/${detail}`)).body.remarks).toMatchObject([{ note, toSender }])
  })
  test.each([{ code: 'payment_doubted' }, { code: 'no_such_reason' }, {}, { code: 'other', note: 'x'.repeat(301) }])(
    'must have a reason that an agent may give: %o is refused',
    async (body) => {
      const parcel = await fixtures.dukani('delivered')
      expect((await hold(fixtures.thika, parcel, body)).status).toBe(400)
    },
  )
})

const show = (by: Visitor, { _id }: Parcel, photo: Buffer, type = 'image/jpeg') =>
  by.ask('POST', `/api/agent/deliveries/${_id}/photos`, photo, { headers: { 'content-type': type } })
/** Downloads the photo: its type, its headers and its bytes. */
const photoFor = (by: Visitor, { _id }: Parcel, photoId: string) => by.get(`/api/deliveries/${_id}/photos/${photoId}`)

/** A photo as a phone makes it, with the place in its metadata. */
const photo = Buffer.concat([
  Buffer.of(0xff, 0xd8, 0xff, 0xe1, 0, 30),
  Buffer.from('Exif GPS 1.2921 S, 36.8219 E'),
  Buffer.of(0xff, 0xc0, 0, 8, 8, 2, 0x58, 3, 0x20, 1, 0xff, 0xda, 0, 2),
  Buffer.from('the picture'),
  Buffer.of(0xff, 0xd9),
])

describe('a photo of a damaged parcel', () => {
  test('is shown only to people who may see the parcel in full, without the metadata of the camera', async () => {
    const parcel = await fixtures.dukani('delivered')
    const shown = await show(fixtures.thika, parcel, photo)
    expect([shown.status, shown.body.photos.length]).toEqual([200, 1])
    const [{ id }] = shown.body.photos
    for (const by of [fixtures.client, fixtures.cbd, fixtures.thika, fixtures.admin]) {
      await expect.poll(async () => (await photoFor(by, parcel, id)).status).toBe(200)
      const { headers, body } = await photoFor(by, parcel, id)
      expect(headers.get('content-type')).toBe('image/jpeg')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
      expect(body.toString('latin1')).toContain('the picture')
      expect(body.toString('latin1')).not.toContain('GPS')
    }
    for (const by of [fixtures.otherClient, fixtures.kitengela])
      expect((await photoFor(by, parcel, id)).body.code).toBe('not_found')
    expect((await photoFor(product.stranger(), parcel, id)).status).toBe(401)
    const other = await fixtures.dukani('delivered')
    expect((await photoFor(fixtures.admin, other, id)).body.code).toBe('not_found')
    expect(JSON.stringify(await tracked(parcel))).not.toContain(id)
  })
  test('is one of at most four, sent by an agent of its shops', async () => {
    const parcel = await fixtures.dukani('delivered')
    for (let taken = 0; taken < 4; taken += 1) expect((await show(fixtures.thika, parcel, photo)).status).toBe(200)
    expect((await show(fixtures.thika, parcel, photo)).body.code).toBe('photos_enough')
    expect((await show(fixtures.kitengela, parcel, photo)).body.code).toBe('not_found')
    expect((await show(fixtures.client, parcel, photo)).body.code).toBe('not_allowed')
  })
  test('that is broken or too large is refused with a sentence, and nothing is stored', async () => {
    const parcel = await fixtures.dukani('delivered')
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    expect((await show(fixtures.thika, parcel, page)).body.code).toBe('photo_unknown')
    expect((await show(fixtures.thika, parcel, page, 'text/html')).status).toBe(415)
    const large = await show(fixtures.thika, parcel, Buffer.alloc(400 * 1024 + 1, 0xff))
    expect([large.status, large.body.code]).toEqual([413, 'photo_too_large'])
    const huge = await show(fixtures.thika, parcel, Buffer.alloc(50 * 1024 * 1024)).catch(() => null)
    expect([null, 413]).toContain(huge?.status ?? null)
    expect((await fixtures.admin.get(`/api/deliveries/parcelDukani/${parcel._id}`)).body.photos).toBeUndefined()
  })
})

describe('a parcel that an admin sends back', () => {
  test('goes from shop to shop the other way, and its sender collects it with a code of their own', async () => {
    const parcel = await fixtures.dukani('delivered')
    const codeOfReceiver = await fixtures.getCode(parcel)
    const turned = await sendBack(parcel)
    expect([turned.status, turned.body.status, turned.body.leg]).toEqual([200, 'uncollected', 'back'])
    expect((await sendBack(parcel)).body.revision).toBe(turned.body.revision)
    await expect.poll(() => ids(fixtures.thika, 'dropping-deliveries')).toContain(parcel._id)
    expect(await ids(fixtures.cbd, 'dropping-deliveries')).not.toContain(parcel._id)
    expect((await fixtures.cbd.put(`/api/agent/update-intransit/${parcel._id}`, {})).status).toBe(403)
    expect((await fixtures.thika.put(`/api/agent/update-intransit/${parcel._id}`, {})).status).toBe(200)
    await expect.poll(() => ids(fixtures.cbd, 'receiving-deliveries')).toContain(parcel._id)
    expect((await fixtures.cbd.put(`/api/agent/update-received/${parcel._id}`, {})).status).toBe(200)
    const wrong = await fixtures.cbd.put(`/api/agent/collect/${parcel._id}`, { code: codeOfReceiver })
    expect(wrong.body.code).toBe('collection_code_wrong')
    const code = await fixtures.getCode(parcel)
    const back = await fixtures.cbd.put(`/api/agent/collect/${parcel._id}`, { code })
    expect([back.status, back.body.status, back.body.outcome]).toEqual([200, 'collected', 'returned'])
    await expect.poll(async () => (await tracked(parcel)).outcome).toBe('returned')
    const { body: returned } = await fixtures.admin.get('/api/admin/deliveries?outcome=returned&limit=500')
    expect(returned.map(({ _id }: Parcel) => _id)).toContain(parcel._id)
    expect(returned.every(({ outcome }: { outcome: string }) => outcome === 'returned')).toBe(true)
    const { body: history } = await fixtures.admin.get(`/api/admin/deliveries/${parcel._id}/history`)
    expect(history.map(({ type }: { type: string }) => type)).not.toContain('DeliveryCompleted')
  })
  test('is among the problems until it is back', async () => {
    const parcel = await fixtures.dukani('uncollected')
    await sendBack(parcel)
    await expect.poll(() => needing('back')).toContain(parcel.trackingId)
    expect((await fixtures.cbd.put(`/api/agent/update-collected/${parcel._id}`, {})).body.outcome).toBe('returned')
    await expect.poll(() => needing('back')).not.toContain(parcel.trackingId)
  })
})

test('a lost parcel takes no step, and its followers see that it is lost', async () => {
  const parcel = await fixtures.dukani('inTransit')
  const path = `/api/admin/deliveries/${parcel._id}/lost`
  expect((await fixtures.admin.put(path, { lost: true })).body.outcome).toBe('lost')
  expect((await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, {})).body.code).toBe('step_not_allowed')
  await expect.poll(async () => (await tracked(parcel)).outcome).toBe('lost')
  await expect.poll(() => needing('lost')).toContain(parcel.trackingId)
  expect((await fixtures.admin.put(path, { lost: false })).body.outcome).toBeUndefined()
  expect((await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, {})).status).toBe(200)
})

describe('a new phone of the receiver', () => {
  const change = (by: Visitor, { _id }: Parcel, phone: string) =>
    by.put(`/api/deliveries/${_id}/receiver-phone`, { phone })
  const correct = ({ _id }: Parcel, body: object) =>
    fixtures.admin.put(`/api/admin/deliveries/${_id}/receiver-phone`, body)
  const toldTo = async (phone: string, { trackingId }: Parcel): Promise<string[]> => {
    const { body } = await product.stranger({ accept: 'application/json' }).get('/dev/outbox')
    const kept: { to: string; text: string }[] = body
    return kept.flatMap(({ to, text }) => (to === phone && text.includes(trackingId) ? [text] : []))
  }

  test('given by the sender makes a new code, and both phones get an SMS', async () => {
    const parcel = await fixtures.dukani('delivered')
    const before = await fixtures.getCode(parcel)
    const { receiver } = (await fixtures.admin.get(`/api/deliveries/parcelDukani/${parcel._id}`)).body
    const changed = await change(fixtures.client, parcel, '0799 000 123')
    expect([changed.status, changed.body.receiver.phone]).toEqual([200, '254799000123'])
    const code = await fixtures.getCode(parcel)
    expect(code).not.toBe(before)
    await expect.poll(() => toldTo('0799000123', parcel)).toContainEqual(expect.stringContaining(`Your code: ${code}`))
    const former = `0${receiver.phone.slice(3)}`
    await expect
      .poll(() => toldTo(former, parcel))
      .toContainEqual(expect.stringContaining('belongs to a different phone number'))
    expect((await fixtures.thika.put(`/api/agent/collect/${parcel._id}`, { code })).status).toBe(200)
  })
  test('given by an admin needs a reason; the history has both phones and the reason', async () => {
    const parcel = await fixtures.dukani('delivered')
    expect((await correct(parcel, { phone: '0799000124' })).status).toBe(400)
    expect((await correct(parcel, { phone: '0799000124', reason: 'A digit was wrong.' })).status).toBe(200)
    const { body: history } = await fixtures.admin.get(`/api/admin/deliveries/${parcel._id}/history`)
    expect(history.at(-1)).toMatchObject({
      type: 'ReceiverPhoneChanged',
      details: { newPhone: '0799000124', note: 'A digit was wrong.' },
    })
  })
  test.each(['12', '', null, 'a phone'])('must be a phone: %o is refused', async (phone) => {
    const parcel = await fixtures.dukani('delivered')
    expect((await change(fixtures.client, parcel, phone as string)).status).toBe(400)
  })
  test('is refused from any other person', async () => {
    const parcel = await fixtures.dukani('delivered')
    for (const by of [fixtures.otherClient, fixtures.thika])
      expect((await change(by, parcel, '0799000125')).body.code).toBe('not_found')
    expect((await change(product.stranger(), parcel, '0799000125')).status).toBe(401)
  })
})

test('after a leak an admin can give every waiting parcel a new code', async () => {
  const waiting = [await fixtures.dukani('delivered'), await fixtures.dukani('delivered')]
  const still = await fixtures.dukani('uncollected')
  const before = await Promise.all(waiting.map(fixtures.getCode))
  const raised = await fixtures.admin.post('/api/admin/collection-codes', {})
  expect([raised.status, raised.body.raised >= 2]).toEqual([200, true])
  const after = await Promise.all(waiting.map(fixtures.getCode))
  for (const [index, code] of after.entries()) expect(code).not.toBe(before[index])
  expect(await fixtures.getCode(still)).toBe('')
  expect((await fixtures.thika.post('/api/admin/collection-codes', {})).status).toBe(403)
})

test('parcels that wait are counted by shop, and an agent who guesses codes there is named', async () => {
  const parcels = await Promise.all(Array.from({ length: 4 }, () => fixtures.dukani('delivered')))
  for (const parcel of parcels)
    for (let guess = 0; guess < 5; guess += 1) {
      const code = (await fixtures.getCode(parcel)) === '000000' ? '000001' : '000000'
      await fixtures.thika.put(`/api/agent/collect/${parcel._id}`, { code })
    }
  await expect.poll(async () => (await problems()).codes).toMatchObject([{ misses: 20, parcels: 4 }])
  const { waiting, codes, codesOfShops } = await problems()
  const { shop } = codesOfShops[0]
  const there = `location=${encodeURIComponent(shop.location)}&address=${encodeURIComponent(shop.address)}`
  const { body: fresh } = await fixtures.admin.get(`/api/admin/deliveries?waits=0&${there}&limit=500`)
  expect(fresh.map(({ _id }: Parcel) => _id)).toEqual(expect.arrayContaining(parcels.map(({ _id }) => _id)))
  expect((await fixtures.admin.get(`/api/admin/deliveries?waits=8&${there}`)).body).toEqual([])
  expect(codes[0].name).toEqual(expect.any(String))
  const thika = waiting.find(({ shop }: { shop: { location: string } }) => shop.location === 'THIKA')
  expect(thika.ages).toHaveLength(5)
  expect(thika.ages[0]).toBeGreaterThanOrEqual(4)
})
