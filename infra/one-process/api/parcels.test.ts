import { randomBytes } from 'node:crypto'
import { textOf } from '@tuma/bff/testing/pdf-text'
import type { Delivery } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { doorstepFee, doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let client: Visitor
let otherClient: Visitor
let cbd: Visitor
let thika: Visitor
let kitengela: Visitor
let admin: Visitor
let now = Date.now()

beforeAll(async () => {
  const environment = { now: () => new Date(now).toISOString(), randomBytes: (count: number) => randomBytes(count) }
  product = await openTestProduct({}, environment)
  client = await product.signedIn('client')
  otherClient = await product.registered('baraka')
  cbd = await product.signedIn('agent.cbd')
  thika = await product.signedIn('agent.thika')
  kitengela = await product.signedIn('agent.kitengela')
  admin = await product.signedIn('admin')
})
afterAll(() => product.close())

/** From NAIROBI CBD to the shop in THIKA, sent by the client. */
const sendDukani = async (): Promise<{ _id: string; trackingId: string; reference: string }> => {
  const paymentReferenceId = await paid(client, dukaniFee)
  const { body } = await client.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
  return { ...body, reference: paymentReferenceId }
}
/** From NAIROBI CBD to a door in THIKA, sent without an account. */
const sendDoorstep = async (sender = product.stranger()): Promise<{ _id: string; trackingId: string }> =>
  (await sender.post('/api/doorstep/deliveries', doorstepForm)).body

const press = (agent: Visitor, step: string, id: string, body: object = {}) =>
  agent.put(`/api/agent/${step}/${id}`, body)

describe('a parcel to a shop', () => {
  test('is dropped, sent, received and collected, each by the shop whose step it is', async () => {
    const { _id } = await sendDukani()
    expect((await press(cbd, 'update-status', _id, { status: 'uncollected' })).body.status).toBe('uncollected')
    expect((await press(cbd, 'update-intransit', _id, { status: 'inTransit' })).body.status).toBe('inTransit')
    expect((await press(thika, 'update-received', _id, { status: 'delivered' })).body.status).toBe('delivered')
    expect((await press(thika, 'update-collected', _id, { status: 'collected' })).body.status).toBe('collected')
    const picker = { pickerName: 'Juma Odinga', pickerPhone: '0722555666', pickerNationalId: '12345678' }
    const collected = await thika.put(`/api/dukani/assign-picker/${_id}`, picker)
    expect(collected.body.picker).toEqual({ ...picker, pickerPhone: '254722555666', pickerIdSeen: true })
    const other = await thika.put(`/api/dukani/assign-picker/${_id}`, { ...picker, pickerNationalId: '87654321' })
    expect([other.status, other.body.code]).toEqual([409, 'picker_differs'])
  })

  test('shows the person who collected it in full only to the receiving shop and admins, in every list', async () => {
    const { _id } = await sendDukani()
    await press(cbd, 'update-status', _id)
    await press(cbd, 'update-intransit', _id)
    await press(thika, 'update-received', _id)
    const picker = { pickerName: 'Juma Odinga', pickerPhone: '0722555666', pickerNationalId: '12345678' }
    expect((await thika.put(`/api/dukani/assign-picker/${_id}`, picker)).status).toBe(200)

    const full = { ...picker, pickerPhone: '254722555666', pickerIdSeen: true }
    const others = { ...picker, pickerPhone: '07** *** 666', pickerNationalId: null, pickerIdSeen: true }
    const detail = `/api/deliveries/parcelDukani/${_id}`
    const own = '/api/dukani/getall/wanjiku?limit=500'
    for (const [person, path, seen] of [
      [thika, detail, full],
      [thika, '/api/agent/receiving-deliveries?limit=500', full],
      [admin, detail, full],
      [admin, '/api/admin/deliveries?limit=500', full],
      [admin, own, full],
      [client, detail, others],
      [client, own, others],
      [cbd, detail, others],
      [cbd, '/api/agent/dropping-deliveries?limit=500', others],
    ] as const) {
      const { body } = await person.get(path)
      const row = Array.isArray(body) ? body.find((one) => one._id === _id) : body
      expect([path, row.picker]).toEqual([path, seen])
    }
    const again = await press(cbd, 'update-status', _id)
    expect([again.status, again.body.picker]).toEqual([200, others])
  })

  test('does not move when a step comes out of turn, twice, for another status or for an old row', async () => {
    const { _id } = await sendDukani()
    expect((await press(cbd, 'update-intransit', _id)).body.code).toBe('step_not_allowed')
    expect((await press(cbd, 'update-status', _id, { status: 'delivered' })).body.code).toBe('status_disagrees')
    const dropped = await press(cbd, 'update-status', _id)
    expect((await press(cbd, 'update-status', _id)).body).toEqual(dropped.body)
    const sent = await press(cbd, 'update-intransit', _id, { revision: dropped.body.revision })
    expect(sent.status).toBe(200)
    const late = await press(thika, 'update-received', _id, { revision: dropped.body.revision })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
  })
})

describe('a parcel to a door', () => {
  test('needs a rider before it is sent', async () => {
    const { _id } = await sendDoorstep()
    const early = await press(cbd, 'update-intransit', _id)
    expect(early.body).toMatchObject({ code: 'rider_needed', message: 'Please select a rider!' })
    const nobody = await cbd.put(`/api/doorstep/assign-rider/${_id}`, { riderId: '' })
    expect(nobody.body).toMatchObject({ code: 'bad_input', message: 'Please select a rider!', field: 'riderId' })
    expect((await cbd.put(`/api/doorstep/assign-rider/${_id}`, { riderId: 'x' })).body.code).toBe('unknown_rider')
    const [{ underway: _, ...rider }] = (await cbd.get('/api/admin/all')).body
    expect((await cbd.put(`/api/doorstep/assign-rider/${_id}`, { riderId: rider._id })).body.rider).toEqual(rider)
    expect((await press(cbd, 'update-intransit', _id)).body.status).toBe('inTransit')
    expect((await press(thika, 'update-received', _id)).body).toMatchObject({ status: 'delivered', paid: true })
  })
})

describe('an agent’s lists', () => {
  test('can be narrowed to a status and to the own shop, never widened to another', async () => {
    const list = '/api/agent/dropping-deliveries'
    const own = await cbd.get(`${list}?location=nairobi%20cbd&address=moi%20avenue%20stationers`)
    expect(own.body.length).toBeGreaterThan(0)
    expect((await cbd.get(`${list}?location=THIKA&address=Thika%20Arcade%20Bookshop`)).body).toEqual([])
    expect((await cbd.get('/api/agent/receiving-deliveries?location=THIKA')).body).toEqual([])
    const delivered: Delivery[] = (await thika.get('/api/agent/receiving-deliveries?status=delivered')).body
    expect(new Set(delivered.map(({ status }) => status))).toEqual(new Set(['delivered']))
  })
})

describe('other people’s parcels', () => {
  test.each(['doorstep/getall', 'dukani/getall', 'deliveries/countAll'])('are not in %s', async (path) => {
    for (const person of [otherClient, cbd]) {
      const { status, body } = await person.get(`/api/${path}/wanjiku`)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })

  test('are shown in detail to their owner, both shops and admins only, and under the right kind', async () => {
    const { _id } = await sendDukani()
    for (const person of [client, cbd, thika, admin]) {
      const { status, body } = await person.get(`/api/deliveries/parcelDukani/${_id}`)
      expect([status, body.evidence, body.paymentId]).toEqual([200, 'shown', undefined])
    }
    for (const person of [otherClient, kitengela]) {
      expect((await person.get(`/api/deliveries/parcelDukani/${_id}`)).body.code).toBe('not_found')
    }
    expect((await client.get(`/api/deliveries/doorstep/${_id}`)).body.code).toBe('not_found')
  })
})

const secrets = ['Mwende', 'Odinga', 'Were', '0711333444', '254711333444', '0722555666', '254722555666']
const addresses = ['Section 9', 'Ring twice', 'Moi Avenue', 'shoes']

describe('with a tracking id', () => {
  let parcel: { _id: string; trackingId: string }
  beforeEach(async () => {
    parcel = await sendDoorstep(client)
  })

  test('any person sees status, places and no more than initials and the ends of phones', async () => {
    for (const person of [product.stranger(), otherClient, kitengela]) {
      const { status, body } = await person.get(`/api/agent/track/${parcel.trackingId}`)
      expect(status).toBe(200)
      expect(body).toEqual({
        trackingId: parcel.trackingId,
        shop: { name: 'Moi Avenue Stationers', place: 'NAIROBI CBD', about: expect.any(Object) },
        due: 1850,
        deliveryType: 'doorstep',
        pricingTier: 'same-day',
        status: 'uncollected',
        sender: { name: 'Zawadi M.', phone: '07** *** 444', location: 'NAIROBI CBD', shop: 'Moi Avenue Stationers' },
        receiver: { name: 'Juma O.', phone: '07** *** 666', location: 'THIKA' },
        history: [{ status: 'uncollected', at: body.createdAt }],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })
    }
  })

  test('its owner, the agents it passes and admins see names and phones', async () => {
    for (const person of [client, cbd, thika, admin]) {
      const { body } = await person.get(`/api/agent/track/${parcel.trackingId}`)
      expect(body._id).toBe(parcel._id)
      expect(body.sender).toMatchObject({ name: 'Zawadi Mwende', phone: '0711333444', location: 'NAIROBI CBD' })
      expect(body.receiver).toEqual({ name: 'Juma Odinga Were', phone: '0722555666', location: 'THIKA' })
    }
  })

  test('it is found however it is typed', async () => {
    const typed = parcel.trackingId.toLowerCase().replace(/-/g, '%20')
    expect((await product.stranger().get(`/api/agent/track/${typed}`)).body.trackingId).toBe(parcel.trackingId)
  })

  test.each(['TM-0000-0000-0000', 'nothing', '%F0%9F%93%A6', '%E0%A4%A'])(
    '%s is refused as no tracking id',
    async (typed) => {
      for (const call of ['track', 'generate-pdf']) {
        const { status, body } = await product.stranger().get(`/api/agent/${call}/${typed}`)
        expect(status).toBe(404)
        expect(body.message).toBe('Parcel not found. Please check the Tracking ID.')
      }
    },
  )

  test('any person gets a receipt that shows as little', async () => {
    const { status, headers, body } = await product.stranger().get(`/api/agent/generate-pdf/${parcel.trackingId}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="receipt_${parcel.trackingId}.pdf"`)
    expect(headers.get('cache-control')).toBe('no-store')
    const text = textOf(body)
    expect(text).toContain(parcel.trackingId)
    expect(text).toContain('Zawadi M.')
    expect(text).toContain('07** *** 666')
    expect(text).toContain(`To pay on delivery: Ksh ${(doorstepFee + 1500).toLocaleString('en-KE')}`)
    for (const secret of [...secrets, ...addresses]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/Delivery fee|Product price|Total/)
  })

  test('a person who may see the parcel gets the receipt in full', async () => {
    for (const person of [client, cbd, admin]) {
      const text = textOf((await person.get(`/api/agent/generate-pdf/${parcel.trackingId}`)).body)
      for (const fact of ['Zawadi Mwende', displayPhone('254722555666'), 'Section 9, green gate', 'A pair of shoes']) {
        expect(text).toContain(fact)
      }
      for (const sum of ['Delivery fee', 'Product price', 'Total']) expect(text).toContain(sum)
      const due = `Ksh ${(doorstepFee + 1500).toLocaleString('en-KE')}`
      expect(text.split(due), 'the sum stands there once').toHaveLength(2)
    }
  })

  test('a paid parcel’s receipt names its payment, by our reference and by M-Pesa’s code, to people who may see it', async () => {
    const { trackingId, reference } = await sendDukani()
    const { body: paid } = await cbd.get(`/api/agent/paid-parcels?search=${trackingId}`)
    const [code] = paid[0].mpesaMessage.split(' ')
    expect(code).toMatch(/^[A-Z0-9]{10}$/)
    const read = async (person: Visitor) => textOf((await person.get(`/api/agent/generate-pdf/${trackingId}`)).body)
    for (const said of [reference, code, 'Message received']) {
      expect(await read(client)).toContain(said)
      expect(await read(otherClient)).not.toContain(said)
    }
  })

  test('the sender gets the receipt of a new parcel in full for ten minutes, and no other parcel’s', async () => {
    const sender = product.stranger()
    const first = await sendDoorstep(sender)
    const second = await sendDoorstep(sender)
    const readBy = async (person: Visitor, { trackingId }: { trackingId: string }) =>
      textOf((await person.get(`/api/agent/generate-pdf/${trackingId}`)).body)
    expect(await readBy(sender, first)).toContain('Zawadi Mwende')
    expect(await readBy(sender, second)).toContain('Zawadi Mwende')
    expect(await readBy(sender, parcel)).not.toContain('Zawadi Mwende')

    const cookie = sender.cookie('tuma_receipt') ?? ''
    expect(await readBy(product.stranger({ cookie: `tuma_receipt=${cookie}` }), parcel)).not.toContain('Zawadi Mwende')
    const forged = cookie.replace(/TM(-\w{4}){3}/, parcel.trackingId)
    expect(await readBy(product.stranger({ cookie: `tuma_receipt=${forged}` }), parcel)).not.toContain('Zawadi Mwende')

    now += 11 * 60_000
    expect(await readBy(sender, first)).not.toContain('Zawadi Mwende')
  })
})
