import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type HttpRequest, openHttpClient } from './http-client.ts'

type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const opened = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const httpClient = openHttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    httpClient.close()
    server.close()
    server.closeAllConnections()
  })
  return httpClient
}

/**
 * Answers the first request of each connection and resets the connection at the second, as if it had closed it before.
 */
const onceEachConnection = async () => {
  const seen: Seen[] = []
  const used = new Set<Socket>()
  const server = createServer((request, response) => {
    seen.push(request)
    if (used.has(request.socket)) return request.socket.resetAndDestroy()
    used.add(request.socket)
    request.resume()
    response.end('answered')
  })
  const httpClient = await opened(server)
  await httpClient.ask({ path: '/first' })
  seen.length = 0
  return { httpClient, seen }
}

const post: HttpRequest = { method: 'POST', path: '/deliveries', body: { parcel: 'shoes' } }

test('a parcel is looked up again if the server has closed the idle connection', async () => {
  const { httpClient, seen } = await onceEachConnection()
  expect(await httpClient.ask({ path: '/track/TM-1' })).toMatchObject({ status: 200, body: 'answered' })
  expect(seen.map(({ url }) => url)).toEqual(['/track/TM-1', '/track/TM-1'])
})

test('a parcel is sent again under the same key if the server has closed the idle connection', async () => {
  const { httpClient, seen } = await onceEachConnection()
  expect(await httpClient.ask({ ...post, headers: { 'idempotency-key': 'one' } })).toMatchObject({ status: 200 })
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one'])
})

test('a parcel that the server may have taken is not sent again without a key', async () => {
  const { httpClient, seen } = await onceEachConnection()
  await expect(httpClient.ask(post)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(seen.map(({ method }) => method)).toEqual(['POST'])
})

test('a server that resets a new connection is not asked again', async () => {
  let askedCount = 0
  const server = createServer(({ socket }) => {
    askedCount += 1
    socket.resetAndDestroy()
  })
  const httpClient = await opened(server)
  await expect(httpClient.ask({ path: '/track/TM-1' })).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(askedCount).toBe(1)
})

test('an idle connection is closed by the bench before the server closes it', async () => {
  const server = createServer((_, response) => response.end())
  server.keepAliveTimeout = 2000
  const closedBy = Promise.withResolvers<string>()
  server.on('connection', (socket) => {
    socket.once('end', () => closedBy.resolve('the bench'))
    socket.once('close', () => closedBy.resolve('the server'))
  })
  const httpClient = await opened(server)
  await httpClient.ask({ path: '/' })
  expect(await closedBy.promise).toBe('the bench')
})
