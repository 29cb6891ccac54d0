import { contract } from '@tuma/contracts/api'
import { webAppHeader } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBffWith } from './testing/bff-with.ts'

/**
 * Every public read, while identity can not check the session. Add a new one here, so that the reviewer sees whether
 * its answer depends on the caller.
 */
const toVisitors = ['deliveries.track', 'locations.contact', 'locations.prices', 'locations.shops']
const refused = [
  'deliveries.receipt',
  'live.changes',
  'payment.prompt',
  'payment.unused',
  'users.logout',
  'users.verifyEmail',
]

const reads = Object.entries(contract).flatMap(([resource, calls]) =>
  Object.entries(calls).flatMap(([name, call]) => {
    const { route, meta } = call['~orpc']
    if (meta.who !== 'anyone' || route.method !== 'GET') return []
    return [{ name: `${resource}.${name}`, path: (route.path ?? '').replaceAll(/\{\w+\}/g, 'TM-0000-0000-0000') }]
  }),
)
const buildPath = (name: string) => reads.find((read) => read.name === name)?.path ?? ''

let url: string
let close: () => Promise<void>
/** The services that answer as if there were no data. */
const asked: string[] = []
beforeAll(async () => {
  const saying = (service: string, answer: (call: string) => unknown) => {
    const getHandler = (call: string) => async () => {
      asked.push(`${service}.${call}`)
      return answer(call)
    }
    return new Proxy({}, { get: (_, call: string) => getHandler(call) })
  }
  const nothing = (call: string) => (call === 'unused' || call === 'prices' || call === 'shops' ? [] : null)
  const identity = saying('identity', () => Promise.reject(new EngineAway('no connection')))
  const others = ['delivery', 'payment', 'revenue', 'notification'].map((name) => [name, saying(name, nothing)])
  const opened = await openBffWith({ identity, ...Object.fromEntries(others) })
  url = opened.url
  close = opened.close
})
afterAll(() => close())

const answerTo = async (name: string, headers: Record<string, string>) => {
  asked.splice(0)
  const answer = await fetch(url + buildPath(name), { headers: { [webAppHeader]: '1', ...headers } })
  const text = await answer.text()
  const code = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text).code : undefined
  return { status: answer.status, code, asked: asked.filter((one) => !one.startsWith('identity.')) }
}

test('every public read says what it does while the caller can not be checked', () => {
  expect(reads.map(({ name }) => name).sort()).toEqual([...toVisitors, ...refused].sort())
})

describe.each([
  ['a bearer token', { authorization: 'Bearer token' }],
  ['the session’s cookie', { cookie: 'tuma_session=token' }],
])('while identity is away, with %s', (_, session) => {
  test.each(refused)('%s is answered with 503, and asks no service for the caller’s data', async (name) =>
    expect(await answerTo(name, session)).toEqual({ status: 503, code: 'away', asked: [] }),
  )
  test.each(toVisitors)('%s is answered as for a visitor', async (name) => {
    const toVisitor = await answerTo(name, {})
    expect(toVisitor.code).not.toBe('away')
    expect(await answerTo(name, session)).toEqual(toVisitor)
  })
})

test.each(['payment.prompt', 'payment.unused', 'deliveries.receipt'])(
  'while identity is away, %s still works for a caller without a session',
  async (name) => expect((await answerTo(name, {})).code).not.toBe('away'),
)
