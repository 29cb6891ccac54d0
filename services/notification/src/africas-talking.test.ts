import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { africasTalking } from './provider/africas-talking.ts'
import { openAfricasTalkingStub, wire } from './testing/africas-talking-stub.ts'

let stub: Awaited<ReturnType<typeof openAfricasTalkingStub>>
beforeEach(async () => {
  stub = await openAfricasTalkingStub()
})
afterEach(() => stub.close())

const account = (changes: { senderId?: string; timeoutMs?: number } = {}) =>
  africasTalking({ username: 'tuma', apiKey: 'the-key', senderId: undefined, baseUrl: `${stub.url}/`, ...changes })
const phones = ['254712345678', '254110345678', '254733345678']
const sendToAll = () => account().sendToAll(phones, 'Hello & karibu +1')
const taken = (phone: string) => ({ providerId: `ATXid_${phone}`, refusal: null })
const refused = (refusal: string) => ({ providerId: null, refusal })

test('a call has the form that Africa’s Talking asks for', async () => {
  await account({ senderId: 'TUMA' }).sendToAll(phones, 'Hello & karibu +1')
  expect(stub.received).toHaveLength(1)
  const [{ form, ...call } = { form: new URLSearchParams() }] = stub.received
  expect(call).toEqual({
    method: 'POST',
    path: '/version1/messaging',
    apikey: 'the-key',
    contentType: expect.stringMatching(/^application\/x-www-form-urlencoded\b/),
  })
  expect(Object.fromEntries(form)).toEqual({
    username: 'tuma',
    to: '+254712345678,+254110345678,+254733345678',
    message: 'Hello & karibu +1',
    from: 'TUMA',
    bulkSMSMode: '1',
  })
})

test('without a sender ID the call names none', async () => {
  await sendToAll()
  expect(stub.received[0]?.form.has('from')).toBe(false)
})

describe('what is answered with 201', () => {
  test('counts for each recipient', async () => {
    stub.willAnswer(wire.answering({ '+254712345678': 100, '+254110345678': 406, '+254733345678': 102 }))
    expect(await sendToAll()).toEqual([taken('254712345678'), refused('status-406'), taken('254733345678')])
  })
  test.each([401, 402, 403, 404, 405, 407, 409, 500, 501, 502])(
    'means a refusal where the code is %d',
    async (code) => {
      stub.willAnswer(wire.answering({ '+254712345678': code }))
      expect((await sendToAll())[0]).toEqual(refused(`status-${code}`))
    },
  )
  test('means a refusal to recipients that it leaves out', async () => {
    stub.willAnswer(wire.answering({ '+254110345678': null }))
    expect(await sendToAll()).toEqual([taken('254712345678'), refused('left-out'), taken('254733345678')])
  })
  test('means a refusal to all when it names no recipients', async () => {
    stub.willAnswer(wire.invalidSender)
    expect(await sendToAll()).toEqual(phones.map(() => refused('InvalidSenderId')))
  })
})

test('a wrong key means a refusal to all', async () => {
  stub.willAnswer(wire.wrongKey)
  expect(await sendToAll()).toEqual(phones.map(() => refused('http-401')))
})

test('a number that the package rejects is refused alone, and the others are sent', async () => {
  expect(await account().sendToAll(['254712345678', '254', '999'], 'Hello')).toEqual([
    taken('254712345678'),
    refused('no-phone'),
    refused('no-phone'),
  ])
  expect(stub.sentTo()).toEqual([['+254712345678']])
})

test('the error of a failed call holds no key, phone or text', async () => {
  stub.willAnswer(wire.broken, wire.hangingUp, wire.elsewhere, wire.notJson)
  for (let call = 0; call < 4; call += 1) {
    const failed = await sendToAll().catch((error) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(inspect(failed, { depth: 10, showHidden: true })).not.toMatch(/the-key|2547|karibu/)
  }
})

describe('the outcome is unknown', () => {
  test('when an answer comes byte by byte', async () => {
    stub.willAnswer(wire.dripping)
    await expect(account({ timeoutMs: 300 }).sendToAll(phones, 'Hello')).rejects.toThrow()
  })
  test.each(['broken', 'notJson', 'elsewhere', 'hangingUp'] as const)('when the answer is %s', async (how) => {
    stub.willAnswer(wire[how])
    await expect(sendToAll()).rejects.toThrow()
    expect(stub.received).toHaveLength(1)
  })
  test('when no answer comes in time', async () => {
    stub.willAnswer(wire.silence)
    await expect(account({ timeoutMs: 50 }).sendToAll(phones, 'Hello')).rejects.toThrow()
    // On a slow machine the time is over before it has arrived.
    expect(stub.received.length).toBeLessThanOrEqual(1)
  })
  test('when the server is not there', async () => {
    await expect(
      africasTalking({ username: 'tuma', apiKey: 'k', senderId: undefined, baseUrl: 'http://127.0.0.1:1' }).sendToAll(
        phones,
        'Hello',
      ),
    ).rejects.toThrow()
  })
})

describe('one message that may have been sent', () => {
  const message = { messageId: 'm1', to: '0712345678', subject: null, text: 'Tuma: …', replyTo: null }
  const gatewayGaveUp: typeof wire.broken = (_, response) => response.writeHead(504).end()
  test.each([
    ['when the connection breaks', 'no-answer', true, wire.hangingUp],
    ['when the gateway gave up', 'http-504', true, gatewayGaveUp],
    ['not when the provider refuses it', 'http-502', false, wire.broken],
    ['not when its key is wrong', 'http-401', false, wire.wrongKey],
  ] as const)('%s', async (_, code, isUnanswered, answer) => {
    stub.willAnswer(answer)
    await expect(account().send(message)).rejects.toMatchObject({ code, isUnanswered })
  })
  test('not when the server was not reached', async () => {
    const away = africasTalking({ username: 'tuma', apiKey: 'k', senderId: undefined, baseUrl: 'http://127.0.0.1:1' })
    await expect(away.send(message)).rejects.toMatchObject({ code: 'no-connection', isUnanswered: false })
  })
})

describe('one message', () => {
  const message = { messageId: 'm1', to: '0712345678', subject: null, text: 'Tuma: …', replyTo: null }

  test('goes to the number in the form of Africa’s Talking', async () => {
    expect(await account().send(message)).toEqual({ providerId: 'ATXid_254712345678' })
    expect(stub.sentTo()).toEqual([['+254712345678']])
  })
  test('fails with the provider’s word when it is refused', async () => {
    stub.willAnswer(wire.answering({ '+254712345678': 405 }), wire.invalidSender, wire.wrongKey, wire.broken)
    for (const code of ['status-405', 'InvalidSenderId', 'http-401', 'http-502'])
      await expect(account().send(message)).rejects.toMatchObject({ name: 'SendFailed', code })
  })
  test('to an erased person is not sent', async () => {
    await expect(account().send({ ...message, to: '(erased)' })).rejects.toMatchObject({ code: 'no-phone' })
    expect(stub.received).toEqual([])
  })
})
