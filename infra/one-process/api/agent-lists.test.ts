import type { Delivery, PaidParcel } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

describe('an agent’s customers', () => {
  const customers = '/api/agent/customers'

  test('are the senders of the shop’s parcels, by name, phone and kind', async () => {
    await fixtures.dukani()
    const newest = await fixtures.dukani()
    const { body, headers } = await fixtures.cbd.get(`${customers}?search=zawadi`)
    expect(body).toEqual([
      {
        _id: { name: 'Zawadi Mwende', phone: '254711333444', trackerId: newest.trackingId },
        deliveryType: 'parcelDukani',
        totalDeliveries: 2,
      },
    ])
    expect(headers.get('x-total-count')).toBe('1')
    expect((await fixtures.cbd.get(`${customers}?search=0711%20333%20444`)).body).toEqual(body)
  })

  test('come in pages, and never include another shop’s', async () => {
    const first = await fixtures.cbd.get(`${customers}?limit=2`)
    const rest = await fixtures.cbd.get(`${customers}?limit=500&cursor=${first.headers.get('x-next-cursor')}`)
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
    expect((await fixtures.cbd.get(`${next}`)).body[0]).toEqual(rest.body[0])
    expect(rest.headers.get('link')).toBeNull()
    expect(first.body.length + rest.body.length).toBe(Number(first.headers.get('x-total-count')))
    const elsewhere = await fixtures.cbd.get(`${customers}?location=THIKA&address=Thika%20Arcade%20Bookshop`)
    expect([elsewhere.body, elsewhere.headers.get('x-total-count')]).toEqual([[], '0'])
    expect((await fixtures.cbd.get(`${customers}?location=nairobi%20cbd`)).body.length).toBeGreaterThan(2)
  })
})

describe('paid parcels', () => {
  const paidParcels = async (person: Visitor, query = ''): Promise<PaidParcel[]> =>
    (await person.get(`/api/agent/paid-parcels?limit=500&${query}`)).body

  test('show what is kept of the M-Pesa message, and never a balance', async () => {
    const { _id, trackingId } = await fixtures.dukani()
    const [row] = await paidParcels(fixtures.cbd, `search=${trackingId}`)
    expect(row).toEqual({
      _id,
      trackerId: trackingId,
      trackingId,
      deliveryType: 'parcelDukani',
      senderName: 'Zawadi Mwende',
      payerName: 'Zawadi Mwende',
      paymentReferenceId: expect.stringMatching(/^PAY-\d{6}$/),
      mpesaMessage: expect.stringContaining(`Ksh${dukaniFee}.00`),
      evidence: 'shown',
      amount: dukaniFee,
      createdAt: expect.any(String),
    })
    expect(row?.mpesaMessage).not.toContain('balance')
  })

  test('name the payer of the payment, and the sender of the form', async () => {
    const paymentReferenceId = await paid(fixtures.client, dukaniFee, 'Jina Tofauti')
    const { body } = await fixtures.client.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
    const [row] = await paidParcels(fixtures.cbd, `search=${body.trackingId}`)
    expect([row?.senderName, row?.payerName]).toEqual(['Zawadi Mwende', 'Jina Tofauti'])
  })

  test('include only those of the agent’s shop; an admin sees all', async () => {
    const sent: Delivery[] = (await fixtures.cbd.get('/api/agent/dropping-deliveries?limit=500')).body
    const own = sent.filter((row) => row.paid).map(({ trackingId }) => trackingId)
    expect((await paidParcels(fixtures.cbd)).map(({ trackingId }) => trackingId).sort()).toEqual(own.sort())
    const { headers } = await fixtures.admin.get('/api/agent/paid-parcels?limit=1')
    const all: Delivery[] = (await fixtures.admin.get('/api/admin/deliveries?limit=500')).body
    expect(Number(headers.get('x-total-count'))).toBe(all.filter((row) => row.paid).length)
  })
})

describe('a row that another person has changed', () => {
  test('is refused by every action, with the row as it is now', async () => {
    const old = await fixtures.dukani('dropping')
    const { body: now } = await fixtures.cbd.put(`/api/agent/update-status/${old._id}`, {})
    const { revision } = old
    const late = await fixtures.cbd.put(`/api/agent/update-intransit/${old._id}`, { revision })
    expect([late.status, late.body.code, late.body.revision]).toEqual([409, 'stale', now.revision])
    expect(late.body.delivery).toEqual(now)

    const parcel = await fixtures.doorstep()
    const assign = (riderId: string, revision?: number) =>
      fixtures.cbd.put(`/api/doorstep/assign-rider/${parcel._id}`, { riderId, revision })
    const first = await assign(await fixtures.rider(), parcel.revision)
    expect(first.status).toBe(200)
    const second = await assign(await fixtures.rider(), parcel.revision)
    expect([second.body.code, second.body.delivery]).toEqual(['stale', first.body])

    const waiting = await fixtures.dukani('inTransit')
    await fixtures.thika.put(`/api/agent/update-received/${waiting._id}`, {})
    const picker = { pickerName: 'Juma Odinga', pickerPhone: '0722555666', pickerNationalId: '12345678' }
    const collected = await fixtures.thika.put(`/api/dukani/assign-picker/${waiting._id}`, {
      ...picker,
      revision: waiting.revision,
    })
    expect([collected.body.code, collected.body.delivery.status]).toEqual(['stale', 'delivered'])
  })
})
