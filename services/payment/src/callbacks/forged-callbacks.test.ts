import { createHash, createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Callback, callbackPath, type DarajaSettings } from '../daraja/index.ts'
import { certificate } from '../testing/certificates.ts'
import { callbackSealing, merchant, merchantWithoutList } from '../testing/merchant.ts'
import { openPayment } from '../testing/open-payment.ts'

/** A stranger who has seen an address of ours, or the word that is in all of them, and pretends to be M-Pesa. */

let now = 0
let asked: Record<string, string>[] = []
const daraja = (async (url: string, { body }: { body?: string } = {}) => {
  const path = new URL(url).pathname
  if (path.includes('/oauth/')) return Response.json({ access_token: 'token', expires_in: '3599' })
  if (path.includes('transactionstatus')) asked.push(JSON.parse(body ?? '{}'))
  return Response.json({
    ResponseCode: '0',
    CheckoutRequestID: 'ws_CO_1',
    MerchantRequestID: 'm1',
    ConversationID: 'c',
  })
}) as unknown as typeof fetch

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
const open = async (settings: DarajaSettings) => {
  const here = { now: () => new Date(now).toISOString(), daraja: settings, fetch: daraja }
  ;({ service, payment } = await openPayment(deps.of('payment'), here))
}
beforeEach(async () => {
  now = Date.parse('2026-11-23T06:35:00.000Z')
  asked = []
  deps = await openTemporaryEngines()
})
afterEach(async () => {
  expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
  await service.close()
  await deps.close()
})

const thief: Actor = { kind: 'visitor', visitorId: 't' }
let calls = 0
const askedBy = (actor: Actor): CommandContext => {
  calls += 1
  return { actor, commandId: `command-${calls}`, correlationId: `call-${calls}`, network: `10.0.0.${calls}` }
}
const tell = (path: string, body: object, address = '127.0.0.1') =>
  payment.callback({ path, body: JSON.stringify(body), address, correlationId: 'call' })
const buildPath = (callback: Callback) => callbackPath(callbackSealing, callback).slice('/api/callbacks/till/'.length)
const held = async (tab: Parameters<PaymentClient['held']>[0]['tab'] = 'all') => {
  await shown(service)
  return (await payment.held({ tab, search: null, limit: 100, cursor: null })).rows
}
const receipt = 'UKN6H7T3GA'
const confirmation = (changes: object = {}) => ({
  ...{ TransactionType: 'Customer Merchant Payment', TransID: receipt, TransTime: '20261123093000' },
  ...{ TransAmount: '350.00', BusinessShortCode: '600310', MSISDN: '2547 ***** 126', FirstName: 'NICHOLAS' },
  ...changes,
})
const confirm = async (changes: object = {}) =>
  expect(await tell(buildPath({ kind: 'confirmation' }), confirmation(changes))).toEqual({ taken: true })
const paid = (changes: object = {}) => {
  const Item = Object.entries({ Amount: 350, MpesaReceiptNumber: receipt, ...changes }).map(([Name, Value]) => ({
    Name,
    Value,
  }))
  return { Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item } } } }
}
const claim = (nameOrPhone: string) =>
  payment.claimReceipt({
    ...{ asked: askedBy(thief), reference: 'PAY-123456', senderName: 'Nicholas Songok' },
    ...{ receipt, nameOrPhone, promptId: null },
  })
const rejectedCallbacks = () => service.followers.map((one) => one.rejectedCallbacks?.()).find((one) => one) ?? {}
const isSent = async () => {
  const { promptId } = await payment.askPrompt({
    ...{ asked: askedBy(thief), reference: 'PAY-123456', senderName: 'Nicholas Songok' },
    ...{ phone: '254712345126', amount: 350, fees: [350] },
  })
  const getState = async () => (await payment.prompt({ actor: thief, promptId }))?.state
  await vi.waitFor(async () => expect(await getState()).toBe('sent'), 30_000)
  return { promptId, getState }
}
const withInitiator = async (settings: DarajaSettings): Promise<DarajaSettings> => {
  const { X509Certificate } = await import('node:crypto')
  return { ...settings, initiator: { name: 'tuma', password: 'shh', certificate: new X509Certificate(certificate) } }
}
const answer = (about: Record<string, string> | undefined, result: object) =>
  tell(new URL(about?.ResultURL ?? '').pathname, { Result: result })
