import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHandler, Response } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forwardTo } from './forward.ts'
import { openSite } from './serve.ts'

/** A site that answers what it is told to, when it is told to. */
const opened = async () => {
  const asked: Response[] = []
  const handler: RequestHandler = ({ url }, response) =>
    void (url === '/now' ? response.end('now') : asked.push(response))
  const { port, close } = await openSite(handler, () => true, '127.0.0.1', 0)
  return { port, close, asked, whenAsked: (count: number) => vi.waitUntil(() => asked.length === count, 60_000) }
}

/** A connection each that is kept alive, and one after the other used by whoever asks. */
const clientOf = (port: number, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  return async (path: string) => {
    const [answer] = (await once(request({ port, path, agent }).end(), 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return `${answer.statusCode} ${answer.headers.connection}`
  }
}

test('a site that ends answers what is under way, and ends each connection with its answer', async () => {
  const { port, asked, whenAsked, close } = await opened()
  const ask = clientOf(port, 20)
  const answers = Promise.all(Array.from({ length: 20 }, () => ask('/later')))
  await whenAsked(20)
  const closed = close()
  for (const response of asked) response.end('late')
  expect(new Set(await answers)).toEqual(new Set(['200 close']))
  await closed
})

test('a site that ends answers what comes on connections that stand open, until none does', async () => {
  const { port, close } = await opened()
  const ask = clientOf(port, 20)
  const askAll = () => Promise.all(Array.from({ length: 20 }, () => ask('/now')))
  expect(new Set(await askAll())).toEqual(new Set(['200 keep-alive']))
  const closed = close()
  expect(new Set(await askAll())).toEqual(new Set(['200 close']))
  await closed
})

test('what another has answered ends the connection too, whatever that one says of its own', async () => {
  const asked: ServerResponse[] = []
  const behind = createServer((_request, response) => void asked.push(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void behind.close().closeAllConnections())
  await once(behind, 'listening')
  const origin = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`
  const { port, close } = await openSite(forwardTo(origin), () => true, '127.0.0.1', 0)
  const answer = clientOf(port, 1)('/api/users/me')
  await vi.waitUntil(() => asked.length === 1, 60_000)
  const closed = close()
  asked[0]?.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=5' }).end('late')
  expect(await answer).toBe('200 close')
  await closed
})
