import { describe, expect, onTestFinished, test } from 'vitest'
import { type Habits, startMpesa } from './mpesa.ts'
import { rawCalls } from './raw-calls.ts'

const open = async (habits: Partial<Habits> = {}) => {
  let instant = '2026-11-24T12:30:05.000Z'
  const now = () => instant
  const mpesa = await startMpesa({ now, habits })
  onTestFinished(() => mpesa.close())
  const later = (seconds: number) => {
    instant = new Date(Date.parse(instant) + seconds * 1000).toISOString()
  }
  return { mpesa, later, ...rawCalls(mpesa, now) }
}
const register = '/mpesa/c2b/v2/registerurl'

describe('a token', () => {
  test('is valid until it expires, and then each call refuses it with its own code', async () => {
    const { token, push, post, later } = await open()
    const { body } = await token()
    expect(body).toEqual({ access_token: expect.stringMatching(/^\w{28}$/), expires_in: '3599' })
    later(3598)
    expect((await push({}, undefined, body.access_token)).status).toBe(200)
    later(1)
    const invalid = { errorMessage: 'Invalid Access Token' }
    expect(await push({}, undefined, body.access_token)).toMatchObject({
      status: 404,
      body: { errorCode: '404.001.03', ...invalid },
    })
    expect(await post(register, {}, body.access_token)).toMatchObject({
      status: 400,
      body: { errorCode: '400.003.01', ...invalid },
    })
  })
  test('may end the earlier one', async () => {
    const { token, push } = await open({ newTokenEndsOld: true, expiresInAs: 'number' })
    const { body: first } = await token()
    const { body: second } = await token()
    expect(first.expires_in).toBe(3599)
    expect((await push({}, undefined, first.access_token)).status).toBe(404)
    expect((await push({}, undefined, second.access_token)).status).toBe(200)
  })
  test('is given only for the merchant’s keys', async () => {
    expect(await (await open()).token('another')).toMatchObject({ status: 400, body: { errorCode: '400.008.01' } })
  })
})

describe('a push is refused', () => {
  test.each<[string, Record<string, unknown>]>([
    ['TransactionType', { TransactionType: 'CustomerPayTillOnline' }],
    ['Amount', { Amount: 0 }],
    ['Amount', { Amount: 1.5 }],
    ['Amount', { Amount: 250_001 }],
    ['PartyA', { PartyA: '0712345678' }],
    ['PhoneNumber', { PhoneNumber: '254812345678' }],
    ['PartyB', { PartyB: undefined }],
    ['CallBackURL', { CallBackURL: 'http://tuma.invalid/till' }],
    ['CallBackURL', { CallBackURL: 'https://m-pesa.invalid/till' }],
    ['CallBackURL', { CallBackURL: 'https://tuma.invalid/Query' }],
    ['AccountReference', { AccountReference: '' }],
    ['AccountReference', { AccountReference: 'thirteen-long' }],
    ['TransactionDesc', { TransactionDesc: 'fourteen-long-' }],
  ])('for its %s: %j', async (field, changed) => {
    const { push, mpesa } = await open()
    expect(await push(changed)).toMatchObject({
      status: 400,
      body: { errorCode: '400.002.02', errorMessage: `Bad Request - Invalid ${field}` },
    })
    expect(await mpesa.handset.prompts()).toEqual([])
  })
  test.each([
    ['six minutes ago', '2026-11-24T12:24:00.000Z'],
    ['in UTC', '2026-11-24T09:30:05.000Z'],
  ])('signed %s', async (_, signedAt) => {
    expect(await (await open()).push({}, signedAt)).toMatchObject({
      body: { errorMessage: 'Bad Request - Invalid Timestamp' },
    })
  })
  test('with a stamp other than the signed one', async () => {
    const { push } = await open()
    expect(await push({ Timestamp: '20261124153006' })).toMatchObject({ body: { errorMessage: 'Wrong credentials' } })
  })
})

test('a push that comes twice rings once, and both are recorded', async () => {
  const { push, mpesa } = await open()
  await push()
  expect(await push()).toMatchObject({ status: 500 })
  expect(await mpesa.handset.prompts()).toHaveLength(1)
  const seen = { phone: '254712345678', amount: 350 }
  expect(mpesa.pushes()).toEqual([seen, seen])
})

test('unencrypted addresses are accepted where the habits allow them', async () => {
  const { push } = await open({ httpsOnly: false })
  expect((await push({ CallBackURL: 'http://tuma.invalid/till' })).status).toBe(200)
})

test('an unknown path is not found, and each call has its method', async () => {
  const { post } = await open()
  expect(await post('/mpesa/b2c/v3/paymentrequest', {})).toMatchObject({
    status: 404,
    body: { errorCode: '404.001.01' },
  })
  expect(await post('/oauth/v1/generate', {})).toMatchObject({ status: 405, body: { errorCode: '405.001' } })
})

test('registration needs our code, a word and two addresses', async () => {
  const { post } = await open({ registersOnce: false })
  const right = {
    ShortCode: '600100',
    ResponseType: 'Completed',
    ConfirmationURL: 'https://tuma.invalid/c',
    ValidationURL: 'https://tuma.invalid/v',
  }
  for (let time = 0; time < 2; time += 1) expect((await post(register, right)).status).toBe(200)
  for (const wrong of [{ ShortCode: '600200' }, { ResponseType: 'Complete' }, { ValidationURL: 'http://tuma.invalid' }])
    expect((await post(register, { ...right, ...wrong })).status).toBe(400)
})
