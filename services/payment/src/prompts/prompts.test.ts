import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import { announce, openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackPath } from '../daraja/index.ts'
import { callbackSealing, merchant } from '../testing/merchant.ts'
import { openPayment } from '../testing/open-payment.ts'

let now = Date.parse('2026-11-23T06:35:00.000Z')
/** The requests to Daraja, by the end of the address, and its answers. */
let asked: { path: string; body: Record<string, unknown> }[] = []
let answers: Record<string, () => Response | Promise<Response>> = {}
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const accepted = () => json({ ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', MerchantRequestID: 'm1' })

const send = (async (url: string, { body }: { body?: string }) => {
  const path = new URL(url).pathname.split('/').at(-1) ?? ''
  if (path === 'generate') return json({ access_token: 'token', expires_in: '3599' })
  asked.push({ path, body: JSON.parse(body ?? '{}') })
  return (answers[path] ?? accepted)()
}) as unknown as typeof fetch

type Deps = Awaited<ReturnType<typeof openTemporaryEngines>>
let deps: Deps
let opened: Service[] = []

const open = async (limits = { aPhone: 3, anAccount: 10, anAddress: 30 }): Promise<PaymentClient> => {
  const here = { now: () => new Date(now).toISOString(), fetch: send, daraja: merchant, prompts: limits }
  const { service, payment } = await openPayment(deps.of('payment'), here)
  opened.push(service)
  return payment
}
let payment: PaymentClient
beforeEach(async () => {
  deps = await openTemporaryEngines()
  ;[asked, answers, opened] = [[], {}, []]
  now = Date.parse('2026-11-23T06:35:00.000Z')
  payment = await open()
})
afterEach(async () => {
  for (const service of opened) {
    expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
    await service.close()
  }
  await deps.close()
})

const wanjiku: Actor = { kind: 'visitor', visitorId: 'w' }
const otieno: Actor = { kind: 'visitor', visitorId: 'o' }
let calls = 0
const askedBy = (actor: Actor, commandId = `command-${++calls}`): CommandContext => ({
  ...{ actor, commandId, correlationId: commandId, network: '10.0.0.1' },
})
const ask = (wanted: Partial<Parameters<PaymentClient['askPrompt']>[0]> = {}) =>
  payment.askPrompt({
    fees: [wanted.amount ?? 350],
    asked: askedBy(wanjiku),
    reference: 'PAY-123456',
    senderName: 'Wanjiku Kamau',
    phone: '254711222333',
    amount: 350,
    ...wanted,
  })
const getState = async (promptId: string, actor = wanjiku) => (await payment.prompt({ actor, promptId }))?.state
const pushes = () => asked.filter(({ path }) => path === 'processrequest')
const sent = async () => {
  const { promptId } = await ask()
  await vi.waitFor(async () => expect(await getState(promptId)).toBe('sent'), 30_000)
  return promptId
}

const items = (fields: Record<string, unknown>) => Object.entries(fields).map(([Name, Value]) => ({ Name, Value }))
const paidBody = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    Body: {
      stkCallback: {
        ...{ MerchantRequestID: 'm1', CheckoutRequestID: 'ws_CO_1', ResultCode: 0, ResultDesc: 'done' },
        CallbackMetadata: {
          Item: items({ Amount: 350, MpesaReceiptNumber: 'UKN6H7T3GA', TransactionDate: 20261123093600, ...changes }),
        },
      },
    },
  })
const failedBody = (code: number) => JSON.stringify({ Body: { stkCallback: { ResultCode: code, ResultDesc: 'no' } } })
const withoutRoot = (path: string) => path.slice('/api/callbacks/till/'.length)
const buildPath = (promptId: string) =>
  withoutRoot(callbackPath(callbackSealing, { kind: 'prompt', checkoutId: promptId }))
const tell = (path: string, body: string) =>
  payment.callback({ path, body, address: '127.0.0.1', correlationId: 'call' })
const rejectedCallbacks = () =>
  opened.flatMap(({ followers }) => followers.map((one) => one.rejectedCallbacks?.())).find((one) => one)
