import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackPath } from '../daraja/index.ts'
import { callbackSealing, merchant } from '../testing/merchant.ts'
import { openPayment } from '../testing/open-payment.ts'

const began = '2026-11-23T06:35:00.000Z'
let now = began

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
beforeEach(async () => {
  now = began
  deps = await openTemporaryEngines()
  const opened = await openPayment(deps.of('payment'), { now: () => now, daraja: merchant })
  service = opened.service
  payment = opened.payment
})
afterEach(async () => {
  expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
  await service.close()
  await deps.close()
})

const wanjiku: Actor = { kind: 'visitor', visitorId: 'w' }
const otieno: Actor = { kind: 'visitor', visitorId: 'o' }
let calls = 0
const askedBy = (actor: Actor, network = '10.0.0.1'): CommandContext => {
  calls += 1
  return { actor, commandId: `command-${calls}`, correlationId: `call-${calls}`, network }
}
type Claim = Parameters<PaymentClient['claimReceipt']>[0]
const claim = (changes: Partial<Claim> = {}) =>
  payment.claimReceipt({
    ...{ asked: askedBy(wanjiku), reference: 'PAY-123456', senderName: 'Achieng Mwangi', receipt: 'UKN6H7T3GA' },
    ...{ nameOrPhone: 'Wanjiku', promptId: null },
    ...changes,
  })
const find = (actor: Actor) => payment.find({ actor, reference: 'PAY-123456', senderName: 'Achieng Mwangi' })
const tell = (path: string, body: object) =>
  payment.callback({
    ...{ path: path.slice('/api/callbacks/till/'.length), body: JSON.stringify(body) },
    ...{ address: '127.0.0.1', correlationId: 'call' },
  })
const held = async () => {
  await shown(service)
  return (await payment.held({ tab: 'all', search: null, limit: 100, cursor: null })).rows
}
/** A payment by hand, confirmed by M-Pesa. */
const paidByHand = async (
  TransID = 'UKN6H7T3GA',
  told: object = { MSISDN: '2547 ***** 126', FirstName: 'WANJIKU' },
) => {
  await tell(callbackPath(callbackSealing, { kind: 'confirmation' }), {
    ...{ TransactionType: 'Customer Merchant Payment', TransID, TransTime: '20261121093000', TransAmount: '350.00' },
    ...{ BusinessShortCode: merchant.shortCode, ...told },
  })
  await vi.waitFor(async () => expect((await held()).map(({ receipt }) => receipt)).toContain(TransID), 30_000)
}
const unknown = { success: false, code: 'receipt_unknown' }

describe('money without an owner', () => {
  test('is claimed by its code and a word of its payer’s name, also two days later', async () => {
    await paidByHand()
    expect(await claim({ receipt: ' ukn6h7t3ga ', nameOrPhone: 'wanjiku kamau' })).toMatchObject({
      ...{ success: true, amount: 350, sentence: expect.stringContaining('UKN6H7T3GA Confirmed. Ksh350.00') },
    })
    await shown(service)
    expect(await find(wanjiku)).toMatchObject({ amount: 350, usedBy: null })
    expect(await held()).toMatchObject([
      { state: 'confirmed', evidence: ['confirmation'], senderName: 'Achieng Mwangi' },
    ])
  })
  test.each(['0712 345 126', '126', '254712345126', '5126'])('or by the phone %s', async (nameOrPhone) => {
    await paidByHand()
    expect(await claim({ nameOrPhone })).toMatchObject({ success: true })
  })
  test.each(['26', 'Wanj', 'W', '127', 'Otieno Odhiambo', '*', ''])('and not by %j', async (nameOrPhone) => {
    await paidByHand()
    expect(await claim({ nameOrPhone })).toEqual(unknown)
    await shown(service)
    expect(await find(wanjiku)).toBeNull()
  })
  test('is not found by a list of common names', async () => {
    await paidByHand()
    expect(await claim({ nameOrPhone: 'otieno achieng mwangi njeri wanjiku' })).toEqual(unknown)
  })
  test('belongs to the first claimer: a later one learns that it is taken only if they know the payer', async () => {
    await paidByHand()
    await claim()
    expect(await claim({ asked: askedBy(otieno) })).toEqual({ success: false, code: 'already_used' })
    expect(await claim({ asked: askedBy(otieno), nameOrPhone: 'otieno' })).toEqual(unknown)
    expect(await claim({ nameOrPhone: '' })).toMatchObject({ success: true })
  })
})

