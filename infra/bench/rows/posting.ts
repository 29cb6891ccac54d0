import { rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Control, startControl } from '../controls/running-control.ts'
import { type Installation, openInstallation, postDoorstep } from '../installation.ts'
import { type Cost, getCost, untilItIsQuiet } from '../measuring/cost.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import { atOnce, repeatWhileBusy, upTo } from '../measuring/http-client.ts'
import type { Figures } from '../results.ts'
import { parcel } from '../senders.ts'

const hook = new URL('../count-commits.ts', import.meta.url).href

/** Sends this many parcels to a door, by this many people. */
export const sent = (installation: Installation, people: number, count: number) => async (): Promise<number> => {
  await atOnce(people, upTo(count), () => repeatWhileBusy(() => postDoorstep(installation)))
  return count
}

/** The same bytes, stored by a server that does nothing else. */
export const keptByControl =
  ({ httpClient }: Control, people: number, count: number) =>
  async (): Promise<number> => {
    await atOnce(people, upTo(count), (n) => httpClient.ask({ method: 'POST', path: '/kept', body: parcel(n) }))
    return count
  }

const both = async <T>(work: (of: { installation: Installation; control: Control }) => Promise<T>): Promise<T> => {
  const [installation, control] = [await openInstallation(), await startControl()]
  try {
    return await work({ installation, control })
  } finally {
    await installation.close()
    await control.close()
  }
}

/** Row 3. */
export const postCost = (rounds: number): Promise<Figures> =>
  both(async ({ installation, control }) => {
    await sent(installation, 16, 200)()
    await keptByControl(control, 16, 2000)()
    const [ours, theirs]: [Cost[], Cost[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await getCost(installation, sent(installation, 16, 400)))
      theirs.push(await getCost(control, keptByControl(control, 16, 4000)))
    }
    const of = (costs: readonly Cost[], figure: keyof Cost) => computeMedian(costs.map((cost) => cost[figure]))
    const [cpuMs, controlMs] = [of(ours, 'cpuMs'), of(theirs, 'cpuMs')]
    const figures = { cpuMs, controlMs, times: cpuMs / controlMs, burstMs: of(ours, 'burstMs') }
    return { 3: { shown: `${Math.round(figures.times)}× (${ms(cpuMs)} ms)`, figures } }
  })

/** Rows 5 and 6: counted by a hook in the process, and by the system. */
export const postWrites = async (rounds: number): Promise<Figures> => {
  const file = join(tmpdir(), `tuma-bench-commits-${process.pid}`)
  writeFileSync(file, '')
  const installation = await openInstallation({ imports: [hook], settings: { TUMA_BENCH_COMMITS: file } })
  try {
    const measured = async (people: number, count: number) => {
      const costs: { commits: number; writtenKb: number }[] = []
      await sent(installation, people, 100)()
      for (let round = 0; round < rounds; round += 1) {
        await untilItIsQuiet(installation)
        const before = statSync(file).size
        const { writtenKb } = await getCost(installation, sent(installation, people, count))
        costs.push({ commits: (statSync(file).size - before) / count, writtenKb })
      }
      return {
        commits: computeMedian(costs.map(({ commits }) => commits)),
        kb: computeMedian(costs.map(({ writtenKb }) => writtenKb)),
      }
    }
    const [alone, at16] = [await measured(1, 100), await measured(16, 320)]
    return {
      5: {
        shown: `${alone.commits.toFixed(1)}, ${at16.commits.toFixed(2)}`,
        figures: { alone: alone.commits, at16: at16.commits },
      },
      6: {
        shown: `${Math.round(alone.kb)}, ${Math.round(at16.kb)}`,
        figures: { aloneKb: alone.kb, at16Kb: at16.kb },
      },
    }
  } finally {
    await installation.close()
    rmSync(file, { force: true })
  }
}
