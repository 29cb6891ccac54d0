import type { GroupLog } from './group-log.ts'

/** Events without a message for the group are skipped without a write, up to so many. */
const maxPassedEvents = 1000

/**
 * The progress of a group. The position is written later than the work, and may be lost: repeated work after a crash
 * adds nothing.
 */
export const openGroupProgress = (log: Pick<GroupLog, 'keepPosition'>) => {
  let through: number | null = null
  let kept: number | null = null
  let keeping: Promise<void> | null = null
  let passedEvents = 0

  const keepNewest = async (): Promise<void> => {
    try {
      while (through !== null && through !== kept) {
        const position = through
        await log.keepPosition(position)
        kept = position
      }
    } catch {
      // The write failed: the position is stored with the next one, or the messages come again.
    } finally {
      keeping = null
    }
  }
  const keep = (): Promise<void> => {
    passedEvents = 0
    keeping ??= keepNewest()
    return keeping
  }
  const moveTo = (position: number): void => {
    if (through === null || position > through) through = position
  }

  return {
    /** Sets the stored position. */
    startAt(position: number): void {
      through = position
      kept = position
    },
    /** The group has handled everything up to there. */
    handled(position: number): void {
      moveTo(position)
      if (through !== kept) void keep()
    },
    /** The group has reached that position, and these events had no message for it. */
    passedBy(position: number, eventCount: number): void {
      moveTo(position)
      passedEvents += eventCount
      if (passedEvents > maxPassedEvents) void keep()
    },
    keep,
  }
}
