import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackPath } from '../daraja/index.ts'
import { outgoingView } from '../domain/outgoing/outgoing-views.ts'
import { callbackSealing, merchant } from '../testing/merchant.ts'
import { openPayment } from '../testing/open-payment.ts'

const start = '2026-11-24T06:35:00.000Z'
let now = start
let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
const open = async (engines = deps.of('payment')) => {
  const opened = await openPayment(engines, { now: () => now, daraja: merchant })
  service = opened.service
  payment = opened.payment
}
beforeEach(async () => {
  now = start
  deps = await openTemporaryEngines()
  await open()
})
afterEach(async () => {
  expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
  await service.close()
  await deps.close()
})

let calls = 0
const admin = (userId: string): Actor => ({ kind: 'user', userId, username: userId, role: 'admin', shop: null })
const askedBy = (userId = 'achieng'): CommandContext => {
  calls += 1
  const ids = { commandId: `command-${calls}`, requestHash: `request-${calls}`, correlationId: `call-${calls}` }
  return { actor: admin(userId), ...ids }
}
/** A payment by hand that M-Pesa confirmed. @returns its id */
const paid = async (receipt: string, shillings: number): Promise<string> => {
  const told = { TransID: receipt, TransTime: '20261124093000', TransAmount: `${shillings}.00`, FirstName: 'WANJIKU' }
  const body = { TransactionType: 'Customer Merchant Payment', BusinessShortCode: merchant.shortCode, ...told }
  const path = callbackPath(callbackSealing, { kind: 'confirmation' }).slice('/api/callbacks/till/'.length)
  await payment.callback({ path, body: JSON.stringify(body), address: '127.0.0.1', correlationId: 'call' })
  return vi.waitFor(async () => {
    await shown(service)
    const { rows } = await payment.held({ tab: 'all', search: receipt, limit: 1, cursor: null })
    expect(rows).toMatchObject([{ state: 'confirmed' }])
    return (rows[0] as { paymentId: string }).paymentId
  }, 30_000)
}
const refund = (paymentId: string, receipt: string, cents = 5_000, asked = askedBy()) =>
  payment.refund({ asked, paymentId, cents, receipt, reason: 'paid twice', phone: '254712345678' })
