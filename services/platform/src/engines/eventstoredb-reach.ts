import { EngineAway, OtherFormat } from '../ports/message-bus.ts'
import { isAway, misconfigured } from './eventstoredb-away.ts'

/** Runs a call to the server; an unreachable one becomes EngineAway. */
export type Reaching = <T>(call: () => Promise<T>) => Promise<T>

/** @param onRefused is told once, until the server takes calls again */
export const reachingOf = (onRefused: (sentence: string) => void): { reaching: Reaching; healthy: () => boolean } => {
  let state: 'reached' | 'away' | 'refused' = 'reached'
  return {
    healthy: () => state === 'reached',
    reaching: async (call) => {
      try {
        const answer = await call()
        state = 'reached'
        return answer
      } catch (cause) {
        const refusal = cause instanceof OtherFormat ? cause : misconfigured(cause)
        if (refusal !== null) {
          if (state !== 'refused') onRefused(refusal.message)
          state = 'refused'
          throw refusal
        }
        if (!isAway(cause)) throw cause
        state = 'away'
        throw new EngineAway(`EventStoreDB is away: ${(cause as Error).message}`, { cause })
      }
    },
  }
}
