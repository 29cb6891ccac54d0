import { startEventStoreDouble } from '@tuma/engines'
import { freePort } from '@tuma/platform/runtime'
import { type Installation, openInstallation } from '../installation.ts'
import { type Cost, getCost } from '../measuring/cost.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import type { Figures } from '../results.ts'
import { sent } from './posting.ts'

const slowAppendMs = 25
const people = 16
const posts = 200
/** Code that has run less often is not compiled yet, and the client's is slow until then. */
const postsBefore = 800
/** No further round begins after this time, because on a busy machine one takes minutes. */
const maxMs = 240_000

type Rounds = { readonly embedded: Cost[]; readonly fast: Cost[]; readonly slow: Cost[] }

/**
 * Row 25: the product's CPU for each POST with its events in EventStoreDB, documents and bus embedded, against all
 * embedded; in turn, round by round. The server is always the double, in this process and so on the last core: once as
 * fast as it can be, once with appends that take 25 ms.
 */
export const eventStoreCost = async (rounds: number): Promise<Figures> => {
  const port = await freePort()
  const double = await startEventStoreDouble(port)
  const settings = { EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` }
  const [embedded, apart] = [await openInstallation(), await openInstallation({ settings })]
  const costIn = (installation: Installation) => getCost(installation, sent(installation, people, posts))
  const found: Rounds = { embedded: [], fast: [], slow: [] }
  try {
    for (const installation of [embedded, apart]) await sent(installation, people, postsBefore)()
    const endAtMs = performance.now() + maxMs
    for (let round = 0; round < rounds && (round === 0 || performance.now() < endAtMs); round += 1) {
      found.embedded.push(await costIn(embedded))
      found.fast.push(await costIn(apart))
      double.habits.appendTakesMs = slowAppendMs
      found.slow.push(await costIn(apart))
      double.habits.appendTakesMs = 0
    }
  } finally {
    await embedded.close()
    await apart.close()
    await double.kill()
  }
  return { 25: getFigure(found) }
}

const getFigure = ({ embedded, fast, slow }: Rounds) => {
  const median = (costs: readonly Cost[], figure: 'cpuMs' | 'mainThreadMs') =>
    computeMedian(costs.map((cost) => cost[figure]))
  const [embeddedMs, fastMs, slowMs] = [median(embedded, 'cpuMs'), median(fast, 'cpuMs'), median(slow, 'cpuMs')]
  const times = (cpuMs: number): string => `${(cpuMs / embeddedMs).toFixed(2)}×`
  return {
    shown: `${times(fastMs)} (${ms(fastMs)} against ${ms(embeddedMs)} ms), slowed ${times(slowMs)} (${ms(slowMs)} ms)`,
    figures: {
      ...{ embeddedMs, fastMs, slowMs, rounds: embedded.length },
      embeddedMainThreadMs: median(embedded, 'mainThreadMs'),
      fastMainThreadMs: median(fast, 'mainThreadMs'),
      slowMainThreadMs: median(slow, 'mainThreadMs'),
    },
  }
}
