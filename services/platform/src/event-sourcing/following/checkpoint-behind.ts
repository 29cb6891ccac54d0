import type { Checkpoint, DocumentStore } from '../../ports/document-store.ts'

/** Writes the checkpoints of one follower, each of which says only what is written already. */
export type CheckpointBehind = {
  /**
   * Resolves at once where the engine writes them with its next commit (`writeAhead`), else when they are written. After
   * a crash the follower takes again what the last of them would have said. @throws EngineAway
   */
  keep(checkpoints: readonly Checkpoint[]): Promise<void>
  /**
   * For a write of documents: the checkpoints that belong into it, with those that still wait. Those would otherwise be
   * written after it, and say less.
   */
  withWaiting(checkpoints: readonly Checkpoint[]): Checkpoint[]
  /** Resolves when those so far are written, or could not be. */
  kept(): Promise<void>
}

/**
 * One that is written in its own commit costs a flush, and its follower waits for that. While one is on its way to the
 * disk only the newest of each name waits: a follower that takes event by event writes once a commit, not once an event.
 */
export const checkpointBehind = (documents: Pick<DocumentStore, 'write' | 'writeAhead'>): CheckpointBehind => {
  const { writeAhead } = documents
  const waiting = new Map<string, Checkpoint>()
  let writing: Promise<void> | null = null

  const takeWaiting = (): Checkpoint[] => {
    const taken = [...waiting.values()]
    waiting.clear()
    return taken
  }
  const writeAll = async (write: NonNullable<typeof writeAhead>): Promise<void> => {
    // A writer that fails refuses the next batch too, which says so.
    while (waiting.size > 0) await write([], takeWaiting()).catch(() => undefined)
    writing = null
  }

  return {
    async keep(checkpoints) {
      if (!writeAhead) return void (await documents.write([], checkpoints))
      for (const checkpoint of checkpoints) waiting.set(checkpoint.name, checkpoint)
      writing ??= writeAll(writeAhead)
    },
    withWaiting(checkpoints) {
      const named = new Set(checkpoints.map(({ name }) => name))
      return [...takeWaiting().filter(({ name }) => !named.has(name)), ...checkpoints]
    },
    kept: async () => void (await writing),
  }
}
