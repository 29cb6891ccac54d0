import { createHash } from 'node:crypto'
import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Callback, callbackPath } from '../daraja/index.ts'
import { callbackSealing, merchantWithoutList } from '../testing/merchant.ts'
import { openPayment } from '../testing/open-payment.ts'

/**
 * Shapes of callbacks that developers have published, with the right answer beside each; names, phones and codes are
 * made up.
 */

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
beforeAll(async () => {
  deps = await openTemporaryEngines()
  const opened = await openPayment(deps.of('payment'), {
    now: () => '2026-11-23T06:35:00.000Z',
    daraja: merchantWithoutList,
  })
  service = opened.service
  payment = opened.payment
})
afterAll(async () => {
  expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
  await service.close()
  await deps.close()
})

let count = 0
const another = (): number => {
  count += 1
  return count
}
/** A new visitor from a new network. */
const somebody = (): CommandContext => {
  const n = another()
  const actor: Actor = { kind: 'visitor', visitorId: `v${n}` }
  return { actor, commandId: `command-${n}`, correlationId: `call-${n}`, network: `10.0.${n >> 8}.${n & 255}` }
}
const newReceipt = (): string => `UKN6${String(another()).padStart(6, '0')}`
const tell = (callback: Callback, body: string) =>
  payment.callback({
    path: callbackPath(callbackSealing, callback),
    body,
    ...{ address: '10.9.9.9', correlationId: 'call' },
  })
const found = async (search: string) => {
  await shown(service)
  return (await payment.held({ tab: 'all', search, limit: 100, cursor: null })).rows
}
/** Callbacks are read in order, so once this one is read, all earlier ones are. */
const everythingIsRead = async (): Promise<void> => {
  const TransID = newReceipt()
  await tell({ kind: 'confirmation' }, JSON.stringify({ ...byHand, TransID }))
  await vi.waitFor(async () => expect(await found(TransID)).toHaveLength(1), 30_000)
}

const byHand = {
  ...{ TransactionType: 'Customer Merchant Payment', TransTime: '20261123093000', TransAmount: '350.00' },
  ...{ BusinessShortCode: '600310', BillRefNumber: '', InvoiceNumber: '', OrgAccountBalance: '1000.00' },
  ...{ ThirdPartyTransID: '', MSISDN: '2547 ***** 126', FirstName: 'NICHOLAS', MiddleName: 'JOHN', LastName: 'SONGOK' },
}
const sha256 = (phone: string): string => createHash('sha256').update(phone).digest('hex')
const hashed = { MSISDN: sha256('254712345126') }
const maskedHash = { MSISDN: `${'ab12cd34ef56'.repeat(2)}ab12cd34 ***** ${'56ab12cd34ef'.repeat(2)}5` }

describe('a confirmation', () => {
  test.each<[string, object, string]>([
    ['with a hashed phone: the whole phone', hashed, '0712345126'],
    ['with a hashed phone: the name', hashed, 'Songok'],
    ['with a hashed phone in capitals: the phone as 254…', { MSISDN: hashed.MSISDN.toUpperCase() }, '254712345126'],
    ['with a hashed phone of 011…: with spaces', { MSISDN: sha256('254114000126') }, '+254 114 000 126'],
    ['with a hash that is masked: the first name alone', { ...maskedHash, MiddleName: '', LastName: '' }, 'nicholas'],
    ['with a masked middle name', { MiddleName: '****', LastName: 'EXAMPLE' }, 'Example'],
    ['with nulls for names', { MiddleName: null, LastName: null }, 'Nicholas'],
    ['with a curly apostrophe', { LastName: 'NG’ANG’A' }, "Ng'ang'a"],
  ])('%s proves who paid', async (_what, told, nameOrPhone) => {
    const TransID = newReceipt()
    await tell({ kind: 'confirmation' }, JSON.stringify({ ...byHand, ...told, TransID }))
    await vi.waitFor(async () => expect(await found(TransID)).toHaveLength(1), 30_000)
    const whose = { reference: 'PAY-123456', senderName: 'Jane Doe', receipt: TransID, promptId: null }
    const claim = (typed: string) => payment.claimReceipt({ asked: somebody(), ...whose, nameOrPhone: typed })
    expect(await claim('0712345127')).toEqual({ success: false, code: 'receipt_unknown' })
    expect(await claim(nameOrPhone)).toMatchObject({ success: true, amount: 350 })
  })

  test.each<[string, object, boolean]>([
    ['of a customer', {}, true],
    ['of Pochi', { TransactionType: 'Small Business Pay Merchant' }, true],
    ['of a kind that we were not told of', { TransactionType: 'Pay Till Offline' }, true],
    ['of another till', { TransactionType: 'Merchant to Merchant Payment' }, true],
    ['of a bank', { TransactionType: 'FSI to Merchant' }, true],
    ['without a type', { TransactionType: '' }, true],
    ['of an overdraft', { TransactionType: 'OD Payment Transfer' }, false],
    ['of a settlement', { TransactionType: 'Organization Settlement Account to Organization' }, false],
    ['of a sweep', { TransactionType: 'Organization To Organization Transfer' }, false],
    ['of money that we paid out', { TransactionType: 'Business Payment to Customer' }, false],
    ['of a charge', { TransactionType: 'Pay merchant Charge' }, false],
    ['of another short code', { BusinessShortCode: '999999' }, false],
    [
      'with numbers for texts',
      { TransAmount: 350, TransTime: 20261123093000, BusinessShortCode: merchantWithoutList.shortCode },
      true,
    ],
  ])('%s is stored, or left out: %j %s', async (_what, told, isKept) => {
    const TransID = newReceipt()
    await tell({ kind: 'confirmation' }, JSON.stringify({ ...byHand, ...told, TransID }))
    await everythingIsRead()
    expect(await found(TransID)).toMatchObject(isKept ? [{ amount: 350, state: 'unchecked' }] : [])
  })

  test.each([
    ['a byte order mark before it', '\ufeff', ''],
    ['white space around it', ' \r\n', '\n'],
    ['nothing around it', '', ''],
  ])('is read with %s', async (_what, before, after) => {
    const TransID = newReceipt()
    await tell({ kind: 'confirmation' }, before + JSON.stringify({ ...byHand, TransID }) + after)
    await vi.waitFor(async () => expect(await found(TransID)).toHaveLength(1), 30_000)
  })
})

