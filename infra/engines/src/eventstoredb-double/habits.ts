import type { Metadata, status } from '@grpc/grpc-js'
import type { DoubleUser } from './guarding.ts'

export type Refusal = { readonly code: status; readonly details: string; readonly metadata?: Metadata }
type Call = { emit(event: 'error', refusal: Refusal): boolean }

/** Behaviour that a real server shows at times; tests turn it on. */
export type Habits = {
  /** It refuses every call with this; null: none. */
  refusing: Refusal | null
  /**
   * As before 24.2: a live subscription ends when its reader is 32 events behind, and no subscription is told the end
   * of the log.
   */
  endsSlowReaders: boolean
  /** It shuts down: its port is open, and new calls wait here until it has ended. */
  shuttingDown: Set<Call> | null
  /** The largest append that it takes, in its own count. */
  maxAppendBytes: number
  /** The next append is written, and the server dies before it answers. */
  diesOfAppend: (() => void) | null
  /** Users and their rights; null: all clients may do everything, as without TLS, where clients have no name. */
  users: readonly DoubleUser[] | null
  /** It refuses every append, as without a quorum, while readings and subscriptions go on. */
  refusingAppends: Habits['refusing']
  /** Milliseconds until an append is written, as on a slower disk; several are written at the same time. */
  appendTakesMs: number
  /**
   * How many entries of the log a follower of the cluster shows, which answers readings that do not require the leader.
   */
  followerShows: number
  /** It refuses readings of that stream only, as with an access list or a broken chunk. */
  refusingStream: { readonly name: string; readonly refusal: Refusal } | null
  /** It repeats the last event of a subscription when that becomes live. */
  repeatsEvents: boolean
  /** Calls that subscribe to all streams: a test may break one of them while everything else goes on. */
  readonly subscribed: Set<Call>
}

export const noHabits = (): Habits => ({
  refusing: null,
  endsSlowReaders: false,
  shuttingDown: null,
  maxAppendBytes: 1024 * 1024,
  diesOfAppend: null,
  users: null,
  refusingAppends: null,
  appendTakesMs: 0,
  followerShows: Number.POSITIVE_INFINITY,
  refusingStream: null,
  repeatsEvents: false,
  subscribed: new Set(),
})

/** How many events of others one call has read without being asked for them. */
export type Look = { readonly call: 'read' | 'subscribe'; others: number }
