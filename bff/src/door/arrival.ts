import type { IncomingHttpHeaders } from 'node:http'
import type { Network } from '@tuma/platform/ports'
import type { RequestSite } from './origins.ts'

/** A request as the calls see it: below this nothing knows Express. */
export type Arrival = {
  /** Stands in the answer (`x-request-id`), in the log and, as correlation id, in every event that follows. */
  readonly requestId: string
  readonly method: string
  readonly path: string
  /** As it came, without the question mark. */
  readonly query: string
  /** The network that asked (`getNetwork`). */
  readonly address: Network
  /** Who made the browser ask. */
  readonly site: RequestSite
  /** By names in small letters. */
  readonly headers: ArrivedHeaders
  /** Of the answer. */
  readonly resHeaders: Headers
}

/** What is asked of a request's headers: a `Headers` of them all takes longer to make than most calls to decide. */
export type ArrivedHeaders = Pick<Headers, 'get' | 'has'>

export const buildHeaders = (incoming: IncomingHttpHeaders): ArrivedHeaders => ({
  get: (name) => incoming[name]?.toString() ?? null,
  has: (name) => incoming[name] !== undefined,
})
