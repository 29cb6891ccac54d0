import type { Message } from '../../ports/message-bus.ts'
import type { GroupLog, LoggedMessage } from './group-log.ts'

type Progress = { through: number; kept: number; keeping: Promise<void> | null }

/** What nobody was told of is passed by without a write, up to so many positions; the first is kept: that there is this group. */
const passedMost = 1000

export type GroupProgress = ReturnType<typeof openGroupProgress>

/**
 * How far a group is in each partition. It is kept a page behind, while the next one is worked on: what is repeated after a
 * crash adds nothing.
 */
export const openGroupProgress = (log: Pick<GroupLog, 'handledUpTo' | 'handled'>) => {
  const known = new Map<number, Progress>()
  const of = (partition: number): Progress => {
    const kept = () => log.handledUpTo(partition)
    const progress = known.get(partition) ?? { through: kept(), kept: kept(), keeping: null }
    known.set(partition, progress)
    return progress
  }

  const keep = async (partition: number, progress: Progress): Promise<void> => {
    try {
      while (progress.kept < progress.through) {
        const { through } = progress
        await log.handled(partition, through)
        progress.kept = through
      }
    } catch {
      // Nothing can be written just now: it is kept with the next page, or these come again.
    } finally {
      progress.keeping = null
    }
  }
  const begin = (partition: number): Promise<void> => {
    const progress = of(partition)
    progress.keeping ??= keep(partition, progress)
    return progress.keeping
  }

  return {
    /** Position of the last message before which none is open. */
    through: (partition: number): number => of(partition).through,
    /** @param done what of the page it is done with; `concerns`: what a handler was told of */
    pass(
      partition: number,
      page: readonly LoggedMessage[],
      done: ReadonlySet<LoggedMessage>,
      concerns: (message: Message) => boolean,
    ): void {
      const open = page.findIndex((one) => !done.has(one))
      const last = page[open === -1 ? page.length - 1 : open - 1]
      if (!last) return
      const progress = of(partition)
      progress.through = last.position
      const told = page.some(({ message }) => concerns(message))
      const isFirst = progress.kept === 0
      if (told || isFirst || progress.through - progress.kept > passedMost) void begin(partition)
    },
    keepAll: async (): Promise<void> => {
      await Promise.all([...known.keys()].map(begin))
    },
  }
}
