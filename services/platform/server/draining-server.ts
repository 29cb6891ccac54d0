import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type Listeners, openListeners } from './listeners.ts'
import { openPatience } from './patience.ts'

export { takesItsTime } from './patience.ts'

const lastRequestsMs = 10_000
/** For so long nobody may have asked anything before connections that stand open and silent are ended. */
const lastArrivalsMs = 250
const sweepEveryMs = 50
/** For so long at once those who connect are taken before anybody is answered, and for so long at the end. */
const gatherMs = 50
const lastGatherMs = 1000

export type DrainingServer = {
  readonly server: Server
  /** @returns where it listens: a port of the system's choice for 0. @throws what the system says of the port */
  listen(port: number, host: string): Promise<AddressInfo>
  /** Takes no more connections, lets what comes on those that stand open be answered, and ends each with its answer. */
  close(): Promise<void>
}

/** What every process of ours listens with, the services' and those of the front ends: its end loses nobody's request. */
export const drainingServer = (answer: RequestListener): DrainingServer => {
  const answers = openAnswers()
  // How long a body may take is looked at by progress.
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
 * Under load, when a turn is long, hundreds would wait unseen in front of the door, and whoever waits there when it closes
 * is cut by the system: while people connect, nobody's request is begun.
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
    /** @param close right after everybody is in, before anything else is done */
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

/** Answers not yet given, and whether each ends its connection: nobody sends anything more on one that says so. */
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

/** Is read before what is done next: of timers' and signals' turns that is not sure. */
const allThatHasArrived = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await setImmediate()
}
