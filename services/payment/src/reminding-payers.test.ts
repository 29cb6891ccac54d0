import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackPath } from './daraja/index.ts'
import { callbackSealing, merchant } from './testing/merchant.ts'
import { openPayment } from './testing/open-payment.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** 10:00 in Nairobi. */
const morning = Date.parse('2026-11-23T07:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()

let now = morning
let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let opened: Service[] = []
let payment: PaymentClient

const open = async () => {
  const { service, payment: client } = await openPayment(deps.of('payment'), { now: () => iso(now), daraja: merchant })
  opened.push(service)
  return client
}
const close = async () => {
  await Promise.all(opened.map((service) => service.close()))
  opened = []
}
/** Every start looks at once. */
const lookedAt = async (ms: number, replicas = 1) => {
  await close()
  now = ms
  for (let replica = 0; replica < replicas; replica += 1) payment = await open()
}
beforeEach(async () => {
  deps = await openTemporaryEngines()
  now = morning
  payment = await open()
})
afterEach(async () => {
  await close()
  await deps.close()
})

let calls = 0
const by = (actor: Actor): CommandContext => {
  calls += 1
  return { actor, commandId: `command-${calls}`, correlationId: `call-${calls}`, network: '10.0.0.1' }
}
const wanjiku: Actor = { kind: 'visitor', visitorId: 'w' }
const otherBrowser: Actor = { kind: 'visitor', visitorId: 'another browser of hers' }

const items = (fields: Record<string, unknown>) => Object.entries(fields).map(([Name, Value]) => ({ Name, Value }))
const told = (receipt: string) => ({
  MerchantRequestID: 'm1',
  ...{ CheckoutRequestID: 'ws_CO_1', ResultCode: 0, ResultDesc: 'done' },
  CallbackMetadata: {
    Item: items({ Amount: 350, MpesaReceiptNumber: receipt, TransactionDate: 20261123100000 }),
  },
})
/** @returns the payment's id */
const paidByPrompt = async (receipt = 'UKN6H7T3GA', reference = 'PAY-123456'): Promise<string> => {
  const wanted = { reference, senderName: 'Wanjiku Kamau', phone: '254711222333', amount: 350, fees: [350] }
  const { promptId } = await payment.askPrompt({ asked: by(wanjiku), ...wanted })
  const path = callbackPath(callbackSealing, { kind: 'prompt', checkoutId: promptId })
  await payment.callback({
    path: path.slice('/api/callbacks/till/'.length),
    body: JSON.stringify({ Body: { stkCallback: told(receipt) } }),
    ...{ address: '127.0.0.1', correlationId: 'call' },
  })
  const paid = async () =>
    (await payment.held({ tab: 'all', search: receipt, limit: 1, cursor: null })).rows[0]?.paymentId ?? ''
  await vi.waitFor(async () => expect(await paid()).not.toBe(''), 30_000)
  return paid()
}
const reminded = (paymentId: string) => payment.leftUnused({ paymentId })
const expectHeard = async (paymentId: string, expected: object | null) =>
  vi.waitFor(async () => {
    const heard = await reminded(paymentId)
    if (expected === null) expect(heard).toBeNull()
    else expect(heard).toMatchObject(expected)
  }, 30_000)
const publish = async (id: string, announced: ReturnType<typeof announce>) => {
  const { bus } = deps.of('delivery')
  await bus.publish('delivery', [{ id, key: 'delivery-d1', headers: {}, ...announced }])
  await vi.waitFor(async () => expect(await bus.lag('delivery', 'payment')).toBe(0), 60_000)
}
const booked = (paymentId: string) =>
  publish(
    'booked',
    announce(deliveryEvents.requested, {
      ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', ownerId: null, fee: 350, paymentId, requestedAt: iso(now) },
    }),
  )
const open24h = (key: string, take = false, actor = otherBrowser) => payment.openLink({ asked: by(actor), key, take })
/** Closing waits for the end of a look. */
const lookEnded = async () => {
  await close()
  payment = await open()
}

describe('a payer who has booked nothing', () => {
  test('is reminded after ten minutes, and not before', async () => {
    const paymentId = await paidByPrompt()
    await lookedAt(morning + 9 * minuteMs)
    await lookEnded()
    expect(await reminded(paymentId)).toBeNull()
    const due = morning + 10 * minuteMs + 1
    await lookedAt(due)
    await expectHeard(paymentId, { phone: '254711222333', amount: 350, until: iso(due + 24 * hourMs) })
  })
  test('is reminded once a payment, after a restart and by two replicas too', async () => {
    const paymentId = await paidByPrompt()
    await lookedAt(morning + 11 * minuteMs, 2)
    await expectHeard(paymentId, { amount: 350 })
    const first = await reminded(paymentId)
    await lookedAt(morning + 3 * hourMs, 2)
    await lookEnded()
    expect(await reminded(paymentId)).toEqual(first)
  })
  test.each([
    ['in the evening', '2026-11-23T17:05:00.000Z', '2026-11-23T16:58:00.000Z'],
    ['at night', '2026-11-24T04:59:00.000Z', '2026-11-23T22:00:00.000Z'],
  ])('%s gets the SMS at eight in the morning', async (_, tooLate, paidAt) => {
    now = Date.parse(paidAt)
    const paymentId = await paidByPrompt()
    await lookedAt(Date.parse(tooLate))
    await lookEnded()
    expect(await reminded(paymentId)).toBeNull()
    await lookedAt(Date.parse('2026-11-24T05:00:00.000Z'))
    await expectHeard(paymentId, { until: '2026-11-25T05:00:00.000Z' })
  })
  test('gets no SMS after an outage of two days', async () => {
    const paymentId = await paidByPrompt()
    await lookedAt(morning + 49 * hourMs)
    await lookEnded()
    expect(await reminded(paymentId)).toBeNull()
  })
})

test('a payer who has booked is not reminded, also where the parcel is deleted later', async () => {
  const paymentId = await paidByPrompt()
  await booked(paymentId)
  const parcel = { deliveryId: 'd1', deliveryType: 'parcelDukani' as const, ownerId: null, paymentId, at: iso(now) }
  await publish('deleted', announce(deliveryEvents.deleted, { ...parcel, freed: true } as never))
  await lookedAt(morning + 11 * minuteMs)
  await lookEnded()
  expect(await reminded(paymentId)).toBeNull()
})

test('money that only a message tells of causes no reminder', async () => {
  const message = 'UKN6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 23/11/26 at 9:55 AM.'
  const pasted = { asked: by(wanjiku), reference: 'PAY-123456', senderName: 'Wanjiku Kamau', message }
  expect(await payment.verify(pasted)).toMatchObject({ success: true })
  const [row] = (await payment.held({ tab: 'all', search: null, limit: 1, cursor: null })).rows
  await lookedAt(morning + 11 * minuteMs)
  await lookEnded()
  expect(await reminded(row?.paymentId ?? '')).toBeNull()
})

describe('a payer who paid by hand', () => {
  const whose = { reference: 'PAY-123456', senderName: 'Wanjiku Kamau' }
  const confirmed = async (told: object, TransID = 'UKN6H7T3GA'): Promise<string> => {
    const path = callbackPath(callbackSealing, { kind: 'confirmation' })
    const body = {
      ...{ TransactionType: 'Customer Merchant Payment', TransID, TransTime: '20261123095500', TransAmount: '350.00' },
      ...{ BusinessShortCode: merchant.shortCode, FirstName: 'WANJIKU', ...told },
    }
    await payment.callback({
      ...{ path: path.slice('/api/callbacks/till/'.length), body: JSON.stringify(body) },
      ...{ address: '127.0.0.1', correlationId: 'call' },
    })
    const row = async () => (await payment.held({ tab: 'all', search: TransID, limit: 1, cursor: null })).rows[0]
    await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'confirmed' }), 30_000)
    return (await row())?.paymentId ?? ''
  }
  const pastedAndConfirmed = async (told: object): Promise<string> => {
    const message = 'UKN6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 23/11/26 at 9:55 AM.'
    expect(await payment.verify({ asked: by(wanjiku), ...whose, message })).toMatchObject({ success: true })
    return confirmed(told)
  }

  test('and pasted the message is reminded where M-Pesa reports the whole phone', async () => {
    const paymentId = await pastedAndConfirmed({ MSISDN: '254722000126' })
    await lookedAt(morning + 11 * minuteMs)
    await expectHeard(paymentId, { phone: '254722000126', amount: 350 })
  })
  test('and gave the receipt is reminded at that phone too', async () => {
    const paymentId = await confirmed({ MSISDN: '254722000126' })
    const receipt = { receipt: 'UKN6H7T3GA', nameOrPhone: 'Wanjiku', promptId: null }
    expect(await payment.claimReceipt({ asked: by(wanjiku), ...whose, ...receipt })).toMatchObject({ success: true })
    await lookedAt(morning + 11 * minuteMs)
    await expectHeard(paymentId, { phone: '254722000126', amount: 350 })
  })
  test.each([
    ['its end', { MSISDN: '2547 ***** 126' }],
    ['its hash', { MSISDN: 'ab12cd34'.repeat(8) }],
    ['none', {}],
  ])('gets no SMS where M-Pesa reports %s', async (_, told) => {
    const paymentId = await pastedAndConfirmed(told)
    await lookedAt(morning + 11 * minuteMs)
    await lookEnded()
    expect(await reminded(paymentId)).toBeNull()
  })
  test('gets no SMS about money that was not claimed', async () => {
    const paymentId = await confirmed({ MSISDN: '254722000126' })
    await lookedAt(morning + 11 * minuteMs)
    await lookEnded()
    expect(await reminded(paymentId)).toBeNull()
  })
})

