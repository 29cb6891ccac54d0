import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@tuma/one-process/visitor'
import { type Errand, isDone } from './errand.ts'
import type { Ledger } from './ledger.ts'

const people = 12
/** A person who has asked for so long while the product is there has been forgotten. */
const patienceMs = 120_000
const againAfterMs = 50
/** Then there is no use in going on. */
const enoughWrong = 20
/** Come again later; each other answer means something. */
const notNow: ReadonlySet<number> = new Set([429, 503])

const isOver = ({ orElse }: Errand, answer: Answer): boolean =>
  isDone(answer) || (orElse?.includes(answer.body?.code) ?? false)

/** People who want one thing after another; who hears nothing, or to come again, asks again under the same key. */
export const mixedLoad = (ledger: Ledger, next: () => Errand) => {
  const waiting: { readonly errand: Errand; readonly from: number }[] = []
  const askedSince = new WeakMap<Errand, number>()
  let underWay = 0

  const wait = (errand: Errand, afterMs = errand.afterMs ?? 0): void =>
    void waiting.push({ errand, from: performance.now() + afterMs })
  const due = (): Errand | null => {
    const at = waiting.findIndex(({ from }) => from <= performance.now())
    return at === -1 ? null : (waiting.splice(at, 1)[0]?.errand ?? null)
  }

  const isPatient = (errand: Errand): boolean => {
    const since = askedSince.get(errand) ?? performance.now()
    askedSince.set(errand, since)
    return performance.now() - since < patienceMs
  }

  const tell = (errand: Errand, answer: Answer): void => {
    if (!errand.isQuestion) ledger.done()
    const more = errand.told(answer)
    if (more) wait(more)
  }

  const one = async (errand: Errand): Promise<void> => {
    const answer = await errand.ask().catch(() => null)
    if (answer && isOver(errand, answer)) tell(errand, answer)
    else if ((!answer || notNow.has(answer.status)) && isPatient(errand)) wait(errand, againAfterMs)
    else if (!answer) ledger.isWrong(`${errand.what} was never answered`)
    else ledger.isWrong(`${errand.what} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
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
