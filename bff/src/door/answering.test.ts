import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ORPCError, os } from '@orpc/server'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { answering } from './answering.ts'
import type { Arrival } from './arrival.ts'

const api = os.$context<Arrival>()
const router = {
  rows: api.route({ method: 'GET', path: '/rows/{shop}' }).handler(({ input, context }) => {
    context.resHeaders.set('x-total-count', '2')
    return [{ asked: input }, { name: 'Wanjikũ', gone: undefined }]
  }),
  made: api
    .route({ method: 'POST', path: '/made', successStatus: 201 })
    .input(z.object({ name: z.string() }))
    .handler(({ input: { name }, context }) => {
      context.resHeaders.append('set-cookie', 'one=1')
      context.resHeaders.append('set-cookie', 'two=2')
      return { name }
    }),
  receipt: api.route({ method: 'GET', path: '/receipt' }).handler(() => new File(['%PDF'], 'receipt.pdf')),
  nothing: api.route({ method: 'GET', path: '/nothing' }).handler(() => null),
  refused: api.route({ method: 'GET', path: '/refused' }).handler(() => {
    throw new ORPCError('stale', { status: 409, message: 'Another was first.' })
  }),
}

const answer = answering(router, { refused: ({ message }) => ({ message }), heartbeatMs: 1000, clientInterceptors: [] })
const app = express().use('/api', express.json(), async (asked, response, next) => {
  if (!(await answer(asked, response, { resHeaders: new Headers() } as Arrival))) next()
})
const server = createServer(app)
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void server.close())

const ask = async (path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) => {
  const { port } = server.address() as AddressInfo
  const headers = body ? { 'content-type': 'application/json' } : {}
  const asked = request({ port, host: '127.0.0.1', path, method, headers }).end(body && JSON.stringify(body))
  const [answered] = await once(asked, 'response')
  return { status: answered.statusCode, headers: answered.headers, body: await text(answered) }
}

test('rows come as JSON with their length, and with the headers of their call', async () => {
  const { status, headers, body } = await ask('/api/rows/cbd')
  expect([status, body]).toEqual([200, '[{"asked":{"shop":"cbd"}},{"name":"Wanjikũ"}]'])
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-total-count': '2',
  })
})

test('the parts of the path and the query are one input', async () => {
  const { body } = await ask('/api/rows/cbd?limit=5&status=dropping')
  expect(JSON.parse(body)[0]).toEqual({ asked: { shop: 'cbd', limit: '5', status: 'dropping' } })
})

test('a created resource is answered with 201, and each cookie is set', async () => {
  const { status, headers, body } = await ask('/api/made', { method: 'POST', body: { name: 'Njeri' } })
  expect([status, body, headers['set-cookie']]).toEqual([201, '{"name":"Njeri"}', ['one=1', 'two=2']])
  expect((await ask('/api/made', { method: 'POST', body: {} })).status).toBe(400)
})

test('a file comes as a file, and no content as 204', async () => {
  const { headers, body } = await ask('/api/receipt')
  expect([headers['content-disposition'], body]).toEqual([expect.stringContaining('receipt.pdf'), '%PDF'])
  expect((await ask('/api/nothing')).body).toBe('null')
})

test('a refusal has its status and our words', async () => {
  const { status, body } = await ask('/api/refused')
  expect([status, body]).toEqual([409, '{"message":"Another was first."}'])
})

test('no call is found with another host in its address, nor with another method', async () => {
  for (const path of ['//evil.example/api/nothing', 'http://evil.example/api/nothing', '/api//nothing/x'])
    expect((await ask(path)).status).toBe(404)
  expect((await ask('/api/nothing', { method: 'DELETE' })).status).toBe(404)
})
