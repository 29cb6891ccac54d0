import { constants } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

/** Below this size, compression saves less than a fiftieth of a second on a slow line. */
const minBytes = 4 * 1024

/**
 * A list of parcels shrinks to an eighth, and most lists go over a phone's line. Small answers stay as they are, and so
 * does the stream of an open screen, whose events must not wait for each other. Guessing a secret from the compressed
 * size (BREACH) needs our cookie in another site's request, and the cookie is not sent there.
 */
export const packing: RequestHandler = compression({
  threshold: minBytes,
  level: constants.Z_BEST_SPEED,
  // The usual window needs 4 MB of memory for each answer under way.
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  filter: (request, response) =>
    !String(response.getHeader('content-type')).startsWith('text/event-stream') &&
    compression.filter(request, response),
})
