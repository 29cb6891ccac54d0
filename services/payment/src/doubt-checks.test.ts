import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor, PaymentClient } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackPath, type DarajaSettings } from './daraja/index.ts'
import { callbackSealing, merchant } from './testing/merchant.ts'
import { openPayment } from './testing/open-payment.ts'

const initiator = {
  name: 'tuma',
  password: 'secret',
  certificate: { publicKey: 'none', validToDate: new Date('2046-01-01') },
}

/** By the end of the address. */
let asked: { path: string; body: Record<string, string> }[] = []
const send = (async (url: string, { body }: { body?: string }) => {
  const path = new URL(url).pathname
  if (path.includes('/oauth/')) return new Response(JSON.stringify({ access_token: 'token', expires_in: 3599 }))
  asked.push({ path, body: JSON.parse(body ?? '{}') })
  return new Response(JSON.stringify({ ResponseCode: '0', ConversationID: 'c1' }))
}) as unknown as typeof fetch

let now = 0
let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
const open = async (daraja: DarajaSettings) => {
  const here = { now: () => new Date(now).toISOString(), fetch: send, daraja }
  const opened = await openPayment(deps.of('payment'), here)
  service = opened.service
  payment = opened.payment
}
beforeEach(async () => {
  deps = await openTemporaryEngines()
  asked = []
  now = Date.parse('2026-11-23T06:35:00.000Z')
})
afterEach(async () => {
  await service.close()
  await deps.close()
})

const wanjiku: Actor = { kind: 'visitor', visitorId: 'w' }
const ofToday = 'UKN6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 23/11/26 at 9:30 AM.'
const pasted = (message = ofToday) =>
  payment.verify({
    asked: { actor: wanjiku, commandId: 'c1', correlationId: 'c1' },
    ...{ reference: 'PAY-123456', senderName: 'Wanjiku Kamau', message },
  })
const row = async () => (await payment.held({ tab: 'all', search: null, limit: 1, cursor: null })).rows[0]
const publish = async (id: string, announced: ReturnType<typeof announce>) => {
  const { bus } = deps.of('delivery')
  await bus.publish('delivery', [{ id, key: 'delivery-d1', headers: {}, ...announced }])
  await vi.waitFor(async () => expect(await bus.lag('delivery', 'payment')).toBe(0), 60_000)
}
const used = async () => {
  const { paymentId = '' } = (await row()) ?? {}
  const at = new Date(now).toISOString()
  const parcel = { deliveryId: 'd1', deliveryType: 'parcelDukani' as const }
  await publish(
    'r1',
    announce(deliveryEvents.requested, { ...parcel, ownerId: null, fee: 350, paymentId, requestedAt: at }),
  )
  await vi.waitFor(async () => expect(await row()).toMatchObject({ usedBy: 'd1' }), 60_000)
  await publish('s1', announce(deliveryEvents.statusChanged, { ...parcel, from: 'dropping', to: 'uncollected', at }))
  return paymentId
}
const answered = (paymentId: string, result: object) =>
  payment.callback({
    path: callbackPath(callbackSealing, { kind: 'status', about: paymentId }),
    body: JSON.stringify({ Result: result }),
    ...{ address: '127.0.0.1', correlationId: 'call' },
  })
const parameters = (fields: Record<string, unknown>) => ({
  ResultParameters: { ResultParameter: Object.entries(fields).map(([Key, Value]) => ({ Key, Value })) },
})
const completed = { TransactionStatus: 'Completed', ReceiptNo: 'UKN6H7T3GA', FinalisedTime: 20261123093000 }

/**
 * As an initiator who may ask about receipts. The adapter seals with the certificate, and these tests are not about
 * that.
 */
const mayAsk = async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = { ...initiator.certificate, publicKey } as unknown as NonNullable<
    DarajaSettings['initiator']
  >['certificate']
  await open({ ...merchant, initiator: { ...initiator, certificate } })
}

test('when a parcel is dropped and only the message of its payment was seen, M-Pesa is asked about it', async () => {
  await mayAsk()
  await pasted()
  const paymentId = await used()
  await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000)
  expect(asked[0]?.body).toMatchObject({ TransactionID: 'UKN6H7T3GA', CommandID: 'TransactionStatusQuery' })
  await answered(paymentId, { ResultCode: 0, ...parameters({ ...completed, Amount: 350 }) })
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'confirmed' }), 60_000)
  expect(await row()).toMatchObject({ evidence: ['message', 'confirmation'], doubt: null })
  // A confirmed payment is not asked about again.
  await publish(
    'a1',
    announce(deliveryEvents.assigned, { deliveryId: 'd1', deliveryType: 'parcelDukani', to: 'rider', at: '' }),
  )
  expect(asked).toHaveLength(1)
})

test.each([
  ['no such receipt', { ResultCode: 2032 }, { state: 'mismatched', doubt: 'no_such_transaction' }],
  [
    'another amount',
    { ResultCode: 0, ...parameters({ ...completed, Amount: 35 }) },
    { state: 'mismatched', doubt: 'amount', amount: 35, told: 350 },
  ],
  [
    'another till',
    { ResultCode: 0, ...parameters({ ...completed, Amount: 350, CreditPartyName: '999999 - Others' }) },
    { doubt: 'other_till' },
  ],
  [
    'that it was taken back',
    { ResultCode: 0, ...parameters({ ...completed, TransactionStatus: 'Reversed', Amount: 350 }) },
    { state: 'reversed' },
  ],
])('an answer with %s is passed to the parcel’s delivery', async (_what, result, shown) => {
  await mayAsk()
  await pasted()
  const paymentId = await used()
  now += 20 * 60_000
  const told: { type: string; data: object }[] = []
  const { bus } = deps.of('delivery')
  const listener = bus.listen({
    topic: 'payment',
    onMessage: async ({ type, data }) => void told.push({ type, data: data as object }),
    onFault: (error) => {
      throw error
    },
  })
  await answered(paymentId, result)
  await vi.waitFor(async () => expect(await row()).toMatchObject(shown), 60_000)
  await vi.waitFor(
    () =>
      expect(told).toContainEqual({
        type: expect.stringMatching(/doubted|reversed/),
        data: expect.objectContaining({ paymentId, deliveryId: 'd1' }),
      }),
    60_000,
  )
  await listener.close()
})

