import { ErrorType } from '@eventstore/db-client'
import type { EngineState } from '../ports/engines.ts'
import { EngineAway, OtherFormat } from '../ports/message-bus.ts'
import { isAway, misconfigured, refusalOf } from './eventstoredb-away.ts'
import { openQuestions, type QuestionClock } from './own-questions.ts'

/** After a lost quorum reads succeed and appends do not. */
export type CallKind = 'read' | 'append'

/** Runs a call to the server; an unreachable one becomes EngineAway. A call is a read where nothing is said. */
export type Reaching = <T>(call: () => Promise<T>, kind?: CallKind) => Promise<T>

export type Reach = {
  readonly reaching: Reaching
  /** Of reading, while that is bad, else of appending. */
  state(): EngineState
  /** Both can be used. */
  healthy(): boolean
  canRead(): boolean
  /** How many outages there have been so far: it rises when reading or appending was well and is not. */
  outages(): number
  /** Asks no more. */
  close(): void
}

/** Nothing is written by these: what the process asks itself while calls of that kind fail. */
export type OwnQuestions = { readonly [kind in CallKind]: () => Promise<unknown> }

/**
 * Reading and appending have a state each, which every call of that kind changes. While one is bad the process asks a
 * question of that kind.
 * @param onRefused is told once, until the server takes calls again
 */
export const reachingOf = (
  onRefused: (sentence: string) => void,
  questions: OwnQuestions,
  clock?: QuestionClock,
): Reach => {
  let outages = 0
  const openKind = (kind: CallKind) => {
    let state: EngineState = 'reached'
    const own = openQuestions({ isBad: () => state !== 'reached', ask: () => reaching(questions[kind], kind) }, clock)
    return {
      state: () => state,
      turn(to: EngineState): void {
        if (state === 'reached' && to !== 'reached') outages += 1
        state = to
        if (state !== 'reached') own.begin()
      },
      close: own.close,
    }
  }
  const kinds = { read: openKind('read'), append: openKind('append') }
  const tellRefused = (sentence: string): void => {
    if (kinds.read.state() !== 'refused' && kinds.append.state() !== 'refused') onRefused(sentence)
  }
  /** @returns what the caller is told */
  const failed = (cause: unknown, kind: CallKind): unknown => {
    const refusal = cause instanceof OtherFormat ? cause : misconfigured(cause)
    if (refusal !== null) {
      tellRefused(refusal.message)
      kinds[kind].turn('refused')
      return refusal
    }
    if (isAway(cause)) {
      kinds[kind].turn(isNotReady(cause) ? 'notReady' : 'away')
      return new EngineAway(`EventStoreDB is away: ${(cause as Error).message}`, { cause })
    }
    if (isTaken(cause)) kinds[kind].turn('reached')
    return cause
  }
  const reaching: Reaching = async (call, kind = 'read') => {
    try {
      const answer = await call()
      kinds[kind].turn('reached')
      return answer
    } catch (cause) {
      throw failed(cause, kind)
    }
  }
  const canRead = () => kinds.read.state() === 'reached'
  const state = () => (canRead() ? kinds.append.state() : kinds.read.state())
  return {
    reaching,
    state,
    healthy: () => state() === 'reached',
    canRead,
    outages: () => outages,
    close() {
      kinds.read.close()
      kinds.append.close()
    },
  }
}

const takenTypes: ReadonlySet<ErrorType | null> = new Set([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
])

/** The server looked at the append and said no to it: another one would be taken. */
const isTaken = (error: unknown): boolean => takenTypes.has(refusalOf(error))

/** It answers, and has no leader, or too much to do. */
const isNotReady = (error: unknown): boolean =>
  refusalOf(error) === ErrorType.NOT_LEADER || /not ready|is busy|leader info/i.test((error as Error).message)
