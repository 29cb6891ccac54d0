import { openLog } from '@tuma/platform/runtime'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { certificate } from '../testing/certificates.ts'
import { failing, html, json, scriptedFetch } from '../testing/scripted-fetch.ts'
import { readCallbackPath } from './callback-path.ts'
import { callbackSealKey } from './callback-seal-key.ts'
import { openDaraja } from './daraja.ts'
import { darajaFrom, darajaShape } from './settings.ts'

const said = {
  DARAJA_URL: 'https://daraja.example',
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'secret',
  DARAJA_SHORT_CODE: '600100',
  DARAJA_PASSKEY: 'passkey',
  DARAJA_CALLBACK_SECRET: 'a-secret-for-the-till',
  PUBLIC_URL: 'https://tuma.example',
}
const withAll = {
  ...said,
  DARAJA_PARTY_B: '4321000',
  DARAJA_C2B: 'v2',
  DARAJA_INITIATOR: 'tuma',
  DARAJA_INITIATOR_PASSWORD: 'the-password',
  DARAJA_CERTIFICATE: certificate,
}

const sealKey = callbackSealKey('the secret of the process')

/** An adapter with scripted answers, a clock that the test sets, and its log. */
const open = (scenes: Parameters<typeof scriptedFetch>, environment: Record<string, string> = withAll) => {
  const wire = scriptedFetch(...scenes)
  const settings = darajaFrom(z.parse(z.object(darajaShape), environment))
  if (settings === null) throw new Error('There are settings.')
  let instant = '2026-11-24T12:30:05.250Z'
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const daraja = openDaraja({ settings, sealKey, now: () => instant, log, fetch: wire.fetch })
  return {
    ...wire,
    daraja,
    logged: () => lines.join(''),
    at(next: string): void {
      instant = next
    },
  }
}

const checkoutId = '0b6f4d0e-5a1c-5d3a-8f0e-2f6f3a1b9c7d'
const prompt = {
  checkoutId,
  amount: 350,
  phone: '254712345678',
  reference: 'PAY-0123456789AB',
  description: 'Parcel to Thika, express',
}
const accepted = () =>
  json({
    MerchantRequestID: '2654-4b64-97ff-b827b542881d3130',
    CheckoutRequestID: 'ws_CO_1007202409152617172396192',
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  })
const refusing =
  (errorCode: string, errorMessage = '', status = Number(errorCode.slice(0, 3))) =>
  () =>
    json({ requestId: '1c5b-4ba8', errorCode, errorMessage }, status)
const pushing = async (...scenes: Parameters<typeof scriptedFetch>) => open(scenes).daraja.push(prompt)

