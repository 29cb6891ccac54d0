import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPatience, takesItsTime } from './patience.ts'

let now = 0
let patience: ReturnType<typeof openPatience>
let read: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[] = []
const server = createServer({ requestTimeout: 0 }, (request, response) => {
  asked.push(request)
  patience.take(request, response)
  read(request, response)
})
const seconds = (count: number) => {
  now += count * 1000
  patience.look()
}
const all = (request: IncomingMessage) => void request.resume()

beforeEach(async () => {
  ;[now, asked] = [0, []]
  patience = openPatience(() => now)
  read = all
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  patience.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** A client that sends a body of this length, in pieces. */
const sender = async (length = 10_000_000) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (text) => {
    heard += text
  })
  socket.on('error', () => undefined)
  let isCut = false
  socket.on('close', () => {
    isCut = true
  })
  socket.write(`POST / HTTP/1.1\r\nhost: tuma\r\ncontent-length: ${length}\r\n\r\n`)
  await vi.waitUntil(() => asked.length === 1, 60_000)
  const request = asked[0] as IncomingMessage
  return {
    request,
    heard: () => heard,
    isCut: () => isCut,
    whenCut: () => vi.waitUntil(() => isCut, 60_000),
    /** Resolves once the server has received the bytes. */
    async sends(bytes: number) {
      const before = request.socket.bytesRead
      socket.write(Buffer.alloc(bytes, 'x'))
      await vi.waitUntil(() => request.socket.bytesRead === before + bytes, 60_000)
    },
  }
}
const much = 300 * 1024

describe('a request', () => {
  test('that takes more than half a minute is cut, and is answered with the reason', async () => {
    const one = await sender()
    await one.sends(much)
    seconds(30)
    expect(one.request.destroyed).toBe(false)
    await one.sends(much)
    seconds(1)
    await one.whenCut()
    expect(one.heard()).toMatch(/^HTTP\/1\.1 408 /)
  })
  test('that is complete may be answered late', async () => {
    const one = await sender(much)
    await one.sends(much)
    await vi.waitUntil(() => one.request.complete, 60_000)
    seconds(600)
    expect(one.request.socket.destroyed).toBe(false)
  })
})

describe('a body that takes its time', () => {
  const patient = async () => {
    const one = await sender()
    takesItsTime(one.request)
    return one
  }
  test('is read for as long as it makes progress', async () => {
    const one = await patient()
    for (let half = 0; half < 20; half += 1) {
      await one.sends(much)
      seconds(31)
    }
    expect(one.request.socket.destroyed).toBe(false)
  })
  test('is cut when it is too slow', async () => {
    const one = await patient()
    await one.sends(much)
    seconds(31)
    await one.sends(1000)
    seconds(31)
    await one.whenCut()
    expect(one.heard()).toMatch(/^HTTP\/1\.1 408 /)
  })
  test('is waited for while the server itself does not read', async () => {
    read = () => undefined
    const one = await patient()
    await one.sends(1000)
    await vi.waitUntil(() => one.request.readableLength > 0, 60_000)
    seconds(31)
    seconds(31)
    expect(one.request.socket.destroyed).toBe(false)
    one.request.resume()
    await vi.waitUntil(() => one.request.readableLength === 0, 60_000)
    seconds(31)
    await one.whenCut()
  })
  test('is not waited for once it is answered', async () => {
    read = (request, response) => {
      request.resume()
      response.end('no')
    }
    const one = await patient()
    await one.sends(much)
    seconds(31)
    await one.whenCut()
    expect(one.heard()).toMatch(/^HTTP\/1\.1 200 /)
    expect(one.heard()).not.toContain('408')
  })
})
