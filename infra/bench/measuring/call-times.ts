import { getToken } from '@tuma/e2e/screens'
import { type Figures, medianAnd95 } from './figures.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'

const repeats = 30

type Sample = {
  readonly _id: string
  readonly trackingId: string
  readonly deliveryType: string
  readonly sender: { readonly location: string; readonly userName: string }
}

/** What each screen asks the server for, with usual filters and searches. `…@50` is the fiftieth page. */
const getCalls = ({ _id, trackingId, deliveryType }: Sample) => ({
  'agent.cbd@tuma.test': [
    '/agent/counts',
    '/agent/dropping-deliveries',
    '/agent/dropping-deliveries@50',
    '/agent/dropping-deliveries?status=dropping',
    '/agent/dropping-deliveries?status=uncollected',
    '/agent/dropping-deliveries?status=inTransit',
    '/agent/receiving-deliveries?status=inTransit',
    '/agent/receiving-deliveries?status=delivered',
    '/agent/receiving-deliveries?status=collected',
    '/agent/receiving-deliveries?status=collected@50',
    '/agent/paid-parcels',
    '/agent/paid-parcels@50',
    `/agent/paid-parcels?search=${trackingId.slice(0, 7)}`,
    '/agent/customers',
    '/agent/customers@50',
    '/agent/customers?search=a',
    '/agent/customers?search=0711000001',
    `/agent/track/${trackingId}`,
    `/deliveries/${deliveryType}/${_id}`,
  ],
  'admin@tuma.test': [
    '/admin/revenue/overview',
    '/admin/revenue/trends?period=30days',
    '/admin/parked',
    '/admin/agents',
    '/admin/users',
    '/admin/users@50',
    '/admin/users?sort=name',
    '/admin/users?search=kamau',
    '/admin/users?role=agent',
    '/admin/sms-contacts',
    '/admin/sms-contacts@50',
    '/admin/sms-contacts?search=a',
    '/admin/sms-contacts?search=07',
    '/admin/deliveries/counts',
    '/admin/deliveries',
    '/admin/deliveries@50',
    '/admin/deliveries?status=collected',
    '/admin/deliveries?status=collected&type=doorstep@50',
    '/admin/deliveries?status=collected&from={from}&to={to}',
    '/admin/deliveries?from={from}&to={to}',
    '/admin/deliveries?search=TM-7',
    '/admin/deliveries?search=0711000001',
    '/admin/deliveries?search=0731000001',
    `/admin/deliveries/${_id}/history`,
    '/agent/paid-parcels',
  ],
  'client@tuma.test': [
    '/deliveries/countAll/wanjiku',
    '/deliveries/status/wanjiku/collected',
    '/client/today',
    '/doorstep/getall/wanjiku',
    '/dukani/getall/wanjiku@9',
  ],
})

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

type Headers = Record<string, string>
const withQuery = (address: string, name: string, value: string | number): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
const withCursor = (address: string, cursor: string): string =>
  cursor === '' ? address : withQuery(address, 'cursor', cursor)

export type Call = {
  readonly name: string
  /** Of the list that it answers; 0 where it answers no list. */
  readonly rows: number
  /** @param limit fewer rows, of a list that has more. @returns ms from the request to the last byte */
  ask(limit?: number): Promise<number>
}

/** Each call with a name that is the same for every folder. Calls for pages that do not exist are left out. */
export const callsAt = async (url: string, sample: Sample): Promise<Call[]> => {
  const found: Call[] = []
  const httpClient = openHttpClient(url)
  for (const [email, calls] of Object.entries(getCalls(sample))) {
    const headers = { authorization: `Bearer ${await getToken(url, email)}` }
    for (const call of calls) {
      const [path = '', page] = call.replace('{from}', dayBefore(20)).replace('{to}', dayBefore(10)).split('@')
      const cursor = await readCursor(`${url}/api${path}`, headers, Number(page ?? 1))
      if (cursor === null) continue
      const asked = withCursor(`/api${path}`, cursor)
      const name = nameWithout(sample, page ? `${path}, page ${page}` : path)
      found.push({
        name: `${email.split(/[.@]/)[0]}: ${name}`,
        rows: await countRows(`${url}${asked}`, headers),
        ask: (limit) => getTime(httpClient, limit === undefined ? asked : withQuery(asked, 'limit', limit), headers),
      })
    }
  }
  return found
}

/** The server's time for each call, one after the other on this machine. */
export const measureCalls = async (url: string, sample: Sample, figures: Figures): Promise<void> => {
  for (const { name, ask } of await callsAt(url, sample)) {
    const times: number[] = []
    for (let time = 0; time < repeats; time += 1) times.push(await ask())
    figures.set(name, medianAnd95(times))
  }
}

/** The name of a call without the ids of its sample, so that folders can be compared. */
const nameWithout = ({ _id, trackingId, deliveryType }: Sample, name: string): string =>
  name
    .replace(`${deliveryType}/${_id}`, '{delivery}')
    .replace(_id, '{id}')
    .replace(trackingId, '{trackingId}')
    .replace(trackingId.slice(0, 7), 'TM-XXXX')

/**
 * Asks for compressed answers, as browsers do, and leaves them so: `fetch` would unpack them on this process's only
 * core, at times for a tenth of a second.
 */
const getTime = async (httpClient: HttpClient, path: string, headers: Headers): Promise<number> => {
  const { status, ms } = await httpClient.ask({ path, headers: { ...headers, 'accept-encoding': 'gzip' } })
  if (status >= 300) throw new Error(`${path} answered ${status}`)
  return ms
}

const countRows = async (address: string, headers: Headers): Promise<number> => {
  const rows: unknown = await (await fetch(address, { headers })).json()
  return Array.isArray(rows) ? rows.length : 0
}

/** The cursor of the list's `page`th page; null when it has fewer. */
const readCursor = async (address: string, headers: Headers, page: number): Promise<string | null> => {
  let cursor = ''
  for (let turned = 1; turned < page; turned += 1) {
    const response = await fetch(withCursor(address, cursor), { headers })
    await response.arrayBuffer()
    cursor = response.headers.get('x-next-cursor') ?? ''
    if (!cursor) return null
  }
  return cursor
}

/** A parcel of the client's that begins at the agent's shop, so that every one of these people may see it. */
export const findSample = async (url: string): Promise<Sample> => {
  const headers = { authorization: `Bearer ${await getToken(url, 'client@tuma.test')}` }
  const response = await fetch(`${url}/api/doorstep/getall/wanjiku?limit=500`, { headers })
  const rows = (await response.json()) as Sample[]
  const sample = rows.find(({ sender }) => sender.location === 'NAIROBI CBD')
  if (!sample) throw new Error('no delivery of the client at the shop of the agent')
  return sample
}