/** Waits until the rows that the limits use are up to date. */
const settled = async () => {
  for (const service of opened) await shown(service)
}
const find = (actor: Actor, reference = 'PAY-123456') => payment.find({ actor, reference, senderName: 'Wanjiku Kamau' })
const held = async (tab: Parameters<PaymentClient['held']>[0]['tab'] = 'all', search: string | null = null) =>
  (await payment.held({ tab, search, limit: 100, cursor: null })).rows

describe('a prompt', () => {
  test('is stored, sent once, and waits', async () => {
    const promptId = await sent()
    expect(pushes()).toHaveLength(1)
    expect(pushes()[0]?.body).toMatchObject({ Amount: 350, PhoneNumber: '254711222333', PartyB: '600310' })
    expect(await payment.prompt({ actor: wanjiku, promptId })).toEqual({
      ...{ promptId, state: 'sent', amount: 350, reason: null, sentence: null },
    })
  })
  test('is visible to its payer alone', async () => {
    const promptId = await sent()
    expect(await payment.prompt({ actor: otieno, promptId })).toBeNull()
    expect(await payment.prompt({ actor: wanjiku, promptId: 'nobody-known' })).toBeNull()
  })
  test('that is paid is a payment, as if its message had been shown', async () => {
    const promptId = await sent()
    expect(await tell(buildPath(promptId), paidBody())).toEqual({ taken: true })
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
    expect((await payment.prompt({ actor: wanjiku, promptId }))?.sentence).toBe(
      'UKN6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 23/11/26 at 9:36 AM.',
    )
    expect(await find(wanjiku)).toMatchObject({ amount: 350, usedBy: null })
    expect(await find(otieno)).toBeNull()
    expect(await held()).toMatchObject([
      { receipt: 'UKN6H7T3GA', state: 'confirmed', evidence: ['prompt'], senderName: 'Wanjiku Kamau' },
    ])
  })
  test('is worth the price of a parcel when it was asked for, whenever it is paid', async () => {
    const promptId = await sent()
    const askedAt = new Date(now).toISOString()
    now += 90_000
    await tell(buildPath(promptId), paidBody())
    await vi.waitFor(async () => expect(await find(wanjiku)).toMatchObject({ claimedAt: askedAt }), 30_000)
  })
  test('asked for twice with one key is one prompt, and one call', async () => {
    const key = askedBy(wanjiku, 'one key')
    const [first, second] = await Promise.all([ask({ asked: key }), ask({ asked: key })])
    expect(second.promptId).toBe(first.promptId)
    await vi.waitFor(async () => expect(await getState(first.promptId)).toBe('sent'), 30_000)
    expect((await ask({ asked: key })).state).toBe('sent')
    expect(pushes()).toHaveLength(1)
  })
  test('asked for at two replicas is one call', async () => {
    const other = await open()
    const key = askedBy(wanjiku, 'one key')
    const wanted = {
      asked: key,
      reference: 'PAY-123456',
      senderName: 'Wanjiku Kamau',
      phone: '254711222333',
      amount: 350,
      fees: [350],
    }
    const both = await Promise.all([payment.askPrompt(wanted), other.askPrompt(wanted)])
    expect(both[0].promptId).toBe(both[1].promptId)
    await vi.waitFor(async () => expect(await getState(both[0].promptId)).toBe('sent'), 30_000)
    expect(pushes()).toHaveLength(1)
  })
  test.each([
    [1032, 'cancelled'],
    [1, 'balance_low'],
    [2001, 'wrong_pin'],
    [77777, 'other'],
  ])('that M-Pesa ends with %i says why in our words', async (code, reason) => {
    const promptId = await sent()
    await tell(buildPath(promptId), failedBody(code))
    await vi.waitFor(
      async () => expect(await payment.prompt({ actor: wanjiku, promptId })).toMatchObject({ state: 'failed', reason }),
      30_000,
    )
    // Late money is still taken.
    await tell(buildPath(promptId), paidBody())
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
  })
  test('whose answer was lost is never sent again, and its money is taken', async () => {
    answers.processrequest = () => Promise.reject(new TypeError('socket hang up'))
    const { promptId } = await ask()
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('unknown'), 30_000)
    expect(pushes()).toHaveLength(1)
    await tell(buildPath(promptId), paidBody())
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
  })
  test('whose answer was lost is the one that its first callback named: another’s money is not taken for it', async () => {
    answers.processrequest = () => Promise.reject(new TypeError('socket hang up'))
    const { promptId } = await ask()
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('unknown'), 30_000)
    const refused = { stkCallback: { CheckoutRequestID: 'ws_CO_1', ResultCode: 1032 } }
    await tell(buildPath(promptId), JSON.stringify({ Body: refused }))
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('failed'), 30_000)
    await tell(buildPath(promptId), paidBody().replace('ws_CO_1', 'ws_CO_2'))
    await vi.waitFor(() => expect(rejectedCallbacks()).toEqual({ other_request: 1 }), 30_000)
    expect(await getState(promptId)).toBe('failed')
    await tell(buildPath(promptId), paidBody())
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
  })
  test('that Daraja refuses fails at once', async () => {
    answers.processrequest = () => json({ errorCode: '400.002.02', errorMessage: 'Bad Request' }, 400)
    const { promptId } = await ask()
    await vi.waitFor(
      async () =>
        expect(await payment.prompt({ actor: wanjiku, promptId })).toMatchObject({
          state: 'failed',
          reason: 'our_setup',
        }),
      30_000,
    )
  })
  test('without news is asked about, and has arrived when M-Pesa says so', async () => {
    answers.query = () => json({ ResponseCode: '0', ResultCode: '0' })
    const promptId = await sent()
    now += 11_000
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('arrived'), 30_000)
    expect(await held()).toEqual([])
    await tell(buildPath(promptId), paidBody())
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
  })
  test('without an answer lapses after ten minutes', async () => {
    answers.query = () => json({ ResponseCode: '0', ResultCode: '4999' })
    const promptId = await sent()
    now += 11 * 60_000
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('lapsed'), 30_000)
  })
  test('continues at the next start where it was interrupted', async () => {
    const promptId = await sent()
    for (const service of opened.splice(0)) await service.close()
    await deps.reopen()
    payment = await open()
    await tell(buildPath(promptId), paidBody())
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
    expect(pushes()).toHaveLength(1)
  })
})

