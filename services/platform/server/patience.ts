import type { IncomingMessage, ServerResponse } from 'node:http'

/** As long as an honest request takes on a slow phone; a body that may take longer has to go on within it. */
const requestMs = 30_000
/** By so much in that time: 64 kbit/s, which an old line has. */
const goesOnBytes = 240 * 1024
const lookEveryMs = 5000

const unhurried = new WeakSet<IncomingMessage>()

/** Its body may take as long as it goes on: of a file from somebody whom we know, on whatever line they have. */
export const takesItsTime = (request: IncomingMessage): void => void unhurried.add(request)

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'

type Coming = { readonly response: ServerResponse; since: number; bytes: number }

/**
 * Ends requests whose bodies never end. Node's own limit knows one time for all of them, and no progress.
 * @param now in milliseconds
 */
export const openPatience = (now: () => number = () => performance.now()) => {
  const coming = new Map<IncomingMessage, Coming>()

  const isLate = (request: IncomingMessage, one: Coming): boolean => {
    if (now() - one.since <= requestMs) return false
    // Once it is answered nobody waits for the rest.
    if (!unhurried.has(request) || one.response.writableEnded) return true
    const { bytesRead } = request.socket
    // What lies there unread waits for us.
    if (bytesRead - one.bytes < goesOnBytes && request.readableLength === 0) return true
    one.since = now()
    one.bytes = bytesRead
    return false
  }
  const look = (): void => {
    for (const [request, one] of coming) {
      if (request.complete) coming.delete(request)
      else if (isLate(request, one)) cut(request, one.response)
    }
  }
  const looking = setInterval(look, lookEveryMs).unref()

  return {
    take(request: IncomingMessage, response: ServerResponse): void {
      if (!hasBody(request)) return
      coming.set(request, { response, since: now(), bytes: request.socket.bytesRead })
      request.once('close', () => coming.delete(request))
    },
    look,
    close: () => clearInterval(looking),
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const cut = ({ socket }: IncomingMessage, { headersSent }: ServerResponse): void => {
  if (!headersSent) socket.write(timedOut)
  socket.destroySoon()
}
