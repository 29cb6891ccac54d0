import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor, PaymentClient } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackPath } from '../daraja/index.ts'
import { callbackSealing, merchant } from '../testing/merchant.ts'
import { openPayment } from '../testing/open-payment.ts'
import { sampleTillMessage } from './sample-till-message.ts'

const now = '2026-11-24T06:35:00.000Z'

type Deps = Awaited<ReturnType<typeof openTemporaryEngines>>
let deps: Deps
let service: Service
let payment: PaymentClient
const open = async (engines = deps.of('payment')) => {
  const opened = await openPayment(engines, { now: () => now, daraja: merchant })
  service = opened.service
  payment = opened.payment
}
beforeEach(async () => {
  deps = await openTemporaryEngines()
  await open()
})
afterEach(async () => {
  await service.close()
  await deps.close()
})

const wanjiku: Actor = { kind: 'visitor', visitorId: 'w' }
let calls = 0
const asked = () => {
  calls += 1
  return { actor: wanjiku, commandId: `command-${calls}`, correlationId: `call-${calls}` }
}
const message = (amount: number, code: number) =>
  sampleTillMessage({ amount, at: now, tillName: 'TUMA PARCELS', random: new Uint8Array(7).fill(code) })
const verify = async (amount: number, code: number, adds?: boolean) => {
  await shown(service)
  const whose = { reference: 'PAY-123456', senderName: 'Wanjiku Kamau' }
  return payment.verify({ asked: asked(), ...whose, message: message(amount, code), adds })
}
const find = async () => {
  await shown(service)
  return payment.find({ actor: wanjiku, reference: 'PAY-123456', senderName: 'Wanjiku Kamau' })
}
const tell = (path: string, body: object) =>
  payment.callback({
    ...{ path: path.slice('/api/callbacks/till/'.length), body: JSON.stringify(body) },
    ...{ address: '127.0.0.1', correlationId: 'call' },
  })
/** A payment by hand, confirmed by M-Pesa. */
const paidByHand = async (TransID: string, TransAmount: string) => {
  const told = { TransID, TransAmount, TransTime: '20261124093000', FirstName: 'WANJIKU' }
  const about = { TransactionType: 'Customer Merchant Payment', BusinessShortCode: merchant.shortCode }
  await tell(callbackPath(callbackSealing, { kind: 'confirmation' }), { ...about, ...told })
  await vi.waitFor(async () => {
    await shown(service)
    const { rows } = await payment.held({ tab: 'all', search: TransID, limit: 1, cursor: null })
    expect(rows).toHaveLength(1)
  }, 30_000)
}
const storedTypes = async () => (await deps.of('payment').events.readAll(null, 100)).map(({ type }) => type)
const requested = async (paymentId: string, fee: number, deliveryId = 'd1') => {
  const { bus } = deps.of('delivery')
  const about = { deliveryId, deliveryType: 'doorstep', ownerId: null, fee, paymentId, requestedAt: now } as const
  await bus.publish('delivery', [
    { id: `requested ${deliveryId}`, key: deliveryId, headers: {}, ...announce(deliveryEvents.requested, about) },
  ])
  await vi.waitFor(async () => expect(await bus.lag('delivery', 'payment')).toBe(0), 60_000)
}

