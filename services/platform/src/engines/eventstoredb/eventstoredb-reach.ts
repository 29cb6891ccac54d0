import { ErrorType } from '@eventstore/db-client'
import type { EngineState } from '../../ports/engines.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { stateAfter } from '../engine-faults.ts'
import { openQuestions, type QuestionClock } from '../own-questions.ts'
import type { OnRefused } from '../refused-by-engine.ts'
import { getRefusal } from './eventstoredb-away.ts'

/** After a lost quorum reads succeed and appends do not. */
export type CallKind = 'read' | 'append'

/** Runs a call to the server; an unreachable one becomes EngineAway. By default a call is a read. */
export type Reaching = <T>(call: () => Promise<T>, kind?: CallKind) => Promise<T>

export type Reach = {
  readonly reaching: Reaching
  /** The state of reading, while that is bad, otherwise of appending. */
  state(): EngineState
  /** Both reading and appending work. */
  healthy(): boolean
  canRead(): boolean
  /** The number of outages so far: it rises when reading or appending worked and no longer does. */
  outages(): number
  /**
   * The number of failed calls of that kind so far, without answers that refuse a call. It rises at once, `outages`
   * only when the reason is known; by then the client may have connected again, to another server.
   */
  failures(kind: CallKind): number
  /** Stops asking. */
  close(): void
}

/** Questions that write nothing, which the process asks itself while calls of that kind fail. */
export type OwnQuestions = { readonly [kind in CallKind]: () => Promise<unknown> }

type Reached = {
  /** Gets the sentence of a refusal once, until the server accepts calls again. */
  readonly onRefused?: OnRefused | undefined
  /** @returns why a call failed: `EngineAway` with a sentence, or the cause itself when only the call was refused */
  readonly explain: (cause: unknown) => Promise<unknown>
  readonly questions: OwnQuestions
}

/**
 * Reading and appending each have a state, which every call of that kind changes. While one is bad the process asks a
 * question of that kind.
 */
export const toReaching = ({ onRefused = () => {}, explain, questions }: Reached, clock?: QuestionClock): Reach => {
  let outages = 0
  const failures = { read: 0, append: 0 }
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
  const note = (error: unknown, kind: CallKind): void => {
    if (!(error instanceof EngineAway)) {
      if (isTaken(error)) kinds[kind].turn('reached')
      return
    }
    const state = stateAfter(error)
    if (state === 'refused') tellRefused(error.message)
    kinds[kind].turn(state)
  }
  const reaching: Reaching = async (call, kind = 'read') => {
    try {
      const answer = await call()
      kinds[kind].turn('reached')
      return answer
    } catch (cause) {
      if (!isTaken(cause)) failures[kind] += 1
      const error = await explain(cause)
      note(error, kind)
      throw error
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
    failures: (kind) => failures[kind],
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

/** The server checked the append and refused it, so it would accept another one. */
const isTaken = (error: unknown): boolean => takenTypes.has(getRefusal(error))
