import type { BackupLog } from '@tuma/platform/engines'
import { readState, type ShippingState } from './shipping-state.ts'

/** How far the shipping of a log to a place has come. */
export type Course = {
  state: ShippingState
  /** On disk when it resolves; commits that are at the place leave the log. */
  note(next: ShippingState): Promise<void>
  /**
   * The chain would miss a commit: it is of another log, commits were given up because too many waited, or there is no
   * chain yet.
   */
  isCut(): boolean
  isAllShipped(): boolean
}

export const openCourse = (log: BackupLog, to: string): Course => {
  const course: Course = {
    state: readState(log.state(), to),
    async note(next) {
      await log.note(next.shipped, JSON.stringify(next))
      course.state = next
    },
    isCut() {
      const { chain, log: known, shipped } = course.state
      const [first] = log.waiting(shipped, 0)
      return chain === null || known !== log.id() || (first !== undefined && first.number !== shipped + 1)
    },
    isAllShipped: () => log.waiting(course.state.shipped, 0).length === 0,
  }
  return course
}
