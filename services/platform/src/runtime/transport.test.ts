import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { oc } from '@orpc/contract'
import { implement } from '@orpc/server'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { refusal } from '../event-sourcing/events/refusal.ts'
import { reportBehind } from '../event-sourcing/following/behind.ts'
import { EngineAway, EngineMisconfigured } from '../ports/message-bus.ts'
import { callInProcess, callOverHttp, markBehind, ServiceFault, serveOverHttp } from './transport.ts'

const contract = {
  ask: oc
    .$meta({ callers: ['bff'] })
    .input(z.object({ kind: z.string() }))
    .output(z.object({ answer: z.string(), nothing: z.nullable(z.string()) })),
  unmarked: oc.output(z.object({})),
}
type Contract = typeof contract

const faults: unknown[] = []
const onFault = (error: unknown) => faults.push(error)
const router = implement(contract).router({
  ask: implement(contract).ask.handler(({ input: { kind } }) => {
    if (kind === 'refused') throw refusal('not_today', { missing: 20 })
    if (kind === 'away') throw new EngineAway('no broker at 10.0.0.7')
    if (kind === 'misconfigured') throw new EngineMisconfigured('the password in STORE_URL is wrong')
    if (kind === 'fault') throw new Error('secret detail')
    if (kind === 'behind') reportBehind()
    return { answer: kind, nothing: null }
  }),
  unmarked: implement(contract).unmarked.handler(() => ({})),
})

const callers = [
  { key: 'right key', caller: 'bff' },
  { key: 'key of another', caller: 'revenue' },
]
const server = express()
  .use(serveOverHttp(router, callers, onFault))
  .listen(0, '127.0.0.1')
let url = ''
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe.each([
  ['in process', () => callInProcess<Contract>(router, onFault)],
  ['over http', () => callOverHttp<Contract>(url, 'right key')],
])('a service called %s', (_name, client) => {
  test('answers', async () => {
    expect(await client().ask({ kind: 'hello' })).toEqual({ answer: 'hello', nothing: null })
  })
  test('refuses with its code and details', async () => {
    await expect(client().ask({ kind: 'refused' })).rejects.toMatchObject({
      name: 'Refused',
      code: 'not_today',
      details: { missing: 20 },
    })
  })
  test('answers that it is away', async () => {
    await expect(client().ask({ kind: 'away' })).rejects.toBeInstanceOf(EngineAway)
  })
  test('hides an engine that refuses it: the caller only learns that it is away', async () => {
    const error = await client()
      .ask({ kind: 'misconfigured' })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(EngineAway)
    expect(String(error)).not.toContain('STORE_URL')
  })
  test('hides a fault from the caller and logs all of it', async () => {
    faults.length = 0
    const error = await client()
      .ask({ kind: 'fault' })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ServiceFault)
    expect(JSON.stringify(error) + String(error)).not.toContain('secret')
    expect(faults).toEqual([expect.objectContaining({ message: 'secret detail' })])
  })
  test('tells its caller, beside the answer, that a read model is behind', async () => {
    const app = express().use(express.json(), markBehind, async (request, response) => {
      response.json(await client().ask({ kind: request.body.kind }))
    })
    const asking = app.listen(0, '127.0.0.1')
    await once(asking, 'listening')
    const { port } = asking.address() as AddressInfo
    const ask = async (kind: string) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ kind }),
      })
      return [answer.status, ((await answer.json()) as { answer: string }).answer, answer.headers.get('x-behind')]
    }
    expect(await Promise.all([ask('behind'), ask('hello')])).toEqual([
      [200, 'behind', '1'],
      [200, 'hello', null],
    ])
    asking.close()
  })
  test('treats input that breaks the contract as a fault of the caller', async () => {
    await expect(client().ask({ kind: 1 as never })).rejects.toBeInstanceOf(ServiceFault)
  })
})

test('a caller without the key gets nothing', async () => {
  await expect(callOverHttp<Contract>(url, 'wrong key').ask({ kind: 'hello' })).rejects.toBeInstanceOf(ServiceFault)
})
test('a call without listed callers answers none of them', async () => {
  await expect(callOverHttp<Contract>(url, 'right key').unmarked()).rejects.toBeInstanceOf(ServiceFault)
})
test('a caller is refused a call for others, which does not reach the service', async () => {
  faults.length = 0
  const other = callOverHttp<Contract>(url, 'key of another')
  await expect(other.ask({ kind: 'fault' })).rejects.toBeInstanceOf(ServiceFault)
  expect(faults).toEqual([])
})
test.each(['with its length', 'without'])('a body of more than a megabyte, sent %s, is refused', async (how) => {
  const text = JSON.stringify({ json: { kind: 'x'.repeat(1024 * 1024) } })
  const answer = await fetch(`${url}/ask`, {
    method: 'POST',
    headers: { authorization: 'Bearer right key', 'content-type': 'application/json' },
    body: how === 'without' ? new Blob([text]).stream() : text,
    ...{ duplex: 'half' },
  })
  expect(answer.status).toBe(413)
})
test('a service without a server is away', async () => {
  await expect(callOverHttp<Contract>('http://127.0.0.1:9', 'key').ask({ kind: 'hello' })).rejects.toBeInstanceOf(
    EngineAway,
  )
})
test('a service that does not answer in time is away', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const client = callOverHttp<Contract>(`http://127.0.0.1:${port}`, 'key', { ask: 50 })
  await expect(client.ask({ kind: 'hello' })).rejects.toBeInstanceOf(EngineAway)
  silent.close().closeAllConnections()
})
