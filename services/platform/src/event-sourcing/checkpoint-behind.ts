import type { Checkpoint, DocumentStore } from '../ports/document-store.ts'

/** Writes the checkpoints of one follower, each of which says only what is written already. */
export type CheckpointBehind = {
  /**
   * Resolves at once where the engine writes them with its next commit (`writeAhead`), else when they are written. After
   * a crash the follower takes again what the last of them would have said. @throws EngineAway
   */
  keep(checkpoints: readonly Checkpoint[]): Promise<void>
  /** Resolves when those so far are written, or could not be. */
  kept(): Promise<void>
}

/** One that is written in its own commit costs a flush, and its follower waits for that. */
export const checkpointBehind = (documents: DocumentStore): CheckpointBehind => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    async keep(checkpoints) {
      if (!documents.writeAhead) return void (await documents.write([], checkpoints))
      // A writer that fails refuses the next batch too, which says so.
      last = documents.writeAhead([], checkpoints).catch(() => undefined)
    },
    kept: async () => void (await last),
  }
}