const completed = (cents: number) => ({
  ResultCode: 0,
  ResultParameters: {
    ResultParameter: Object.entries({
      ...{ TransactionStatus: 'Completed', ReceiptNo: receipt, Amount: cents / 100, FinalisedTime: 20261123093000 },
      DebitPartyName: '254712345126 - NICHOLAS SONGOK',
    }).map(([Key, Value]) => ({ Key, Value })),
  },
})

describe('with the word of the path alone', () => {
  const { handle } = callbackSealing
  const sealedByWord = (kind: string, id: string) =>
    createHmac('sha256', handle).update(`callback ${kind} ${id}`).digest('hex').slice(0, 40)

  test('a prompt that was never paid stays unpaid', async () => {
    await open(merchantWithoutList)
    const { promptId, getState } = await isSent()
    expect(await tell(`${handle}/prompt/${promptId}/${sealedByWord('prompt', promptId)}`, paid())).toEqual({
      taken: false,
    })
    expect([await held(), await getState()]).toEqual([[], 'sent'])
  })
  test('no confirmation and no answer is taken', async () => {
    await open(merchantWithoutList)
    const id = 'ab'.repeat(32)
    for (const path of [
      `${handle}/confirmation`,
      `${handle}/confirmation/${'0'.repeat(40)}`,
      `${handle}/status/${id}/${sealedByWord('status', id)}`,
    ])
      expect(await tell(path, confirmation())).toEqual({ taken: false })
    expect(await held()).toEqual([])
  })
})

describe('with the address of one prompt, as a log shows it after the call,', () => {
  const failed = { Body: { stkCallback: { ResultCode: 1032 } } }
  test('a payer who refused the prompt never gets a proven payment, however often they send it', async () => {
    await open(merchantWithoutList)
    const { promptId, getState } = await isSent()
    const path = buildPath({ kind: 'prompt', checkoutId: promptId })
    await tell(path, failed)
    await vi.waitFor(async () => expect(await getState()).toBe('failed'), 30_000)
    for (const PhoneNumber of [254712345126, 254712345127, 254712345126]) await tell(path, paid({ PhoneNumber }))
    await vi.waitFor(async () => expect(await getState()).toBe('paid'), 30_000)
    await vi.waitFor(() => expect(rejectedCallbacks()).toEqual({ again: 2 }), 30_000)
    expect(await held()).toMatchObject([{ state: 'unchecked', evidence: ['unchecked'], senderName: 'Nicholas Songok' }])
  })
  test('a stranger can not turn one paid prompt into two payments, or take another payer’s', async () => {
    await open(merchantWithoutList)
    const { promptId, getState } = await isSent()
    const path = buildPath({ kind: 'prompt', checkoutId: promptId })
    await tell(path, paid())
    await vi.waitFor(async () => expect(await getState()).toBe('paid'), 30_000)
    await confirm({ TransID: 'UKN6H7T3GB' })
    await vi.waitFor(async () => expect(await held()).toHaveLength(2), 30_000)
    for (const MpesaReceiptNumber of ['UKN6H7T3GB', 'UKN6H7T3GC']) await tell(path, paid({ MpesaReceiptNumber }))
    await vi.waitFor(async () => expect(await held()).toHaveLength(3), 30_000)
    expect((await held()).map((one) => [one.receipt, one.state, one.senderName])).toEqual(
      expect.arrayContaining([
        [receipt, 'confirmed', 'Nicholas Songok'],
        ['UKN6H7T3GB', 'unchecked', null],
        ['UKN6H7T3GC', 'unchecked', 'Nicholas Songok'],
      ]),
    )
  })
  test('a parcel is not handed over at the door', async () => {
    await open(merchantWithoutList)
    const agent: CommandContext = { actor: { kind: 'system', name: 'agent' }, commandId: 'door', correlationId: 'door' }
    const { promptId } = await payment.askAtTheDoor({
      ...{ asked: agent, deliveryId: 'd1', reference: 'TM-0001', name: 'Nicholas', phone: '254712345126', amount: 350 },
    })
    const getState = async () => (await payment.promptAtTheDoor({ promptId }))?.state
    await vi.waitFor(async () => expect(await getState()).toBe('sent'), 30_000)
    const path = buildPath({ kind: 'prompt', checkoutId: promptId })
    await tell(path, failed)
    await tell(path, paid())
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), 30_000)
    expect([await getState(), await payment.settled({ deliveryId: 'd1', promptId })]).toEqual(['failed', null])
    expect(await held()).toMatchObject([{ state: 'unchecked', usedBy: null }])
  })
  test('M-Pesa itself is believed, where its addresses are known', async () => {
    await open(merchant)
    const { promptId, getState } = await isSent()
    const path = buildPath({ kind: 'prompt', checkoutId: promptId })
    await tell(path, failed)
    await tell(path, paid())
    await vi.waitFor(async () => expect(await getState()).toBe('paid'), 30_000)
    expect(await held()).toMatchObject([{ state: 'confirmed', evidence: ['prompt'] }])
  })
})

