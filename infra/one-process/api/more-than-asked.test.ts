import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

/** Fields that no form asks for, as JSON, because `__proto__` is an ordinary field there. */
const unasked: readonly string[] = [
  ...['"role":"admin"', '"isVerified":true', '"verified":true', '"points":9999', '"isAdmin":true', '"shop":"THIKA"'],
  ...['"_id":"mine"', '"id":"mine"', '"accountId":"mine"', '"createdAt":"2020-01-01T00:00:00.000Z"', '"token":"x"'],
  ...['"status":"delivered"', '"paid":true', '"paymentStatus":"paid"', '"userName":"wanjiku"', '"owner":"wanjiku"'],
  ...['"totalAmount":1', '"trackingId":"TM-0000-0000-0000"', '"rider":{"name":"Me"}', '"revision":99'],
  ...['"asked":{"actor":{"kind":"system","name":"me"}}', '"origin":"seed"', '"held":false', '"payer":"wanjiku"'],
  ...['"__proto__":{"role":"admin","isVerified":true,"points":9999}', '"constructor":{"prototype":{"role":"admin"}}'],
]
const withMore = (body: object, more: readonly string[]): string =>
  `{${[JSON.stringify(body).slice(1, -1), ...more].join()}}`

describe('extra fields in a request', () => {
  test('make a person who registers no more than a client who has not opened the link yet', async () => {
    const email = 'taka@tuma.test'
    const form = { name: 'Taka Zaidi', username: 'taka', email, phone: '0711333444', password: 'tuma-demo' }
    const person = product.stranger()
    expect((await person.post('/api/users/register', withMore(form, unasked))).status).toBe(201)
    expect((await person.post('/api/users/login', form)).body.code).toBe('not_verified')
    await person.get(`/api/users/verify-email/${await product.linkTo(email, 'verify-email')}`)
    const { status, body } = await person.post('/api/users/login', form)
    expect([status, body]).toMatchObject([200, { username: 'taka', role: 'user', points: 0, location: null }])
    expect(body._id).not.toBe('mine')
    expect(body.createdAt).not.toMatch(/^2020/)
    expect((await person.get('/api/admin/users')).status).toBe(403)
  })

  test.each(unasked)('change nothing with a change of their account: %s', async (field) => {
    const person = await product.signedIn('client')
    const before = (await person.get('/api/users/me')).body
    const { status, body } = await person.put('/api/users/updateuser', `{${field}}`)
    expect([status, body]).toEqual([200, before])
    expect((await person.get('/api/users/me')).body).toEqual(before)
  })

  test('change nothing with a parcel', async () => {
    const admin = await product.signedIn('admin')
    const sent = async (more: readonly string[]) => {
      const { receiver, ...form } = doorstepForm
      const inReceiver = `"receiver":${withMore(receiver, more)}`
      const { status, body } = await product
        .stranger()
        .post('/api/doorstep/deliveries', withMore(form, [...more, inReceiver]))
      expect(status).toBe(201)
      const { _id, trackingId, createdAt, updatedAt, dueAt, history, turn, ...rest } = (
        await admin.get(`/api/deliveries/doorstep/${body._id}`)
      ).body
      expect([_id, trackingId]).toEqual([body._id, body.trackingId])
      return {
        own: [_id, trackingId, createdAt, ...history.map(({ at }: { at: string }) => at)],
        rest: { ...rest, whoseTurn: turn.whose },
        due: body.totalAmount,
      }
    }
    const plain = await sent([])
    const { own, rest, due } = await sent(unasked)
    expect([rest, due]).toEqual([plain.rest, plain.due])
    for (const theirs of ['mine', 'TM-0000-0000-0000', '2020-01-01T00:00:00.000Z']) expect(own).not.toContain(theirs)
  })

  test('leave all other people unchanged', () => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})
