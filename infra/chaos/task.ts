import { randomUUID } from 'node:crypto'
import type { RefusalCode } from '@tuma/contracts/vocabulary'
import type { Answer, Visitor } from '@tuma/one-process/visitor'
import type { Ledger } from './ledger.ts'

/** A task of a person, who asks until they get an answer that it is done. */
export type Task = {
  readonly what: string
  readonly ask: () => Promise<Answer>
  /** @returns the person's next task, if there is one */
  readonly onAnswer: (answer: Answer) => Task | null
  /** Refusals that also end the task, because another person was first. `onAnswer` gets them. */
  readonly acceptedRefusals?: readonly RefusalCode[]
  /** It changes nothing, so its answer acknowledges nothing. */
  readonly isQuestion?: true
  /** Milliseconds before the first request. */
  readonly afterMs?: number
}

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A call with a key of its own: repeated, it is the same command. @param type of a body that is not JSON */
export const command = (by: Visitor, method: Method, path: string, body?: unknown, type?: string) => {
  const headers = { 'idempotency-key': randomUUID(), ...(type ? { 'content-type': type } : {}) }
  return () => by.ask(method, path, body, { headers })
}

/** Not refused. */
export const isDone = ({ status }: Answer): boolean => status < 300

/** Does something once before the request, such as paying. */
export const prepareFirst = (what: string, prepare: () => Promise<Task>): Task => {
  let preparing: Promise<Task> | null = null
  let task: Task | null = null
  return {
    what,
    async ask() {
      preparing ??= prepare()
      task = await preparing
      return task.ask()
    },
    onAnswer: (answer) => task?.onAnswer(answer) ?? null,
  }
}

/** After this time, which includes an outage of a store, an answer will never show the change. */
const patienceMs = 300_000

type Shown = Pick<Task, 'what' | 'ask'> & {
  readonly everyMs: number
  /** The next task; null: the answer does not show the change yet. */
  readonly next: (answer: Answer) => (() => Task | null) | null
}

/** Repeats a question until its answer shows the change. Taking too long is reported as wrong. */
export const askUntilShown = (ledger: Pick<Ledger, 'reportWrong'>, { what, ask, everyMs, next }: Shown): Task => {
  const began = performance.now()
  const task: Task = {
    ...{ what, ask, isQuestion: true, afterMs: everyMs },
    onAnswer(answer) {
      const shown = next(answer)
      if (shown) return shown()
      if (performance.now() - began < patienceMs) return { ...task }
      ledger.reportWrong(
        `${what}: not within ${patienceMs / 1000} s, the last answer was ${JSON.stringify(answer.body)}`,
      )
      return null
    },
  }
  return task
}
