import type { Answer } from '@tuma/one-process/visitor'
import { afterEach, expect, test, vi } from 'vitest'
import { openLedger } from './ledger.ts'
import { askUntilShown, type Task } from './task.ts'

afterEach(() => vi.useRealTimers())

const answer = (body: object): Answer => ({ status: 200, body, headers: new Headers() })
const open = () => {
  vi.useFakeTimers()
  const ledger = openLedger()
  const after: Task = { what: 'after', ask: async () => answer({}), onAnswer: () => null }
  const task = askUntilShown(ledger, {
    ...{ what: 'row', everyMs: 100, ask: async () => answer({}) },
    next: ({ body }) => (body.shown ? () => after : null),
  })
  return { ledger, task, after }
}

test('a question is repeated until its answer shows the change, and then the next task follows', () => {
  const { task, after, ledger } = open()
  const again = task.onAnswer(answer({ shown: false }))
  expect(again).toMatchObject({ what: 'row', afterMs: 100, isQuestion: true })
  expect(again?.onAnswer(answer({ shown: true }))).toBe(after)
  expect(ledger.wrong).toEqual([])
})

test('a change that is not shown within five minutes is reported as wrong, and the question is not repeated', () => {
  const { task, ledger } = open()
  vi.advanceTimersByTime(300_001)
  expect(task.onAnswer(answer({ shown: false }))).toBeNull()
  expect(ledger.wrong).toEqual(['row: not within 300 s, the last answer was {"shown":false}'])
})
