import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forwardTo } from './forward.ts'
import { openSite } from './serve.ts'

// The tests of @tuma/server cover how a site ends.
test('what another has answered ends the connection too, whatever that one says of its own', async () => {
  const asked: ServerResponse[] = []
  const behind = createServer((_request, response) => void asked.push(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void behind.close().closeAllConnections())
  await once(behind, 'listening')
  const origin = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`
  const { port, close } = await openSite(forwardTo(origin), () => true, '127.0.0.1', 0)
  const answering = once(request({ port, path: '/api/users/me' }).end(), 'response')
  await vi.waitUntil(() => asked.length === 1, 60_000)
  const closed = close()
  asked[0]?.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=5' }).end('late')
  const [answer] = (await answering) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  await closed
})
