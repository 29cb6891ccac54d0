import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { health } from './health.ts'
import { saysWhenToRetry } from './retry-after.ts'

const lastRequestsMs = 10_000
/** For so long a connection that stands open may still bring a request that was under way when the end began. */
const lastArrivalsMs = 250
const sweepEveryMs = 50

export type Listener = {
  readonly url: string
  /** Until then it says that the process lives, and nothing more. */
  answerWith(handlers: readonly RequestHandler[]): void
  /** Takes no more connections, lets what comes on those that stand open be answered, and ends each with its answer. */
  close(): Promise<void>
}

/** @throws what the system says of the port */
export const openListener = async (host: string, port: number): Promise<Listener> => {
  const none: RequestHandler = (_request, response) => void response.status(503).end()
  let app = appOf([health(null), none])
  const answers = openAnswers()
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 }, (request, response) => {
    answers.take(response)
    app(request, response)
  })
  const cutSilent = silentOnes(server)
  server.listen(port, host)
  await once(server, 'listening')
  const { address, port: taken, family } = server.address() as AddressInfo

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    answerWith(handlers) {
      app = appOf(handlers)
    },
    async close() {
      answers.areLast()
      await drained(server, cutSilent)
    },
  }
}

/** Answers not yet given, and whether each ends its connection: nobody sends anything more on one that says so. */
const openAnswers = () => {
  const open = new Set<ServerResponse>()
  let last = false
  const isLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  return {
    take(response: ServerResponse) {
      if (last) return isLast(response)
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    areLast() {
      last = true
      for (const response of open) isLast(response)
    },
  }
}

/** Connections on which nothing has ever come, as browsers open them in advance: Node does not count them as idle. */
const silentOnes = (server: Server) => {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}

const drained = async (server: Server, cutSilent: () => void): Promise<void> => {
  await allThatHasArrived()
  const closed = once(server, 'close')
  // An HTTP server's own `close` also cuts, at once, what stands open and is silent just now, whatever is on its way.
  TcpServer.prototype.close.call(server)
  let sweeping: NodeJS.Timeout | undefined
  const quiet = setTimeout(() => {
    sweeping = setInterval(async () => {
      await allThatHasArrived()
      server.closeIdleConnections()
      cutSilent()
    }, sweepEveryMs)
  }, lastArrivalsMs)
  const impatience = setTimeout(() => server.closeAllConnections(), lastRequestsMs)
  await closed
  for (const timer of [quiet, sweeping, impatience]) clearTimeout(timer)
}

/** Is read before what is done next: of timers' and signals' turns that is not sure. */
const allThatHasArrived = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await setImmediate()
}

const appOf = (handlers: readonly RequestHandler[]) =>
  express()
    .disable('x-powered-by')
    .use(saysWhenToRetry)
    .use(...handlers)
    .use(tellNothing)

/** Express shows the stack of what nobody has taken care of. */
const tellNothing: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (response.headersSent) response.destroy()
  else response.status(500).end()
}
