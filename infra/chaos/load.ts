import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@tuma/one-process/visitor'
import type { Ledger } from './ledger.ts'
import { isDone, type Task } from './task.ts'

const usualPeople = 12
/** A person who gets no answer for this long, while the product runs, has been forgotten. */
const patienceMs = 120_000
const againAfterMs = 50
/** For a person whose answers say that the product is busy: on a slow machine that may take long. */
const patienceWithBusyMs = 600_000
const busyAgainAfterMs = 250
/** After this many wrong answers the run stops. */
const enoughWrong = 20
/** Try again later; every other answer is final. */
const busyStatuses: ReadonlySet<number> = new Set([429, 503])

const isOver = ({ acceptedRefusals }: Task, answer: Answer): boolean =>
  isDone(answer) || (acceptedRefusals?.includes(answer.body?.code) ?? false)

/** @returns the fault of an answer; null: the request is repeated */
const findFault = (
  { what }: Task,
  answer: Answer | null,
  { silentMs, askingMs }: { readonly silentMs: number; readonly askingMs: number },
): string | null => {
  if (!answer) return silentMs > patienceMs ? `${what} was never answered` : null
  if (busyStatuses.has(answer.status) && askingMs <= patienceWithBusyMs) return null
  return `${what} was answered ${answer.status} ${JSON.stringify(answer.body)}`
}

/**
 * People with one task after another. Without an answer, or with a busy one, a person repeats the request with the
 * same key.
 */
export const openLoad = (ledger: Ledger, next: () => Task, people = usualPeople) => {
  const waiting: { readonly task: Task; readonly from: number }[] = []
  const answerTimes: number[] = []
  let underWay = 0
  let isResting = false

  const add = (task: Task): void => void waiting.push({ task, from: performance.now() + (task.afterMs ?? 0) })
  const due = (): Task | null => {
    const at = waiting.findIndex(({ from }) => from <= performance.now())
    return at === -1 ? null : (waiting.splice(at, 1)[0]?.task ?? null)
  }

  const finish = (task: Task, answer: Answer): void => {
    if (!task.isQuestion) ledger.countAcknowledged()
    const more = task.onAnswer(answer)
    if (more) add(more)
  }

  const countRefusal = (answer: Answer | null): void => {
    if (answer?.body?.code) ledger.count(`answers: ${answer.body.code}`)
  }

  /**
   * Its person begins nothing else during this. Otherwise an outage would leave hundreds of tasks, which would take
   * minutes after it.
   */
  const repeatUntilAnswered = async (task: Task): Promise<void> => {
    const began = performance.now()
    let heardAt = began
    while (ledger.wrong.length < enoughWrong) {
      const askedAt = performance.now()
      const answer = await task.ask().catch(() => null)
      const now = performance.now()
      if (answer && isOver(task, answer)) {
        answerTimes.push(now - askedAt)
        return finish(task, answer)
      }
      countRefusal(answer)
      const fault = findFault(task, answer, { silentMs: now - heardAt, askingMs: now - began })
      if (fault !== null) return ledger.reportWrong(fault)
      if (answer) heardAt = now
      await pause(answer ? busyAgainAfterMs : againAfterMs)
    }
  }

  const person = async (isEnough: () => boolean): Promise<void> => {
    while (ledger.wrong.length < enoughWrong && (!isEnough() || waiting.length > 0 || underWay > 0)) {
      const task = due() ?? (isEnough() || isResting ? null : next())
      if (!task) {
        await pause(20)
        continue
      }
      underWay += 1
      await repeatUntilAnswered(task).finally(() => {
        underWay -= 1
      })
    }
  }

  return {
    /** The next person who is free takes this task. */
    add,
    /** How long final answers took, in milliseconds, the oldest first. */
    answerTimes: (): readonly number[] => [...answerTimes],
    /**
     * During a run: resolves when all people have final answers. They begin nothing new before the returned function is
     * called.
     */
    async rest(): Promise<() => void> {
      isResting = true
      while ((waiting.length > 0 || underWay > 0) && ledger.wrong.length < enoughWrong) await pause(20)
      return () => {
        isResting = false
      }
    },
    /** Resolves when enough was acknowledged, and all people have final answers. */
    async run(isEnough: () => boolean): Promise<void> {
      await Promise.all(Array.from({ length: people }, () => person(isEnough)))
    },
  }
}
