import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readC2bConfirmation } from './c2b-confirmation.ts'
import { getCents } from './loose-json.ts'
import { instantOfStamp, nairobiStamp } from './nairobi-stamp.ts'
import { isOurAlarm, refusalByCode, toMeaning } from './prompt-refusals.ts'
import { readStatusResult } from './status-result.ts'
import { readStkCallback } from './stk-callback.ts'

/** Public samples as they were recorded, with changed names. */
const samples = JSON.parse(readFileSync(new URL('../testing/daraja-samples.json', import.meta.url), 'utf8'))

const paid = (...items: object[]) => ({
  Body: { stkCallback: { ...samples.stkPaid.Body.stkCallback, CallbackMetadata: { Item: items } } },
})
const amount = { Name: 'Amount', Value: 350 }

describe('the callback of a prompt', () => {
  test('a paid one, as documented', () => {
    expect(readStkCallback(samples.stkPaid)).toEqual({
      kind: 'paid',
      merchantRequestId: '29115-34620561-1',
      checkoutRequestId: 'ws_CO_191220191020363925',
      receipt: 'NLJ7RT61SV',
      cents: 100,
      paidAt: '2019-12-19T07:21:15.000Z',
      phone: '254708374149',
      phoneEnd: '149',
      phoneHash: null,
    })
  })
  test('the same as text', () => {
    expect(readStkCallback(JSON.stringify(samples.stkPaid))).toEqual(readStkCallback(samples.stkPaid))
  })
  test('a cancelled one has no metadata', () => {
    expect(readStkCallback(samples.stkCancelled)).toEqual({
      kind: 'failed',
      merchantRequestId: 'f1e2-4b95-a71d-b30d3cdbb7a7942864',
      checkoutRequestId: 'ws_CO_21072024125243250722943992',
      code: '1032',
      reason: 'cancelled',
    })
  })
  test('a balance without a value in the middle changes nothing', () => {
    expect(readStkCallback(samples.stkWithBalance)).toMatchObject({ receipt: 'LGR7OWQX0R', cents: 100 })
  })
  test.each([
    ['a text', '0', 'paid'],
    ['a number', 0, 'paid'],
    ['another number', 1037, 'failed'],
    ['a word', 'SFC_IC0003', 'failed'],
  ])('a result code as %s', (_, ResultCode, kind) => {
    const callback = readStkCallback({ Body: { stkCallback: { ...samples.stkPaid.Body.stkCallback, ResultCode } } })
    expect(callback?.kind).toBe(kind)
  })
  test('an unknown code is a failure for another reason', () => {
    const callback = { ...samples.stkCancelled.Body.stkCallback, ResultCode: 4242 }
    expect(readStkCallback({ Body: { stkCallback: callback } })).toMatchObject({ code: '4242', reason: 'other' })
  })
  test.each([
    ['5.00', 500],
    [13.75, 1375],
    ['13.75', 1375],
    ['1,250.00', 125_000],
    [250_000, 25_000_000],
  ])('an amount of %s keeps its cents', (Value, cents) =>
    expect(readStkCallback(paid({ Name: 'Amount', Value }))).toMatchObject({ cents }),
  )
  test('a missing receipt is null', () => {
    expect(readStkCallback(paid(amount))).toMatchObject({ kind: 'paid', receipt: null, cents: 35_000, paidAt: null })
  })
  test('without metadata it is paid, and nothing more is known', () => {
    const { CallbackMetadata: _, ...callback } = samples.stkPaid.Body.stkCallback
    expect(readStkCallback({ Body: { stkCallback: callback } })).toMatchObject({
      kind: 'paid',
      receipt: null,
      cents: null,
    })
  })
  test('a single item may come without a list', () => {
    const callback = { ...samples.stkPaid.Body.stkCallback, CallbackMetadata: { Item: amount } }
    expect(readStkCallback({ Body: { stkCallback: callback } })).toMatchObject({ cents: 35_000 })
  })
  test('a masked phone gives its last digits', () => {
    expect(readStkCallback(paid(amount, { Name: 'PhoneNumber', Value: '2547******126' }))).toMatchObject({
      phone: null,
      phoneEnd: '126',
    })
  })
  test.each([null, '', 'paid', '[]', {}, { Body: {} }, { Body: { stkCallback: {} } }, { Body: { stkCallback: [] } }])(
    '%j is not a callback',
    (body) => expect(readStkCallback(body)).toBeNull(),
  )
})

