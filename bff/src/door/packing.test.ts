import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packing } from './packing.ts'

const parcels = Array.from({ length: 100 }, (_, at) => ({ trackingId: `TM-0000-0000-${at}`, status: 'inTransit' }))
const app = express()
  .use(packing)
  .get('/list', (_request, response) => void response.json(parcels))
  .get('/one', (_request, response) => void response.json(parcels[0]))
  .get('/photo', (_request, response) => void response.type('image/jpeg').send(Buffer.alloc(10_000)))
  .get('/events', (_request, response) => {
    response.setHeader('content-type', 'text/event-stream')
    response.write(`data: ${'x'.repeat(10_000)}\n\n`)
  })
let server: ReturnType<typeof app.listen>

beforeAll(async () => {
  server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.closeAllConnections())

const asked = (path: string, encodings: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    get({ port, path, headers: { 'accept-encoding': encodings } }, resolve).on('error', reject)
  })
const getBody = async (answer: IncomingMessage): Promise<Buffer> => Buffer.concat(await Array.fromAsync(answer))

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('a long list is compressed (%s), and is the same after decompression', async (encoding, encodings, unpack) => {
  const answer = await asked('/list', encodings)
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
  const packed = await getBody(answer)
  expect(packed.length).toBeLessThan(1000)
  expect(JSON.parse(unpack(packed).toString())).toEqual(parcels)
})

test('a caller without compression gets the list uncompressed, and small answers and pictures are never compressed', async () => {
  for (const [path, encodings] of [
    ['/list', 'identity'],
    ['/one', 'br'],
    ['/photo', 'br'],
  ] as const)
    expect((await asked(path, encodings)).headers['content-encoding'], path).toBeUndefined()
})

test('the stream of an open screen is not compressed, so that each event arrives at once', async () => {
  const answer = await asked('/events', 'br')
  expect(answer.headers['content-encoding']).toBeUndefined()
  const [first] = await once(answer, 'data')
  expect(String(first)).toMatch(/^data: x/)
  answer.destroy()
})
