import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { Told } from './read-spreadsheet.ts'
import { RefusedFile } from './refused-file.ts'
import { sheetsIn } from './workbook.ts'

/**
 * Reads one file from its input and writes its rows, one JSON text a line, with a lower priority than the process that
 * answers requests.
 */
const rowsAtOnce = 200

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Ctrl-C in a terminal reaches this process too; its parent ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.stdout.once('error', () => process.exit(1))

const guard = new Worker(new URL('./guard.ts', import.meta.url), {
  workerData: { maxMemoryMiB: Number(process.argv[2]), parentId: process.ppid },
})
await once(guard, 'message')

const tell = async (told: Told): Promise<void> => {
  if (!process.stdout.write(`${JSON.stringify(told)}\n`)) await once(process.stdout, 'drain')
}

const tellRows = async (file: Buffer): Promise<void> => {
  const sheets = await sheetsIn(file)
  for (const [sheet, { rows }] of sheets.entries()) {
    const isLast = sheet === sheets.length - 1
    let some: string[][] = []
    for (const cells of rows) {
      some.push(cells)
      if (some.length < rowsAtOnce) continue
      await tell({ sheet, isLast, rows: some })
      some = []
    }
    if (some.length > 0) await tell({ sheet, isLast, rows: some })
  }
}

try {
  await tellRows(await buffer(process.stdin))
  await tell({ done: true })
} catch (error) {
  await tell({ refused: error instanceof RefusedFile ? error.code : 'statement_not_readable' })
}
await guard.terminate()
