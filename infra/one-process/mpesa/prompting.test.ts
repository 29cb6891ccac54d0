import type { Fault, Rule } from '@tuma/mpesa'
import { readStkCallback } from '@tuma/payment/daraja'
import { readMessage } from '@tuma/payment/message'
import { describe, expect, test, vi } from 'vitest'
import { openMerchant, prompt } from './merchant.ts'

type Merchant = Awaited<ReturnType<typeof openMerchant>>

const onlyPrompt = async ({ mpesa }: Merchant) => {
  const [first, ...more] = await mpesa.handset.prompts(prompt.phone)
  expect(more).toEqual([])
  if (!first) throw new Error('No prompt is there.')
  return first
}
const sent = async ({ daraja }: Merchant, changed: Partial<typeof prompt> = {}) => {
  const pushed = await daraja.push({ ...prompt, ...changed })
  if (pushed.outcome !== 'sent') throw new Error(`It was not sent: ${JSON.stringify(pushed)}`)
  return pushed
}

describe('from the push to the payment', () => {
  test('the prompt appears, a PIN pays it, and callback, query, SMS and account agree', async () => {
    const merchant = await openMerchant()
    const { mpesa, daraja } = merchant
    const { checkoutRequestId, merchantRequestId } = await sent(merchant)
    expect(await daraja.query(checkoutRequestId)).toEqual({ outcome: 'pending' })
    expect(await onlyPrompt(merchant)).toMatchObject({ amount: 350, reference: '0123456789AB', to: 'TUMA PARCELS' })
    merchant.later(5)

    const { receipt, sms } = (await mpesa.handset.enterPin((await onlyPrompt(merchant)).id)) ?? { receipt: '', sms: '' }
    const [called, ...more] = await merchant.called('prompt')
    expect(more).toEqual([])
    expect(called?.callback).toEqual({ kind: 'prompt', checkoutId: prompt.checkoutId })
    expect(readStkCallback(called?.body)).toEqual({
      kind: 'paid',
      merchantRequestId,
      checkoutRequestId,
      receipt,
      cents: 35_000,
      paidAt: '2026-11-24T12:30:10.000Z',
      phone: '254712345678',
      phoneEnd: '678',
      phoneHash: null,
    })
    expect(await daraja.query(checkoutRequestId)).toEqual({ outcome: 'paid' })
    expect(readMessage(sms)).toEqual({
      kind: 'till',
      code: receipt,
      amount: 350,
      recipient: 'TUMA PARCELS',
      paidAt: '2026-11-24T12:30:00.000Z',
      codeDateAgrees: true,
    })
    expect(mpesa.ledger.payment(receipt)).toMatchObject({ cents: 35_000, online: true })
    expect(mpesa.handset.messages(prompt.phone)).toHaveLength(1)
  })

  test('a cancelled prompt is reported, and so is one that is not answered for a minute', async () => {
    const merchant = await openMerchant()
    const { checkoutRequestId } = await sent(merchant)
    await merchant.mpesa.handset.cancel((await onlyPrompt(merchant)).id)
    expect(await merchant.daraja.query(checkoutRequestId)).toMatchObject({ outcome: 'failed', reason: 'cancelled' })
    await sent(merchant)
    merchant.later(61)
    expect(await merchant.mpesa.handset.prompts(prompt.phone)).toEqual([])
    const outcomes = (await merchant.called('prompt')).map(({ body }) => readStkCallback(body))
    expect(outcomes).toMatchObject([{ reason: 'cancelled' }, { reason: 'unreachable' }])
    expect(merchant.mpesa.ledger.movements()).toEqual([])
  })

  test('a payer with too little money pays nothing', async () => {
    const merchant = await openMerchant()
    merchant.mpesa.people.introduce(prompt.phone, { cents: 349_99 })
    await sent(merchant)
    expect(await merchant.mpesa.handset.enterPin((await onlyPrompt(merchant)).id)).toBeNull()
    const [called] = await merchant.called('prompt')
    expect(readStkCallback(called?.body)).toMatchObject({ kind: 'failed', reason: 'balance_low' })
    expect(merchant.mpesa.ledger.movements()).toMatchObject([{ status: 'Failed', balanceCents: 0 }])
  })

  test.each([
    '1',
    '2',
    '8',
    '17',
    '26',
    '1001',
    '1019',
    '1025',
    '1032',
    '1037',
    '2001',
    '2028',
    '8006',
    '9999',
    'SFC_IC0003',
  ])('callback and query agree about %s, as number and as text', async (result) => {
    for (const codesAs of ['number', 'text'] as const) {
      const merchant = await openMerchant({ habits: { codesAs } })
      merchant.mpesa.script.prompts({ result })
      const { checkoutRequestId } = await sent(merchant)
      const [called] = await merchant.called('prompt')
      const callback = readStkCallback(called?.body)
      if (callback?.kind !== 'failed') throw new Error('It has not failed.')
      const { code, reason } = callback
      expect(code).toBe(result)
      expect(await merchant.daraja.query(checkoutRequestId)).toEqual({ outcome: 'failed', code, reason })
    }
  })
})

