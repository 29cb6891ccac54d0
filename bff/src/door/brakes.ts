import type { Cache } from '@tuma/platform/ports'
import { missLimit, passLimit } from '@tuma/platform/runtime'

/** Counts each pass and refuses those beyond `most` in a window. @throws too_many */
export const passBrake = (cache: Cache, name: string, most: number, windowMs: number) =>
  passLimit(cache, { name, most, windowMs })

/** Counts what it is told to; after `most` in a window everything is refused, what would not count too. */
export const countingBrake = (cache: Cache, name: string, most: number, windowMs: number) => {
  const { assertOpen, missed } = missLimit(cache, { name, most, windowMs })
  return { assertFree: assertOpen, count: missed }
}
