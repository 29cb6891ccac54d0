import { type ConsumeOptions, EngineAway } from '../ports/message-bus.ts'

const defaultAttempts = 5
const defaultBackoffMs = 200
const longestReason = 300

/** The longest pause between two questions to an engine that is away, in milliseconds. */
export const longestPauseMs = 5000

/** The step after a failed attempt of a message: another attempt in so many milliseconds, or none. */
export type AfterFailure = { readonly again: number } | { readonly gaveUp: string }

/**
 * Counts the failed attempts of one message. An engine that is away costs no attempt, however long that takes.
 * @returns a function to call at each failure
 */
export const getTries = ({
  attempts = defaultAttempts,
  backoffMs = defaultBackoffMs,
}: Pick<ConsumeOptions, 'attempts' | 'backoffMs'>) => {
  let failures = 0
  let pauses = 0
  return (error: unknown): AfterFailure => {
    if (error instanceof EngineAway) return { again: Math.min(backoffMs * 2 ** pauses++, longestPauseMs) }
    failures += 1
    return failures >= attempts ? { gaveUp: oneLine(error) } : { again: backoffMs * 2 ** (failures - 1) }
  }
}

/** Why a message was given up, for the person who inspects parked messages. */
export const oneLine = (error: unknown): string => String(error).split('\n', 1)[0]?.slice(0, longestReason) ?? ''
