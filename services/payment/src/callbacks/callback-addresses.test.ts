import { randomBytes } from 'node:crypto'
import type { PaymentClient, paymentContract } from '@tuma/contracts/services'
import { callInProcess, openLog, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callbackPath } from '../daraja/index.ts'
import { createPayment } from '../service.ts'
import { callbackSealing, merchant, merchantWithoutList } from '../testing/merchant.ts'

/** A caller who knows the secret, and whose address is not M-Pesa's. */

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
beforeEach(async () => {
  deps = await openTemporaryEngines()
})
afterEach(async () => {
  await service.close()
  await deps.close()
})

const ofMpesa = '196.201.214.200'
const open = async (onlyLogs: boolean): Promise<PaymentClient> => {
  const allowed = { allows: (address: string) => address === ofMpesa, onlyLogs }
  service = await createPayment({
    engines: deps.of('payment'),
    settings: { tillName: 'TUMA PARCELS', secret: 'a secret', daraja: { ...merchant, allowed } },
    environment: { now: () => '2026-11-24T06:35:00.000Z', randomBytes },
    log: openLog('silent'),
  })
  return callInProcess<typeof paymentContract>(service.router, (error) => {
    throw error
  })
}
const tellFrom = (payment: PaymentClient, address: string) =>
  payment.callback({
    path: callbackPath(callbackSealing, { kind: 'confirmation' }).slice('/api/callbacks/till/'.length),
    body: JSON.stringify({
      ...{ TransactionType: 'Customer Merchant Payment', TransID: 'UKO6H7T3GA', TransTime: '20261124093000' },
      ...{ TransAmount: '350.00', BusinessShortCode: '600310', MSISDN: '2547 ***** 333', FirstName: 'WANJIKU' },
    }),
    address,
    correlationId: 'call',
  })
const stored = async () => {
  await shown(service)
  return (await deps.of('payment').events.readAll(null, 100)).length
}

test('is answered that there is no such address, and nothing of the call is kept', async () => {
  const payment = await open(false)
  expect(await tellFrom(payment, '10.0.0.9')).toEqual({ taken: false })
  expect(await stored()).toBe(0)
  expect(service.followers.map((one) => one.rejectedCallbacks?.())).toContainEqual({ other_address: 1 })
  expect(await tellFrom(payment, ofMpesa)).toEqual({ taken: true })
  expect(await stored()).toBeGreaterThan(0)
})

test('is believed where the address list only logs', async () => {
  expect(await tellFrom(await open(true), '10.0.0.9')).toEqual({ taken: true })
})

describe('the start', () => {
  const startedWith = async (daraja: typeof merchant) => {
    const lines: string[] = []
    service = await createPayment({
      engines: deps.of('payment'),
      settings: { tillName: 'TUMA PARCELS', secret: 'a secret', daraja },
      environment: { now: () => '2026-11-24T06:35:00.000Z', randomBytes },
      log: openLog('warn', { write: (line: string) => void lines.push(line) }),
    })
    return lines.filter((line) => line.includes('DARAJA_ALLOWED_ADDRESSES'))
  }
  test('warns once where no list is set, and not where one is', async () => {
    expect(await startedWith(merchantWithoutList)).toHaveLength(1)
    await service.close()
    expect(await startedWith(merchant)).toEqual([])
  })
})
