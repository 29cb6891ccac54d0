import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line of one process to an engine, which can be cut while all others reach the engine. */
export type CutLine = {
  readonly port: number
  /** Ends open connections, and takes no new one until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export const openCutLine = async (enginePort: number): Promise<CutLine> => {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
    const far = connect(enginePort, '127.0.0.1')
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
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      endAll()
    },
    mend() {
      isCut = false
    },
    async close() {
      server.close()
      endAll()
    },
  }
}