describe('what Daraja requires of a push is what we send', () => {
  test('a paybill', async () => {
    await sent(await openMerchant({ merchant: { till: null } }))
  })
  test.each([
    ['another passkey', { DARAJA_PASSKEY: 'another' }, { reason: 'our_setup', code: '500.001.1001' }],
    ['another short code', { DARAJA_SHORT_CODE: '600200' }, { reason: 'our_setup', code: '500.001.1001' }],
    ['other keys', { DARAJA_CONSUMER_SECRET: 'another' }, { reason: 'our_setup', code: 'token-refused' }],
    [
      'callbacks that Daraja does not call',
      { DARAJA_CALLBACK_URL: 'http://127.0.0.9' },
      { reason: 'our_setup', code: '400.002.02' },
    ],
  ])('%s is refused', async (_, settings, refusal) => {
    const { daraja } = await openMerchant({ settings })
    expect(await daraja.push(prompt)).toEqual({ outcome: 'refused', ...refusal })
  })
  test('another till ends in a failure that only we can fix', async () => {
    const merchant = await openMerchant({ settings: { DARAJA_PARTY_B: '987654' } })
    await sent(merchant)
    const [called] = await merchant.called('prompt')
    expect(readStkCallback(called?.body)).toMatchObject({ code: '2028', reason: 'our_setup' })
  })
  test('a till as a paybill ends in the same failure', async () => {
    const merchant = await openMerchant({ settings: { DARAJA_PARTY_B: '' } })
    await sent(merchant)
    const [called] = await merchant.called('prompt')
    expect(readStkCallback(called?.body)).toMatchObject({ code: 'SFC_IC0003', reason: 'our_setup' })
  })
  test('a phone has one open prompt at a time', async () => {
    const merchant = await openMerchant()
    await sent(merchant)
    expect(await merchant.daraja.push(prompt)).toEqual({ outcome: 'refused', reason: 'busy', code: '500.001.1001' })
    await sent(merchant, { phone: '254787654321' })
  })
  test('the same amount is refused within two minutes of being paid', async () => {
    const merchant = await openMerchant()
    merchant.mpesa.script.prompts({ result: '0' })
    await sent(merchant)
    merchant.later(119)
    await sent(merchant)
    await sent(merchant, { amount: 351 })
    merchant.later(1)
    await sent(merchant)
    const outcomes = (await merchant.called('prompt')).map(({ body }) => readStkCallback(body))
    expect(outcomes).toMatchObject([{ kind: 'paid' }, { code: '17' }, { kind: 'paid' }, { kind: 'paid' }])
  })
})

describe('a call that fails', () => {
  test.each<[Fault, object]>([
    ['spike', { outcome: 'refused', reason: 'again_later', code: '500.003.02' }],
    ['quota', { outcome: 'refused', reason: 'again_later', code: '500.003.03' }],
    ['unavailable', { outcome: 'unknown' }],
    ['empty_error', { outcome: 'unknown' }],
    ['html', { outcome: 'unknown' }],
    ['cut', { outcome: 'unknown' }],
    ['hang', { outcome: 'unknown' }],
  ])('before a push is taken: %s', async (fault, outcome) => {
    const merchant = await openMerchant(fault === 'hang' ? { patienceMs: 50 } : {})
    merchant.mpesa.script.next('push', fault)
    expect(await merchant.daraja.push(prompt)).toEqual(outcome)
    expect(await merchant.mpesa.handset.prompts()).toEqual([])
  })
  test.each<Fault>(['html_after', 'cut_after', 'hang_after'])(
    'after it is taken (%s) the phone rings once, and its callback brings Daraja’s ids',
    async (fault) => {
      const merchant = await openMerchant()
      merchant.mpesa.script.next('push', fault)
      const pushed = merchant.daraja.push(prompt)
      await vi.waitFor(async () => expect(await merchant.mpesa.handset.prompts()).toHaveLength(1), { timeout: 60_000 })
      merchant.mpesa.hangUp()
      expect(await pushed).toEqual({ outcome: 'unknown' })
      await merchant.mpesa.handset.enterPin((await onlyPrompt(merchant)).id)
      const [called] = await merchant.called('prompt')
      expect(called?.callback).toEqual({ kind: 'prompt', checkoutId: prompt.checkoutId })
      expect(readStkCallback(called?.body)).toMatchObject({
        kind: 'paid',
        checkoutRequestId: expect.stringMatching(/^ws_CO_/),
      })
    },
  )
  test('a token that expires or is revoked is fetched again', async () => {
    const merchant = await openMerchant({ habits: { newTokenEndsOld: true, expiresInAs: 'number' } })
    await sent(merchant)
    merchant.mpesa.forgetTokens()
    await sent(merchant, { phone: '254787654321' })
    merchant.mpesa.script.next('push', 'bad_token')
    await sent(merchant, { phone: '254787654322' })
    merchant.later(7200)
    await sent(merchant, { phone: '254787654323' })
  })
  test.each<[Fault, object]>([
    ['html', { outcome: 'unknown' }],
    ['cut', { outcome: 'unknown' }],
    ['hang', { outcome: 'unknown' }],
    ['spike', { outcome: 'unknown' }],
    ['empty_error', { outcome: 'unknown' }],
    ['unavailable', { outcome: 'unknown' }],
    ['bad_token', { outcome: 'paid' }],
  ])('a query: %s', async (fault, outcome) => {
    const merchant = await openMerchant()
    merchant.mpesa.script.prompts({ result: '0' })
    const { checkoutRequestId } = await sent(merchant)
    merchant.mpesa.script.next('query', fault)
    const queried = merchant.daraja.query(checkoutRequestId)
    if (fault === 'hang') await vi.waitFor(() => expect(merchant.mpesa.hangUp()).toBe(1), { timeout: 60_000 })
    expect(await queried).toEqual(outcome)
    expect(await merchant.daraja.query(checkoutRequestId)).toEqual({ outcome: 'paid' })
  })
  test('queries that are too many, or of an unknown prompt, get no result', async () => {
    const merchant = await openMerchant({ habits: { queriesPerMinute: 1, pendingAs: '4999' } })
    const { checkoutRequestId } = await sent(merchant)
    expect(await merchant.daraja.query(checkoutRequestId)).toEqual({ outcome: 'pending' })
    expect(await merchant.daraja.query(checkoutRequestId)).toEqual({ outcome: 'unknown' })
    merchant.later(60)
    expect(await merchant.daraja.query('ws_CO_1')).toEqual({ outcome: 'unknown' })
  })
  test('a query may contradict the callback', async () => {
    const merchant = await openMerchant()
    merchant.mpesa.script.prompts({ result: '0', query: '1032' })
    const { checkoutRequestId } = await sent(merchant)
    expect(await merchant.daraja.query(checkoutRequestId)).toMatchObject({ outcome: 'failed', reason: 'cancelled' })
    const [called] = await merchant.called('prompt')
    expect(readStkCallback(called?.body)).toMatchObject({ kind: 'paid' })
  })
})

