import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Calls } from './calls.ts'
import { send, spoil } from './faults.ts'
import type { Prompts } from './prompts.ts'
import type { World } from './world.ts'

const maxBodyBytes = 64 * 1024

/** Daraja's addresses on a port of this machine. */
export const serve = async (world: World, prompts: Prompts, calls: Calls, port: number) => {
  const hanging = new Set<ServerResponse>()

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://daraja')
    const call = calls.at(request.method, url)
    if (typeof call !== 'string') return send(response, call)
    await prompts.tick()
    const fault = world.script.findFault(call)
    if (fault?.startsWith('hang')) hanging.add(response)
    if (fault !== null && !fault.endsWith('_after')) return spoil(world, response, fault)
    const { authorization } = request.headers
    const answer = await calls.answer(call, { url, authorization, body: () => getBody(request) })
    if (fault === null) send(response, answer)
    else spoil(world, response, fault)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hangUp(): number {
      const { size } = hanging
      for (const response of hanging) response.destroy()
      hanging.clear()
      return size
    },
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const getBody = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > maxBodyBytes) return null
    chunks.push(chunk as Buffer)
  }
  try {
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