describe('a confirmation that nothing supports', () => {
  test('is shown as not checked, books a parcel, and is listed and counted', async () => {
    await open(merchantWithoutList)
    await confirm({ TransAmount: '5000.00' })
    await vi.waitFor(async () => expect(await held('unchecked')).toHaveLength(1), 30_000)
    expect(await claim('nicholas')).toMatchObject({ success: true, amount: 5000 })
    const [row] = await held('unchecked')
    expect(row).toMatchObject({ state: 'unchecked', evidence: ['unchecked'], senderName: 'Nicholas Songok' })
    expect(await payment.heldCounts()).toMatchObject({ unchecked: { count: 1 }, shown: { count: 0 } })
    expect(await payment.sentences({ paymentIds: [row?.paymentId ?? ''] })).toMatchObject([{ state: 'unchecked' }])
    expect(rejectedCallbacks()).toEqual({ unchecked: 1 })
  })
  test('is also unchecked where the address list only logs, and is checked where the list is in force', async () => {
    await open({ ...merchant, allowed: { allows: () => true, onlyLogs: true } })
    await confirm()
    await vi.waitFor(async () => expect(await held()).toMatchObject([{ state: 'unchecked' }]), 30_000)
    await service.close()
    await open(merchant)
    await confirm({ FirstName: 'NICHOLAS JOHN' })
    await vi.waitFor(async () => expect(await held()).toMatchObject([{ state: 'confirmed' }]), 30_000)
    expect(await held('unchecked')).toEqual([])
  })
  test('hands no parcel over at the door: the agent answers for it, and another payer’s money stays theirs', async () => {
    await open(merchantWithoutList)
    await confirm()
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), 30_000)
    const agent: CommandContext = {
      actor: { kind: 'user', userId: 'agent-1', username: 'mary', role: 'agent', shop: null },
      commandId: 'door',
      correlationId: 'door',
    }
    await payment.takeReceipt({ asked: agent, deliveryId: 'd1', receipt, payer: 'nicholas', due: 350 })
    expect(await held()).toMatchObject([{ state: 'shown', evidence: [], givenByAgent: true, usedBy: 'd1' }])
  })
  test('with another amount than was proven changes nothing, and is listed', async () => {
    await open(merchantWithoutList)
    const { promptId, getState } = await isSent()
    await tell(buildPath({ kind: 'prompt', checkoutId: promptId }), paid())
    await vi.waitFor(async () => expect(await getState()).toBe('paid'), 30_000)
    const [before] = await held()
    await confirm({ TransAmount: '5000.00', FirstName: 'MALLORY' })
    await vi.waitFor(async () => expect(await held('unchecked')).toHaveLength(1), 30_000)
    expect(await held('unchecked')).toEqual([{ ...before, contradicted: true }])
    expect(before).toMatchObject({ state: 'confirmed', cents: 35_000, doubt: null })
    expect(rejectedCallbacks()).toEqual({ unchecked_amount: 1 })
  })
})

