import { type ConsumeOptions, EngineAway } from '../ports/message-bus.ts'

const defaultAttempts = 5
const defaultBackoffMs = 200
const longestReason = 300

/** An engine that is away is asked again this often at least, in milliseconds. */
export const longestPauseMs = 5000

/** What follows a failed try of one message: another one in so many milliseconds, or none. */
export type AfterFailure = { readonly again: number } | { readonly gaveUp: string }

/**
 * Counts the failed tries of one message. An engine that is away costs no attempt, however long it is.
 * @returns to be told of each failure
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

/** Why it was given up, for whoever looks at what is parked. */
export const oneLine = (error: unknown): string => String(error).split('\n', 1)[0]?.slice(0, longestReason) ?? ''