describe('a prompt', () => {
  test('is sent in Daraja’s form, with the same time in password and field', async () => {
    const { daraja, sent } = open([accepted])
    expect(await daraja.push(prompt)).toEqual({
      outcome: 'sent',
      merchantRequestId: '2654-4b64-97ff-b827b542881d3130',
      checkoutRequestId: 'ws_CO_1007202409152617172396192',
    })
    expect(sent).toEqual([
      {
        path: '/mpesa/stkpush/v1/processrequest',
        authorization: 'Bearer token-1',
        // Another host must not receive a token or a phone.
        redirect: 'manual',
        body: {
          BusinessShortCode: '600100',
          Password: Buffer.from('600100passkey20261124153005').toString('base64'),
          Timestamp: '20261124153005',
          TransactionType: 'CustomerBuyGoodsOnline',
          Amount: 350,
          PartyA: '254712345678',
          PartyB: '4321000',
          PhoneNumber: '254712345678',
          CallBackURL: expect.stringMatching(
            /^https:\/\/tuma\.example\/api\/callbacks\/till\/a-secret-for-the-till\/prompt\//,
          ),
          AccountReference: '0123456789AB',
          TransactionDesc: 'Parcel to Thi',
        },
      },
    ])
    const { pathname } = new URL(String(sent[0]?.body.CallBackURL))
    expect(readCallbackPath(sealKey, ['a-secret-for-the-till'], pathname)).toEqual({ kind: 'prompt', checkoutId })
  })

  test('without a till goes to the paybill', async () => {
    const { daraja, sent } = open([accepted], said)
    await daraja.push(prompt)
    expect(sent[0]?.body).toMatchObject({ TransactionType: 'CustomerPayBillOnline', PartyB: '600100' })
  })

  test.each([0, 0.5, 250_001, Number.NaN])('of %s shillings is refused', async (amount) => {
    const { daraja, sent } = open([accepted])
    await expect(daraja.push({ ...prompt, amount })).rejects.toThrow(RangeError)
    expect(sent).toEqual([])
  })

  test.each([
    ['400.002.02', 'Bad Request - Invalid PhoneNumber', 'our_setup'],
    ['405.001', 'GET Method Not Allowed', 'our_setup'],
    [
      '500.001.1001',
      'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      'busy',
    ],
    ['500.001.1001', 'Merchant does not exist', 'our_setup'],
    ['500.001.1001', 'Wrong credentials', 'our_setup'],
    ['500.003.02', 'System is busy. Please try again in few minutes.', 'again_later'],
    ['500.003.03', 'Error Occurred: Quota Violation', 'again_later'],
  ])('is refused: %s %s', async (code, text, reason) => {
    expect(await pushing(refusing(code, text))).toEqual({ outcome: 'refused', reason, code })
  })
  test('is refused by a response code that is not 0', async () => {
    expect(await pushing(() => json({ ResponseCode: '2028' }))).toEqual({
      outcome: 'refused',
      reason: 'our_setup',
      code: '2028',
    })
  })
  test.each([
    ['no process listens', 'ECONNREFUSED'],
    ['the name is not known', 'ENOTFOUND'],
  ])('is refused for now where it was not sent: %s', async (_, code) => {
    expect(await pushing(() => failing(code))).toEqual({ outcome: 'refused', reason: 'again_later', code })
  })

  test.each<[string, Parameters<typeof scriptedFetch>[0]]>([
    ['its answer was lost', () => failing('ECONNRESET')],
    ['it took too long', () => Promise.reject(new DOMException('', 'TimeoutError'))],
    ['a page came with 200', () => html()],
    ['a page came with 502', () => html(502)],
    ['an error without words', refusing('500.001.1001')],
    ['a fault of theirs', refusing('500.003.1001', 'Service is temporarily unavailable')],
    ['nothing is in the answer', () => json({})],
    ['it was accepted with a fault', () => json({ ResponseCode: '0', CheckoutRequestID: 'ws_CO_1' }, 500)],
    ['it was accepted under no name', () => json({ ResponseCode: '0' })],
  ])('may still ring, and is not sent again: %s', async (_, scene) => {
    const { daraja, sent } = open([scene, accepted])
    expect(await daraja.push(prompt)).toEqual({ outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })
})

describe('the token', () => {
  test('is fetched once for all calls that need it at once, and kept', async () => {
    const { daraja, tokens, sent } = open(Array(5).fill(accepted))
    await Promise.all([1, 2, 3, 4].map(() => daraja.push(prompt)))
    await daraja.push(prompt)
    expect(tokens()).toBe(1)
    expect(new Set(sent.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-1']))
  })
  test('is renewed two minutes before it expires', async () => {
    const { daraja, tokens, at } = open(Array(3).fill(accepted))
    await daraja.push(prompt)
    at('2026-11-24T13:28:00.000Z')
    await daraja.push(prompt)
    expect(tokens()).toBe(1)
    at('2026-11-24T13:28:30.000Z')
    await daraja.push(prompt)
    expect(tokens()).toBe(2)
  })
  test.each([3599, '3599', undefined, 'soon'])('lives as long as Daraja says: %s', async (expires_in) => {
    const { daraja, tokensAre, sent, at } = open(Array(2).fill(accepted))
    const tokens = ['t-1', 't-2']
    tokensAre(() => json({ access_token: tokens.shift(), expires_in }))
    await daraja.push(prompt)
    at('2026-11-24T13:00:00.000Z')
    await daraja.push(prompt)
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer t-1', 'Bearer t-1'])
  })
  test.each([
    ['404.001.03', 404],
    ['400.003.01', 400],
    ['401.002.01', 401],
  ])('that is refused is fetched again, once: %s', async (code, status) => {
    const refused = refusing(code, 'Invalid Access Token', status)
    const { daraja, sent, tokens } = open([refused, accepted])
    expect(await daraja.push(prompt)).toMatchObject({ outcome: 'sent' })
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])

    const stubborn = open([refused, refused, accepted])
    expect(await stubborn.daraja.push(prompt)).toEqual({ outcome: 'refused', reason: 'our_setup', code })
    expect(stubborn.tokens()).toBe(2)
    expect(tokens()).toBe(2)
  })
  test('is fetched once when two calls are refused together', async () => {
    const refused = refusing('404.001.03', 'Invalid Access Token')
    const { daraja, tokens } = open([refused, refused, accepted, accepted])
    const pushed = await Promise.all([daraja.push(prompt), daraja.push(prompt)])
    expect(pushed.map(({ outcome }) => outcome)).toEqual(['sent', 'sent'])
    expect(tokens()).toBe(2)
  })
  test('that came during the call is not thrown away for an older one', async () => {
    const refused = refusing('404.001.03', 'Invalid Access Token')
    const later = Promise.withResolvers<void>()
    const { daraja, tokens } = open([refused, () => later.promise.then(refused), accepted, accepted])
    const first = daraja.push(prompt)
    const second = daraja.push(prompt)
    await first
    later.resolve()
    expect(await second).toMatchObject({ outcome: 'sent' })
    expect(tokens()).toBe(2)
  })
  test.each<[string, Parameters<typeof scriptedFetch>[0], object]>([
    [
      'that is not given to us',
      () => json({ errorCode: '400.008.01' }, 400),
      { reason: 'our_setup', code: 'token-refused' },
    ],
    ['whose house is away', () => failing('ECONNREFUSED'), { reason: 'again_later', code: 'token-ECONNREFUSED' }],
    ['that takes too long', () => failing('ECONNRESET'), { reason: 'again_later', code: 'token-ECONNRESET' }],
    ['that is a page', () => html(), { reason: 'again_later', code: 'token-http-200' }],
  ])('%s: nothing was sent, so nothing is unknown', async (_, scene, refusal) => {
    const { daraja, tokensAre, sent } = open([accepted])
    tokensAre(scene)
    expect(await daraja.push(prompt)).toEqual({ outcome: 'refused', ...refusal })
    expect(sent).toEqual([])
  })
})

describe('the query of a prompt', () => {
  const result = (ResultCode: string | number) => () => json({ ResponseCode: '0', ResultCode, ResultDesc: '…' })
  test.each<[string, Parameters<typeof scriptedFetch>[0], object]>([
    ['paid', result('0'), { outcome: 'paid' }],
    ['paid, as a number', result(0), { outcome: 'paid' }],
    ['cancelled', result('1032'), { outcome: 'failed', reason: 'cancelled', code: '1032' }],
    ['still open', result('4999'), { outcome: 'pending' }],
    ['being processed', refusing('500.001.1001', 'The transaction is being processed'), { outcome: 'pending' }],
    ['a code that is not known is not final', result('4242'), { outcome: 'unknown' }],
    ['a prompt that is not known', refusing('500.001.1001', 'The transaction does not Exist'), { outcome: 'unknown' }],
    ['an error without words', refusing('500.001.1001'), { outcome: 'unknown' }],
    ['too early', refusing('400.002.02', 'Bad Request - Invalid CheckoutRequestID'), { outcome: 'unknown' }],
    ['too often', () => json({ fault: { faultstring: 'Spike arrest' } }, 429), { outcome: 'unknown' }],
    ['a page', () => html(), { outcome: 'unknown' }],
    ['lost', () => failing('ECONNRESET'), { outcome: 'unknown' }],
  ])('%s', async (_, scene, queried) => {
    const { daraja, sent } = open([scene])
    expect(await daraja.query('ws_CO_1')).toEqual(queried)
    expect(sent[0]?.body).toMatchObject({ CheckoutRequestID: 'ws_CO_1', Timestamp: '20261124153005' })
  })
})

describe('a question about a receipt', () => {
  const question = { receipt: 'UKO6H7T3GA', about: 'ab'.repeat(32) }
  test('is sent by the initiator, with its own address for the answer', async () => {
    const { daraja, sent } = open([() => json({ ResponseCode: '0', ConversationID: 'AG_1' })])
    expect(await daraja.status?.(question)).toEqual({ outcome: 'requested', conversationId: 'AG_1' })
    expect(sent[0]?.body).toMatchObject({
      Initiator: 'tuma',
      SecurityCredential: expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/),
      CommandID: 'TransactionStatusQuery',
      TransactionID: 'UKO6H7T3GA',
      PartyA: '600100',
      IdentifierType: '4',
    })
    const known = (url: unknown) => readCallbackPath(sealKey, ['a-secret-for-the-till'], new URL(String(url)).pathname)
    expect(known(sent[0]?.body.ResultURL)).toEqual({ kind: 'status', about: question.about })
    expect(known(sent[0]?.body.QueueTimeOutURL)).toEqual({ kind: 'status-late', about: question.about })
  })
  test.each<[string, Parameters<typeof scriptedFetch>[0], object]>([
    ['refused', refusing('400.002.05', 'Invalid Request Payload'), { outcome: 'refused', code: '400.002.05' }],
    ['out of order', refusing('500.003.1001', 'Service is temporarily unavailable'), { outcome: 'away' }],
    ['busy', () => json({}, 429), { outcome: 'away' }],
    ['a page', () => html(403), { outcome: 'away' }],
    ['lost', () => failing('ECONNRESET'), { outcome: 'away' }],
  ])('%s', async (_, scene, asked) => expect(await open([scene]).daraja.status?.(question)).toEqual(asked))

  test('is not possible without an initiator', () => expect(open([], said).daraja.status).toBeNull())
})

describe('registration', () => {
  test('names both addresses, in the version that is set', async () => {
    const { daraja, sent } = open([() => json({ ResponseCode: '0', ResponseDescription: 'Success' })])
    expect(await daraja.register?.()).toEqual({ outcome: 'registered' })
    const root = 'https://tuma.example/api/callbacks/till/a-secret-for-the-till'
    expect(sent[0]).toMatchObject({
      path: '/mpesa/c2b/v2/registerurl',
      body: {
        ShortCode: '600100',
        ResponseType: 'Completed',
        ConfirmationURL: expect.stringMatching(new RegExp(`^${root}/confirmation/[0-9a-f]{40}$`)),
        ValidationURL: expect.stringMatching(new RegExp(`^${root}/validation/[0-9a-f]{40}$`)),
      },
    })
  })
  test.each<[string, Parameters<typeof scriptedFetch>[0], object]>([
    [
      'done before',
      refusing('500.003.1001', 'Urls are already registered.'),
      { outcome: 'refused', code: '500.003.1001', already: true },
    ],
    ['wrong', refusing('400.003.02', 'Bad Request'), { outcome: 'refused', code: '400.003.02', already: false }],
    ['out of order', refusing('500.003.1001', 'Service is currently unreachable'), { outcome: 'away' }],
  ])('%s', async (_, scene, registered) => expect(await open([scene]).daraja.register?.()).toEqual(registered))

  test('is not possible where no version is set', () => expect(open([], said).daraja.register).toBeNull())
})

test('the log has no phone, key, body or address', async () => {
  const { daraja, logged } = open([
    refusing('400.002.02', 'Bad Request - Invalid 254712345678'),
    () => failing('ECONNRESET'),
    () => html(),
  ])
  for (let call = 0; call < 3; call += 1) await daraja.push(prompt)
  expect(logged()).toContain('400.002.02')
  expect(logged()).not.toMatch(/254712345678|a-secret|passkey|token-1|PAY-|0123456789AB|CallBack/)
})
