import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Collected } from '../measuring/collect-garbage.ts'
import { getResidentMb, toChildren, toHandles } from '../measuring/process-cost.ts'
import type { Sample } from './soak-verdict.ts'

const mib = 2 ** 20
const logPollMs = 500
/** Idle connections are closed after five seconds. */
const restMs = 7000
/** The process that hashes passwords ends after thirty seconds without work. */
const restTimeoutMs = 90_000
const collectTimeoutMs = 60_000

/** The process and its children. */
const toProcesses = (pid: number): number[] => [pid, ...toChildren(pid)]

/**
 * Reads the memory of a product that runs with `collect-garbage.ts`. Linux only.
 * @param report the file of `collectingAt`
 */
export const openSamples = (pid: number, folder: string, report: string) => {
  let maxLog = 0
  const lookAtLog = (): void => {
    maxLog = Math.max(maxLog, statSync(join(folder, 'tuma.db-wal'), { throwIfNoEntry: false })?.size ?? 0)
  }
  const timer = setInterval(lookAtLog, logPollMs)
  let count = 0

  const collect = async (): Promise<Collected> => {
    count += 1
    process.kill(pid, 'SIGUSR2')
    const until = performance.now() + collectTimeoutMs
    for (;;) {
      const collected = readReport(report)
      if (collected?.count === count) return collected
      if (performance.now() > until) throw new Error('the product did not collect its garbage in time')
      await pause(100)
    }
  }

  const rest = async (): Promise<void> => {
    await pause(restMs)
    const until = performance.now() + restTimeoutMs
    while (toProcesses(pid).length > 1 && performance.now() < until) await pause(1000)
  }

  const dataMiB = (): number => statSync(join(folder, 'tuma.db')).size / mib

  return {
    dataMiB,
    /** Call it only while no request is under way. @param minute minutes of load before */
    async take(minute: number): Promise<Sample & { readonly collected: Collected }> {
      await rest()
      const collected = await collect()
      const rssMiB = toProcesses(pid).reduce((sum, one) => sum + (getResidentMb(one) ?? 0), 0)
      lookAtLog()
      const logMiB = maxLog / mib
      maxLog = 0
      return { minute, rssMiB, handles: toHandles(pid), logMiB, dataMiB: dataMiB(), collected }
    },
    close(): void {
      clearInterval(timer)
      rmSync(report, { force: true })
    },
  }
}

const readReport = (file: string): Collected | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
