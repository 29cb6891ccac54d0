import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, Server as TcpServer } from 'node:net'

/** Who finds no room in the system's queue tries again after a second, then three, seven, fifteen. */
const connectionsWaiting = 4096
/** Node takes one connection a turn from each listener: under load, when a turn is long, one would be for too few. */
const further = process.platform === 'linux' ? 15 : 0

export type Listeners = {
  readonly at: AddressInfo
  /** At once; what has connected stays open. @returns when all that they took has ended */
  close(): Promise<void>
}

/**
 * Listens for an HTTP server, on one port, as often as it takes to have people in quickly.
 * @throws what the system says of the port
 */
export const openListeners = async (server: Server, port: number, host: string): Promise<Listeners> => {
  const all: TcpServer[] = [server]
  for (let count = 0; count < further; count += 1) {
    // As Node's own HTTP server takes connections.
    const listener = new TcpServer({ noDelay: true, allowHalfOpen: true })
    all.push(listener.on('connection', (socket) => server.emit('connection', socket)))
  }
  const free = further === 0 ? port : await claimed(port, host)
  for (const listener of all) {
    listener.listen({ port: free, host, backlog: connectionsWaiting, reusePort: further > 0 })
    await once(listener, 'listening')
  }
  return {
    at: server.address() as AddressInfo,
    async close() {
      // An HTTP server's own `close` also cuts, at once, what stands open and is silent just now, whatever is on its way.
      const closed = all.map((listener) => once(TcpServer.prototype.close.call(listener), 'close'))
      await Promise.all(closed)
    },
  }
}

/** Listeners that share a port would share it with those of another Tuma too, unnoticed: at first it is asked for alone. */
const claimed = async (port: number, host: string): Promise<number> => {
  const alone = new TcpServer().listen(port, host)
  await once(alone, 'listening')
  const { port: free } = alone.address() as AddressInfo
  await once(alone.close(), 'close')
  return free
}
