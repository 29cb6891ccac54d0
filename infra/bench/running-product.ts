import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProductProcess, type StartOptions } from '@tuma/chaos/product-process'
import { getResidentMb } from './measuring/process-cost.ts'

/** The product as a process of its own on a folder. */
export type RunningProduct = {
  readonly url: string
  readonly pid: number
  /** From the start of the process until /readyz says that it is ready. */
  readonly readyMs: number
  /** The memory that it keeps, on Linux. */
  memoryMb(): number | null
  close(): Promise<void>
}

/** With the demonstration, unless settings say otherwise, and with limits that no bench reaches. */
export const startOn = async (
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  how: StartOptions = {},
): Promise<RunningProduct> => {
  const usual = { SEED: 'demo', POSTS_PER_MINUTE: '1000000', PAPERS_PER_MINUTE: '1000000' }
  const began = performance.now()
  const running = await openProductProcess(folder, { ...usual, ...settings }, { imports: [], ...how })
  await running.start()
  const pid = running.pid() ?? 0
  return {
    url: running.url,
    pid,
    readyMs: performance.now() - began,
    memoryMb: () => getResidentMb(pid),
    close: () => running.end('SIGTERM'),
  }
}

/** A data folder for as long as the work takes. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-bench-'))
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}
