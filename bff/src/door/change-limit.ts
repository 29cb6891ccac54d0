/** What was measured since the limit was last set. */
export type Flow = {
  /** Whether a group was late at the last measurement. */
  readonly isLate: boolean
  /**
   * The share of the changes in that time that all groups have handled: how far the oldest unhandled message of the
   * slowest group has advanced, in seconds a second. 0 where a group is stuck.
   */
  readonly handledShare: number
  readonly changesPerSecond: number
  /** The median time of a change, from its admission to its answer. */
  readonly medianMs: number
}

/**
 * The limit of changes under way for the next second. While a group is late it falls by a quarter, but not below what
 * the groups keep up with: by Little's law, (changes a second that all groups completed) × (time of a change). It is at
 * least 1, so that the product accepts changes even while one group is stuck. Afterwards it rises by a sixteenth of the
 * maximum.
 * @param max CHANGES_AT_ONCE
 */
export const nextLimit = (limit: number, max: number, flow: Flow): number => {
  if (!flow.isLate) return Math.min(max, limit + Math.ceil(max / 16))
  const share = Math.min(1, Math.max(0, flow.handledShare))
  const floor = Math.ceil((share * flow.changesPerSecond * flow.medianMs) / 1000)
  return Math.min(limit, Math.max(1, floor, Math.floor(limit * 0.75)))
}
