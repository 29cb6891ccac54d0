import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A line to a port of this machine. While it is cut nothing passes in either direction: no connection ends, and new
 * ones are accepted and get no answer, as when a network drops packets.
 */
export const openRelay = async (target: number) => {
  const others = new Map<Socket, Socket>()
  let isCut = false
  const keep = (socket: Socket, other: Socket): void => {
    others.set(socket, other)
    // A connection that breaks on one side of the relay breaks on the other.
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      others.delete(socket)
      other.destroy()
    })
    if (!isCut) socket.pipe(other)
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    keep(near, far)
    keep(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = (): void => {
    for (const socket of others.keys()) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut(): void {
      isCut = true
      for (const [socket, other] of others) socket.unpipe(other)
    },
    mend(): void {
      isCut = false
      for (const [socket, other] of others) socket.pipe(other)
    },
    /** Breaks each connection; later ones work as before. */
    breakAll,
    async close(): Promise<void> {
      server.close()
      breakAll()
    },
  }
}
export type Relay = Awaited<ReturnType<typeof openRelay>>