describe('prompts are limited:', () => {
  test('one at a time, and the same amount again after two minutes', async () => {
    const promptId = await sent()
    await expect(ask()).rejects.toMatchObject({ code: 'prompt_open', details: { retryAfter: 120 } })
    await tell(buildPath(promptId), failedBody(1032))
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('failed'), 30_000)
    await settled()
    await expect(ask()).rejects.toMatchObject({ code: 'prompt_open' })
    expect((await ask({ amount: 351 })).state).toBe('asked')
  })
  test('three an hour that came to nothing, for a phone and for a visitor', async () => {
    for (const amount of [1, 2, 3]) {
      const { promptId } = await ask({ amount, asked: askedBy({ kind: 'visitor', visitorId: `v${amount}` }) })
      const state = () => getState(promptId, { kind: 'visitor', visitorId: `v${amount}` })
      await vi.waitFor(async () => expect(await state()).toBe('sent'), 30_000)
      now += 11 * 60_000
      await vi.waitFor(async () => expect(await state()).toBe('lapsed'), 30_000)
      await settled()
    }
    await expect(ask({ amount: 4 })).rejects.toMatchObject({ code: 'too_many' })
    expect((await ask({ amount: 4, phone: '254711222444' })).state).toBe('asked')
    now += 60 * 60_000
    expect((await ask({ amount: 5 })).state).toBe('asked')
  })
  test.each([
    ['a /48', 4, (n: number) => `2001:db8:1:${n}::/64`, '2001:db8:2:1::/64'],
    ['an IPv4 /24', 20, (n: number) => `41.90.64.${n}`, '41.90.65.1'],
  ])('from %s as many as %i of its networks may, however many it has', async (_, times, networkAt, another) => {
    payment = await open({ aPhone: 3, anAccount: 10, anAddress: 1 })
    const askFrom = async (network: string, n: number) => {
      const actor: Actor = { kind: 'visitor', visitorId: `v${n}` }
      const { state } = await ask({ asked: { ...askedBy(actor), network }, phone: `2547110000${10 + n}` })
      await settled()
      return state
    }
    for (let n = 1; n <= times; n += 1) expect(await askFrom(networkAt(n), n)).toBe('asked')
    await expect(askFrom(networkAt(times + 1), times + 1)).rejects.toMatchObject({ code: 'too_many' })
    expect(await askFrom(another, times + 2)).toBe('asked')
  })
  test('for an agent’s customers as many as from one network, whatever their phones', async () => {
    payment = await open({ aPhone: 3, anAccount: 10, anAddress: 2 })
    const askFor = async (customer: number, agentId = 'achieng') => {
      const actor: Actor = { kind: 'visitor', visitorId: `booking ${customer}` }
      const asked = { ...askedBy(actor), network: undefined }
      const { state } = await ask({ asked, phone: `25471100001${customer}`, agentId })
      await settled()
      return state
    }
    for (const customer of [1, 2]) expect(await askFor(customer)).toBe('asked')
    await expect(askFor(3)).rejects.toMatchObject({ code: 'too_many' })
    expect(await askFor(3, 'mwangi')).toBe('asked')
    now += 61 * 60_000
    const atOnce = await Promise.allSettled([4, 5, 6, 7, 8, 9].map((customer) => askFor(customer)))
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })
  test('a paid one does not count', async () => {
    for (const amount of [11, 12, 13, 14]) {
      const { promptId } = await ask({ amount })
      await tell(buildPath(promptId), paidBody({ Amount: amount, MpesaReceiptNumber: `UKN6H7T3G${amount - 10}` }))
      await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
      await settled()
    }
    expect(await held()).toHaveLength(4)
  })
})

