import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStore } from '@tuma/engines'
import { openInstallation } from '../installation.ts'
import { untilItIsQuiet } from '../measuring/cost.ts'
import type { Figures } from '../results.ts'
import { sent } from './posting.ts'

const hook = new URL('../count-event-store-calls.ts', import.meta.url).href
const names = { a: 'appends', r: 'reads of a stream', h: 'heads', l: 'reads of the log', s: 'subscriptions' } as const

/** Row 23: calls of all services, counted in the process; the server is a double where there is no real one. */
export const eventStoreCalls = async (): Promise<Figures> => {
  const eventStore = await startEventStore()
  const file = join(tmpdir(), `tuma-bench-calls-${process.pid}`)
  writeFileSync(file, '')
  const settings = { EVENTSTORE_URL: eventStore.url, TUMA_BENCH_CALLS: file }
  const installation = await openInstallation({ imports: [hook], settings })
  const posts = 100
  try {
    await sent(installation, 1, 20)()
    await untilItIsQuiet(installation)
    const before = readFileSync(file, 'utf8').length
    await sent(installation, 1, posts)()
    await untilItIsQuiet(installation)
    const letters = [...readFileSync(file, 'utf8').slice(before)]
    const each = Object.entries(names).map(([letter, name]): [string, number] => [
      name,
      letters.filter((one) => one === letter).length / posts,
    ])
    const shown = each.flatMap(([name, count]) => (count > 0 ? [`${count.toFixed(1)} ${name}`] : [])).join(', ')
    return { 23: { shown: `${(letters.length / posts).toFixed(1)} (${shown})`, figures: Object.fromEntries(each) } }
  } finally {
    await installation.close()
    await eventStore.close()
    rmSync(file, { force: true })
  }
}
