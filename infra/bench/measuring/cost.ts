import { getCpuMs, getMainThreadCpuMs, getWrittenBytes } from './process-cost.ts'
import { untilQuiet } from './quiet.ts'

/** A process that can say whether it still has waiting work. */
export type Measured = {
  readonly pid: number
  readonly nothingWaits: () => Promise<boolean>
  /** How many messages it has sent so far. */
  readonly reached?: () => number
}

export type Cost = {
  readonly operations: number
  /** CPU per operation while requests were answered. */
  readonly burstMs: number
  /** CPU per operation until the process was quiet again. */
  readonly cpuMs: number
  /**
   * The part of `cpuMs` in the thread that runs the product; the others write to the disk, hash passwords and collect
   * garbage.
   */
  readonly mainThreadMs: number
  readonly writtenKb: number
  /** From the last answer until the process was quiet, and from the first request on. */
  readonly quietAfterMs: number
  readonly wallMs: number
}

export const untilItIsQuiet = ({ pid, nothingWaits, reached = () => 0 }: Measured) =>
  untilQuiet({ look: () => ({ cpuMs: getCpuMs(pid), atMs: performance.now(), reached: reached() }), nothingWaits })

/** The CPU cost of work, from quiet to quiet. @param work returns how many operations it was */
export const getCost = async (process: Measured, work: () => Promise<number>): Promise<Cost> => {
  const { pid } = process
  await untilItIsQuiet(process)
  const before = {
    cpuMs: getCpuMs(pid),
    mainMs: getMainThreadCpuMs(pid),
    written: getWrittenBytes(pid),
    atMs: performance.now(),
  }
  const operations = await work()
  const answered = { cpuMs: getCpuMs(pid), atMs: performance.now() }
  const after = await untilItIsQuiet(process)
  return {
    operations,
    burstMs: (answered.cpuMs - before.cpuMs) / operations,
    cpuMs: (Math.max(after.cpuMs, answered.cpuMs) - before.cpuMs) / operations,
    mainThreadMs: (getMainThreadCpuMs(pid) - before.mainMs) / operations,
    writtenKb: (getWrittenBytes(pid) - before.written) / 1000 / operations,
    quietAfterMs: Math.max(0, after.atMs - answered.atMs),
    wallMs: Math.max(after.atMs, answered.atMs) - before.atMs,
  }
}