const confirmation = (receipt: string, code = '600310') =>
  JSON.stringify({
    ...{ TransactionType: 'Customer Merchant Payment', TransID: receipt, TransTime: '20261123093000' },
    ...{ TransAmount: '350.00', BusinessShortCode: code, MSISDN: '2547 ***** 333', FirstName: 'WANJIKU' },
  })

describe('a forged callback', () => {
  test('has no valid address without the secret, or with another prompt’s', async () => {
    const promptId = await sent()
    const [, kind, id, seal] = buildPath(promptId).split('/')
    for (const path of [
      `${callbackSealing.handle}/prompt/${id}`,
      `another-secret-of-callbacks/${kind}/${id}/${seal}`,
      `${callbackSealing.handle}/prompt/${'0'.repeat(32)}/${seal}`,
      `${callbackSealing.handle}/nothing`,
      '',
    ])
      expect(await tell(path, paidBody())).toEqual({ taken: false })
    await settled()
    expect([await held(), await getState(promptId)]).toEqual([[], 'sent'])
  })
  test('with another amount proves nothing, and the prompt stays open', async () => {
    const promptId = await sent()
    expect(await tell(buildPath(promptId), paidBody({ Amount: 349 }))).toEqual({ taken: true })
    expect(await tell(buildPath(promptId), 'not even JSON')).toEqual({ taken: true })
    // Callbacks are read in order, so the forged one was read before this.
    await tell(withoutRoot(callbackPath(callbackSealing, { kind: 'confirmation' })), confirmation('UKN6H7T3GZ'))
    await vi.waitFor(async () => expect(await held('unclaimed')).toHaveLength(1), 30_000)
    expect([await held('unused'), await getState(promptId)]).toEqual([[], 'sent'])
    expect(await find(wanjiku)).toBeNull()
  })
  test('with another id than Daraja’s proves nothing', async () => {
    const promptId = await sent()
    await tell(buildPath(promptId), paidBody().replace('ws_CO_1', 'ws_CO_2'))
    await tell(
      buildPath(promptId),
      JSON.stringify({ Body: { stkCallback: { CheckoutRequestID: 'x', ResultCode: 1032 } } }),
    )
    await vi.waitFor(() => expect(rejectedCallbacks()).toEqual({ other_request: 2 }), 30_000)
    expect([await held(), await getState(promptId)]).toEqual([[], 'sent'])
    await tell(buildPath(promptId), paidBody())
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
  })
  test('is counted by its kind, for the operator', async () => {
    const promptId = await sent()
    await tell(buildPath(promptId), paidBody({ Amount: 349 }))
    await tell(buildPath(promptId), paidBody({ Amount: 351 }))
    await tell(buildPath(promptId), 'not even JSON')
    const unknown = callbackPath(callbackSealing, { kind: 'prompt', checkoutId: '0'.repeat(32) })
    await tell(withoutRoot(unknown), paidBody())
    const ofOthers = callbackPath(callbackSealing, { kind: 'confirmation' })
    await tell(withoutRoot(ofOthers), confirmation('UKN6H7T3GB', '999999'))
    await vi.waitFor(
      () => expect(rejectedCallbacks()).toEqual({ other_amount: 2, unreadable: 1, unknown_prompt: 1, other_till: 1 }),
      30_000,
    )
  })
  test('a thousand times is one payment', async () => {
    const promptId = await sent()
    await Promise.all(Array.from({ length: 1000 }, () => tell(buildPath(promptId), paidBody())))
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
    expect(await held()).toHaveLength(1)
    const history = await payment.heldHistory({ paymentId: (await held())[0]?.paymentId ?? '' })
    expect(history?.map(({ type }) => type)).toEqual(['PaymentSeen', 'PaymentBound', 'PaymentConfirmed'])
  })
})

