import { parseArgs } from 'node:util'
import { openProductProcess } from '@tuma/chaos/product-process'
import { computeMedian, ms } from './measuring/figures.ts'
import { machine } from './measuring/machine.ts'
import { getCpuMs } from './measuring/process-cost.ts'
import { untilQuiet } from './measuring/quiet.ts'

/**
 * The CPU of a start on filled folders, until it is ready and until it is quiet: after an end in order, and after a
 * kill. The folders take turns, so that other work of the machine disturbs them alike:
 * `node infra/bench/start-costs.ts [--times 3] FOLDER FOLDER`.
 */
const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const settings = { SEED: 'demo', LOG_LEVEL: 'error', POSTS_PER_MINUTE: '1000000' }
const ends = ['SIGTERM', 'SIGKILL'] as const

const startOnce = async (folder: string, next: NodeJS.Signals): Promise<{ ready: number; quiet: number }> => {
  const product = await openProductProcess(folder, settings, { imports: [] })
  try {
    await product.start()
    const pid = product.pid() ?? 0
    const ready = getCpuMs(pid)
    const look = () => ({ cpuMs: getCpuMs(pid), atMs: performance.now(), reached: 0 })
    const { cpuMs } = await untilQuiet({ look, nothingWaits: async () => true })
    return { ready, quiet: cpuMs }
  } finally {
    await product.end(next)
  }
}

const costs = new Map<string, { readonly ready: number[]; readonly quiet: number[] }>()
for (const folder of positionals) await startOnce(folder, 'SIGTERM')
for (const before of ends)
  for (let time = 0; time <= Number(values.times); time += 1)
    for (const folder of positionals) {
      const { ready, quiet } = await startOnce(folder, before)
      // The first one comes after the other kind of end.
      if (time === 0) continue
      const name = `${folder} after ${before}`
      const known = costs.get(name) ?? { ready: [], quiet: [] }
      costs.set(name, { ready: [...known.ready, ready], quiet: [...known.quiet, quiet] })
      console.log(`${name}: ready ${ms(ready)}, quiet ${ms(quiet)} ms of CPU; load ${machine().load}`)
    }
for (const [name, { ready, quiet }] of costs)
  console.log(`${name}: median ready ${ms(computeMedian(ready))}, quiet ${ms(computeMedian(quiet))} ms of CPU`)
