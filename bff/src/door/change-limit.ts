/** What was seen since the limit was last set. */
export type Flow = {
  /** Whether a group was late when it was last looked at. */
  readonly isLate: boolean
  /**
   * Of the changes of that time the share that all groups have handled as well: how far the oldest message that one of
   * them has not handled moved on, in seconds a second. 0 where a group is stuck.
   */
  readonly handledShare: number
  readonly changesPerSecond: number
  /** Of a change, from when it was let in to its answer. */
  readonly medianMs: number
}

/**
 * The limit of changes under way for the next second. While a group is late it falls by a quarter, but not below what the
 * groups keep up with: by Little's law, (changes a second that all groups completed) × (time of a change). It never is 0:
 * one at a time, a product of which one group is stuck still takes changes. Afterwards it rises by a sixteenth of the most.
 * @param max CHANGES_AT_ONCE
 */
export const nextLimit = (limit: number, max: number, flow: Flow): number => {
  if (!flow.isLate) return Math.min(max, limit + Math.ceil(max / 16))
  const share = Math.min(1, Math.max(0, flow.handledShare))
  const floor = Math.ceil((share * flow.changesPerSecond * flow.medianMs) / 1000)
  return Math.min(limit, Math.max(1, floor, Math.floor(limit * 0.75)))
}
