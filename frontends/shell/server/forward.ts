import { request as ask, type IncomingMessage } from 'node:http'
import { refusals } from '@tuma/contracts/vocabulary'
import { takesItsTime } from '@tuma/server'
import type { RequestHandler } from 'express'

/** Files of the till, which may take minutes on a slow line: CSV, and what browsers call spreadsheets. */
const statementTypes = /^(?:text\/csv|application\/(?:octet-stream|vnd\.))/

/**
 * Passes requests on as they are, bodies and answers streamed. If no server answers: 503 in the API's own form.
 * @param below keep only the path below where the handler is mounted
 */
export function forwardTo(origin: string, { below = false } = {}): RequestHandler {
  const { hostname, port } = new URL(origin)
  return (incoming, outgoing) => {
    const onward = ask(
      {
        hostname,
        port,
        method: incoming.method,
        path: below ? incoming.url : incoming.originalUrl,
        headers: {
          ...incoming.headers,
          'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
            .filter(Boolean)
            .join(', '),
          'x-forwarded-host': incoming.headers.host ?? '',
        },
      },
      (answer: IncomingMessage) => {
        const { connection: _, 'keep-alive': __, ...headers } = answer.headers // of the connection to who answered
        outgoing.writeHead(answer.statusCode ?? 502, headers).flushHeaders()
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => {
      if (outgoing.headersSent) return void outgoing.destroy()
      const { status, message } = refusals.away
      outgoing.status(status).set('Retry-After', '2').json({ code: 'away', message })
    })
    outgoing.on('close', () => onward.destroy())
    // The server behind checks who asks. It answers strangers at once, and the rest of their file is not waited for.
    if (statementTypes.test(incoming.headers['content-type'] ?? '')) takesItsTime(incoming)
    incoming.pipe(onward)
  }
}
