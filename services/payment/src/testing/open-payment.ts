import { randomBytes } from 'node:crypto'
import type { PaymentClient, paymentContract } from '@tuma/contracts/services'
import type { Engines } from '@tuma/platform/ports'
import { callInProcess, openLog } from '@tuma/platform/runtime'
import { createPayment, type PaymentSettings } from '../service.ts'
import { secretOfPayment } from './merchant.ts'

/** A fake of Daraja that accepts every call. */
const takesAll = (async (url: string) => {
  const path = new URL(url).pathname.split('/').at(-1)
  if (path === 'generate') return Response.json({ access_token: 'token', expires_in: '3599' })
  return Response.json({ ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', MerchantRequestID: 'm1' })
}) as unknown as typeof fetch

/** The service on these engines, for tests; with `daraja`, as that merchant. */
export const openPayment = async (engines: Engines, { now, fetch = takesAll, ...settings }: Options) => {
  const service = await createPayment({
    engines,
    settings: { tillName: 'TUMA PARCELS', secret: secretOfPayment, ...settings },
    environment: { now, randomBytes },
    log: openLog('silent'),
    fetch,
  })
  const payment: PaymentClient = callInProcess<typeof paymentContract>(service.router, (error) => {
    throw error
  })
  return { service, payment }
}

type Options = Pick<PaymentSettings, 'daraja' | 'prompts' | 'tillNumber'> & {
  readonly now: () => string
  readonly fetch?: typeof fetch
}