describe('an admin’s action', () => {
  const message = 'UKN6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 23/11/26 at 9:30 AM.'
  const verify = (actor: Actor) =>
    payment.verify({ asked: askedBy(actor), reference: 'PAY-123456', senderName: 'Wanjiku Kamau', message })
  const admin: Actor = { kind: 'user', userId: 'a1', username: 'achieng', role: 'admin', shop: null }
  const getId = async () => (await held())[0]?.paymentId ?? ''

  test('release: its message can be claimed by others again', async () => {
    await verify(wanjiku)
    expect(await verify(otieno)).toMatchObject({ success: false, code: 'already_used' })
    const released = await payment.release({ asked: askedBy(admin), paymentId: await getId(), reason: 'another phone' })
    expect(released).toMatchObject({ senderName: null, reference: null, claimedAt: null })
    expect(await find(wanjiku)).toBeNull()
    expect(await verify(otieno)).toMatchObject({ success: true, amount: 350 })
    expect(await find(otieno)).toMatchObject({ amount: 350 })
  })
  test('rebind: it belongs to an account, for the given reference', async () => {
    await verify(wanjiku)
    const account = { userId: 'u7', name: 'Otieno Ouma' }
    const bound = {
      asked: askedBy(admin),
      paymentId: await getId(),
      account,
      reference: 'PAY-777777',
      reason: 'called us',
    }
    expect(await payment.rebind(bound)).toMatchObject({ senderName: 'Otieno Ouma', reference: 'PAY-777777' })
    const user: Actor = { kind: 'user', userId: 'u7', username: 'otieno', role: 'user', shop: null }
    expect(await find(user, 'PAY-777777')).toMatchObject({ amount: 350 })
    expect(await find(wanjiku)).toBeNull()
    expect(await held('all', 'otieno')).toHaveLength(1)
    expect(await held('all', 'wanjiku')).toHaveLength(0)
  })
  test('search: by receipt, reference and whole words of the name', async () => {
    await verify(wanjiku)
    for (const search of ['ukn6h', 'PAY-123456', 'kamau', 'Wanjiku Kamau'])
      expect(await held('all', search), search).toHaveLength(1)
    for (const search of ['ukn7', 'PAY-999999', 'kama otieno'])
      expect(await held('all', search), search).toHaveLength(0)
    expect(await payment.heldCounts()).toMatchObject({ all: { count: 1 }, shown: { count: 1 }, unused: { count: 0 } })
    now += 25 * 60 * 60_000
    expect(await payment.heldCounts()).toMatchObject({ unused: { count: 1 }, doubted: { count: 0 } })
  })
  test('let pass: only a doubted payment', async () => {
    await verify(wanjiku)
    const passing = { asked: askedBy(admin), paymentId: await getId(), reason: 'seen in the portal' }
    await expect(payment.letPass(passing)).rejects.toMatchObject({ code: 'payment_not_doubted' })
    await expect(payment.letPass({ ...passing, paymentId: 'nobody' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('payments by hand that M-Pesa reports are taken, and confirm the message that comes later', async () => {
  const path = withoutRoot(callbackPath(callbackSealing, { kind: 'confirmation' }))
  expect(await tell(path, confirmation('UKN6H7T3GA'))).toEqual({ taken: true })
  expect(await tell(path, confirmation('UKN6H7T3GB', '999999'))).toEqual({ taken: true })
  await vi.waitFor(async () => expect(await held('unclaimed')).toHaveLength(1), 30_000)
  const message = 'UKN6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 23/11/26 at 9:30 AM.'
  const claim = (text: string) =>
    payment.verify({ asked: askedBy(wanjiku), reference: 'PAY-123456', senderName: 'Wanjiku Kamau', message: text })
  expect(await claim(message.replace('350', '3500'))).toEqual({ success: false, code: 'amount_differs' })
  expect(await claim(message)).toMatchObject({ success: true, amount: 350 })
  expect(await held()).toMatchObject([{ state: 'confirmed', evidence: ['confirmation'], senderName: 'Wanjiku Kamau' }])
})

test('a payment without a doubt is used by its delivery alone, and its delivery gets no doubt', async () => {
  const promptId = await sent()
  await tell(buildPath(promptId), paidBody())
  await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
  const { paymentId = '' } = (await find(wanjiku)) ?? {}
  const { bus } = deps.of('delivery')
  const requested = {
    deliveryId: 'd1',
    deliveryType: 'doorstep' as const,
    ownerId: null,
    fee: 350,
    paymentId,
    requestedAt: new Date(now).toISOString(),
  }
  await bus.publish('delivery', [
    { id: 'r1', key: 'delivery-d1', headers: {}, ...announce(deliveryEvents.requested, requested) },
  ])
  await vi.waitFor(async () => expect(await find(wanjiku)).toMatchObject({ usedBy: 'd1' }), 30_000)
  const history = await payment.heldHistory({ paymentId })
  expect(history?.at(-1)).toMatchObject({ type: 'PaymentUsed', details: { delivery: 'd1' } })
})

describe('an erased person', () => {
  const keyStands = async (personId: string) =>
    (await (await openPersonalKeys(deps.of('payment'))).existingKey(personId)) !== null
  /** The owners of all sealed data. */
  const people = async () => {
    const stored = await deps.of('payment').events.readAll(null, 1000)
    const whose = JSON.stringify(stored).matchAll(/"personId":"([^"]+)"/g)
    return [...new Set([...whose].map(([, personId = '']) => personId))]
  }
  const erased = async (paymentId: string) => {
    const { bus } = deps.of('delivery')
    const gone = { deliveryId: 'd1', role: 'sender' as const, paymentId, at: new Date(now).toISOString() }
    await bus.publish('delivery', [
      { id: 'e1', key: 'delivery-d1', headers: {}, ...announce(deliveryEvents.personErased, gone) },
    ])
  }

  test('leaves neither the name at the payment, nor the phone of the prompt, nor what M-Pesa reported of them', async () => {
    const promptId = await sent()
    await tell(buildPath(promptId), paidBody({ PhoneNumber: 254711222333 }))
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('paid'), 30_000)
    const { promptId: another } = await ask({ asked: askedBy(otieno), phone: '254722000111', amount: 99 })
    const whose = await people()
    expect(whose).toHaveLength(4)
    await erased((await find(wanjiku))?.paymentId ?? '')
    await vi.waitFor(async () => {
      const standing = await Promise.all(whose.map(keyStands))
      expect(whose.filter((_, index) => standing[index])).toEqual([`checkout-${another}`])
    }, 30_000)
  })
  test('includes a person who was asked and did not pay, thirty days later', async () => {
    const promptId = await sent()
    now += 11 * 60_000
    await vi.waitFor(async () => expect(await getState(promptId)).toBe('lapsed'), 30_000)
    const reopened = async (days: number) => {
      for (const service of opened.splice(0)) await service.close()
      await deps.reopen()
      now += days * 24 * 60 * 60_000
      payment = await open()
    }
    await reopened(29)
    await settled()
    expect(await keyStands(`checkout-${promptId}`)).toBe(true)
    await reopened(2)
    await vi.waitFor(async () => expect(await keyStands(`checkout-${promptId}`)).toBe(false), 30_000)
  })
})
