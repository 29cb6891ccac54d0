import { paymentEvents } from '@tuma/contracts/events'
import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { Message } from '@tuma/platform/ports'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackPath } from './daraja/index.ts'
import { callbackSealing, merchant } from './testing/merchant.ts'
import { openPayment } from './testing/open-payment.ts'

const now = '2026-11-24T06:35:00.000Z'
const receipt = 'UKO6H7T3GA'
const message = `${receipt} Confirmed. Ksh350.00 paid to TUMA PARCELS. on 24/11/26 at 9:30 AM.`

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
beforeEach(async () => {
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
const stranger: Actor = { kind: 'visitor', visitorId: 's' }
const user = (userId: string, role: 'user' | 'agent' | 'admin'): Actor => ({
  ...{ kind: 'user', userId, username: userId, role, shop: null },
})
const [otieno, achieng] = [user('otieno', 'agent'), user('achieng', 'admin')]
let calls = 0
const askedBy = (actor: Actor): CommandContext => {
  calls += 1
  return { actor, commandId: `command-${calls}`, correlationId: `call-${calls}`, network: '10.0.0.1' }
}
const held = async () => {
  await shown(service)
  return (await payment.held({ tab: 'all', search: null, limit: 10, cursor: null })).rows
}
const only = async () => (await held())[0] as Awaited<ReturnType<typeof held>>[number]
/** A payment by hand, confirmed by M-Pesa. */
const paidByHand = async () => {
  const told = { TransID: receipt, TransTime: '20261124093000', TransAmount: '350.00', FirstName: 'WANJIKU' }
  const body = { TransactionType: 'Customer Merchant Payment', BusinessShortCode: merchant.shortCode, ...told }
  const path = callbackPath(callbackSealing, { kind: 'confirmation' }).slice('/api/callbacks/till/'.length)
  await payment.callback({ path, body: JSON.stringify(body), address: '127.0.0.1', correlationId: 'call' })
  await vi.waitFor(async () => expect(await held()).toMatchObject([{ evidence: ['confirmation'] }]), 30_000)
}
const give = (deliveryId = 'd1', payer = 'Wanjiku') =>
  payment.takeReceipt({ asked: askedBy(otieno), deliveryId, receipt, payer, due: 300 })
const show = (actor = wanjiku) =>
  payment.verify({ asked: askedBy(actor), reference: 'PAY-123456', senderName: 'Wanjiku Kamau', message })
const claim = (actor: Actor) =>
  payment.claimReceipt({
    ...{ asked: askedBy(actor), reference: 'PAY-123456', senderName: 'Somebody Else', receipt },
    ...{ nameOrPhone: 'Wanjiku', promptId: null },
  })
const find = async (actor: Actor) => {
  await shown(service)
  return payment.find({ actor, reference: 'PAY-123456', senderName: 'Wanjiku Kamau' })
}
const reason = 'She stands before me with its message'
const release = async () => payment.release({ asked: askedBy(achieng), paymentId: (await only()).paymentId, reason })
const rebind = async () => {
  const whose = { account: { userId: 'wanjiku', name: 'Wanjiku Kamau' }, reference: 'PAY-123456' }
  return payment.rebind({ asked: askedBy(achieng), paymentId: (await only()).paymentId, ...whose, reason })
}
const told = async (type: string) => {
  const messages: Message[] = []
  const { bus } = deps.of('test')
  const consumer = bus.consume({ topic: 'payment', group: 'test', onMessage: async (one) => void messages.push(one) })
  await vi.waitFor(async () => expect(await bus.lag('payment', 'test')).toBe(0), 30_000)
  await consumer.close()
  return messages.filter((one) => one.type === type).map(({ data }) => data)
}
const taken = { success: false, code: 'already_used' }
const herMoney = { success: true, amount: 350 }

describe('a waiting customer’s receipt that an agent has typed for a parcel', () => {
  test('belongs to the customer again when an admin releases it before M-Pesa reported it: all that she paid, not what was due', async () => {
    await give('d1', 'Otieno')
    expect(await show()).toEqual(taken)
    expect(await only()).toMatchObject({ usedBy: 'd1', givenByAgent: true, senderName: null })
    await expect(rebind()).rejects.toMatchObject({ code: 'payment_unheard' })
    expect(await release()).toMatchObject({ usedBy: null, givenByAgent: false, amount: 0, refundable: 0 })
    await expect(give('d1', 'Otieno')).rejects.toMatchObject({ code: 'payment_used' })
    expect(await show()).toMatchObject(herMoney)
    expect(await find(wanjiku)).toMatchObject({ amount: 350, usedBy: null })
    await vi.waitFor(
      async () => expect(await told(paymentEvents.withdrawn.type)).toMatchObject([{ deliveryId: 'd1' }]),
      30_000,
    )
  })
  test('with her reported name is given to her account by an admin, and never pays for that parcel', async () => {
    await paidByHand()
    const { paymentId } = await give()
    expect(await show()).toEqual(taken)
    expect(await rebind()).toMatchObject({ usedBy: null, senderName: 'Wanjiku Kamau', amount: 350, state: 'confirmed' })
    expect(await find(user('wanjiku', 'user'))).toMatchObject({ paymentId, amount: 350, usedBy: null })
    for (const deliveryId of ['d1', 'd2'])
      await expect(give(deliveryId)).rejects.toMatchObject({ code: 'payment_used' })
    expect(await told(paymentEvents.withdrawn.type)).toEqual([{ paymentId, deliveryId: 'd1', at: now }])
    expect((await payment.heldHistory({ paymentId }))?.slice(-2)).toMatchObject([
      { type: 'PaymentWithdrawn', details: { delivery: 'd1', reason } },
      { type: 'PaymentBound', details: { by: 'admin', paymentReference: 'PAY-123456', reason } },
    ])
  })
  test('that M-Pesa reports with another name is doubted, and has no doubt once it is hers', async () => {
    await give('d1', 'Otieno')
    await paidByHand()
    expect(await only()).toMatchObject({ doubt: 'amount', usedBy: 'd1' })
    await release()
    expect(await show()).toMatchObject(herMoney)
    expect(await only()).toMatchObject({ doubt: null, state: 'confirmed', usedBy: null })
  })
})

test('a receipt that a stranger has claimed with its payer’s name belongs to its payer when an admin has released it', async () => {
  await paidByHand()
  expect(await claim(stranger)).toMatchObject({ success: true })
  expect(await show()).toEqual(taken)
  expect(await find(wanjiku)).toBeNull()
  await release()
  expect(await show()).toMatchObject(herMoney)
  expect(await find(wanjiku)).toMatchObject({ amount: 350, usedBy: null })
  expect(await find(stranger)).toBeNull()
})
