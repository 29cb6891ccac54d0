import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type Listeners, openListeners } from './listeners.ts'
import { openPatience } from './patience.ts'

export { takesItsTime } from './patience.ts'

const lastRequestsMs = 10_000
/** Open connections are ended once no request has arrived for so long. */
const lastArrivalsMs = 250
const sweepEveryMs = 50
/** How long connections are accepted at a stretch before requests are answered, and how long at the end. */
const gatherMs = 50
const lastGatherMs = 1000

export type DrainingServer = {
  readonly server: Server
  /** @returns where it listens: with port 0, a port of the system's choice. @throws the system's error for the port */
  listen(port: number, host: string): Promise<AddressInfo>
  /** Accepts no more connections, answers requests on the open ones, and ends each connection with its answer. */
  close(): Promise<void>
}

/** The HTTP server of every process, services and front ends: when it stops, no request is lost. */
export const drainingServer = (answer: RequestListener): DrainingServer => {
  const answers = openAnswers()
  // The time for a body is checked by its progress (patience.ts).
  const server = createServer({ requestTimeout: 0, headersTimeout: 15_000 })
  const patience = openPatience()
  const arrivals = openArrivals(server)
  server.on('request', (request, response) => {
    answers.take(response)
    patience.take(request, response)
    arrivals.afterwards(() => answer(request, response))
  })
  const cutSilent = silentOnes(server)
  let listeners: Listeners | null = null
  let closing: Promise<void> | null = null
  return {
    server,
    async listen(port, host) {
      listeners = await openListeners(server, port, host)
      return listeners.at
    },
    close() {
      answers.areLast()
      closing ??= arrivals.last(async () => {
        await drained(server, listeners?.close(), answers.lastAskedAt, cutSilent)
        patience.close()
      })
      return closing
    },
  }
}

/**
 * Under load a turn of the event loop is long, and hundreds of connections would wait in the system's queue, which
 * drops them when the listener closes. For this reason no request is begun while connections still arrive.
 */
const openArrivals = (server: Server) => {
  let came = false
  let gathering: Promise<void> | null = null
  const waiting: (() => void)[] = []

  const gather = async (patienceMs: number): Promise<void> => {
    const until = performance.now() + patienceMs
    do {
      came = false
      await setImmediate()
    } while (came && performance.now() < until)
  }
  const goOn = (): void => {
    gathering = null
    for (const begin of waiting.splice(0)) begin()
  }
  server.on('connection', () => {
    came = true
    gathering ??= gather(gatherMs).then(goOn)
  })
  return {
    afterwards(begin: () => void): void {
      if (gathering) waiting.push(begin)
      else begin()
    },
    /** @param close called right after all waiting connections are accepted, before any request is begun */
    async last(close: () => Promise<void>): Promise<void> {
      await gathering
      gathering = gather(lastGatherMs)
      await gathering
      const closed = close()
      goOn()
      return closed
    },
  }
}

/**
 * The answers that are not sent yet, and whether each closes its connection: clients send nothing more on such a
 * connection.
 */
const openAnswers = () => {
  const open = new Set<ServerResponse>()
  let last = false
  let askedAt = 0
  const isLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  return {
    lastAskedAt: () => askedAt,
    take(response: ServerResponse) {
      askedAt = performance.now()
      if (last) return isLast(response)
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    areLast() {
      last = true
      askedAt = performance.now()
      for (const response of open) isLast(response)
    },
  }
}

/** Connections without any bytes so far, as browsers open them in advance: Node does not count them as idle. */
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

const drained = async (
  server: Server,
  closed: Promise<void> | undefined,
  lastAskedAt: () => number,
  cutSilent: () => void,
): Promise<void> => {
  const sweeping = setInterval(async () => {
    await allThatHasArrived()
    if (performance.now() - lastAskedAt() < lastArrivalsMs) return
    server.closeIdleConnections()
    cutSilent()
  }, sweepEveryMs)
  const impatience = setTimeout(() => server.closeAllConnections(), lastRequestsMs)
  await closed
  clearInterval(sweeping)
  clearTimeout(impatience)
}

/** Waits until the bytes that have arrived are read; a turn of timers or signals alone does not ensure this. */
const allThatHasArrived = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await setImmediate()
}
