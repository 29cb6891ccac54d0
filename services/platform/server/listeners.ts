import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, Server as TcpServer } from 'node:net'

/** A client that finds no room in the system's queue tries again after one second, then three, seven, fifteen. */
const connectionsWaiting = 4096
/**
 * Node accepts one connection in each turn from each listener: under load, when a turn is long, one listener accepts
 * too few.
 */
const further = process.platform === 'linux' ? 15 : 0

export type Listeners = {
  readonly at: AddressInfo
  /** Closes at once; connections stay open. @returns when all connections of these listeners have ended */
  close(): Promise<void>
}

/**
 * Listens for an HTTP server on one port, with as many listeners as it takes to accept connections quickly.
 * @throws the system's error for the port
 */
export const openListeners = async (server: Server, port: number, host: string): Promise<Listeners> => {
  const all: TcpServer[] = [server]
  for (let count = 0; count < further; count += 1) {
    // The options with which Node's own HTTP server accepts connections.
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
      // An HTTP server's own `close` also cuts, at once, open connections that are silent, even when a request is on
      // its way.
      const closed = all.map((listener) => once(TcpServer.prototype.close.call(listener), 'close'))
      await Promise.all(closed)
    },
  }
}

/**
 * Listeners with a shared port would also share it with another Tuma, without an error: at first the port is opened
 * alone.
 */
const claimed = async (port: number, host: string): Promise<number> => {
  const alone = new TcpServer().listen(port, host)
  await once(alone, 'listening')
  const { port: free } = alone.address() as AddressInfo
  await once(alone.close(), 'close')
  return free
}
