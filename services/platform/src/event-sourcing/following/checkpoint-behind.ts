import type { Checkpoint, DocumentStore, DocumentWrite } from '../../ports/document-store.ts'

/** Writes the checkpoints of one follower. Each only covers what is written already. */
export type CheckpointBehind = {
  /**
   * Resolves at once if the engine writes them with its next commit (`writeAhead`), otherwise when they are written.
   * After a crash the follower repeats what an unwritten one would have covered.
   * @param writes in one unit with them, as far as the engine can; of several of one document the last one is written
   * @throws EngineAway
   */
  keep(checkpoints: readonly Checkpoint[], writes?: readonly DocumentWrite[]): Promise<void>
  /**
   * For a write of documents: its checkpoints, with those that still wait. Otherwise the waiting ones would be written
   * after it, with older positions.
   */
  withWaiting(checkpoints: readonly Checkpoint[]): Checkpoint[]
  /** Resolves when the ones so far are written, or have failed. */
  kept(): Promise<void>
}

/**
 * A checkpoint in a commit of its own costs a flush, and its follower waits for that. While one is on its way to the
 * disk only the newest of each name waits: a follower that takes single events writes once for each commit, not for
 * each event.
 */
export const checkpointBehind = (documents: Pick<DocumentStore, 'write' | 'writeAhead'>): CheckpointBehind => {
  const { writeAhead } = documents
  const waiting = new Map<string, Checkpoint>()
  const waitingWrites = new Map<string, DocumentWrite>()
  let writing: Promise<void> | null = null

  const takeWaiting = (): Checkpoint[] => {
    const taken = [...waiting.values()]
    waiting.clear()
    return taken
  }
  const takeWrites = (): DocumentWrite[] => {
    const taken = [...waitingWrites.values()]
    waitingWrites.clear()
    return taken
  }
  const writeAll = async (write: NonNullable<typeof writeAhead>): Promise<void> => {
    // A failing writer also refuses the next batch, which reports the error.
    while (waiting.size > 0) await write(takeWrites(), takeWaiting()).catch(() => undefined)
    writing = null
  }

  return {
    async keep(checkpoints, writes = []) {
      if (!writeAhead) return void (await documents.write(writes, checkpoints))
      for (const one of writes) waitingWrites.set(`${one.collection}/${one.id}`, one)
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