describe('a payment that was too small', () => {
  test('is topped up by a second message: both pay, as one', async () => {
    expect(await verify(300, 1)).toMatchObject({ success: true, amount: 300 })
    expect(await verify(50, 2, true)).toMatchObject({ success: true, amount: 350 })
    const found = await find()
    expect(found).toMatchObject({ amount: 350, usedBy: null })
    expect(await verify(50, 2, true)).toMatchObject({ success: true, amount: 350 })
    expect(await verify(25, 3, true)).toMatchObject({ success: true, amount: 375 })
    await requested(found?.paymentId ?? '', 350)
    expect(await find()).toMatchObject({ paymentId: found?.paymentId, usedBy: 'd1' })
  })
  test('stays separate from the next one without `adds`', async () => {
    await verify(300, 1)
    expect(await verify(50, 2)).toMatchObject({ success: true, amount: 50 })
  })
  test('does not exist where nothing was paid before, so the new payment is separate', async () =>
    expect(await verify(50, 2, true)).toMatchObject({ success: true, amount: 50 }))
  test('is topped up by the receipt of a payment by hand: once, and only into the first payment', async () => {
    await verify(300, 1)
    await paidByHand('UKO7J2K4LM', '50.00')
    const claim = (adds?: boolean, receipt = 'UKO7J2K4LM') =>
      payment.claimReceipt({
        ...{ asked: asked(), reference: 'PAY-123456', senderName: 'Wanjiku Kamau', receipt },
        ...{ nameOrPhone: 'Wanjiku', promptId: null, adds },
      })
    expect(await claim(true)).toMatchObject({ success: true, amount: 350 })
    expect(await claim(true)).toMatchObject({ success: true, amount: 350 })
    expect(await claim()).toEqual({ success: false, code: 'already_used' })
    expect(await find()).toMatchObject({ amount: 350 })
    expect((await storedTypes()).filter((type) => type === 'PaymentToppedUp')).toHaveLength(1)
    await paidByHand('UKO8J2K4LM', '20.00')
    expect(await claim(false, 'UKO8J2K4LM')).toMatchObject({ success: true, amount: 20 })
  })
  test('is topped up by a paid prompt without a receipt, once the receipt code is typed', async () => {
    await verify(300, 1)
    await shown(service)
    const whose = { reference: 'PAY-123456', senderName: 'Wanjiku Kamau' }
    const wanted = { asked: asked(), ...whose, phone: '254711222333', amount: 50, fees: [350], adds: true }
    const { promptId } = await payment.askPrompt(wanted)
    await tell(callbackPath(callbackSealing, { kind: 'prompt', checkoutId: promptId }), {
      Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item: [] } } },
    })
    const prompted = () => payment.prompt({ actor: wanjiku, promptId })
    await vi.waitFor(async () => expect(await prompted()).toMatchObject({ state: 'arrived' }), 30_000)
    const typed = { asked: asked(), ...whose, receipt: 'UKO6H7T3GA', nameOrPhone: '', promptId }
    expect(await payment.claimReceipt(typed)).toMatchObject({ success: true, amount: 350 })
    expect(await prompted()).toMatchObject({ state: 'paid', total: 350 })
  })
  test('is topped up by a paid prompt', async () => {
    await verify(300, 1)
    await shown(service)
    const whose = { reference: 'PAY-123456', senderName: 'Wanjiku Kamau', phone: '254711222333' }
    const { promptId } = await payment.askPrompt({ asked: asked(), ...whose, amount: 50, fees: [350], adds: true })
    const Item = Object.entries({ Amount: 50, MpesaReceiptNumber: 'UKO6H7T3GA' }).map(([Name, Value]) => ({
      Name,
      Value,
    }))
    await tell(callbackPath(callbackSealing, { kind: 'prompt', checkoutId: promptId }), {
      Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item } } },
    })
    await vi.waitFor(
      async () =>
        expect(await payment.prompt({ actor: wanjiku, promptId })).toMatchObject({ state: 'paid', total: 350 }),
      30_000,
    )
    expect(await find()).toMatchObject({ amount: 350 })
  })
})

test('a payer who has topped up can book with the sum at once, also while rows follow their events', async () => {
  await service.close()
  const { inline: _, ...others } = deps.of('payment')
  await open(others)
  await verify(300, 1)
  const whose = { reference: 'PAY-123456', senderName: 'Wanjiku Kamau' }
  expect(await payment.verify({ asked: asked(), ...whose, message: message(50, 2), adds: true })).toMatchObject({
    amount: 350,
  })
  expect(await payment.find({ actor: wanjiku, ...whose })).toMatchObject({ amount: 350 })
})

test('a top-up that a crash interrupted is completed after the next start, once', async () => {
  await verify(300, 1)
  await shown(service)
  await service.close()
  const { events, ...others } = deps.of('payment')
  const append: typeof events.append = async (stream, appended, expected) => {
    if (appended.some(({ type }) => type === 'PaymentToppedUp')) throw new Error('the process died')
    return events.append(stream, appended, expected)
  }
  await open({ ...others, events: { ...events, append } })
  await expect(verify(50, 2, true)).rejects.toThrow()
  await service.close()
  await deps.reopen()
  await open()
  await vi.waitFor(async () => expect(await find()).toMatchObject({ amount: 350 }), 60_000)
  expect(await verify(50, 2, true)).toMatchObject({ success: true, amount: 350 })
  expect((await storedTypes()).filter((type) => type === 'PaymentToppedUp')).toHaveLength(1)
})
