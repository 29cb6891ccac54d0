import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor, PaymentClient } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleTillMessage } from './claims/sample-till-message.ts'
import { openPayment } from './testing/open-payment.ts'

let now = '2026-11-21T06:35:00.000Z'
let engines: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
beforeEach(async () => {
  engines = await openTemporaryEngines()
  ;({ service, payment } = await openPayment(engines.of('payment'), { now: () => now }))
})
afterEach(async () => {
  await service.close()
  await engines.close()
})

const reference = 'PAY-123456'
const senderName = 'Wanjiku Kamau'
const cookie: Actor = { kind: 'visitor', visitorId: 'w' }
const account: Actor = { kind: 'user', userId: 'w', username: 'w', role: 'user', shop: null }
let commands = 0
const pays = async (actor: Actor, amount: number) => {
  commands += 1
  now = new Date(Date.parse(now) + 1000).toISOString()
  const random = new Uint8Array(7).fill(commands)
  const message = sampleTillMessage({ amount, at: now, tillName: 'TUMA PARCELS', random })
  const asked = { actor, commandId: `command-${commands}`, correlationId: 'test' }
  expect(await payment.verify({ asked, reference, senderName, message })).toMatchObject({ success: true })
}
const getAmounts = async (actor: Actor) =>
  (await payment.paidFor({ actor, reference, senderName })).map(({ amount }) => amount)
const uses = async (paymentId: string, deliveryId: string) => {
  const { bus } = engines.of('delivery')
  const requested = {
    deliveryId,
    deliveryType: 'doorstep',
    ownerId: null,
    fee: 100,
    paymentId,
    requestedAt: now,
  } as const
  const message = { id: deliveryId, key: deliveryId, headers: {}, ...announce(deliveryEvents.requested, requested) }
  await bus.publish('delivery', [message])
  await vi.waitFor(async () => expect(await bus.lag('delivery', 'payment')).toBe(0), 60_000)
  await shown(service)
}

describe('all payments of a payer for a reference', () => {
  test('come oldest first, and used ones last', async () => {
    for (const amount of [100, 200, 300]) await pays(cookie, amount)
    expect(await getAmounts(cookie)).toEqual([100, 200, 300])
    const [oldest] = await payment.paidFor({ actor: cookie, reference, senderName })
    await uses(oldest?.paymentId ?? '', 'd1')
    expect(await getAmounts(cookie)).toEqual([200, 300, 100])
  })
  test('are found by account and by cookie together, each once', async () => {
    await pays(cookie, 100)
    const both: Actor = { ...account, visitorId: 'w' }
    await pays(both, 200)
    expect(await getAmounts(both)).toEqual([100, 200])
    expect(await getAmounts(account)).toEqual([200])
  })
  test('are not shown to another person', async () => {
    await pays(cookie, 100)
    expect(await getAmounts({ kind: 'visitor', visitorId: 'another' })).toEqual([])
    expect(await getAmounts({ kind: 'visitor', visitorId: null })).toEqual([])
  })
})
