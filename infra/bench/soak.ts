import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { logLimitBytes, pageCacheBytes } from '@tuma/platform/engines'
import { openInstallation } from './installation.ts'
import { collectingAt } from './measuring/collect-garbage.ts'
import { ms } from './measuring/figures.ts'
import { machine, ofAll } from './measuring/machine.ts'
import { askLags } from './measuring/metrics.ts'
import { openSamples } from './soak/soak-samples.ts'
import { judge } from './soak/soak-verdict.ts'
import { type Outcomes, openVisits } from './soak/soak-visits.ts'

/**
 * Finds what grows when the product works for long: one minute of as many visits as it can take, more of them until the
 * page cache is full, then half as many a second, on a folder of its own which is removed: `node infra/bench/soak.ts
 * [--minutes 30] [--judged 20] [--every 2] [--besides "nothing else"] [--json FILE]`. Ends with exit code 1 if the
 * verdict fails.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    /** How many of the last minutes are judged. */
    judged: { type: 'string', default: '20' },
    /** Minutes from one sample to the next. */
    every: { type: 'string', default: '2' },
    besides: { type: 'string', default: 'nothing said of what else ran' },
    json: { type: 'string' },
  },
})
const [minutes, every] = [Number(values.minutes), Number(values.every)]
const limits = {
  judgedMinutes: Number(values.judged),
  maxGrowthMiBPerMinute: 0.5,
  maxLogMiB: (2 * logLimitBytes) / 2 ** 20,
  /** The writer's page cache of 32 MiB was full at 36 MiB of data. */
  minDataMiB: (1.25 * pageCacheBytes) / 2 ** 20,
}
/** Enough that a visit always waits, and none waits long. */
const atOnce = 24
const firstSeconds = 60
const fillSeconds = 10

const report = join(tmpdir(), `tuma-soak-${crypto.randomUUID()}`)
const installation = await openInstallation({ imports: [collectingAt(report)], under: ofAll })
const { product, folder, token } = installation
const samples = openSamples(product.pid, folder, report)

const lag = async () => {
  const lags = await askLags(product.url, token)
  return {
    messages: Math.max(0, ...lags.map((one) => one.messages)),
    seconds: Math.max(0, ...lags.map((one) => one.seconds)),
  }
}
const taken: (Awaited<ReturnType<typeof samples.take>> & { readonly visits: Outcomes; readonly lag: object })[] = []
const look = async (minute: number, visits: Outcomes): Promise<void> => {
  const late = await lag()
  while (!(await installation.nothingWaits())) await pause(1000)
  const sample = { ...(await samples.take(minute)), visits, lag: late }
  taken.push(sample)
  const { rssMiB, handles, logMiB, dataMiB, collected } = sample
  const open = Object.values(handles).reduce((sum, one) => sum + one, 0)
  console.log(
    `${minute} min: ${rssMiB} MiB resident, ${ms(collected.heapUsed / 2 ** 20)} of heap; ${open} handles; log ${ms(logMiB)}, data ${ms(dataMiB)} MiB; ${JSON.stringify(visits)}; lag ${JSON.stringify(late)}`,
  )
}

try {
  const began = machine()
  const visits = await openVisits(installation)
  const first = await visits.oneAfterTheOther(atOnce, firstSeconds)
  const rate = first.taken / firstSeconds / 2
  console.log(
    `${ms(first.taken / firstSeconds)} visits a second in the first minute; half as many once the cache is full`,
  )
  await look(0, first)
  let added = 0
  while (samples.dataMiB() < limits.minDataMiB) added += (await visits.oneAfterTheOther(atOnce, fillSeconds)).taken
  console.log(
    `${added} visits more until the data file had ${ms(samples.dataMiB())} MiB; ${ms(rate)} a second from now on`,
  )
  for (let past = every; past <= minutes; past += every) await look(past, await visits.everySecond(rate, every * 60))
  visits.close()
  const verdict = judge(taken, limits)
  const result = {
    at: new Date().toISOString(),
    machine: began,
    besides: values.besides,
    rate,
    limits,
    verdict,
    samples: taken,
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`)
  console.log(JSON.stringify(verdict))
  if (!verdict.holds) process.exitCode = 1
} finally {
  samples.close()
  await installation.close()
}