describe('callbacks come', () => {
  const paying = async (rule: Rule) => {
    const merchant = await openMerchant()
    merchant.mpesa.script.prompts({ result: '0', ...rule })
    await sent(merchant)
    return merchant
  }
  test('before the answer to the push', async () => {
    const merchant = await openMerchant()
    merchant.mpesa.script.prompts({ result: '0', callback: { when: 'early' } })
    merchant.mpesa.script.next('push', 'cut_after')
    expect(await merchant.daraja.push(prompt)).toEqual({ outcome: 'unknown' })
    expect(merchant.mpesa.callbackSender.delivered()).toHaveLength(1)
  })
  test.each([2, 4])('%i times', async (times) => {
    const called = await (await paying({ callback: { times } })).called('prompt')
    expect(new Set(called.map(({ body }) => body)).size).toBe(1)
    expect(called).toHaveLength(times)
  })
  test('never', async () => {
    const merchant = await paying({ callback: { when: 'never' } })
    expect(await merchant.called('prompt')).toEqual([])
    expect(merchant.mpesa.ledger.balanceCents()).toBeGreaterThan(0)
  })
  test('late, and out of order', async () => {
    const merchant = await paying({ callback: { when: 'held' } })
    await sent(merchant, { phone: '254787654321' })
    expect(await merchant.called('prompt')).toEqual([])
    await merchant.mpesa.callbackSender.deliverHeld('reversed')
    const phones = (await merchant.called('prompt')).map(({ body }) => readStkCallback(body))
    expect(phones).toMatchObject([{ phone: '254787654321' }, { phone: prompt.phone }])
  })
  test('once, even when our side did not accept it', async () => {
    const merchant = await openMerchant()
    merchant.answers(503)
    merchant.mpesa.script.prompts({ result: '0' })
    await sent(merchant)
    expect(await merchant.called('prompt')).toHaveLength(1)
    expect(merchant.mpesa.callbackSender.delivered()).toMatchObject([{ status: 503 }])
  })
  test.each<[string, Rule, object]>([
    ['with another amount', { callback: { amount: 1 } }, { kind: 'paid', cents: 100 }],
    [
      'under a name that is not known',
      { callback: { checkoutRequestId: 'ws_CO_0' } },
      { checkoutRequestId: 'ws_CO_0' },
    ],
    ['without metadata', { callback: { withoutMetadata: true } }, { kind: 'paid', receipt: null, cents: null }],
  ])('%s', async (_, rule, said) => {
    const [called] = await (await paying(rule)).called('prompt')
    expect(readStkCallback(called?.body)).toMatchObject(said)
  })
  test.each([
    ['masked', { phone: null, phoneEnd: '678' }],
    ['absent', { phone: null, phoneEnd: null }],
  ] as const)('with a phone that is %s', async (callbackPhone, said) => {
    const merchant = await openMerchant({ habits: { callbackPhone, callbackBalance: true } })
    merchant.mpesa.script.prompts({ result: '0' })
    await sent(merchant)
    const [called] = await merchant.called('prompt')
    expect(readStkCallback(called?.body)).toMatchObject({ kind: 'paid', cents: 35_000, ...said })
  })
})
