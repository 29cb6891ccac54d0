import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to an engine on this machine that can lead to another one, as when a host dies and its address moves. */
export const openMovableLine = async (enginePort: number) => {
  const open = new Set<Socket>()
  let target = enginePort
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Open connections stay open but pass nothing; new connections lead to the other port. */
    moveTo(port: number): void {
      target = port
      for (const socket of open) socket.unpipe()
    },
    async close(): Promise<void> {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
