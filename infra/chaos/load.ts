import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@tuma/one-process/visitor'
import { type Errand, isDone } from './errand.ts'
import type { Ledger } from './ledger.ts'

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
const notNow: ReadonlySet<number> = new Set([429, 503])

const isOver = ({ orElse }: Errand, answer: Answer): boolean =>
  isDone(answer) || (orElse?.includes(answer.body?.code) ?? false)

/** @returns the fault of an answer; null: the request is repeated */
const findFault = (
  { what }: Errand,
  answer: Answer | null,
  { silentMs, askingMs }: { readonly silentMs: number; readonly askingMs: number },
): string | null => {
  if (!answer) return silentMs > patienceMs ? `${what} was never answered` : null
  if (notNow.has(answer.status) && askingMs <= patienceWithBusyMs) return null
  return `${what} was answered ${answer.status} ${JSON.stringify(answer.body)}`
}

/**
 * People with one errand after another. Without an answer, or with a busy one, a person repeats the request with the
 * same key.
 */
export const mixedLoad = (ledger: Ledger, next: () => Errand, people = usualPeople) => {
  const waiting: { readonly errand: Errand; readonly from: number }[] = []
  let underWay = 0

  const wait = (errand: Errand): void => void waiting.push({ errand, from: performance.now() + (errand.afterMs ?? 0) })
  const due = (): Errand | null => {
    const at = waiting.findIndex(({ from }) => from <= performance.now())
    return at === -1 ? null : (waiting.splice(at, 1)[0]?.errand ?? null)
  }

  const tell = (errand: Errand, answer: Answer): void => {
    if (!errand.isQuestion) ledger.done()
    const more = errand.told(answer)
    if (more) wait(more)
  }

  /**
   * Its person begins nothing else during this. Otherwise an outage would leave hundreds of errands, which would take
   * minutes after it.
   */
  const askUntilTold = async (errand: Errand): Promise<void> => {
    const began = performance.now()
    let heardAt = began
    while (ledger.wrong.length < enoughWrong) {
      const answer = await errand.ask().catch(() => null)
      if (answer && isOver(errand, answer)) return tell(errand, answer)
      const now = performance.now()
      const fault = findFault(errand, answer, { silentMs: now - heardAt, askingMs: now - began })
      if (fault !== null) return ledger.isWrong(fault)
      if (answer) heardAt = now
      await pause(answer ? busyAgainAfterMs : againAfterMs)
    }
  }

  const person = async (isEnough: () => boolean): Promise<void> => {
    while (ledger.wrong.length < enoughWrong && (!isEnough() || waiting.length > 0 || underWay > 0)) {
      const errand = due() ?? (isEnough() ? null : next())
      if (!errand) {
        await pause(20)
        continue
      }
      underWay += 1
      await askUntilTold(errand).finally(() => {
        underWay -= 1
      })
    }
  }

  return {
    /** The next person who is free takes this errand. */
    wait,
    /** Resolves when enough was acknowledged, and all people have final answers. */
    async run(isEnough: () => boolean): Promise<void> {
      await Promise.all(Array.from({ length: people }, () => person(isEnough)))
    },
  }
}
