import type { IncomingHttpHeaders } from 'node:http'

/** A request as the calls see it: below this nothing knows Express. */
export type Arrival = {
  /** Stands in the answer (`x-request-id`), in the log and, as correlation id, in every event that follows. */
  readonly requestId: string
  readonly method: string
  readonly path: string
  /** The network that asked (`networkOf`). */
  readonly address: string
  readonly headers: Headers
  /** Of the answer. */
  readonly resHeaders: Headers
}

export const headersOf = (incoming: IncomingHttpHeaders): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming)) if (value !== undefined) headers.set(name, String(value))
  return headers
}
