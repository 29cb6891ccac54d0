import { restoredReason } from '@tuma/contracts/vocabulary'
import type { Message } from '@tuma/platform/ports'

/**
 * The backup that these data were restored from. Messages that waited in it may have been sent since, which we cannot
 * know, so they are not sent by themselves.
 */
export type Restored = {
  /** ISO instant at which it was made. */
  readonly made: string
  /** Position of its last event. */
  readonly head: number
}

/** Whether these events are all from before the restore. */
export const isOfBackup = (past: readonly { readonly position: number }[], restored: Restored | undefined): boolean => {
  const last = past.at(-1)
  return restored !== undefined && last !== undefined && last.position <= restored.head
}

/** Why a message about these events is held; undefined when it is not. */
export const getHoldReason = ({ headers }: Message, restored: Restored | undefined): string | undefined =>
  restored && (headers.at ?? '') <= restored.made ? restoredReason : undefined
