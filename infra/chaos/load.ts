import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '@tuma/simulation/chance'
import { doorstep, dukani, type Errand, moved, type Place, removed, rider } from './errands.ts'

const people = 12
/** Whoever has asked for so long while the product is there has been forgotten. */
const patienceMs = 120_000
/** Then there is no use in going on. */
const enoughWrong = 20
/** Come again later; whatever else is said means something. */
const notNow: ReadonlySet<number> = new Set([429, 503])

/** People who send, move and delete parcels; whoever hears nothing, or to come again, asks again. */
export const mixedLoad = (town: Place, chance: Chance) => {
  const { ledger } = town
  const waiting: Errand[] = []
  const askedSince = new Map<Errand, number>()
  let underWay = 0
  let count = 0

  const next = (): Errand => {
    count += 1
    const idle = ledger.parcels().filter(({ busy, deleted, status }) => !busy && !deleted && status !== 'collected')
    const parcel = idle.length > 0 ? chance.among(idle) : null
    const which = chance.below(100)
    if (parcel && which < 3) return removed(town, parcel)
    if (which < 6) return rider(town, count)
    const moving = parcel && which < 60 ? moved(town, parcel) : null
    return moving ?? (which % 2 === 0 ? dukani(town, count) : doorstep(town, count))
  }

  const isPatient = (errand: Errand): boolean => {
    const since = askedSince.get(errand) ?? performance.now()
    askedSince.set(errand, since)
    return performance.now() - since < patienceMs
  }

  const one = async (errand: Errand): Promise<void> => {
    const answer = await errand.ask().catch(() => null)
    if (answer && (answer.status < 300 || answer.status === errand.orElse)) {
      ledger.done()
      const more = errand.told(answer)
      if (more) waiting.push(more)
    } else if ((!answer || notNow.has(answer.status)) && isPatient(errand)) {
      waiting.push(errand)
      await pause(50)
    } else if (!answer) ledger.isWrong(`${errand.what} was never answered`)
    else ledger.isWrong(`${errand.what} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  const person = async (isEnough: () => boolean): Promise<void> => {
    while (ledger.wrong.length < enoughWrong && (!isEnough() || waiting.length > 0 || underWay > 0)) {
      const errand = waiting.shift() ?? (isEnough() ? null : next())
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
    /** Until enough was acknowledged, and everybody has been told what became of what they wanted. */
    async run(isEnough: () => boolean): Promise<void> {
      await Promise.all(Array.from({ length: people }, () => person(isEnough)))
    },
  }
}
