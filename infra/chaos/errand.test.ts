import type { Answer } from '@tuma/one-process/visitor'
import { afterEach, expect, test, vi } from 'vitest'
import { askUntilShown, type Errand } from './errand.ts'
import { openLedger } from './ledger.ts'

afterEach(() => vi.useRealTimers())

const answer = (body: object): Answer => ({ status: 200, body, headers: new Headers() })
const open = () => {
  vi.useFakeTimers()
  const ledger = openLedger()
  const after: Errand = { what: 'after', ask: async () => answer({}), told: () => null }
  const errand = askUntilShown(ledger, {
    ...{ what: 'row', everyMs: 100, ask: async () => answer({}) },
    next: ({ body }) => (body.shown ? () => after : null),
  })
  return { ledger, errand, after }
}

test('a question is repeated until its answer shows the change, and then the next errand follows', () => {
  const { errand, after, ledger } = open()
  const again = errand.told(answer({ shown: false }))
  expect(again).toMatchObject({ what: 'row', afterMs: 100, isQuestion: true })
  expect(again?.told(answer({ shown: true }))).toBe(after)
  expect(ledger.wrong).toEqual([])
})

test('a change that is not shown within five minutes is reported as wrong, and the question is not repeated', () => {
  const { errand, ledger } = open()
  vi.advanceTimersByTime(300_001)
  expect(errand.told(answer({ shown: false }))).toBeNull()
  expect(ledger.wrong).toEqual(['row: not within 300 s, the last answer was {"shown":false}'])
})