const payOut = (receipt: string, cents = 5_000, more: { by?: string; phone?: string; approvedBy?: string } = {}) => {
  const { by = 'achieng', phone = '254711111111', approvedBy } = more
  const asked = askedBy(by)
  const payee = { personId: 'kamau', name: 'Kamau Otieno', phone }
  const approval = approvedBy ? { by: approvedBy, alone: false } : null
  return payment.claimOutgoing({
    ...{ asked, id: asked.commandId, about: 'account:kamau', cents, receipt, payee, dueAt: now, approval },
  })
}
const refused = async (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const list = async () => {
  await shown(service)
  return (await payment.outgoing({ search: null, missing: false, limit: 10, cursor: null })).rows
}

describe('one receipt', () => {
  test('pays back one payment, and can not be used for a payout then', async () => {
    const [first, second] = [await paid('UKO6H7T3GA', 350), await paid('UKO6H7T3GB', 350)]
    await refund(first, ' uko1 aaaaa1')
    expect(await refused(refund(second, 'UKO1AAAAA1'))).toBe('receipt_taken')
    expect(await refused(payOut('UKO1AAAAA1'))).toBe('receipt_taken')
    expect(await refused(refund(first, 'UKO1AAAAA1', 100))).toBe('refund_noted')
    expect(await list()).toMatchObject([{ of: 'refund', receipt: 'UKO1AAAAA1', phone: '254712345678', cents: 5_000 }])
  })
  test('of a payout pays back nothing, even before the payout is finished', async () => {
    const id = await paid('UKO6H7T3GA', 350)
    await payOut('UKO1AAAAA1')
    expect(await refused(refund(id, 'UKO1AAAAA1'))).toBe('receipt_taken')
  })
  test('of money that came in is refused', async () => {
    const id = await paid('UKO6H7T3GA', 350)
    expect(await refused(refund(id, 'UKO6H7T3GA'))).toBe('receipt_came_in')
  })
  test('is taken only once by two admins at once', async () => {
    const [first, second] = [await paid('UKO6H7T3GA', 350), await paid('UKO6H7T3GB', 350)]
    const both = [refund(first, 'UKO1AAAAA1'), refund(second, 'UKO1AAAAA1', 5_000, askedBy('njeri'))]
    expect((await Promise.all(both.map(refused))).sort()).toEqual(['done', 'receipt_taken'])
  })
  test('is not taken where the refund would be refused anyway', async () => {
    const id = await paid('UKO6H7T3GA', 350)
    expect(await refused(refund(id, 'UKO1AAAAA1', 35_001))).toBe('refund_too_much')
    expect(await refused(refund(id, 'UKO1AAAAA1', 35_000))).toBe('done')
  })
})

test('the same command again is one refund', async () => {
  const id = await paid('UKO6H7T3GA', 350)
  const asked = askedBy()
  await refund(id, 'UKO1AAAAA1', 5_000, asked)
  await refund(id, 'UKO1AAAAA1', 5_000, asked)
  expect(await list()).toHaveLength(1)
  const { rows } = await payment.held({ tab: 'all', search: 'UKO6H7T3GA', limit: 1, cursor: null })
  expect(rows).toMatchObject([{ refundable: 30_000 }])
})

describe('what one admin may send alone in a day', () => {
  const limit = async (by: string, phone: string, cents: number, commandId = 'another') => {
    await shown(service)
    const asked = { of: 'payout' as const, about: 'account:kamau', phone, by, cents, commandId }
    return (await payment.outgoingLimit(asked)).needsSecond
  }
  test('counts payouts and refunds of an admin, and what one payee has had from all admins', async () => {
    const id = await paid('UKO6H7T3GA', 15_000)
    await refund(id, 'UKO1AAAAA1', 1_200_000)
    expect(await limit('achieng', '254799999999', 800_000)).toBe(false)
    expect(await limit('achieng', '254799999999', 800_100)).toBe(true)
    expect(await limit('njeri', '254712345678', 800_100)).toBe(true)
    expect(await limit('njeri', '254799999999', 800_100)).toBe(false)
    now = '2026-11-25T06:36:00.000Z'
    expect(await limit('achieng', '254712345678', 2_000_000)).toBe(false)
  })
  test('counts a repeated command once', async () => {
    const { outgoingId } = await payOut('UKO1AAAAA1', 1_500_000)
    const { id } = (await payment.outgoingOne({ outgoingId })) as { id: string }
    expect(await limit('achieng', '254711111111', 1_500_000, id)).toBe(false)
    expect(await limit('achieng', '254711111111', 1_500_000)).toBe(true)
  })
  test('is not answered while the list of earlier money is not up to date', async () => {
    const { documents, ...others } = deps.of('payment')
    await service.close()
    const write: typeof documents.write = (writes) =>
      writes.some(({ collection }) => collection === outgoingView.collection.name)
        ? Promise.reject(new Error('this view can not be written'))
        : documents.write(writes)
    await open({ ...others, documents: { ...documents, write } })
    await payOut('UKO1AAAAA1', 1_500_000)
    const asked = {
      of: 'payout',
      about: 'account:kamau',
      phone: '254799999999',
      by: 'achieng',
      cents: 1_500_000,
    } as const
    await expect(payment.outgoingLimit({ ...asked, commandId: 'another' })).rejects.toMatchObject({
      name: 'EngineAway',
    })
  })
  test('is marked where more left without a second admin, also for two at once, and not where one approved it', async () => {
    const two = [payOut('UKO1AAAAA1', 1_500_000), payOut('UKO1AAAAA2', 1_500_000, { phone: '254722222222' })]
    const claimed = await Promise.all(two)
    for (const { outgoingId } of claimed) {
      const { id = '' } = (await payment.outgoingOne({ outgoingId })) ?? {}
      await payment.finishOutgoing({ outgoingId, id, deliveryIds: [] })
    }
    expect((await list()).map(({ approval }) => approval).sort()).toEqual(['missing', 'not_needed'])
    const { outgoingId } = await payOut('UKO1AAAAA3', 2_500_000, { approvedBy: 'njeri' })
    expect(await payment.outgoingOne({ outgoingId })).toMatchObject({ approval: 'given', approvedBy: 'njeri' })
  })
})

test('a refund whose process died between receipt and payment is noted once by the next process', async () => {
  const id = await paid('UKO6H7T3GA', 350)
  const { events } = deps.of('payment')
  const append = events.append.bind(events)
  // No more events of the payment are stored: its process is as good as dead.
  events.append = (stream, ...rest) =>
    stream === `payment-${id}` ? Promise.reject(new Error('the process is gone')) : append(stream, ...rest)
  const asked = askedBy()
  await expect(refund(id, 'UKO1AAAAA1', 5_000, asked)).rejects.toThrow()
  await service.close()
  events.append = append
  await deps.reopen()
  await open()
  await vi.waitFor(async () => expect(await list()).toHaveLength(1), 30_000)
  const { rows } = await payment.held({ tab: 'all', search: 'UKO6H7T3GA', limit: 1, cursor: null })
  expect(rows).toMatchObject([{ refundable: 30_000 }])
  const history = (await payment.heldHistory({ paymentId: id })) ?? []
  expect(history.filter(({ type }) => type === 'PaymentRefunded')).toMatchObject([{ by: { id: 'achieng' } }])
  await refund(id, 'UKO1AAAAA1', 5_000, asked)
  expect(await list()).toHaveLength(1)
})

test('an erased payer is paid back all the same, and forgotten after thirty days', async () => {
  await deps.of('delivery').bus.publish('delivery', [
    {
      ...{ id: 'ended', key: 'kamau', headers: {} },
      ...announce(deliveryEvents.accountParcelsEnded, { accountId: 'kamau', paymentIds: [], at: now }),
    },
  ])
  await vi.waitFor(async () => expect(await deps.of('delivery').bus.lag('delivery', 'payment')).toBe(0), 30_000)
  const { outgoingId } = await payOut('UKO1AAAAA1')
  expect(await payment.outgoingOne({ outgoingId })).toMatchObject({ name: 'Kamau Otieno', phone: '254711111111' })
  now = '2026-12-26T06:35:00.000Z'
  await service.close()
  await deps.reopen()
  await open()
  await vi.waitFor(async () => {
    const { phone } = (await payment.outgoingOne({ outgoingId })) ?? {}
    expect(phone).toBe('(erased)')
  }, 30_000)
})
