import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Network, setUpNetwork } from '@tuma/chaos/network'
import { getSettings } from '@tuma/chaos/round'
import { openSmsProvider, type SmsProviderDouble } from '@tuma/chaos/sms-provider'
import { visitor } from '@tuma/one-process/visitor'
import type { Measured } from './measuring/cost.ts'
import { type HttpClient, openHttpClient } from './measuring/http-client.ts'
import { ofServer } from './measuring/machine.ts'
import { askLags } from './measuring/metrics.ts'
import { type RunningProduct, startOn } from './running-product.ts'
import { parcel } from './senders.ts'

const plenty = '1000000'

export type Installation = Measured & {
  readonly product: RunningProduct
  readonly folder: string
  readonly token: string
  readonly network: Network
  readonly sms: SmsProviderDouble
  readonly httpClient: HttpClient
  /** With the SMS provider, if it had none. */
  restart(): Promise<void>
  close(): Promise<void>
}

export type Wanted = {
  readonly imports?: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
  /** The cores that the product may use. */
  readonly under?: readonly string[]
  /** The SMS provider's time to answer. */
  readonly answersAfterMs?: number
  readonly withoutProvider?: boolean
}

/**
 * A real installation without the demonstration, on a folder that is removed with it: SMS go to a provider of ours, and
 * no limit is reached.
 */
export const openInstallation = async (wanted: Wanted = {}): Promise<Installation> => {
  const { imports = [], under = ofServer, answersAfterMs = 0, withoutProvider = false } = wanted
  const folder = await mkdtemp(join(tmpdir(), 'tuma-bench-'))
  const sms = await openSmsProvider(answersAfterMs)
  const token = crypto.randomUUID()
  const all: Readonly<Record<string, string>> = {
    ...getSettings(sms.url),
    VISITOR_REQUESTS_PER_DAY: plenty,
    VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: plenty,
    METRICS_TOKEN: token,
    ...wanted.settings,
  }
  const { AT_USERNAME, AT_API_KEY, AT_BASE_URL, ...alone } = all
  const product = await startOn(folder, withoutProvider ? alone : all, { imports, under })
  const { url, pid } = product
  const network = await setUpNetwork(() => visitor(url))
  const httpClient = openHttpClient(url)
  let running = product
  return {
    ...{ product, pid, folder, token, network, sms, httpClient },
    nothingWaits: async () => (await askLags(url, token)).every(({ messages }) => messages === 0),
    reached: () => sms.taken().length,
    async restart() {
      await running.close()
      running = await startOn(folder, all, { imports, under, port: Number(new URL(url).port) })
    },
    async close() {
      httpClient.close()
      await running.close()
      await sms.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let sent = 0
/** A guest sends a parcel to a door, with phones that no other parcel has. */
export const postDoorstep = ({ httpClient }: Installation) => {
  sent += 1
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return httpClient.ask({ method: 'POST', path: '/api/doorstep/deliveries', body: parcel(sent), headers })
}
