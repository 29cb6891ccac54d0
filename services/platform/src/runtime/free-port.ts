import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the range of Linux (32768), macOS and Windows (49152) for outgoing connections, and above the usual ports of
 * servers.
 */
const ports = { from: 12_000, to: 32_768 } as const

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (free) {
    server.close()
    await once(server, 'close')
  }
  return free
}

/**
 * A port of 127.0.0.1 without a listener. It stays free while its server is away: the system gives it neither to an
 * outgoing connection nor to a listener on port 0.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(ports.from, ports.to)
    if (await isFree(port)) return port
  }
}
