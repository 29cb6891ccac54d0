import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { drainingServer } from '@tuma/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forwardTo } from './forward.ts'
import { openSite } from './serve.ts'

let bff: Server
let site: Awaited<ReturnType<typeof openSite>>
let heard: string[]
beforeAll(async () => {
  bff = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end('from the bff'))
  })
  await new Promise<void>((resolve) => bff.listen(0, '127.0.0.1', resolve))
  const forward = forwardTo(`http://127.0.0.1:${(bff.address() as AddressInfo).port}`)
  site = await openSite(forward, () => true, '127.0.0.1', 0)
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await site.close()
  bff.close()
})

/** All that comes back for these bytes, until the site ends the connection. */
const answersTo = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let answers = ''
    const socket = connect(site.port, '127.0.0.1')
    socket.on('data', (part) => {
      answers += part
    })
    socket.on('error', () => {}).on('close', () => resolve(answers))
    socket.write(bytes)
  })

const host = 'host: 127.0.0.1\r\n'
/** It would end the connection, were it taken for one. */
const hidden = `GET /api/hidden HTTP/1.1\r\n${host}connection: close\r\n\r\n`

test('one request is one request', async () => {
  const answers = await answersTo(`GET /api/seen HTTP/1.1\r\n${host}connection: close\r\n\r\n`)
  expect(answers).toContain('from the bff')
  expect(heard).toEqual(['GET /api/seen'])
})

test.each([
  ['a length and chunks', `content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths', `content-length: 0\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a length that is none', `content-length: +0\r\n\r\n${hidden}`],
  ['two kinds of chunks', `transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunks by another name', `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a space before the colon', `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a folded header', `x: y\r\n content-length: 0\r\ntransfer-encoding:\r\n xchunked\r\n\r\n${hidden}`],
  ['lines that end with LF alone', `content-length: 0\n\n${hidden}`],
  ['a NUL in a header', `x: a\0b\r\ncontent-length: 0\r\n\r\n${hidden}`],
  ['headers beyond measure', `x: ${'y'.repeat(100_000)}\r\n\r\n${hidden}`],
])('no request is hidden behind another by %s', async (_what, rest) => {
  const answers = await answersTo(`POST /api/seen HTTP/1.1\r\n${host}${rest}`)
  expect(answers).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(heard).not.toContain('GET /api/hidden')
})

test.each([
  'CONNECT 127.0.0.1:22 HTTP/1.1',
  'GET http://evil.example/api/hidden HTTP/1.1',
  'GET @evil.example/api/hidden HTTP/1.1',
])('%s leads nowhere but to our own bff', async (line) => {
  const answers = await answersTo(`${line}\r\n${host}connection: close\r\n\r\n`)
  expect(answers === '' || /^HTTP\/1\.1 4\d\d /.test(answers) || answers.includes('from the bff')).toBe(true)
})

test('no client can take over a connection', async () => {
  const upgrade = 'connection: upgrade, close\r\nupgrade: websocket\r\n\r\n'
  expect(await answersTo(`GET /api/seen HTTP/1.1\r\n${host}${upgrade}`)).not.toContain('101 Switching')
})

test('who sends headers that never end is not waited for longer than honest ones take', () => {
  const { headersTimeout } = drainingServer(() => {}).server
  expect(headersTimeout > 0 && headersTimeout <= 30_000).toBe(true)
})
