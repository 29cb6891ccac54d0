import { ErrorType, isCommandError } from '@eventstore/db-client'
import { EngineAway } from '../ports/message-bus.ts'

/** Runs a call to the server; an unreachable one becomes EngineAway. */
export type Reaching = <T>(call: () => Promise<T>) => Promise<T>

/** The longest that a server may be silent about a call; a search through everything that others wrote takes its time. */
export const SILENCE_MS = { call: 8000, search: 15_000 }

export class Silence extends Error {
  override readonly name = 'Silence'
}

/** How the server refused a call, null when it did not. */
export const refusalOf = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null

export const reachingOf = (): { reaching: Reaching; healthy: () => boolean } => {
  let reached = true
  return {
    healthy: () => reached,
    reaching: async (call) => {
      try {
        const answer = await call()
        reached = true
        return answer
      } catch (error) {
        if (!isAway(error)) throw error
        reached = false
        throw new EngineAway(`EventStoreDB is away: ${(error as Error).message}`, { cause: error })
      }
    },
  }
}

const AWAY: ReadonlySet<ErrorType> = new Set([
  ErrorType.UNAVAILABLE,
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
])
/** A server that is starting, overloaded or choosing a leader says so in words only. */
const AWAY_WORDS = /not ready|is busy|leader info|failed to discover|connection dropped|ECONN|EPIPE|RST_STREAM/i

const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof Silence) return true
  const refusal = refusalOf(error)
  return (refusal !== null && AWAY.has(refusal)) || AWAY_WORDS.test(error.message)
}
