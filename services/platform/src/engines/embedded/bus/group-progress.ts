import type { GroupLog } from './group-log.ts'

/** What a group was told nothing of is passed by without a write, up to so many events. */
const maxPassedEvents = 1000

/** How far a group is. The position is written after what it says, and may be lost: what is repeated after a crash adds nothing. */
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
      // Nothing can be written just now: it is kept with what is handled next, or that comes again.
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
    /** What was kept before. */
    startAt(position: number): void {
      through = position
      kept = position
    },
    /** The group has handled everything up to there. */
    handled(position: number): void {
      moveTo(position)
      if (through !== kept) void keep()
    },
    /** It has come as far, and was told nothing of these events. */
    passedBy(position: number, eventCount: number): void {
      moveTo(position)
      passedEvents += eventCount
      if (passedEvents > maxPassedEvents) void keep()
    },
    keep,
  }
}
