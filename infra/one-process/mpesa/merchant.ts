import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startMpesa } from '@tuma/mpesa'
import {
  type Callback,
  callbackSealKey,
  darajaFrom,
  darajaShape,
  openDaraja,
  readCallbackPath,
} from '@tuma/payment/daraja'
import { openLog, readSettings } from '@tuma/platform/runtime'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'

type Called = { readonly callback: Callback | null; readonly body: string }

const handle = 'a-secret-for-the-till'
const sealKey = callbackSealKey('the secret of the process')

/** A server that Daraja calls back: keeps each callback with the address that it came to. */
const openTill = async () => {
  const called: Called[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    called.push({ callback: readCallbackPath(sealKey, [handle], request.url ?? ''), body: await text(request) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    called,
    answers(next: number): void {
      status = next
    },
    close: () => server.close().closeAllConnections(),
  }
}

/** A merchant with our adapter and the double of Daraja, over HTTP, until the test is over. The clock does not move. */
export const openMerchant = async (
  options: Omit<NonNullable<Parameters<typeof startMpesa>[0]>, 'now'> & {
    readonly settings?: Record<string, string>
    /** After this time our adapter gives up a call that hangs; the default is the product's own. */
    readonly patienceMs?: number
  } = {},
) => {
  let instant = '2026-11-24T12:30:05.000Z'
  const now = () => instant
  const mpesa = await startMpesa({ ...options, now })
  const till = await openTill()
  onTestFinished(async () => {
    await mpesa.close()
    till.close()
  })
  const environment = {
    ...mpesa.environment,
    ...{ DARAJA_CALLBACK_SECRET: handle, DARAJA_CALLBACK_URL: till.url, DARAJA_C2B: 'v2' },
    ...options.settings,
  }
  const settings = darajaFrom(readSettings(z.object(darajaShape), environment))
  if (settings === null) throw new Error('There are settings.')
  const daraja = openDaraja({ settings, sealKey, now, log: openLog('silent'), patienceMs: options.patienceMs })
  return {
    mpesa,
    daraja,
    settings,
    now,
    answers: till.answers,
    later(seconds: number): void {
      instant = new Date(Date.parse(instant) + seconds * 1000).toISOString()
    },
    /** Waits until nothing is under way, and returns the callbacks of this kind. */
    async called(kind: Callback['kind']): Promise<readonly Called[]> {
      await mpesa.callbackSender.idle()
      return till.called.filter(({ callback }) => callback?.kind === kind)
    },
  }
}

export const prompt = {
  checkoutId: '0b6f4d0e-5a1c-5d3a-8f0e-2f6f3a1b9c7d',
  amount: 350,
  phone: '254712345678',
  reference: 'PAY-0123456789AB',
  description: 'Parcel',
}
