import type { IncomingHttpHeaders } from 'node:http'
import type { Network } from '@tuma/platform/ports'
import type { RequestSite } from './origins.ts'

/** A request as the calls see it. Calls know nothing of Express. */
export type Arrival = {
  /** The id in the answer (`x-request-id`) and in the log, and the correlation id of every event that follows. */
  readonly requestId: string
  readonly method: string
  readonly path: string
  /** As it came, without the question mark. */
  readonly query: string
  /** The caller's network (`getNetwork`). */
  readonly address: Network
  /** The site that made the browser ask. */
  readonly site: RequestSite
  /** Names are in lower case. */
  readonly headers: ArrivedHeaders
  /** The headers of the answer. */
  readonly resHeaders: Headers
}

/** The part of `Headers` that is used: making a complete one takes longer than most decisions about a call. */
export type ArrivedHeaders = Pick<Headers, 'get' | 'has'>

export const buildHeaders = (incoming: IncomingHttpHeaders): ArrivedHeaders => ({
  get: (name) => incoming[name]?.toString() ?? null,
  has: (name) => incoming[name] !== undefined,
})