describe('a guesser', () => {
  const guess = (actor: Actor, network: string, nameOrPhone = 'otieno') =>
    claim({ asked: askedBy(actor, network), nameOrPhone })
  test('who misses five times in an hour gets no answer, not even to a right guess', async () => {
    await paidByHand()
    for (let n = 0; n < 5; n += 1) expect(await guess(wanjiku, `10.0.0.${n}`)).toEqual(unknown)
    await expect(guess(wanjiku, '10.0.0.9', 'wanjiku')).rejects.toMatchObject({ code: 'too_many' })
    expect(await guess(otieno, '10.0.0.10', 'wanjiku')).toMatchObject({ success: true })
  })
  test('gets no more guesses from one address by throwing cookies away', async () => {
    await paidByHand()
    for (let n = 0; n < 5; n += 1) await guess({ kind: 'visitor', visitorId: `v${n}` }, '10.0.0.1')
    await expect(guess(wanjiku, '10.0.0.1', 'wanjiku')).rejects.toMatchObject({ code: 'too_many' })
  })
  test('gets no more guesses by sending many at once', async () => {
    await paidByHand()
    const names = [...Array.from({ length: 40 }, (_, n) => `name${n}`), 'wanjiku']
    const answers = await Promise.allSettled(names.map((name) => guess(wanjiku, '10.0.0.1', name)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'too_many' } })
  })
})

describe('a prompt that has arrived', () => {
  const arrived = async () => {
    const { promptId } = await payment.askPrompt({
      ...{ asked: askedBy(wanjiku), reference: 'PAY-123456', senderName: 'Achieng Mwangi' },
      ...{ phone: '254712345126', amount: 350, fees: [350] },
    })
    await stands(promptId, 'sent')
    await tellPrompt(promptId, [])
    await stands(promptId, 'arrived')
    return promptId
  }
  const tellPrompt = (promptId: string, Item: object[]) =>
    tell(callbackPath(callbackSealing, { kind: 'prompt', checkoutId: promptId }), {
      Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item } } },
    })
  const stands = (promptId: string, state: string) =>
    vi.waitFor(async () => expect((await payment.prompt({ actor: wanjiku, promptId }))?.state).toBe(state), 30_000)

  test('is paid by the receipt code alone, and is only shown until M-Pesa reports the payment', async () => {
    const promptId = await arrived()
    expect(await claim({ nameOrPhone: '', promptId })).toMatchObject({ success: true, amount: 350 })
    await stands(promptId, 'paid')
    expect(await held()).toMatchObject([{ state: 'shown', amount: 350 }])
    await paidByHand()
    await vi.waitFor(async () => expect(await held()).toMatchObject([{ state: 'confirmed' }]), 30_000)
  })
  test('gets what its own phone has paid, by the code alone', async () => {
    const promptId = await arrived()
    await paidByHand('UKN6H7T3GA', { MSISDN: '2547 ***** 126' })
    expect(await claim({ nameOrPhone: '', promptId })).toMatchObject({ success: true })
    expect(await held()).toMatchObject([{ state: 'confirmed', senderName: 'Achieng Mwangi' }])
  })
  test('is worth the price of a parcel when the prompt was asked for, whenever its code is typed', async () => {
    const promptId = await arrived()
    now = '2026-11-23T18:00:00.000Z'
    await claim({ nameOrPhone: '', promptId })
    await shown(service)
    expect(await find(wanjiku)).toMatchObject({ claimedAt: began })
  })
  test('is worth that price also where M-Pesa reported the receipt first', async () => {
    const promptId = await arrived()
    now = '2026-11-23T18:00:00.000Z'
    await paidByHand('UKN6H7T3GA', { MSISDN: '2547 ***** 126' })
    await claim({ nameOrPhone: '', promptId })
    await shown(service)
    expect(await find(wanjiku)).toMatchObject({ claimedAt: began })
  })
  test('does not get what another phone has paid', async () => {
    const promptId = await arrived()
    await paidByHand('UKN6H7T3GA', { MSISDN: '2547 ***** 999' })
    expect(await claim({ nameOrPhone: '', promptId })).toEqual(unknown)
    await stands(promptId, 'arrived')
  })
  test('accepts no invalid code, and no code from another person', async () => {
    const promptId = await arrived()
    expect(await claim({ nameOrPhone: '', promptId, receipt: '0000000000' })).toEqual(unknown)
    expect(await claim({ asked: askedBy(otieno), nameOrPhone: '', promptId })).toEqual(unknown)
  })
  test('counts once: typed, reported, and reported again', async () => {
    const promptId = await arrived()
    await claim({ nameOrPhone: '', promptId })
    const Item = Object.entries({ Amount: 350, MpesaReceiptNumber: 'UKN6H7T3GA' }).map(([Name, Value]) => ({
      Name,
      Value,
    }))
    await tellPrompt(promptId, Item)
    await vi.waitFor(async () => expect(await held()).toMatchObject([{ evidence: ['message', 'prompt'] }]), 30_000)
    expect(await find(wanjiku)).toMatchObject({ amount: 350 })
  })
})
