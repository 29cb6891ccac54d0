import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatCalls, locatePage, readCalls, replaceCalls, services, summarize } from './calls-of-contract.ts'
import { root } from './planted-tree.ts'

test('each service has such a page', () => {
  const found = readdirSync(join(root, 'services')).filter((name) =>
    existsSync(join(root, 'services', name, 'src/service.ts')),
  )
  expect(found.toSorted()).toEqual(services.toSorted())
})

test.each(services)('the page of %s lists the calls of its contract', async (service) => {
  const page = readFileSync(locatePage(service), 'utf8')
  const calls = await readCalls(service)
  expect(calls.length).toBeGreaterThan(20)
  expect(page, 'node infra/architecture/calls-of-contract.ts --write').toBe(replaceCalls(page, formatCalls(calls)))
})

test('a call has the callers and the comment of the contract, also where it is spread into it', async () => {
  const calls = new Map((await readCalls('delivery')).map((call) => [call.name, call]))
  const summary: unknown = expect.stringMatching(/^\S.*[.]$/)
  expect(calls.get('move')).toEqual({ name: 'move', callers: ['bff', 'launcher'], summary })
  expect(calls.get('parked')).toEqual({ name: 'parked', callers: ['bff'], summary })
})

describe('only the first sentence of a comment is listed', () => {
  test.each([
    ['Oldest first.', 'Oldest first.'],
    ['One\nsentence, 1.5 of it. Another one.', 'One sentence, 1.5 of it.'],
    ['Without an end', 'Without an end'],
    ['Pay Now only. @refuses as requestDoorstep', 'Pay Now only.'],
    ['@refuses not_found', ''],
    ['`a` | `b`.', '`a` \\| `b`.'],
    ['', ''],
  ])('%j', (comment, summary) => expect(summarize(comment)).toBe(summary))
})

test('a page without the two markers is refused, and text around them stays', () => {
  const list = formatCalls([{ name: 'move', callers: ['bff'], summary: 'A press.' }])
  const other = formatCalls([])
  expect(replaceCalls(`before\n${other}\nafter`, list)).toBe(`before\n${list}\nafter`)
  expect(() => replaceCalls('before', list)).toThrow('no <!-- calls')
})
