import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ms, tableOf } from './figures.ts'
import { askLags } from './metrics.ts'
import { startOn } from './running-product.ts'
import { openSenders } from './senders.ts'

/**
 * What grows when nobody looks: so many parcels a second for so many minutes, on a folder of its own which goes with it:
 * `node infra/bench/soak.ts [--minutes 30] [--rate 15] [--looks 10]`.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '15' },
    looks: { type: 'string', default: '10' },
  },
})
const [minutes, rate, looks] = [Number(values.minutes), Number(values.rate), Number(values.looks)]
const token = crypto.randomUUID()

const folder = await mkdtemp(join(tmpdir(), 'tuma-soak-'))
const megabytes = (file: string): string =>
  ms((statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20)
const product = await startOn(folder, { METRICS_TOKEN: token })

/** @returns of the group that is furthest behind */
const lag = async (): Promise<string> => {
  const lags = await askLags(product.url, token)
  const most = (of: 'messages' | 'seconds') => Math.max(0, ...lags.map((one) => one[of]))
  return `${most('messages')} / ${ms(most('seconds'))} s`
}

const look = async (taken: number): Promise<Map<string, string>> =>
  new Map([
    ['parcels taken in', String(taken)],
    ['memory, MB', String(product.memoryMb())],
    ['handles', String(product.handles())],
    ['log file, MB', megabytes('tuma.db-wal')],
    ['data file, MB', megabytes('tuma.db')],
    ['furthest behind, messages', await lag()],
  ])

try {
  const senders = openSenders(product.url)
  let [taken, otherwise] = [0, 0]
  const columns = [{ name: 'begin', figures: await look(0) }]
  for (let past = 1; past <= looks; past += 1) {
    const tally = await senders.everySecond(rate, (minutes * 60) / looks)
    taken += tally.taken.length
    otherwise += tally.busy.length + tally.reset + tally.refused + tally.other.length
    columns.push({ name: `${ms((past * minutes) / looks)} min`, figures: await look(taken) })
    console.log(tableOf(`${rate} a second`, columns.slice(-1)))
  }
  await senders.close()
  await pause(60_000)
  columns.push({ name: 'a minute later', figures: await look(taken) })
  console.log(`${tableOf(`${rate} a second`, columns)}\n\nnot taken in: ${otherwise}`)
} finally {
  await product.close()
  await rm(folder, { recursive: true, force: true })
}
