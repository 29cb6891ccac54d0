import type { Ledger } from './ledger.ts'
import type { Figures } from './round.ts'
import { noSms, type SmsFigures } from './sms-sent.ts'

const maxShown = 20
/** The beginnings of sentences about faults. */
const kinds = { lost: 'lost: ', twice: 'twice: ', wrongSums: 'sum: ' } as const

const addSms = (one: SmsFigures, other: SmsFigures): SmsFigures => ({
  once: one.once + other.once,
  twice: one.twice + other.twice,
  more: one.more + other.more,
  left: one.left + other.left,
  unsent: one.unsent + other.unsent,
})

/** The result of all rounds. The SMS of one installation are counted from its beginning on. */
export const openRunResult = (of: Readonly<Record<string, unknown>>) => {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  let [rounds, acknowledged] = [0, 0]
  /** Of installations that have ended, and of the present one. */
  let [smsBefore, sms] = [noSms, noSms]
  let counted: Readonly<Record<string, number>> = {}
  const countedAs = (beginning: string): number => wrong.filter((what) => what.startsWith(beginning)).length
  const report = (what: readonly string[]): void => {
    wrong.push(...what)
    for (const sentence of what.slice(0, maxShown)) console.log(`   WRONG ${sentence}`)
  }
  return {
    isWrong: () => wrong.length > 0,
    beginInstallation(): void {
      smsBefore = addSms(smsBefore, sms)
      sms = noSms
      counted = {}
    },
    /** For faults that belong to no single round. */
    addFaults: (what: readonly string[]): void => report(what),
    addRound(name: string, figures: Figures, ledger: Ledger): void {
      rounds += 1
      acknowledged += figures.acknowledged
      sms = figures.sms
      for (const [kind, sum] of Object.entries(ledger.counts()))
        counts[kind] = (counts[kind] ?? 0) + sum - (counted[kind] ?? 0)
      counted = ledger.counts()
      console.log(`${rounds}. ${name}: ${figures.acknowledged} acknowledged, ${seconds()} s`)
      report(figures.wrong)
    },
    /** One line of JSON. */
    end(): void {
      const { lost, twice, wrongSums } = kinds
      const known = { lost: countedAs(lost), twice: countedAs(twice), wrongSums: countedAs(wrongSums) }
      const other = wrong.length - known.lost - known.twice - known.wrongSums
      const figures = {
        ...of,
        rounds,
        seconds: seconds(),
        acknowledged,
        ...known,
        otherWrong: other,
        sms: addSms(smsBefore, sms),
        counts,
      }
      console.log(JSON.stringify(figures))
      if (wrong.length > 0) process.exitCode = 1
    },
  }
}
