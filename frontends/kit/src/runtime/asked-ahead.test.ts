// @vitest-environment jsdom
import { contract } from '@tuma/contracts/api'
import { fakeApi } from '@tuma/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls } from './api.ts'
import { queryClient } from './query.ts'
import { sessionEnded, sessionKey } from './session-ended.ts'

const counts = { toReceive: 3 }
const askedAhead = (askedAt = performance.now()): void => {
  const answer = Promise.resolve(Response.json({ ...counts }))
  window.tumaAsked = new Map([['GET /api/agent/counts', [askedAt, answer]]])
}
let server: ReturnType<typeof fakeApi>

beforeEach(() => {
  server = fakeApi().fail(contract.agent.counts)
})
afterEach(() => {
  delete window.tumaAsked
  queryClient.clear()
})

test('what the page has asked ahead is not asked again, and answers one call', async () => {
  askedAhead()
  expect(await calls.agent.counts()).toEqual(counts)
  expect(server.received(contract.agent.counts)).toEqual([])
  await expect(calls.agent.counts()).rejects.toThrow()
})

test('an answer that was not used for long is asked for again', async () => {
  askedAhead(performance.now() - 60_000)
  await expect(calls.agent.counts()).rejects.toThrow()
})

test('the next person does not get what was asked for the one before', async () => {
  askedAhead()
  queryClient.setQueryData(sessionKey, { username: 'otieno' })
  sessionEnded(queryClient)
  await expect(calls.agent.counts()).rejects.toThrow()
})
