import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { drainingServer, takesItsTime } from './draining-server.ts'

/** A server whose test decides when and what it answers. */
const opened = async () => {
  const asked: ServerResponse[] = []
  const { listen, close } = drainingServer(({ url }, response) => {
    if (url === '/now') response.end('now')
    else asked.push(response)
  })
  const { port } = await listen(0, '127.0.0.1')
  return { port, close, asked, whenAsked: (count: number) => vi.waitUntil(() => asked.length === count, 60_000) }
}

/** A client with so many kept-alive connections, each used by one call after another. */
const createClient = (port: number, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  return async (path: string) => {
    const asking: ClientRequest = request({ port, path, agent }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return `${answer.statusCode} ${answer.headers.connection}`
  }
}

describe('a server that is closed', () => {
  test('answers what is under way, and ends each connection with its answer', async () => {
    const { port, asked, whenAsked, close } = await opened()
    const ask = createClient(port, 20)
    const answers = Promise.all(Array.from({ length: 20 }, () => ask('/later')))
    await whenAsked(20)
    const closed = close()
    for (const response of asked) response.end('late')
    expect(new Set(await answers)).toEqual(new Set(['200 close']))
    await closed
  })

  test('answers all connections from before, also those that wait in the system’s queue', async () => {
    const { port, close } = await opened()
    const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'))
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

  test('answers requests on open connections until no more come', async () => {
    const { port, close } = await opened()
    const ask = createClient(port, 20)
    const askAll = () => Promise.all(Array.from({ length: 20 }, () => ask('/now')))
    expect(new Set(await askAll())).toEqual(new Set(['200 keep-alive']))
    const closed = close()
    expect(new Set(await askAll())).toEqual(new Set(['200 close']))
    await closed
  })

  test('does not wait for a silent connection, before its first request or after one', async () => {
    const { port, asked, whenAsked, close } = await opened()
    const silent = () => connect(port, '127.0.0.1').resume()
    const [never, noLonger] = [silent(), silent()]
    const ended = Promise.all([once(never, 'close'), once(noLonger, 'close')])
    noLonger.write('GET /now HTTP/1.1\r\nhost: tuma.test\r\n\r\n')
    await once(noLonger, 'data')
    const answer = createClient(port, 1)('/later')
    await whenAsked(1)
    const closed = close()
    await ended
    asked[0]?.end('late')
    expect(await answer).toBe('200 close')
    await closed
  })
})

test('a port in use is not shared with another listener', async () => {
  const { port, close } = await opened()
  await expect(drainingServer(() => undefined).listen(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await close()
  const again = drainingServer(() => undefined)
  expect(await again.listen(port, '127.0.0.1')).toMatchObject({ port })
  await again.close()
})

describe('a body that never ends', () => {
  const half = async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const begun: IncomingMessage[] = []
    const { listen, close } = drainingServer((request) => {
      begun.push(request.resume())
      if (request.url === '/file') takesItsTime(request)
    })
    const { port } = await listen(0, '127.0.0.1')
    const send = async (path: string) => {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write(`POST ${path} HTTP/1.1\r\nhost: tuma\r\ncontent-length: 9000000\r\n\r\n${'x'.repeat(300_000)}`)
      await vi.waitUntil(() => begun.some(({ url, socket }) => url === path && socket.bytesRead > 300_000), 60_000)
      return { socket, answered: once(socket, 'data') }
    }
    return { send, close }
  }
  test('is cut after half a minute, and a file’s only when it makes no progress', async () => {
    const { send, close } = await half()
    const [plain, file] = [await send('/plain'), await send('/file')]
    vi.advanceTimersByTime(36_000)
    expect(String(await plain.answered)).toMatch(/^HTTP\/1\.1 408 /)
    let heard = ''
    file.socket.on('data', (text) => {
      heard += text
    })
    vi.advanceTimersByTime(20_000)
    expect(heard).toBe('')
    vi.advanceTimersByTime(40_000)
    expect(String(await file.answered)).toMatch(/^HTTP\/1\.1 408 /)
    await close()
  })
})