describe('a confirmation', () => {
  test('of a paybill, with a masked phone', () => {
    expect(readC2bConfirmation(samples.c2bMasked)).toEqual({
      kind: 'paybill',
      receipt: 'RKL51ZDR4F',
      cents: 500,
      paidAt: '2023-11-21T09:13:25.000Z',
      shortCode: '600966',
      account: 'Sample Transaction',
      payerName: 'NICHOLAS',
      balanceCents: 2500,
      phone: null,
      phoneEnd: '126',
      phoneHash: null,
    })
  })
  test('of a till: no account, missing names, and a masked hash', () => {
    expect(readC2bConfirmation(samples.c2bTill)).toEqual({
      kind: 'till',
      receipt: 'SGM3J2ABCD',
      cents: 1_172_000,
      paidAt: '2024-07-22T17:58:01.000Z',
      shortCode: '166373',
      account: null,
      payerName: 'JUMA',
      balanceCents: 2_678_180,
      phone: null,
      phoneEnd: null,
      phoneHash: null,
    })
  })
  test('of the first version, with a hash of the phone', () => {
    const hash = '7c5bb8ee1d1e6d8a'.repeat(4)
    expect(readC2bConfirmation({ ...samples.c2bTill, MSISDN: hash.toUpperCase() })).toMatchObject({ phoneHash: hash })
  })
  test('has a name in three parts', () => {
    const names = { FirstName: 'AMINA ', MiddleName: '', LastName: ' OTIENO' }
    expect(readC2bConfirmation({ ...samples.c2bTill, ...names })).toMatchObject({ payerName: 'AMINA OTIENO' })
  })
  test.each([
    ['Customer Merchant Payment', 'till'],
    ['Buy Goods', 'till'],
    ['Pay Bill', 'paybill'],
    ['CustomerPayBillOnline', 'paybill'],
    ['Organization Settlement Account to Organization', 'own'],
    ['Organization To Organization Transfer', 'own'],
    ['OD Payment Transfer', 'own'],
    ['Pay Utility Reversal', 'own'],
    ['Pay merchant Charge', 'own'],
    ['Business Payment to Customer', 'own'],
    ['Small Business Pay Merchant', 'unknown'],
    ['Merchant to Merchant Payment', 'unknown'],
    ['FSI to Merchant', 'unknown'],
    ['', 'unknown'],
  ])('%s is of a %s', (TransactionType, kind) =>
    expect(readC2bConfirmation({ ...samples.c2bTill, TransactionType })).toMatchObject({ kind }),
  )
  test.each([
    ['a receipt', { TransID: '' }],
    ['a receipt that is one', { TransID: 'RKL 51' }],
    ['an amount', { TransAmount: '' }],
    ['an amount above nothing', { TransAmount: '-5.00' }],
  ])('without %s is refused', (_, changed) =>
    expect(readC2bConfirmation({ ...samples.c2bTill, ...changed })).toBeNull(),
  )
})

