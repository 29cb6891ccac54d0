import { startEventStoreDouble } from '@tuma/engines'
import { freePort } from '@tuma/platform/runtime'
import { costOf } from '../cost.ts'
import { medianOf, ms } from '../figures.ts'
import { type Installation, openInstallation } from '../installation.ts'
import type { Figures } from '../results.ts'
import { sent } from './posting.ts'

const slowAppendMs = 25
const people = 16
const posts = 400

type Rounds = { readonly embedded: number[]; readonly fast: number[]; readonly slow: number[] }

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
  const cpuMsOf = async (installation: Installation): Promise<number> =>
    (await costOf(installation, sent(installation, people, posts))).cpuMs
  const found: Rounds = { embedded: [], fast: [], slow: [] }
  try {
    for (const installation of [embedded, apart]) await sent(installation, people, 200)()
    for (let round = 0; round < rounds; round += 1) {
      found.embedded.push(await cpuMsOf(embedded))
      found.fast.push(await cpuMsOf(apart))
      double.habits.appendTakesMs = slowAppendMs
      found.slow.push(await cpuMsOf(apart))
      double.habits.appendTakesMs = 0
    }
  } finally {
    await embedded.close()
    await apart.close()
    await double.kill()
  }
  const [embeddedMs, fastMs, slowMs] = [medianOf(found.embedded), medianOf(found.fast), medianOf(found.slow)]
  const times = (cpuMs: number): string => `${(cpuMs / embeddedMs).toFixed(2)}×`
  const shown = `${times(fastMs)} (${ms(fastMs)} against ${ms(embeddedMs)} ms), slowed ${times(slowMs)} (${ms(slowMs)} ms)`
  return { 25: { shown, figures: { embeddedMs, fastMs, slowMs } } }
}
