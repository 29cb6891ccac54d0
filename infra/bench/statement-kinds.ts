import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { asCells, workbookFile } from '@tuma/bff/testing'
import { openHttpClient } from './measuring/http-client.ts'
import { getCpuMs, getEndedCpuMs, getPeakMb } from './measuring/process-cost.ts'
import { inFolder, startOn } from './running-product.ts'
import { portalFile } from './statements/statement-file.ts'
import { openTillAdmin } from './statements/till-admin.ts'

/**
 * The same rows as CSV, `.xlsx` and `.xls`: `node infra/bench/statement-kinds.ts [--rows 50000] [--xls FILE]`. Measures
 * the cost of reading each, with the processes that read spreadsheets, and how long another call waits during this, and
 * checks that all are the same statement. `--xls`: a file of these rows; SheetJS takes minutes and gigabytes to write
 * 50,000.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' }, xls: { type: 'string' } } })
const say = (line: string) => void process.stdout.write(`${line}\n`)

const amountColumns = [5, 6, 7]
const rowsIn = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''))
    .map((row) => row.slice(0, 13))

const median = (each: readonly number[]): number => each.toSorted((one, other) => one - other)[each.length >> 1] ?? 0

/** Asks for the list of statements again and again until the work is done. @returns milliseconds of each */
const meanwhile = async (look: () => Promise<unknown>, work: Promise<unknown>): Promise<number[]> => {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const each: number[] = []
  while (!isDone) {
    const began = performance.now()
    await look()
    each.push(performance.now() - began)
    await pause(20)
  }
  await done
  return each
}

const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await pause(200)
}

type File = string | Buffer

const measure = (name: string, file: File) =>
  inFolder(async (folder) => {
    const { url, pid, close } = await startOn(folder, { LOG_LEVEL: 'warn' })
    const httpClient = openHttpClient(url)
    try {
      const admin = await openTillAdmin(url)
      const look = () => httpClient.ask({ path: '/api/locations' })
      const quiet = await meanwhile(look, pause(3000))
      const peakBefore = getPeakMb(pid)
      const [own, ended, began] = [getCpuMs(pid), getEndedCpuMs(pid), performance.now()]
      const uploading = admin.upload(file)
      const busy = await meanwhile(look, uploading)
      const { _id: id } = await uploading
      const readMs = performance.now() - began
      const [ownMs, endedMs] = [getCpuMs(pid) - own, getEndedCpuMs(pid) - ended]
      const peak = getPeakMb(pid)
      const finding = admin.findings(id)
      const whileFinding = await meanwhile(look, finding)
      const { matched, newMoney, charges, settled, gaps, from, to } = await finding
      await admin.commit(id)
      const isApplied = async () => (await admin.list()).find(({ _id }) => _id === id)?.state === 'applied'
      const whileApplying = await meanwhile(look, until(isApplied))
      const allMs = performance.now() - began
      const allCpuMs = getCpuMs(pid) - own + getEndedCpuMs(pid) - ended
      say(
        `${name}, ${(file.length / 1e6).toFixed(1)} MB: read in ${(readMs / 1000).toFixed(1)} s, CPU ${(ownMs / 1000).toFixed(1)} s of the product and ${(endedMs / 1000).toFixed(1)} s beside it; ` +
          `its memory ${peakBefore} MB before, ${peak} at most; another call p50 ${median(quiet).toFixed(1)} ms before, ${median(busy).toFixed(1)} while it is read, ${median(whileFinding).toFixed(1)} while it is shown, ` +
          `${median(whileApplying).toFixed(1)} while it is taken over; ` +
          `taken over after ${(allMs / 1000).toFixed(1)} s, CPU ${(allCpuMs / 1000).toFixed(1)} s`,
      )
      return JSON.stringify({ matched, newMoney, charges, settled, gaps, from, to })
    } finally {
      httpClient.close()
      await close()
    }
  })

const { file: csv } = portalFile(Number(values.rows))
const cells = asCells(rowsIn(csv), amountColumns)
const files: readonly (readonly [string, File])[] = [
  ['csv', csv],
  ['xlsx', workbookFile('xlsx', { Statement: cells })],
  ['xls', values.xls === undefined ? workbookFile('biff8', { Statement: cells }) : readFileSync(values.xls)],
]
const found = new Set<string>()
for (const [name, file] of files) found.add(await measure(name, file))
if (found.size !== 1) throw new Error('not the same statement')
say('the same statement each time')
