import type { IncomingMessage, ServerResponse } from 'node:http'

/** The time that an honest request takes on a slow phone; a body that may take longer must make progress within it. */
const requestMs = 30_000
/** The progress that it must make in that time: 64 kbit/s, the speed of an old line. */
const goesOnBytes = 240 * 1024
const lookEveryMs = 5000

const unhurried = new WeakSet<IncomingMessage>()

/** Lets its body take as long as it makes progress: for a file from a signed-in person, on any line. */
export const takesItsTime = (request: IncomingMessage): void => void unhurried.add(request)

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'

type Coming = { readonly response: ServerResponse; since: number; bytes: number }

/**
 * Ends requests whose bodies never end. Node's own limit is one time for all requests, without a look at progress.
 * @param now in milliseconds
 */
export const openPatience = (now: () => number = () => performance.now()) => {
  const coming = new Map<IncomingMessage, Coming>()

  const isLate = (request: IncomingMessage, one: Coming): boolean => {
    if (now() - one.since <= requestMs) return false
    // Once the request is answered, no handler waits for the rest of it.
    if (!unhurried.has(request) || one.response.writableEnded) return true
    const { bytesRead } = request.socket
    // Unread bytes in the buffer wait for the server, so the client is not late.
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
