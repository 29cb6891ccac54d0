import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { RequestHandler, Response } from 'express'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openListener } from './listener.ts'

/** A server that answers what it is told to, when it is told to. */
const opened = async () => {
  const listener = await openListener('127.0.0.1', 0)
  const asked: Response[] = []
  const later: RequestHandler = (_request, response) => void asked.push(response)
  const atOnce: RequestHandler = ({ url }, response, next) => (url === '/now' ? void response.end('now') : next())
  listener.answerWith([atOnce, later])
  return { ...listener, asked, whenAsked: (count: number) => vi.waitUntil(() => asked.length === count, 60_000) }
}

/** So many connections that are kept alive and one after the other used by whoever asks. */
const clientOf = (url: string, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  return async (path: string) => {
    const asking: ClientRequest = request(url + path, { agent }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return `${answer.statusCode} ${answer.headers.connection}`
  }
}

describe('a server that is closed', () => {
  test('answers what is under way, and ends each connection with its answer', async () => {
    const { url, asked, whenAsked, close } = await opened()
    const ask = clientOf(url, 20)
    const answers = Promise.all(Array.from({ length: 20 }, () => ask('/later')))
    await whenAsked(20)
    const closed = close()
    for (const response of asked) response.end('late')
    expect(new Set(await answers)).toEqual(new Set(['200 close']))
    await closed
  })

  test('answers all who have connected before, however many wait in front of the door', async () => {
    const { url, close } = await opened()
    const { hostname, port } = new URL(url)
    const sockets = Array.from({ length: 300 }, () => connect(Number(port), hostname))
    const asked = 'GET /now HTTP/1.1\r\nhost: tuma\r\n\r\n'
    const answers = sockets.map(async (socket) => {
      const [said] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
      return String(said).slice(0, 15)
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect').then(() => socket.write(asked))))
    const closed = close()
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
    await closed
  })

  test('answers what comes on connections that stand open, until none does', async () => {
    const { url, close } = await opened()
    const ask = clientOf(url, 20)
    const askAll = () => Promise.all(Array.from({ length: 20 }, () => ask('/now')))
    expect(new Set(await askAll())).toEqual(new Set(['200 keep-alive']))
    const closed = close()
    expect(new Set(await askAll())).toEqual(new Set(['200 close']))
    await closed
  })

  test('does not wait for who stays silent, before their first request or after one', async () => {
    const { url, asked, whenAsked, close } = await opened()
    const silent = () => connect(Number(new URL(url).port), '127.0.0.1').resume()
    const [never, noLonger] = [silent(), silent()]
    const ended = Promise.all([once(never, 'close'), once(noLonger, 'close')])
    noLonger.write('GET /now HTTP/1.1\r\nhost: tuma.test\r\n\r\n')
    await once(noLonger, 'data')
    const answer = clientOf(url, 1)('/later')
    await whenAsked(1)
    const closed = close()
    await ended
    asked[0]?.end('late')
    expect(await answer).toBe('200 close')
    await closed
  })
})

const answered = async (...handlers: RequestHandler[]) => {
  const listener = await openListener('127.0.0.1', 0)
  onTestFinished(() => listener.close())
  if (handlers.length > 0) listener.answerWith(handlers)
  const { status, headers } = await fetch(listener.url)
  return [status, headers.get('retry-after')]
}

test('who is told 503 is told when to come again, whatever answers them', async () => {
  expect(await answered()).toEqual([503, '2'])
  expect(await answered((_request, response) => void response.status(503).json({ code: 'away' }))).toEqual([503, '2'])
  const byNode: RequestHandler = (_request, response) => void response.writeHead(503, { 'x-a': 'b' }).end()
  expect(await answered(byNode)).toEqual([503, '2'])
})

test('whoever knows better when to come again says so, and no other answer says anything', async () => {
  const busy: RequestHandler = (_request, response) => void response.status(503).set('Retry-After', '3').end()
  expect(await answered(busy)).toEqual([503, '3'])
  const busyByNode: RequestHandler = (_request, response) => void response.writeHead(503, { 'retry-after': '3' }).end()
  expect(await answered(busyByNode)).toEqual([503, '3'])
  expect(await answered((_request, response) => void response.json({}))).toEqual([200, null])
})
