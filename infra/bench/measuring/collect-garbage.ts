import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/**
 * Loaded before the product (`--import`), in each of its threads, also in those without an environment, so its address
 * names the file to write (`?report=`). On SIGUSR2 every thread collects garbage; then the main thread writes what it
 * still holds.
 */
const report = new URL(import.meta.url).searchParams.get('report')
/** Threads collect at the same time; none of our heaps takes longer. */
const collectMs = 1500

/** Of the main thread, in bytes; `resources` counts by kind what keeps its event loop going. */
export type Collected = {
  readonly count: number
  readonly heapUsed: number
  readonly heapTotal: number
  readonly external: number
  readonly arrayBuffers: number
  readonly resources: Readonly<Record<string, number>>
}

/** @param report the file that the product writes @returns the address for `--import` */
export const collectingAt = (report: string): string => `${import.meta.url}?report=${encodeURIComponent(report)}`

if (report) {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (how: object) => void
  // Collects as when memory runs out: free pages of the heap go back to the system, which a usual collection keeps.
  const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const threads = new BroadcastChannel('collect garbage')
  threads.unref()
  threads.onmessage = collect
  let count = 0
  const collectAll = async (): Promise<void> => {
    // What a finalizer releases becomes garbage only for the second collection.
    for (let times = 0; times < 2; times += 1) {
      threads.postMessage('now')
      collect()
      await pause(collectMs)
    }
    const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    const kinds = Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
    const resources = Object.fromEntries(Object.entries(kinds).map(([kind, those]) => [kind, those?.length ?? 0]))
    count += 1
    const collected: Collected = { count, heapUsed, heapTotal, external, arrayBuffers, resources }
    writeFileSync(`${report}.new`, JSON.stringify(collected))
    renameSync(`${report}.new`, report)
  }
  if (isMainThread) process.on('SIGUSR2', () => void collectAll())
}
