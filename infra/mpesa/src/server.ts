import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Confirmations } from './confirmations.ts'
import { send, spikeArrest, spoil } from './faults.ts'
import type { Prompts } from './prompts.ts'
import { endsAtOnce, push, query } from './pushing.ts'
import type { Call } from './script.ts'
import { status } from './status.ts'
import { openTokens } from './tokens.ts'
import { type Answer, refusal, type World } from './world.ts'

type Body = Readonly<Record<string, unknown>>

const addresses: readonly (readonly [Call, 'GET' | 'POST', RegExp])[] = [
  ['token', 'GET', /^\/oauth\/v1\/generate$/],
  ['push', 'POST', /^\/mpesa\/stkpush\/v1\/processrequest$/],
  ['query', 'POST', /^\/mpesa\/stkpushquery\/v1\/query$/],
  ['register', 'POST', /^\/mpesa\/c2b\/(v1|v2)\/registerurl$/],
  ['status', 'POST', /^\/mpesa\/transactionstatus\/v1\/query$/],
]
const bodyMost = 64 * 1024

/** What is answered to whoever has a token. */
const openCalls = (world: World, prompts: Prompts, confirmations: Confirmations) => {
  const { habits, now } = world
  const queried: number[] = []
  const tooMany = (): boolean => {
    const at = Date.parse(now())
    while (queried[0] !== undefined && queried[0] <= at - 60_000) queried.shift()
    queried.push(at)
    return habits.queriesPerMinute !== null && queried.length > habits.queriesPerMinute
  }
  return {
    async push(body) {
      const { prompt, answer } = push(world, prompts, body)
      const code = prompt && endsAtOnce(world, prompts, body, prompt)
      if (prompt && code !== null) await prompts.conclude(prompt, code)
      return answer
    },
    query: (body) => (tooMany() ? spikeArrest : query(world, prompts, body)),
    register: (body, path) => confirmations.register(path.includes('/v1/') ? 'v1' : 'v2', body),
    status: (body) => status(world, body),
  } satisfies Record<Exclude<Call, 'token'>, (body: Body, path: string) => Answer | Promise<Answer>>
}

/** Daraja's addresses on a port of this machine. */
export const serve = async (world: World, prompts: Prompts, confirmations: Confirmations, port: number) => {
  const tokens = openTokens(world)
  const calls = openCalls(world, prompts, confirmations)
  const hanging = new Set<ServerResponse>()

  const answerTo = async (call: Call, { pathname, searchParams }: URL, request: IncomingMessage): Promise<Answer> => {
    const { authorization } = request.headers
    if (call === 'token') return tokens.give(authorization, searchParams.get('grant_type'))
    if (!tokens.isGood(authorization)) return tokens.refuse(call)
    const body = await bodyOf(request)
    return body === null ? refusal(world, '400.002.05', 'Invalid Request Payload') : calls[call](body, pathname)
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? '/', 'http://daraja')
    const [call, method] = addresses.find(([, , path]) => path.test(address.pathname)) ?? []
    if (call === undefined) return send(response, refusal(world, '404.001.01', 'Resource not found'))
    if (request.method !== method) return send(response, refusal(world, '405.001', 'Method Not Allowed'))
    await prompts.tick()
    const fault = world.script.faultOf(call)
    if (fault?.startsWith('hang')) hanging.add(response)
    if (fault !== null && !fault.endsWith('_after')) return spoil(world, response, fault)
    const answer = await answerTo(call, address, request)
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
    tokens,
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

const bodyOf = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > bodyMost) return null
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
