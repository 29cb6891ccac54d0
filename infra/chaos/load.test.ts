import type { Answer } from '@tuma/one-process/visitor'
import { expect, test, vi } from 'vitest'
import type { Errand } from './errand.ts'
import { openLedger } from './ledger.ts'
import { mixedLoad } from './load.ts'

const answer = (status: number): Answer => ({ status, body: {}, headers: new Headers() })

/** Three people, each with a new errand each time; `ask` gives the answers. */
const open = (ask: () => Promise<Answer>) => {
  const ledger = openLedger()
  let wanted = 0
  const asked = vi.fn(ask)
  const next = (): Errand => ({ what: `errand ${++wanted}`, ask: asked, told: () => null })
  return { ledger, asked, wanted: () => wanted, load: mixedLoad(ledger, next, 3) }
}

test.each([
  ['no answer', () => Promise.reject(new Error('away'))],
  ['to come again', async () => answer(503)],
])('people who get %s repeat the request, and begin nothing else until they have an answer', async (_, whileAway) => {
  let isAway = true
  const { ledger, asked, wanted, load } = open(() => (isAway ? whileAway() : Promise.resolve(answer(201))))
  const running = load.run(() => ledger.acknowledged() >= 3)
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(6), { timeout: 10_000 })
  const wantedWhileAway = wanted()
  isAway = false
  await running
  expect(wantedWhileAway).toBe(3)
  expect([ledger.acknowledged(), ledger.wrong]).toEqual([wanted(), []])
})

test('an unexpected answer is reported as wrong, and the request is not repeated', async () => {
  const { ledger, asked, load } = open(async () => answer(409))
  await load.run(() => ledger.wrong.length > 0)
  expect(ledger.wrong).toContain('errand 1 was answered 409 {}')
  expect(asked).toHaveBeenCalledTimes(ledger.wrong.length)
})
