import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what Linux (32768), macOS and Windows (49152) give outgoing connections, and above what servers listen on by habit. */
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
 * A port of 127.0.0.1 on which nothing listens. It stays free while its server is away: the system gives it neither to an
 * outgoing connection nor to what listens on port 0.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(ports.from, ports.to)
    if (await isFree(port)) return port
  }
}