test('a code of another day than its message holds its parcel, and M-Pesa is asked about it', async () => {
  await mayAsk()
  await pasted(ofToday.replace('UKN', 'UKA'))
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'mismatched', doubt: 'code_date' }), 60_000)
  const paymentId = await used()
  await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000)
  const told = { ...completed, ReceiptNo: 'UKA6H7T3GA', Amount: 350 }
  await answered(paymentId, { ResultCode: 0, ...parameters(told) })
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'confirmed', doubt: null }), 60_000)
})

test('doubted money is not offered as unused until M-Pesa reports it', async () => {
  await mayAsk()
  await pasted(ofToday.replace('UKN', 'UKA'))
  await vi.waitFor(
    async () => expect(await row()).toMatchObject({ doubt: 'code_date', claimedAt: expect.any(String) }),
    60_000,
  )
  const { paymentId = '' } = (await row()) ?? {}
  expect(await payment.unused({ actor: wanjiku })).toEqual([])
  const told = { ...completed, ReceiptNo: 'UKA6H7T3GA', Amount: 350 }
  await answered(paymentId, { ResultCode: 0, ...parameters(told) })
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'confirmed', doubt: null }), 60_000)
  expect(await payment.unused({ actor: wanjiku })).toMatchObject([{ reference: 'PAY-123456', amount: 350 }])
})

describe('a payment with only a message for a day', () => {
  const dayMs = 24 * 60 * 60_000
  /** What each replica does every ten minutes. */
  const looks: (() => void)[] = []
  const replicas: Service[] = []
  const replica = async (name: string) => {
    const engines = { ...deps.of('payment'), replica: name }
    const opened = await openPayment(engines, { now: () => new Date(now).toISOString(), fetch: send, daraja: merchant })
    replicas.push(opened.service)
    return opened
  }
  const tenMinutesPass = () => {
    // The first replica reads what comes in, and the other one looks first.
    for (const look of looks.toReversed()) look()
  }
  const confirmed = (client: PaymentClient, receipt: string, TransactionType = 'Customer Merchant Payment') =>
    client.callback({
      path: callbackPath(callbackSealing, { kind: 'confirmation' }),
      body: JSON.stringify({
        ...{ TransactionType, TransID: receipt, TransTime: '20261124093000' },
        ...{ TransAmount: '50.00', BusinessShortCode: '600310', MSISDN: '2547 ***** 333', FirstName: 'OTIENO' },
      }),
      ...{ address: '127.0.0.1', correlationId: 'call' },
    })
  beforeEach(async () => {
    const every = setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void, ms: number) => {
      if (ms === 10 * 60_000) looks.push(look)
      return every(look, ms)
    }) as typeof setInterval)
    const first = await replica('one')
    await replica('other')
    ;({ service, payment } = first)
    await pasted()
    await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'shown' }), 60_000)
    now += dayMs + 60_000
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    looks.splice(0)
    const [, other] = replicas.splice(0)
    await other?.close()
  })
  const ofWanjiku = async () =>
    (await payment.held({ tab: 'all', search: 'UKN6H7T3GA', limit: 1, cursor: null })).rows[0]

  test('is overdue where M-Pesa reports others, whichever of two replicas reads that', async () => {
    await confirmed(payment, 'UKO6H7T3GZ')
    await vi.waitFor(
      async () =>
        expect((await payment.held({ tab: 'unclaimed', search: null, limit: 9, cursor: null })).rows).toHaveLength(1),
      60_000,
    )
    // The row shows a moment before its replica knows about the other reports: then the next look finds it.
    await vi.waitFor(async () => {
      tenMinutesPass()
      expect(await ofWanjiku()).toMatchObject({ state: 'overdue', doubt: 'overdue' })
    }, 60_000)
  })

  test('is not overdue by an unchecked confirmation, because a stranger may have made it up', async () => {
    await confirmed(payment, 'UKO6H7T3GZ', 'Small Business Pay Merchant')
    await vi.waitFor(
      async () =>
        expect((await payment.held({ tab: 'unchecked', search: null, limit: 9, cursor: null })).rows).toHaveLength(1),
      60_000,
    )
    tenMinutesPass()
    await Promise.all(replicas.splice(0).map((one) => one.close()))
    await open(merchant)
    expect(await ofWanjiku()).toMatchObject({ state: 'shown', doubt: null })
  })

  test('is not overdue while M-Pesa reports no others, or reported the last more than an hour ago', async () => {
    tenMinutesPass()
    now -= 2 * 60 * 60_000
    await confirmed(payment, 'UKO6H7T3GZ')
    await vi.waitFor(
      async () =>
        expect((await payment.held({ tab: 'unclaimed', search: null, limit: 9, cursor: null })).rows).toHaveLength(1),
      60_000,
    )
    now += 2 * 60 * 60_000
    tenMinutesPass()
    // Closing waits for their looks.
    await Promise.all(replicas.splice(0).map((one) => one.close()))
    await open(merchant)
    expect(await ofWanjiku()).toMatchObject({ state: 'shown', doubt: null })
  })
})

test('without an initiator M-Pesa is not asked about receipts', async () => {
  await open(merchant)
  await pasted()
  await used()
  expect(asked).toEqual([])
})
