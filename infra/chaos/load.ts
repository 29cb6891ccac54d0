import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@tuma/one-process/visitor'
import { type Errand, isDone } from './errand.ts'
import type { Ledger } from './ledger.ts'

const usualPeople = 12
/** A person who has heard nothing for so long while the product is there has been forgotten. */
const patienceMs = 120_000
const againAfterMs = 50
/** Of a person who is told that the product is busy: on a slow machine it may say so for long. */
const patienceWithBusyMs = 600_000
const busyAgainAfterMs = 250
/** Then there is no use in going on. */
const enoughWrong = 20
/** Come again later; each other answer means something. */
const notNow: ReadonlySet<number> = new Set([429, 503])

const isOver = ({ orElse }: Errand, answer: Answer): boolean =>
  isDone(answer) || (orElse?.includes(answer.body?.code) ?? false)

/** People who want one thing after another; who hears nothing, or to come again, asks again under the same key. */
export const mixedLoad = (ledger: Ledger, next: () => Errand, people = usualPeople) => {
  const waiting: { readonly errand: Errand; readonly from: number }[] = []
  const silentSince = new WeakMap<Errand, number>()
  const busySince = new WeakMap<Errand, number>()
  let underWay = 0

  const wait = (errand: Errand, afterMs = errand.afterMs ?? 0): void =>
    void waiting.push({ errand, from: performance.now() + afterMs })
  const due = (): Errand | null => {
    const at = waiting.findIndex(({ from }) => from <= performance.now())
    return at === -1 ? null : (waiting.splice(at, 1)[0]?.errand ?? null)
  }

  const isPatient = (since: WeakMap<Errand, number>, errand: Errand, forMs: number): boolean => {
    const first = since.get(errand) ?? performance.now()
    since.set(errand, first)
    return performance.now() - first < forMs
  }

  const tell = (errand: Errand, answer: Answer): void => {
    if (!errand.isQuestion) ledger.done()
    const more = errand.told(answer)
    if (more) wait(more)
  }

  const one = async (errand: Errand): Promise<void> => {
    const answer = await errand.ask().catch(() => null)
    if (answer && isOver(errand, answer)) tell(errand, answer)
    else if (!answer && isPatient(silentSince, errand, patienceMs)) wait(errand, againAfterMs)
    else if (!answer) ledger.isWrong(`${errand.what} was never answered`)
    else if (notNow.has(answer.status) && isPatient(busySince, errand, patienceWithBusyMs)) {
      silentSince.delete(errand)
      wait(errand, busyAgainAfterMs)
    } else ledger.isWrong(`${errand.what} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  const person = async (isEnough: () => boolean): Promise<void> => {
    while (ledger.wrong.length < enoughWrong && (!isEnough() || waiting.length > 0 || underWay > 0)) {
      const errand = due() ?? (isEnough() ? null : next())
      if (!errand) {
        await pause(20)
        continue
      }
      underWay += 1
      await one(errand).finally(() => {
        underWay -= 1
      })
    }
  }

  return {
    /** Wanted by the next person who is free. */
    wait: (errand: Errand) => wait(errand),
    /** Until enough was acknowledged, and all people have been told what became of what they wanted. */
    async run(isEnough: () => boolean): Promise<void> {
      await Promise.all(Array.from({ length: people }, () => person(isEnough)))
    },
  }
}