describe('the answer about a receipt', () => {
  test('is read as documented, with a repeated key', () => {
    expect(readStatusResult(samples.statusFound)).toEqual({
      kind: 'transaction',
      conversationId: 'AG_20180223_0000493344ae97d86f75',
      originatorConversationId: '3213-416199-2',
      state: 'completed',
      receipt: 'MBN31H462N',
      cents: 30_000,
      finishedAt: '2018-02-23T02:41:12.000Z',
      creditedTo: null,
      payerName: 'John Doe',
      phone: '254708374149',
      phoneEnd: '149',
      phoneHash: null,
    })
  })
  test('names payer and short code for a payment to us', () => {
    expect(
      readStatusResult(withParameters({ Key: 'CreditPartyName', Value: '600310 - Tuma - Parcels' })),
    ).toMatchObject({
      creditedTo: '600310',
      payerName: 'John Doe',
    })
  })
  test('may have one parameter without a list', () => {
    const { Result } = samples.statusFound
    const one = { ...Result, ResultParameters: { ResultParameter: { Key: 'ReceiptNo', Value: 'MBN31H462N' } } }
    expect(readStatusResult({ Result: one })).toMatchObject({ receipt: 'MBN31H462N', state: 'unclear', cents: null })
  })
  test.each([
    ['Completed', 'completed'],
    ['Authorized', 'pending'],
    ['Expired', 'failed'],
    ['Reversed', 'reversed'],
    ['Something', 'unclear'],
  ])('%s is %s', (Value, state) =>
    expect(readStatusResult(withParameters({ Key: 'TransactionStatus', Value }))).toMatchObject({ state }),
  )
  test('may say that M-Pesa knows no such receipt', () => {
    expect(readStatusResult(samples.statusNotFound)).toMatchObject({ kind: 'no_such_transaction', code: '2032' })
  })
  test.each(['2001', 8006, 26])('%s says nothing about the payment', (ResultCode) => {
    const result = { ...samples.statusNotFound.Result, ResultCode }
    expect(readStatusResult({ Result: result })).toMatchObject({ kind: 'no_answer', code: String(ResultCode) })
  })
  test.each([null, 'x', {}, { Result: {} }])('%j is not an answer', (body) => expect(readStatusResult(body)).toBeNull())
})

/** The documented answer with one changed parameter. */
const withParameters = (changed: { Key: string; Value: string }) => {
  const { Result } = samples.statusFound
  const others = Result.ResultParameters.ResultParameter.filter(({ Key }: { Key: string }) => Key !== changed.Key)
  return { Result: { ...Result, ResultParameters: { ResultParameter: [...others, changed] } } }
}

describe('times', () => {
  test('are in Nairobi’s time', () => {
    expect(nairobiStamp('2026-11-23T21:30:05.999Z')).toBe('20261124003005')
    expect(instantOfStamp(20261124003005)).toBe('2026-11-23T21:30:05.000Z')
  })
  test.each(['20260231101010', '20261324003005', '2026-11-24', '', 5, null, undefined])('%s is not a time', (stamp) =>
    expect(instantOfStamp(stamp)).toBeNull(),
  )
  test('are read as they were written', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2007-03-06'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (date) => {
          const instant = `${date.toISOString().slice(0, 19)}.000Z`
          expect(instantOfStamp(nairobiStamp(instant))).toBe(instant)
        },
      ),
    ))
})

describe('amounts', () => {
  test('are whole cents, in any spelling', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), (cents) => {
        expect(getCents(cents / 100)).toBe(cents)
        expect(getCents((cents / 100).toFixed(2))).toBe(cents)
        expect(getCents((cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 }))).toBe(cents)
      }),
    ))
  test.each(['-1.00', '1.005', 'Ksh 5', '1,25.00', '5.0.0', '', null, Number.NaN, -3, 1e21])(
    '%s is not an amount',
    (value) => expect(getCents(value)).toBeNull(),
  )
})

describe('result codes', () => {
  test.each([
    ['1', 'balance_low'],
    ['2', 'limit'],
    ['3', 'limit'],
    ['4', 'limit'],
    ['8', 'limit'],
    ['17', 'again_later'],
    ['26', 'again_later'],
    ['1001', 'busy'],
    ['1019', 'expired'],
    ['1025', 'again_later'],
    ['1031', 'cancelled'],
    ['1032', 'cancelled'],
    ['1036', 'unreachable'],
    ['1037', 'unreachable'],
    ['2001', 'wrong_pin'],
    ['2028', 'our_setup'],
    ['8006', 'other'],
    ['9999', 'again_later'],
    ['SFC_IC0003', 'our_setup'],
    ['sfc_ic0003', 'our_setup'],
    ['0', 'paid'],
    ['4999', 'pending'],
    ['4242', null],
  ])('%s: %s', (code, meaning) => expect(toMeaning(code)).toBe(meaning))

  test('that only we can repair are alarms', () => {
    expect(Object.keys(refusalByCode).filter(isOurAlarm)).toEqual(['8', '2028', 'SFC_IC0003'])
  })
})

test('every input is read without an error', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.jsonValue()), (body) => {
      for (const read of [readStkCallback, readC2bConfirmation, readStatusResult]) read(body)
    }),
  ))
