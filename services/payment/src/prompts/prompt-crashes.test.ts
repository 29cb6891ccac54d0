import { randomBytes } from 'node:crypto'
import type { Actor, PaymentClient, paymentContract } from '@tuma/contracts/services'
import { type Cache, EngineAway, type Engines } from '@tuma/platform/ports'
import { callInProcess, openLog, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callbackPath } from '../daraja/index.ts'
import { createPayment } from '../service.ts'
import { callbackSealing, merchant } from '../testing/merchant.ts'

/** In every crash a phone rings once, and the paid money is a payment. */

let now = 0
let rang = 0
const fetched = (async (url: string) => {
  if (url.includes('generate')) return Response.json({ access_token: 'token', expires_in: '3599' })
  if (url.includes('processrequest')) rang += 1
  return Response.json({ ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', MerchantRequestID: 'm1' })
}) as unknown as typeof fetch

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let opened: Service[] = []
const open = async (engines: Engines = deps.of('payment')): Promise<PaymentClient> => {
  const service = await createPayment({
    engines,
    settings: { tillName: 'TUMA PARCELS', secret: 'a secret', daraja: merchant },
    environment: { now: () => new Date(now).toISOString(), randomBytes },
    log: openLog('silent'),
    fetch: fetched,
  })
  opened.push(service)
  return callInProcess<typeof paymentContract>(service.router, (error) => {
    throw error
  })
}
beforeEach(async () => {
  deps = await openTemporaryEngines()
  ;[rang, opened, now] = [0, [], Date.parse('2026-11-24T06:35:00.000Z')]
})
const close = async () => {
  for (const service of opened.splice(0)) await service.close()
}
afterEach(async () => {
  await close()
  await deps.close()
})

/** The process dies when it would write this event: nothing after it is written either. */
const dyingAt = (fatal: string): Engines => {
  const { events, ...others } = deps.of('payment')
  let isDead = false
  const append: typeof events.append = async (stream, appended, expected) => {
    isDead ||= appended.some(({ type }) => type === fatal)
    if (isDead) throw new EngineAway('the process died')
    return events.append(stream, appended, expected)
  }
  return { ...others, events: { ...events, append } }
}
const reopened = async (): Promise<PaymentClient> => {
  await close()
  await deps.reopen()
  return open()
}

const wanjiku: Actor = { kind: 'visitor', visitorId: 'w' }
const askedFor = (commandId = 'one key') => ({
  asked: { actor: wanjiku, commandId, correlationId: 'call', network: '10.0.0.1' },
  ...{ reference: 'PAY-123456', senderName: 'Wanjiku Kamau', phone: '254711222333', amount: 350, fees: [350] },
})
const comesTo = (payment: PaymentClient, promptId: string, state: string) =>
  vi.waitFor(async () => expect((await payment.prompt({ actor: wanjiku, promptId }))?.state).toBe(state), 60_000)
const paidBody = JSON.stringify({
  Body: {
    stkCallback: {
      ...{ MerchantRequestID: 'm1', CheckoutRequestID: 'ws_CO_1', ResultCode: 0, ResultDesc: 'done' },
      CallbackMetadata: {
        Item: Object.entries({ Amount: 350, MpesaReceiptNumber: 'UKO6H7T3GA', TransactionDate: 20261124093600 }).map(
          ([Name, Value]) => ({ Name, Value }),
        ),
      },
    },
  },
})
const tell = (payment: PaymentClient, promptId: string) => {
  const path = callbackPath(callbackSealing, { kind: 'prompt', checkoutId: promptId })
  const about = { body: paidBody, address: '127.0.0.1', correlationId: 'call' }
  return payment.callback({ path: path.slice('/api/callbacks/till/'.length), ...about })
}
const isOnePayment = async (payment: PaymentClient) => {
  for (const service of opened) await shown(service)
  const { rows } = await payment.held({ tab: 'all', search: null, limit: 10, cursor: null })
  expect(rows).toMatchObject([{ receipt: 'UKO6H7T3GA', state: 'confirmed', senderName: 'Wanjiku Kamau' }])
  const stored = await deps.of('payment').events.readAll(null, 1000)
  const told = stored.map(({ type }) => type).filter((type) => /^Payment(Seen|Confirmed)$|^PromptPaid$/.test(type))
  expect(told.sort()).toEqual(['PaymentConfirmed', 'PaymentSeen', 'PromptPaid'])
}

test('a crash before the call rings no phone, and the prompt may be asked for again as soon as it has lapsed', async () => {
  const dying = await open(dyingAt('PromptAttempted'))
  const { promptId } = await dying.askPrompt(askedFor())
  const payment = await reopened()
  now += 31_000
  await comesTo(payment, promptId, 'lapsed')
  expect(rang).toBe(0)
  for (const service of opened) await shown(service)
  const again = await payment.askPrompt(askedFor('another key'))
  await comesTo(payment, again.promptId, 'sent')
  expect(rang).toBe(1)
})

test('a crash during the call makes no second call, and its money is taken', async () => {
  const dying = await open(dyingAt('PromptSent'))
  const { promptId } = await dying.askPrompt(askedFor())
  await vi.waitFor(() => expect(rang).toBe(1), 60_000)
  const payment = await reopened()
  expect((await payment.askPrompt(askedFor())).promptId).toBe(promptId)
  now += 61_000
  await comesTo(payment, promptId, 'unknown')
  expect(rang).toBe(1)
  await tell(payment, promptId)
  await tell(payment, promptId)
  await comesTo(payment, promptId, 'paid')
  await isOnePayment(payment)
})

test.each(['PaymentSeen', 'PromptPaid'])(
  'a callback that was answered is read after the next start, though the process died before %s',
  async (fatal) => {
    const dying = await open(dyingAt(fatal))
    const { promptId } = await dying.askPrompt(askedFor())
    await comesTo(dying, promptId, 'sent')
    await tell(dying, promptId)
    const payment = await reopened()
    await comesTo(payment, promptId, 'paid')
    await isOnePayment(payment)
  },
)

test('two replicas without Redis ring once', async () => {
  const away = () => Promise.reject(new EngineAway('Redis is away'))
  const methods = ['get', 'set', 'delete', 'count', 'giveBack', 'lease', 'release'] as const
  const cache = Object.fromEntries(methods.map((method) => [method, away])) as unknown as Cache
  const [one, other] = [
    await open({ ...deps.of('payment'), cache, replica: 'one' }),
    await open({ ...deps.of('payment'), cache, replica: 'other' }),
  ]
  const [first, second] = await Promise.all([one.askPrompt(askedFor()), other.askPrompt(askedFor())])
  expect(second.promptId).toBe(first.promptId)
  const stored = () => deps.of('payment').events.read(`checkout-${first.promptId}`)
  await vi.waitFor(async () => expect((await stored()).map(({ type }) => type)).toContain('PromptSent'), 60_000)
  await close()
  expect(rang).toBe(1)
  expect((await stored()).filter(({ type }) => type === 'PromptAttempted')).toHaveLength(1)
})
