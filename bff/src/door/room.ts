import type { Cache } from '@tuma/platform/ports'
import { isAnybodyLate } from '@tuma/platform/runtime'

const lookEveryMs = 250
/** As long as what a look finds may be old: halved sooner, it would be halved twice for one reason. */
const looksBetween = 4

/**
 * How many changes are let in at once. What is answered in time may still be more than what follows from it can keep up
 * with: while a group is late it is halved each second, down to an eighth, and afterwards grows back by an eighth a second.
 * @param allow hears of each change of it
 */
export const openRoom = (options: {
  readonly cache: Pick<Cache, 'get'>
  readonly atOnce: number
  readonly allow: (atOnce: number) => void
}): { close(): void } => {
  const { cache, atOnce, allow } = options
  const step = Math.ceil(atOnce / 8)
  let allowed = atOnce
  let untilNext = 0

  const look = async (): Promise<void> => {
    const late = await isAnybodyLate(cache)
    untilNext -= 1
    if (untilNext > 0) return
    const next = late ? Math.max(step, Math.floor(allowed / 2)) : Math.min(atOnce, allowed + step)
    if (next === allowed) return
    allowed = next
    untilNext = looksBetween
    allow(allowed)
  }
  const looking = setInterval(() => void look(), lookEveryMs).unref()
  return { close: () => clearInterval(looking) }
}