type Told = { readonly ResultCode: number | string; readonly ResultDesc?: string; readonly items?: object[] }

describe('the callback of a request on a phone', () => {
  const asked = async (phone = `2547220${String(another()).padStart(5, '0')}`) => {
    const payer = somebody()
    const { promptId } = await payment.askPrompt({
      ...{ asked: payer, reference: 'PAY-123456', senderName: 'Zawadi Mwende', phone, amount: 350, fees: [350] },
    })
    const now = () => payment.prompt({ actor: payer.actor, promptId })
    await vi.waitFor(async () => expect((await now())?.state).toBe('sent'), 30_000)
    const send = ({ items, ...told }: Told) => {
      const stkCallback = { MerchantRequestID: 'm1', CheckoutRequestID: 'ws_CO_1', ...told }
      const CallbackMetadata = items && { Item: items }
      const body = { Body: { stkCallback: { ...stkCallback, ...(items ? { CallbackMetadata } : {}) } } }
      return tell({ kind: 'prompt', checkoutId: promptId }, JSON.stringify(body))
    }
    return { now, send }
  }
  const paid = (receipt: string, phone: number | string = 254722000111): Told => ({
    ResultCode: 0,
    items: [
      { Name: 'Amount', Value: 350 },
      { Name: 'MpesaReceiptNumber', Value: receipt },
      { Name: 'Balance' },
      { Name: 'TransactionDate', Value: 20261123093600 },
      { Name: 'PhoneNumber', Value: phone },
    ],
  })

  test.each<[string, number | string, string]>([
    ['cancelled', 1032, 'cancelled'],
    ['cancelled, as it was said before', 1031, 'cancelled'],
    ['cancelled, as a text', '1031', 'cancelled'],
    ['the phone was off', 1036, 'unreachable'],
    ['the phone was off, as a text', '1036', 'unreachable'],
    ['no answer from the phone', 1037, 'unreachable'],
    ['expired', 1019, 'expired'],
    ['a word for a code', 'SFC_IC0003', 'our_setup'],
    ['a code that is not known', 4242, 'other'],
  ])('says why there was no payment: %s', async (_what, ResultCode, reason) => {
    const { now, send } = await asked()
    await send({ ResultCode, ResultDesc: 'Request cancelled by user' })
    await vi.waitFor(async () => expect(await now()).toMatchObject({ state: 'failed', reason }), 30_000)
  })

  test.each<[string, (receipt: string) => Told[], { phone?: string; state?: string }?]>([
    ['a balance without a value', (receipt) => [paid(receipt)]],
    ['cancelled afterwards', (receipt) => [paid(receipt), { ResultCode: 1032 }]],
    ['cancelled before, and not checked', (receipt) => [{ ResultCode: 1031 }, paid(receipt)], { state: 'unchecked' }],
    ['told three times', (receipt) => [paid(receipt), paid(receipt), paid(receipt)]],
    ['a phone of 011…', (receipt) => [paid(receipt, 254114000126)], { phone: '254114000126' }],
    ['a phone that is masked', (receipt) => [paid(receipt, '2547 ***** 126')]],
  ])('is paid: %s', async (_what, told, { phone, state = 'confirmed' } = {}) => {
    const receipt = newReceipt()
    const { now, send } = await asked(phone)
    for (const one of told(receipt)) await send(one)
    await vi.waitFor(async () => expect((await now())?.state).toBe('paid'), 30_000)
    await everythingIsRead()
    expect((await now())?.state).toBe('paid')
    expect(await found(receipt)).toMatchObject([{ amount: 350, state }])
  })

  test.each([
    ['after it', true],
    ['before it', false],
  ])('and a confirmation %s are one payment', async (_what, isAfter) => {
    const receipt = newReceipt()
    const { now, send } = await asked()
    const confirm = () => tell({ kind: 'confirmation' }, JSON.stringify({ ...byHand, TransID: receipt }))
    if (!isAfter) await confirm()
    await send(paid(receipt))
    await vi.waitFor(async () => expect((await now())?.state).toBe('paid'), 30_000)
    if (isAfter) await confirm()
    await everythingIsRead()
    expect(await found(receipt)).toMatchObject([{ amount: 350, state: 'confirmed', senderName: 'Zawadi Mwende' }])
  })
})
