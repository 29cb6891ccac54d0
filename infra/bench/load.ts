import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { medianAnd95, ms } from './measuring/figures.ts'
import { startOn } from './running-product.ts'
import { type AnswerCounts, openSenders } from './senders.ts'

/**
 * Measures how many parcels a second are taken, what happens to three times as many, and what a stop during the load
 * costs:
 * `node infra/bench/load.ts [--seconds 30] [--times 3]`. On a folder of its own, which is removed.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, times: { type: 'string', default: '3' } },
})
const seconds = Number(values.seconds)
/** Enough that a request always waits, and none waits long. */
const atOnce = 24

const told = (name: string, { taken, busy, reset, refused, other }: AnswerCounts, over: number): void => {
  const answered = taken.length + busy.length + reset + refused + other.length
  console.log(
    [
      `${name}: ${ms(taken.length / over)} taken in a second of ${ms(answered / over)} asked for`,
      `taken after ${medianAnd95(taken)} ms`,
      busy.length > 0
        ? `${busy.length} told to come again, after ${medianAnd95(busy)} ms, ${busy.filter((after) => after > 1000).length} after more than a second, ${ms(Math.max(...busy))} at most`
        : '',
      `${reset} without an answer`,
      refused > 0 ? `${refused} found no server there` : '',
      other.length > 0 ? `${other.length} else: ${[...new Set(other)].join(', ')}` : '',
    ]
      .filter(Boolean)
      .join('; '),
  )
}

const folder = await mkdtemp(join(tmpdir(), 'tuma-load-'))
try {
  let product = await startOn(folder)
  const senders = openSenders(product.url)
  await senders.oneAfterTheOther(atOnce, 5)
  const peak = await senders.oneAfterTheOther(atOnce, seconds)
  told(`${atOnce} at once`, peak, seconds)

  const rate = (peak.taken.length / seconds) * Number(values.times)
  const beyond = await senders.everySecond(rate, seconds)
  told(`${values.times} times as many`, beyond, seconds)
  console.log(`goodput: ${Math.round((100 * beyond.taken.length) / peak.taken.length)} % of the peak`)

  for (const [name, load] of [
    ['at the peak', () => senders.everySecond(peak.taken.length / seconds, 6)],
    [`at ${values.times} times the peak`, () => senders.everySecond(rate, 6)],
  ] as const) {
    const under = load()
    await pause(3000)
    const began = performance.now()
    await product.close()
    const tookMs = performance.now() - began
    told(`stopped ${name}, in ${ms(tookMs)} ms`, await under, 6)
    product = await startOn(folder, {}, { port: Number(new URL(product.url).port) })
  }
  await senders.close()
  await product.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
