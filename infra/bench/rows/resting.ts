import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getNames, keptBy } from '@tuma/one-process/read-models'
import { rebuildView } from '@tuma/one-process/rebuild-view'
import { engineSettings } from '@tuma/platform/engines'
import { readSettings } from '@tuma/platform/runtime'
import { told } from '../controls/running-control.ts'
import { openInstallation } from '../installation.ts'
import { untilItIsQuiet } from '../measuring/cost.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import { upTo } from '../measuring/http-client.ts'
import { ofAll } from '../measuring/machine.ts'
import { askLags } from '../measuring/metrics.ts'
import type { Figures } from '../results.ts'
import { inFolder, startOn } from '../running-product.ts'
import { lived } from './messages.ts'
import { sent } from './posting.ts'

/** Enough that the demonstration itself does not show; `--deliveries 100000` is the size of the goal. */
export type Sizes = { readonly deliveries: number; readonly parcels: number }

const fill = (folder: string, deliveries: number) =>
  promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('../fill.ts', import.meta.url)),
    ...['--data', folder, '--deliveries', String(deliveries)],
  ])
const measureSize = (folder: string): number => statSync(join(folder, 'tuma.db')).size

/** From the start of the process until it is quiet, and then its memory. */
const started = async (folder: string) => {
  const token = crypto.randomUUID()
  const product = await startOn(folder, { METRICS_TOKEN: token }, { under: ofAll })
  const nothingWaits = async () => (await askLags(product.url, token)).every(({ messages }) => messages === 0)
  const { cpuMs } = await untilItIsQuiet({ pid: product.pid, nothingWaits })
  const memoryMb = product.memoryMb() ?? Number.NaN
  await product.close()
  return { cpuMs, memoryMb, readyMs: product.readyMs }
}

const eventsIn = (folder: string): number => {
  const reader = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
  const row = reader.prepare('select count(*) as events from events').get()
  reader.close()
  return Number(row?.events)
}

const emptied = async (folder: string): Promise<void> => {
  const settings = readSettings(engineSettings, { DATA_DIR: folder })
  for (const [service, kept] of Object.entries(keptBy))
    for (const view of getNames(kept)) await rebuildView([service, view], settings)
}

/** Rows 13, 16 and 17, of a folder that `fill.ts` fills: histories of parcels without messages. */
export const filled = async (rounds: number, { deliveries }: Sizes): Promise<Figures> =>
  inFolder(async (folder) => {
    await fill(folder, 0)
    const before = measureSize(folder)
    await fill(folder, deliveries)
    const kb = (measureSize(folder) - before) / 1000 / deliveries
    const [starts, controls, rebuilds]: [number[], number[], number[]] = [[], [], []]
    for (const _ of upTo(rounds)) {
      starts.push((await started(folder)).cpuMs)
      controls.push((await told<{ cpuMs: number }>('start-only', [join(folder, 'tuma.db')], ofAll)).cpuMs)
    }
    const [startMs, controlMs] = [computeMedian(starts), computeMedian(controls)]
    for (const _ of upTo(Math.min(rounds, 3))) {
      await emptied(folder)
      rebuilds.push((await started(folder)).cpuMs)
    }
    const events = eventsIn(folder)
    const rebuildMs = (computeMedian(rebuilds) - startMs) / events
    const of = `with ${deliveries.toLocaleString('en')} deliveries`
    const sms = await diskOfSms()
    return {
      13: {
        shown: `${rebuildMs.toFixed(3)} ms (${events.toLocaleString('en')} events)`,
        figures: { rebuildMs, events },
      },
      16: {
        shown: `${(startMs / controlMs).toFixed(1)}× (${Math.round(startMs)} ms) ${of}`,
        figures: { startMs, controlMs, times: startMs / controlMs, deliveries },
      },
      17: { shown: `${ms(kb)}; ${sms.toFixed(1)} kB`, figures: { kb, smsKb: sms, deliveries } },
    }
  })

/** What notification stores of each SMS: its tables, including its events. */
const diskOfSms = async (): Promise<number> => {
  const installation = await openInstallation()
  try {
    await lived(installation)
    await untilItIsQuiet(installation)
    const reader = new DatabaseSync(join(installation.folder, 'tuma.db'), { readOnly: true })
    const pages = `select coalesce(sum(pgsize), 0) as bytes from dbstat join sqlite_schema on sqlite_schema.name = dbstat.name
      where aggregate = true and tbl_name`
    const bytes = (sql: string): number => Number(reader.prepare(sql).get()?.bytes)
    const kept = bytes(`${pages} like 'notification/%'`) + bytes(`${pages} = 'notification events'`)
    reader.close()
    return kept / 1000 / installation.sms.taken().length
  } finally {
    await installation.close()
  }
}

/** Row 15: of the demonstration, a while after its first start; of a real installation, after this many parcels. */
export const memory = async (_rounds: number, { parcels }: Sizes): Promise<Figures> => {
  const first = await inFolder(started)
  const installation = await openInstallation()
  try {
    await sent(installation, 16, parcels)()
    await untilItIsQuiet(installation)
    const afterMb = installation.product.memoryMb() ?? Number.NaN
    const shown = `${first.memoryMb}; ${afterMb} MB (${parcels.toLocaleString('en')} parcels)`
    return { 15: { shown, figures: { firstMb: first.memoryMb, afterMb, parcels } } }
  } finally {
    await installation.close()
  }
}