test('a payment that is booked between the reminder and its SMS causes no SMS', async () => {
  const paymentId = await paidByPrompt()
  await lookedAt(morning + 11 * minuteMs)
  await expectHeard(paymentId, { amount: 350 })
  await booked(paymentId)
  await expectHeard(paymentId, null)
})

test('an SMS is not sent once its link has ended', async () => {
  const paymentId = await paidByPrompt()
  const reminded = morning + 11 * minuteMs
  await lookedAt(reminded)
  now = reminded + 24 * hourMs - 1
  await expectHeard(paymentId, { amount: 350 })
  now = reminded + 24 * hourMs
  await expectHeard(paymentId, null)
})

describe('the link of the SMS', () => {
  const linked = async () => {
    const paymentId = await paidByPrompt()
    await lookedAt(morning + 11 * minuteMs)
    await expectHeard(paymentId, { amount: 350 })
    const { key = '' } = (await reminded(paymentId)) ?? {}
    return { paymentId, key }
  }
  const isFoundBy = (actor: Actor) => payment.find({ actor, reference: 'PAY-123456', senderName: '' })

  test('has 26 letters and digits, and shows only reference and amount', async () => {
    const { key } = await linked()
    expect(key).toMatch(/^[0-9A-V]{26}$/)
    expect(await open24h(key)).toEqual({ reference: 'PAY-123456', amount: 350 })
    expect(await open24h(key.toLowerCase())).toEqual({ reference: 'PAY-123456', amount: 350 })
    expect(await isFoundBy(otherBrowser)).toBeNull()
  })
  test('gives the payment to the browser that takes it, at the price of its first quote', async () => {
    const { key } = await linked()
    await open24h(key, true)
    expect(await isFoundBy(otherBrowser)).toMatchObject({ amount: 350, usedBy: null, claimedAt: iso(morning) })
    expect(await payment.unused({ actor: otherBrowser })).toMatchObject([{ reference: 'PAY-123456', amount: 350 }])
  })
  test('taken twice by one browser changes nothing', async () => {
    const { paymentId, key } = await linked()
    await open24h(key, true)
    await open24h(key, true)
    const history = await payment.heldHistory({ paymentId })
    expect(history?.filter(({ details }) => details.by === 'link')).toHaveLength(1)
  })
  test('opens no payment that a parcel was booked with', async () => {
    const { paymentId, key } = await linked()
    await booked(paymentId)
    await vi.waitFor(() => expect(open24h(key, true)).rejects.toMatchObject({ code: 'payment_used' }), 30_000)
  })
  test('opens nothing for a payer who was erased since', async () => {
    const { key, paymentId } = await linked()
    const erased = { deliveryId: 'd1', role: 'sender' as const, paymentId, at: iso(now) }
    await publish('erased', announce(deliveryEvents.personErased, erased))
    await expect(open24h(key, true)).rejects.toMatchObject({ code: 'link_invalid' })
  })
  test('works for 24 hours', async () => {
    const { key } = await linked()
    now = morning + 11 * minuteMs + 24 * hourMs - 1
    expect(await open24h(key)).toMatchObject({ amount: 350 })
    now += 1
    await expect(open24h(key)).rejects.toMatchObject({ code: 'link_invalid' })
  })
  test('can not be guessed: after twenty misses from an address, no key is answered there', async () => {
    const { key } = await linked()
    for (let miss = 0; miss < 20; miss += 1)
      await expect(open24h(`${miss}`.padStart(26, '0'))).rejects.toMatchObject({ code: 'link_invalid' })
    await expect(open24h(key)).rejects.toMatchObject({ code: 'too_many' })
    const elsewhere = { ...by(otherBrowser), network: '10.0.0.2' }
    expect(await payment.openLink({ asked: elsewhere, key, take: false })).toMatchObject({ amount: 350 })
  })
})