describe('where M-Pesa may be asked about receipts', () => {
  test('each unchecked confirmation is asked about, and the answer makes it checked', async () => {
    await open(await withInitiator(merchantWithoutList))
    await confirm()
    await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
    expect(asked[0]).toMatchObject({ TransactionID: receipt })
    await answer(asked[0], completed(35_000))
    await vi.waitFor(async () => expect(await held()).toMatchObject([{ state: 'confirmed' }]), 30_000)
    expect(await held()).toMatchObject([{ evidence: ['unchecked', 'confirmation'] }])
  })
  test('a made-up confirmation is doubted, and a reader of that answer’s address can not answer again', async () => {
    await open(await withInitiator(merchantWithoutList))
    await confirm()
    await claim('nicholas')
    await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
    now += 20 * 60_000
    await answer(asked[0], { ResultCode: 2032 })
    await vi.waitFor(async () => expect(await held()).toMatchObject([{ doubt: 'no_such_transaction' }]), 30_000)
    await answer(asked[0], completed(35_000))
    await shown(service)
    expect(await held()).toMatchObject([{ state: 'mismatched', evidence: ['unchecked'] }])
  })
  test('at most thirty a minute are asked about, however many are made up', async () => {
    await open(await withInitiator(merchantWithoutList))
    const codes = Array.from({ length: 40 }, (_, n) => `UKN6H7T3${String(n).padStart(2, '0')}`)
    for (const TransID of codes) await confirm({ TransID })
    await vi.waitFor(async () => expect(await held('unchecked')).toHaveLength(40), 30_000)
    expect(asked).toHaveLength(30)
  })
})

describe('the payer’s phone, hashed by M-Pesa,', () => {
  const sha256 = createHash('sha256').update('254712345126').digest('hex')
  test.each(['0712345126', '+254 712 345 126', '254712345126', '712345126', '0712-345-126'])(
    'is proven by the whole phone, %s',
    async (phone) => {
      await open(merchant)
      await confirm({ MSISDN: sha256 })
      await vi.waitFor(async () => expect(await held()).toHaveLength(1), 30_000)
      expect(await claim('0712345127')).toEqual({ success: false, code: 'receipt_unknown' })
      expect(await claim('126')).toEqual({ success: false, code: 'receipt_unknown' })
      expect(await claim(phone)).toMatchObject({ success: true })
    },
  )
  test('is stored nowhere outside what M-Pesa sent, which is sealed', async () => {
    await open(merchant)
    await confirm({ MSISDN: sha256.toUpperCase() })
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), 30_000)
    await claim('0712345126')
    await shown(service)
    const names = await readdir(deps.folder, { recursive: true, withFileTypes: true })
    const files = names.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
    expect(bytes.includes(receipt)).toBe(true)
    for (const trace of [sha256, sha256.toUpperCase()]) expect(bytes.includes(trace)).toBe(false)
    for (const encoding of ['hex', 'base64'] as const)
      expect(bytes.includes(Buffer.from(sha256, 'hex').toString(encoding))).toBe(false)
    expect(bytes.includes(Buffer.from(sha256, 'hex'))).toBe(false)
  })
})
