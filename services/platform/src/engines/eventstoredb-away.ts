import { ErrorType, isCommandError } from '@eventstore/db-client'
import { EngineAway, EngineMisconfigured, OtherFormat } from '../ports/message-bus.ts'

/** Runs a call to the server; an unreachable one becomes EngineAway. */
export type Reaching = <T>(call: () => Promise<T>) => Promise<T>

/**
 * The longest that a server may be silent about a call. A search through everything that others wrote takes its time:
 * whoever asks for it waits no longer than `search`, and it goes on for the next one who asks.
 */
export const silenceMs = { call: 8000, search: 15_000, wholeSearch: 600_000 }

export class Silence extends Error {
  override readonly name = 'Silence'
}

/** The client's own deadline is the server's to keep: a silent server keeps none. @throws Silence */
export const within = async <T>(ms: number, call: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Silence('no answer')), ms)
  })
  return Promise.race([call, silence]).finally(() => clearTimeout(timer))
}

/** How the server refused a call, null when it did not. */
export const refusalOf = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null

/** Before 24.2 the server ends a live subscription whose reader is 32 events behind: nothing is away, it wants to be asked anew. */
export const isTooSlow = (error: unknown): boolean => codeOf(error) === statusCodes.ABORTED

/** @param onRefused is told once, until the server takes calls again */
export const reachingOf = (
  onRefused: (sentence: string) => void,
): {
  reaching: Reaching
  healthy: () => boolean
  /** How many outages there have been so far: after one, the server may be another one. */
  outages: () => number
} => {
  let state: 'reached' | 'away' | 'refused' = 'reached'
  let outages = 0
  const leaveTo = (next: 'away' | 'refused'): void => {
    if (state === 'reached') outages += 1
    state = next
  }
  return {
    healthy: () => state === 'reached',
    outages: () => outages,
    reaching: async (call) => {
      try {
        const answer = await call()
        state = 'reached'
        return answer
      } catch (cause) {
        const refusal = cause instanceof OtherFormat ? cause : misconfigured(cause)
        if (refusal !== null) {
          if (state !== 'refused') onRefused(refusal.message)
          leaveTo('refused')
          throw refusal
        }
        if (!isAway(cause)) throw cause
        leaveTo('away')
        throw new EngineAway(`EventStoreDB is away: ${(cause as Error).message}`, { cause })
      }
    },
  }
}

/** gRPC's. */
const statusCodes = {
  CANCELLED: 1,
  UNKNOWN: 2,
  DEADLINE_EXCEEDED: 4,
  PERMISSION_DENIED: 7,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
}
const awayCodes: ReadonlySet<number> = new Set([
  statusCodes.CANCELLED,
  statusCodes.DEADLINE_EXCEEDED,
  statusCodes.ABORTED,
  statusCodes.INTERNAL,
  statusCodes.UNAVAILABLE,
])

/** An append's error comes without the code; a leader elsewhere has that of something missing. */
const codeOfType: Partial<Record<ErrorType, number>> = {
  [ErrorType.TIMEOUT]: statusCodes.DEADLINE_EXCEEDED,
  [ErrorType.DEADLINE_EXCEEDED]: statusCodes.DEADLINE_EXCEEDED,
  [ErrorType.ACCESS_DENIED]: statusCodes.PERMISSION_DENIED,
  [ErrorType.UNAVAILABLE]: statusCodes.UNAVAILABLE,
  [ErrorType.CANCELLED]: statusCodes.CANCELLED,
}

/** gRPC's code, null where there is none or where it says nothing. */
const codeOf = (error: unknown): number | null => {
  const type = refusalOf(error)
  if (type === ErrorType.NOT_LEADER) return statusCodes.UNAVAILABLE
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code === 'number') return code === statusCodes.UNKNOWN ? null : code
  return (type && codeOfType[type]) ?? null
}

/** What appends are answered, and what the client says before there is a connection, has words only. */
const awayWords = /not ready|is busy|leader info|failed to discover|ECONN|EPIPE/i

const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof Silence) return true
  const code = codeOf(error)
  return code === null ? awayWords.test(error.message) : awayCodes.has(code)
}

/** A connection that is refused for what we are or for what the server is; the code is that of one not to be had. */
const tlsWords = /certificate|altname|SSL routines|wrong version number/i

/** For whoever runs the installation; without the URL, which holds the password. */
const misconfigured = (cause: unknown): EngineMisconfigured | null => {
  const sentence = misconfiguration(cause)
  return sentence === null ? null : new EngineMisconfigured(sentence, { cause })
}

const misconfiguration = (error: unknown): string | null => {
  const code = codeOf(error)
  if (code === statusCodes.UNAUTHENTICATED || code === statusCodes.PERMISSION_DENIED)
    return 'EventStoreDB refuses the user or the password in EVENTSTORE_URL.'
  if (code === statusCodes.UNAVAILABLE && tlsWords.test((error as Error).message))
    return 'There is no safe connection to EventStoreDB: check tls, tlsCAFile and the host in EVENTSTORE_URL.'
  return null
}
