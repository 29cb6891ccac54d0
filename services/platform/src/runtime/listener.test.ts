import { networkInterfaces } from 'node:os'
import type { RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { openListener } from './listener.ts'

const answered = async (...handlers: RequestHandler[]) => {
  const listener = await openListener('127.0.0.1', 0)
  onTestFinished(() => listener.close())
  if (handlers.length > 0) listener.answerWith(handlers)
  const { status, headers } = await fetch(listener.url)
  return [status, headers.get('retry-after')]
}

test('every 503 has a time to retry after, whichever handler answers', async () => {
  expect(await answered()).toEqual([503, '2'])
  expect(await answered((_request, response) => void response.status(503).json({ code: 'away' }))).toEqual([503, '2'])
  const byNode: RequestHandler = (_request, response) => void response.writeHead(503, { 'x-a': 'b' }).end()
  expect(await answered(byNode)).toEqual([503, '2'])
})

test('a handler may set its own time to retry after, and no other answer has one', async () => {
  const busy: RequestHandler = (_request, response) => void response.status(503).set('Retry-After', '3').end()
  expect(await answered(busy)).toEqual([503, '3'])
  const busyByNode: RequestHandler = (_request, response) => void response.writeHead(503, { 'retry-after': '3' }).end()
  expect(await answered(busyByNode)).toEqual([503, '3'])
  expect(await answered((_request, response) => void response.json({}))).toEqual([200, null])
})

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === 'IPv6'),
)

test.each(['0.0.0.0', ...(hasIpv6 ? ['::'] : [])])(
  'listening on all addresses (%s) names one that a browser opens',
  async (host) => {
    const listener = await openListener(host, 0)
    onTestFinished(() => listener.close())
    expect(listener.url).toMatch(/^http:\/\/localhost:\d+$/)
    expect((await fetch(`${listener.url}/healthz`)).status).toBe(200)
  },
)
