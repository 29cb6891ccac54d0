import { setTimeout as pause } from 'node:timers/promises'
import type { Engines } from '../ports/engines.ts'
import { EngineAway, EngineMisconfigured } from '../ports/message-bus.ts'
import type { Log } from './log.ts'
import { reportOnce } from './report-once.ts'
import { openStartProgress, type StartProgress } from './start-progress.ts'

const longestPauseMs = 5000

/**
 * Tries again with growing pauses while an engine is away. One that refuses us, or holds another format, ends the
 * start, because only the operator can help.
 */
export type RetryWhileAway = <T>(attempt: () => Promise<T>) => Promise<T>

export const isRetried = (error: unknown): boolean =>
  error instanceof EngineAway && !(error instanceof EngineMisconfigured)

/**
 * For one start. Logs what it waits for, each sentence once.
 * @param ending ends the waiting: a failed attempt then rejects with an AbortError
 * @param progress is told while it waits
 */
export const openRetryWhileAway = (
  log: Log,
  ending: AbortSignal,
  progress: Pick<StartProgress, 'waiting'> = openStartProgress(),
): RetryWhileAway => {
  const tell = reportOnce((reason) => log.warn({ reason }, 'the start waits for an engine'))
  return async (attempt) => {
    let over: (() => void) | null = null
    try {
      for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          return await attempt()
        } catch (error) {
          if (!isRetried(error)) throw error
          tell((error as EngineAway).message)
          over ??= progress.waiting()
          await pause(pauseMs, null, { signal: ending })
        }
      }
    } finally {
      over?.()
    }
  }
}

/**
 * A service that is being opened asks for its collections: until it is open, these wait for a store that is away.
 * Documents that are written in one commit with events are never away, and are recognised by identity: they stay
 * unchanged.
 */
export const retryCollections = (engines: Engines, retryWhileAway: RetryWhileAway) => {
  const { documents, inline } = engines
  if (inline?.documents === documents) return { engines, opened: () => undefined }
  let opening = true
  const collection: typeof documents.collection = (spec) =>
    opening ? retryWhileAway(() => documents.collection(spec)) : documents.collection(spec)
  return {
    engines: { ...engines, documents: { ...documents, collection } },
    opened: () => {
      opening = false
    },
  }
}
