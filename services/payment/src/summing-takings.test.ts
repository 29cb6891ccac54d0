import type { PaymentClient } from '@tuma/contracts/services'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { expect, test, vi } from 'vitest'
import { callbackPath } from './daraja/index.ts'
import { callbackSealing, merchant } from './testing/merchant.ts'
import { openPayment } from './testing/open-payment.ts'

test('what M-Pesa confirmed on a closed day is told once, at the end of a full pass', {
  timeout: 300_000,
}, async () => {
  const deps = await openTemporaryEngines()
  let now = '2026-11-24T06:35:00.000Z'
  let opened: { service: Service; payment: PaymentClient } | null = null
  const passOn = async (moment: string): Promise<PaymentClient> => {
    now = moment
    await opened?.service.close()
    const { of } = await deps.reopen()
    opened = await openPayment(of('payment'), { now: () => now, daraja: merchant })
    const { payment } = opened
    await vi.waitFor(async () => expect((await payment.audited()).lastPass).toBe(moment), 120_000)
    return payment
  }
  const told = async () => (await deps.of('payment').events.read('takings-2026-11-24')).map(({ data }) => data)

  const payment = await passOn(now)
  const paid = { TransID: 'UKO6H7T3GA', TransTime: '20261124093000', TransAmount: '350.00', FirstName: 'WANJIKU' }
  const body = { TransactionType: 'Customer Merchant Payment', BusinessShortCode: merchant.shortCode, ...paid }
  const path = callbackPath(callbackSealing, { kind: 'confirmation' }).slice('/api/callbacks/till/'.length)
  await payment.callback({ path, body: JSON.stringify(body), address: '127.0.0.1', correlationId: 'call' })
  const types = async () => (await deps.of('payment').events.readAll(null, 100)).map(({ type }) => type)
  await vi.waitFor(async () => expect(await types()).toContain('PaymentConfirmed'), 60_000)

  await passOn('2026-11-25T06:35:00.000Z')
  const sum = { day: '2026-11-24', cents: 350_00, at: '2026-11-25T06:35:00.000Z' }
  expect(await told()).toEqual([sum])
  const last = await passOn('2026-11-26T06:35:00.000Z')
  expect(await told()).toEqual([sum])
  expect((await last.audited()).findings).toEqual([])
  await (opened as { service: Service } | null)?.service.close()
  await deps.close()
})
