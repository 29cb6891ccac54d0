import { constants } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

/** Below it, packing saves a slow line less than a fiftieth of a second. */
const minBytes = 4 * 1024

/**
 * A list of parcels is an eighth of itself, and most of it goes over a phone's line. What is small stays as it is, and so
 * does the line of an open screen, whose events must not wait for each other. That what is secret could be guessed from how
 * well it packs with what somebody else had us say wants our cookie to go along with another site's request: it does not.
 */
export const packing: RequestHandler = compression({
  threshold: minBytes,
  level: constants.Z_BEST_SPEED,
  // The usual window of 4 MB would be that for each answer under way.
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  filter: (request, response) =>
    !String(response.getHeader('content-type')).startsWith('text/event-stream') &&
    compression.filter(request, response),
})
