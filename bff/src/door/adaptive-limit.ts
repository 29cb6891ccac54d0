import type { Cache } from '@tuma/platform/ports'
import { type LateGroup, maxLateMs, readLateGroup } from '@tuma/platform/runtime'
import { nextLimit } from './change-limit.ts'

const stepMs = 1000

export type AdaptiveLimit = {
  /** Notes that a change was answered. @param ms since it was let in */
  recordChange(ms: number): void
  close(): void
}

/**
 * How many changes are let in at once. More can be answered in time than the groups keep up with, so the limit follows
 * once a second what services report in the cache about the slowest group.
 * @param options.allow is called at each change of the limit
 * @param options.onLate is called with the late group when the limit begins to fall, and with null when it is full
 * again
 */
export const openAdaptiveLimit = (options: {
  readonly cache: Pick<Cache, 'get'>
  readonly atOnce: number
  readonly allow: (atOnce: number) => void
  readonly onLate?: (late: LateGroup | null) => void
  readonly now?: () => number
}): AdaptiveLimit => {
  const { cache, atOnce, allow, onLate, now = Date.now } = options
  let limit = atOnce
  let times: number[] = []
  let since = now()
  // A group that was not late in the last step had no older message then.
  let oldestBefore = since - maxLateMs

  const step = async (): Promise<void> => {
    const late = await readLateGroup(cache)
    const at = now()
    const elapsedMs = Math.max(1, at - since)
    const next = nextLimit(limit, atOnce, {
      isLate: late !== null,
      handledShare: late ? (late.oldestAt - oldestBefore) / elapsedMs : 1,
      changesPerSecond: (times.length * 1000) / elapsedMs,
      medianMs: computeMedian(times),
    })
    times = []
    since = at
    oldestBefore = late?.oldestAt ?? at - maxLateMs
    if (next === limit) return
    if (limit === atOnce) onLate?.(late)
    if (next === atOnce) onLate?.(null)
    limit = next
    allow(limit)
  }
  const stepping = setInterval(() => void step(), stepMs).unref()
  return {
    recordChange: (ms) => void times.push(ms),
    close: () => clearInterval(stepping),
  }
}

const computeMedian = (times: readonly number[]): number =>
  times.length === 0 ? 0 : (times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0)
