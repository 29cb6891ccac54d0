import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@tuma/one-process/visitor'
import { expect, test, vi } from 'vitest'
import { openLedger } from './ledger.ts'
import { openLoad } from './load.ts'
import type { Task } from './task.ts'

const answer = (status: number): Answer => ({ status, body: {}, headers: new Headers() })

/** Three people, each with a new task each time; `ask` gives the answers. */
const open = (ask: () => Promise<Answer>) => {
  const ledger = openLedger()
  let begun = 0
  const asked = vi.fn(ask)
  const next = (): Task => ({ what: `task ${++begun}`, ask: asked, onAnswer: () => null })
  return { ledger, asked, begun: () => begun, load: openLoad(ledger, next, 3) }
}

test.each([
  ['no answer', () => Promise.reject(new Error('away'))],
  ['to come again', async () => answer(503)],
])('people who get %s repeat the request, and begin nothing else until they have an answer', async (_, whileAway) => {
  let isAway = true
  const { ledger, asked, begun, load } = open(() => (isAway ? whileAway() : Promise.resolve(answer(201))))
  const running = load.run(() => ledger.acknowledged() >= 3)
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(6), { timeout: 10_000 })
  const begunWhileAway = begun()
  isAway = false
  await running
  expect(begunWhileAway).toBe(3)
  expect([ledger.acknowledged(), ledger.wrong]).toEqual([begun(), []])
})

test('an unexpected answer is reported as wrong, and the request is not repeated', async () => {
  const { ledger, asked, load } = open(async () => answer(409))
  await load.run(() => ledger.wrong.length > 0)
  expect(ledger.wrong).toContain('task 1 was answered 409 {}')
  expect(asked).toHaveBeenCalledTimes(ledger.wrong.length)
})

test('people who rest end what they have begun, and begin nothing before they go on', async () => {
  const { ledger, begun, load } = open(() => pause(1).then(() => answer(201)))
  load.add({ what: 'late', ask: async () => answer(201), onAnswer: () => null, afterMs: 30 })
  let isOver = false
  const running = load.run(() => isOver)
  await vi.waitFor(() => expect(begun()).toBeGreaterThan(3))
  const goOn = await load.rest()
  const done = ledger.acknowledged()
  expect(done).toBe(begun() + 1)
  await pause(30)
  expect(ledger.acknowledged()).toBe(done)
  goOn()
  await vi.waitFor(() => expect(ledger.acknowledged()).toBeGreaterThan(done))
  isOver = true
  await running
})
