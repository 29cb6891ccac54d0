import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

const photo = Buffer.concat([
  Buffer.of(0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 2, 0x58, 3, 0x20, 1, 0xff, 0xda, 0, 2),
  Buffer.alloc(390 * 1024, 'x'),
  Buffer.of(0xff, 0xd9),
])

/**
 * Bytes of a photo's body that the product reads before it answers, not those that arrive or that it discards later.
 */
const read = new Map<IncomingMessage, number>()
const onBegin = (message: unknown) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  if (!request.url?.endsWith('/photos')) return
  read.set(request, 0)
  const take = request.read.bind(request)
  request.read = (size?: number) => {
    const piece = take(size)
    if (piece !== null && !response.writableEnded) read.set(request, (read.get(request) ?? 0) + piece.length)
    return piece
  }
}
const begun = () => [...read.values()].filter((bytes) => bytes > 0)

let product: TestProduct
let fixtures: Fixtures
const open: Socket[] = []
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  subscribe('http.server.request.start', onBegin)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
  read.clear()
})
afterAll(async () => {
  unsubscribe('http.server.request.start', onBegin)
  await product.close()
})

/** Sends all of a photo but its last byte. */
const allButTheLastByte = async (cookie: string, id = 'x') => {
  const socket = connect(Number(new URL(product.url).port), '127.0.0.1')
  open.push(socket)
  const head = [
    `POST /api/agent/deliveries/${id}/photos HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: image/jpeg',
    'sec-fetch-site: same-origin',
    `content-length: ${photo.byteLength}`,
    ...(cookie === '' ? [] : [`cookie: tuma_session=${cookie}`]),
  ]
  socket.on('error', () => undefined)
  const answered = once(socket, 'data').then(([data]) => Number(String(data).slice(9, 12)))
  await once(socket, 'connect')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(photo.subarray(0, -1))
  return { answered, finish: () => socket.write(photo.subarray(-1)) }
}
const getCookie = (person: Visitor): string => person.cookie('tuma_session') ?? ''

test('a thousand photos without a session are refused at once, and not a byte of them is read', async () => {
  const sent = await Promise.all(Array.from({ length: 1000 }, () => allButTheLastByte('')))
  expect(new Set(await Promise.all(sent.map(({ answered }) => answered)))).toEqual(new Set([401]))
  expect([read.size, begun()]).toEqual([1000, []])
})

test('a photo from a client, who may send none, is refused unread too', async () => {
  const { answered } = await allButTheLastByte(getCookie(fixtures.client))
  expect([await answered, begun()]).toEqual([403, []])
})

test('eight photos are read at a time; the next one is refused with the seconds to wait', async () => {
  const { _id } = await fixtures.dukani('delivered')
  const sessions = await Promise.all(Array.from({ length: 4 }, () => product.signedIn('agent.thika')))
  const slow = await Promise.all(
    [...sessions, ...sessions].map((session) => allButTheLastByte(getCookie(session), _id)),
  )
  await vi.waitUntil(() => begun().length === 8, 60_000)
  const send = () =>
    fixtures.thika.ask('POST', `/api/agent/deliveries/${_id}/photos`, photo, {
      headers: { 'content-type': 'image/jpeg' },
    })
  const ninth = await send()
  expect([ninth.status, ninth.body.code, ninth.headers.get('retry-after')]).toEqual([503, 'busy', '3'])
  expect(begun()).toHaveLength(8)
  slow[0]?.finish()
  expect(await slow[0]?.answered).toBe(200)
  expect((await send()).status).toBe(200)
})

test('slow photos of one session hold two places, and others are read beside them', async () => {
  const { _id } = await fixtures.dukani('delivered')
  const slow = await Promise.all(Array.from({ length: 8 }, () => allButTheLastByte(getCookie(fixtures.thika), _id)))
  const statuses: number[] = []
  for (const { answered } of slow) void answered.then((status) => statuses.push(status))
  await vi.waitUntil(() => begun().length === 2, 60_000)
  const headers = { 'content-type': 'image/jpeg' }
  const other = await product.signedIn('agent.thika')
  expect((await other.ask('POST', `/api/agent/deliveries/${_id}/photos`, photo, { headers })).status).toBe(200)
  expect(begun()).toHaveLength(3)
  await vi.waitUntil(() => statuses.length === 6, 60_000)
  for (const { finish } of slow) finish()
  await vi.waitUntil(() => statuses.length === 8, 60_000)
  expect(statuses).toEqual([...Array(6).fill(503), 200, 200])
})
