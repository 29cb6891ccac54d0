import { randomBytes } from 'node:crypto'
import { smsOptOutLine } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

const secret = 'a-secret-of-the-provider'
const eleven = '2026-11-23T08:00:00.000Z'
const nine = '2026-11-23T18:00:00.000Z'

let product: TestProduct
let fixtures: Fixtures
let admin: Visitor
let now = eleven
beforeAll(async () => {
  const environment = { now: () => now, randomBytes: (count: number) => randomBytes(count) }
  product = await openTestProduct({ AT_CALLBACK_SECRET: secret }, environment)
  fixtures = await openFixtures(product)
  admin = fixtures.admin
})
beforeEach(() => {
  now = eleven
})
afterAll(() => product.close())

const send = (body: object, headers: Record<string, string> = {}) =>
  admin.post('/api/admin/send-bulk-sms', body, { headers })
const optOuts = async (): Promise<string[]> =>
  (await admin.get('/api/admin/sms-opt-outs')).body.map(({ phone }: { phone: string }) => phone)

describe('a marketing SMS', () => {
  test('can be checked first: how many the day has left, and what time it is', async () => {
    const { status, body } = await admin.get('/api/admin/sms-budget')
    expect([status, body]).toEqual([200, { daily: 2000, left: 2000, at: eleven }])
  })

  test('goes to each mobile once, ends with how to opt out, and shows what became of each', async () => {
    const phoneNumbers = ['0711 555 001', '+254711555001', '711555002', '0202 345 678', 'my number']
    const { status, body } = await send({ phoneNumbers, message: 'Half price on Friday' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'SMS sent successfully to 2 recipients',
      accepted: 2,
      outsideHours: false,
      results: [
        { phone: '254711555001', accepted: true, reason: null },
        { phone: '254711555002', accepted: true, reason: null },
        { phone: '254202345678', accepted: false, reason: 'not_mobile' },
        { phone: 'my number', accepted: false, reason: 'invalid' },
      ],
    })
    expect((await product.messageTo('0711555001')).text).toBe(`Half price on Friday${smsOptOutLine}`)
  })

  test('that reaches no phone is answered as not sent', async () => {
    const { status, body } = await send({ phoneNumbers: ['020 234 5678'], message: 'Half price' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, accepted: 0, message: 'Failed to send SMS. Please try again.' })
  })

  test('outside the hours for marketing is sent, and flagged', async () => {
    now = nine
    expect((await send({ phoneNumbers: ['0711555003'], message: 'Good night' })).body).toMatchObject({
      success: true,
      outsideHours: true,
    })
  })

  test.each([
    [{ message: 'Half price' }, 'phoneNumbers'],
    [{ phoneNumbers: [], message: 'Half price' }, 'phoneNumbers'],
    [{ phoneNumbers: '0711555001', message: 'Half price' }, 'phoneNumbers'],
    [{ phoneNumbers: ['0711555001'] }, 'message'],
    [{ phoneNumbers: ['0711555001'], message: '   ' }, 'message'],
  ])('needs recipients and words: %j', async (body, field) => {
    const { status, body: answer } = await send(body)
    expect({ status, ...answer }).toMatchObject({
      status: 400,
      code: 'bad_input',
      field,
      message: 'Please select recipients and enter a message',
    })
  })
})

