import { setTimeout as pause } from 'node:timers/promises'
import { startEventStoreDouble } from '@tuma/engines'
import { freePort } from '@tuma/platform/runtime'
import { type Installation, openInstallation } from '../installation.ts'
import { untilItIsQuiet } from '../measuring/cost.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import { askLags } from '../measuring/metrics.ts'
import type { Figures } from '../results.ts'
import { openSenders } from '../senders.ts'

const slowAppendMs = 25
const [few, many] = [16, 64]
const seconds = 10
const lookEveryMs = 500

type Run = { readonly perSecond: number; readonly busyShare: number; readonly lateS: number }

/**
 * Row 26: how many parcels are taken from 64 clients against 16. Each client sends the next when the last is answered,
 * and after a 503 when the answer says. Appends take 25 ms on the double; in turn, round by round.
 */
export const eventStoreClients = async (rounds: number): Promise<Figures> => {
  const port = await freePort()
  const double = await startEventStoreDouble(port)
  const settings = { EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` }
  const installation = await openInstallation({ settings })
  const senders = openSenders(installation.product.url)
  const [atFew, atMany]: [Run[], Run[]] = [[], []]
  try {
    await senders.oneAfterTheOther(few, seconds)
    double.habits.appendTakesMs = slowAppendMs
    for (let round = 0; round < rounds; round += 1) {
      atFew.push(await getRun(installation, senders, few))
      atMany.push(await getRun(installation, senders, many))
    }
  } finally {
    senders.close()
    await installation.close()
    await double.kill()
  }
  return { 26: getFigure(atFew, atMany) }
}

const getRun = async (
  installation: Installation,
  senders: ReturnType<typeof openSenders>,
  people: number,
): Promise<Run> => {
  await untilItIsQuiet(installation)
  let isOver = false
  const watching = furthestBehind(installation, () => isOver)
  const { taken, busy, reset, refused, other } = await senders.oneAfterTheOther(people, seconds, 'whenTold')
  isOver = true
  if (reset + refused + other.length > 0)
    throw new Error(`${reset} without an answer, ${refused} refused, answered ${[...new Set(other)].join(', ')}`)
  return {
    perSecond: taken.length / seconds,
    busyShare: busy.length / (taken.length + busy.length),
    lateS: await watching,
  }
}

/** The highest lag of any group, in seconds. */
const furthestBehind = async ({ product, token }: Installation, isOver: () => boolean): Promise<number> => {
  let max = 0
  while (!isOver()) {
    const lags = await askLags(product.url, token)
    max = Math.max(max, ...lags.map((lag) => lag.seconds))
    await pause(lookEveryMs)
  }
  return max
}

const getFigure = (atFew: readonly Run[], atMany: readonly Run[]) => {
  const median = (runs: readonly Run[], figure: keyof Run) => computeMedian(runs.map((run) => run[figure]))
  const [at16, at64] = [median(atFew, 'perSecond'), median(atMany, 'perSecond')]
  const [busyAt64, lateAt64] = [median(atMany, 'busyShare'), median(atMany, 'lateS')]
  const latest = Math.max(...atMany.map(({ lateS }) => lateS))
  const share = `${(at64 / at16).toFixed(2)}× (${ms(at64)} for ${ms(at16)}/s)`
  return {
    shown: `${share}, busy ${(100 * busyAt64).toFixed(1)} %, late ${ms(lateAt64)} s, at most ${ms(latest)}`,
    figures: { at16, at64, busyAt64, lateAt64, latestAt64: latest },
  }
}
