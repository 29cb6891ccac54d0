import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'

const lastRequestsMs = 10_000
/** For so long a connection that stands open may still bring a request that was under way when the end began. */
const lastArrivalsMs = 250
const sweepEveryMs = 50

export type DrainingServer = {
  /** Not listening yet. */
  readonly server: Server
  /** Takes no more connections, lets what comes on those that stand open be answered, and ends each with its answer. */
  close(): Promise<void>
}

/** What every process of ours listens with, the services' and those of the front ends: its end loses nobody's request. */
export const drainingServer = (answer: RequestListener): DrainingServer => {
  const answers = openAnswers()
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 }, (request, response) => {
    answers.take(response)
    answer(request, response)
  })
  const cutSilent = silentOnes(server)
  let closing: Promise<void> | null = null
  return {
    server,
    close() {
      answers.areLast()
      closing ??= drained(server, cutSilent)
      return closing
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