describe('contacts', () => {
  test('are senders and receivers, each phone once a kind, in pages', async () => {
    await fixtures.dukani()
    const first = await admin.get('/api/admin/sms-contacts?limit=2')
    expect(first.body).toHaveLength(2)
    expect(first.body).toContainEqual({
      originalPhone: '0711333444',
      phone: '254711333444',
      name: 'Zawadi Mwende',
      type: 'Sender',
      optedOut: false,
    })
    const rest = await admin.get(`/api/admin/sms-contacts?limit=500&cursor=${first.headers.get('x-next-cursor')}`)
    const all = [...first.body, ...rest.body]
    expect(all).toHaveLength(Number(first.headers.get('x-total-count')))
    expect(new Set(all.map(({ phone, type }) => `${type} ${phone}`)).size).toBe(all.length)
  })

  test('who have opted out are listed as such, and get no more SMS', async () => {
    await fixtures.dukani()
    const { status, body } = await admin.post('/api/admin/sms-opt-outs', { phone: '0722 555 666' })
    expect([status, body]).toEqual([200, { message: 'This number gets no more marketing messages.' }])
    const listed = (await admin.get('/api/admin/sms-opt-outs')).body
    expect(listed).toContainEqual({ phone: '254722555666', since: eleven })
    const contacts = (await admin.get('/api/admin/sms-contacts?limit=500')).body
    expect(contacts).toContainEqual(expect.objectContaining({ phone: '254722555666', optedOut: true }))
    expect((await send({ phoneNumbers: ['0722555666'], message: 'Half price' })).body.results).toEqual([
      { phone: '254722555666', accepted: false, reason: 'opted_out' },
    ])
    expect((await admin.post('/api/admin/sms-opt-outs', { phone: '12' })).body).toMatchObject({ field: 'phone' })
  })
})

describe('Africa’s Talking', () => {
  const callback = (path: string, fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
    product.stranger().ask('POST', `/api/callbacks/africastalking/${path}`, String(new URLSearchParams(fields)), {
      headers: { 'content-type': type },
    })

  test('reports who has opted out, as often as it likes', async () => {
    const fields = { senderId: 'TUMA', phoneNumber: '+254711555009' }
    expect((await callback(`${secret}/opt-out`, fields)).status).toBe(200)
    expect((await callback(`${secret}/opt-out`, fields)).status).toBe(200)
    expect((await optOuts()).filter((phone) => phone === '254711555009')).toHaveLength(1)
  })

  test('reports what became of an SMS, known to us or not', async () => {
    const fields = { id: 'ATXid_1', status: 'Failed', phoneNumber: '+254711555009', failureReason: 'UserInBlacklist' }
    expect((await callback(`${secret}/delivery-report`, fields)).status).toBe(200)
    const { id, status } = fields
    expect((await callback(`${secret}/delivery-report`, { id, status })).status).toBe(200)
  })

  test('is accepted only at its own address; any other address is answered with not found', async () => {
    const fields = { phoneNumber: '+254711555010', id: 'ATXid_2', status: 'Success' }
    const json = { headers: { 'content-type': 'application/json' } }
    for (const guess of ['x', `${secret}x`, secret.slice(1), secret.toUpperCase(), '%E0%A4%A', '%00']) {
      for (const about of ['opt-out', 'delivery-report']) {
        expect((await callback(`${guess}/${about}`, fields)).status).not.toBe(200)
        const asked = await product
          .stranger()
          .ask('POST', `/api/callbacks/africastalking/${guess}/${about}`, '{}', json)
        expect(asked.status).toBe(guess === '%E0%A4%A' ? 400 : 404)
      }
    }
    expect((await product.stranger().get(`/api/callbacks/africastalking/${secret}/opt-out`)).status).toBe(404)
    expect(await optOuts()).not.toContain('254711555010')
  })

  test('is refused with too little or far too much in a report', async () => {
    for (const fields of [{}, { phoneNumber: 'nobody' }, { phoneNumber: 'x'.repeat(300) }]) {
      const { status, body } = await callback(`${secret}/opt-out`, fields as Record<string, string>)
      expect([status, body.code, body.field]).toEqual([400, 'bad_input', 'phoneNumber'])
    }
    expect((await callback(`${secret}/opt-out`, { phoneNumber: 'x'.repeat(5000) })).status).toBe(413)
    expect((await callback(`${secret}/opt-out`, { phoneNumber: '+254711555011' }, 'text/plain')).status).toBe(400)
    expect((await callback(`${secret}/delivery-report`, { id: 'ATXid_1' })).body.field).toBe('status')
    expect(await optOuts()).not.toContain('254711555011')
  })

  test('has no address at all where no secret is set', async () => {
    const closed = await openTestProduct()
    try {
      for (const guess of ['undefined', '', secret]) {
        const { status } = await closed.stranger().post(`/api/callbacks/africastalking/${guess}/opt-out`, {})
        expect(status).toBe(404)
      }
    } finally {
      await closed.close()
    }
  })
})
