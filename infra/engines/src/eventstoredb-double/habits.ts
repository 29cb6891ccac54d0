import type { Metadata, status } from '@grpc/grpc-js'
import type { DoubleUser } from './guarding.ts'

export type Refusal = { readonly code: status; readonly details: string; readonly metadata?: Metadata }
type Call = { emit(event: 'error', refusal: Refusal): boolean }

/** What a real server does at times, turned on by a test. */
export type Habits = {
  /** So it refuses every call; null: none. */
  refusing: Refusal | null
  /**
   * As before 24.2: a live subscription ends when its reader is 32 events behind, and none is told that it has come to the
   * end of the log.
   */
  endsSlowReaders: boolean
  /** It shuts down: its port is open, and the calls that come wait here until it is gone. */
  shuttingDown: Set<Call> | null
  /** The most that it takes at once, in its own count. */
  maxAppendBytes: number
  /** The next append is written, and the server dies of it: nobody is answered. */
  diesOfAppend: (() => void) | null
  /** Who may do what; null: everybody may do everything, as without TLS, where no client says who it is. */
  users: readonly DoubleUser[] | null
  /** So it refuses every append, as without a quorum: readings and subscriptions go on. */
  refusingAppends: Habits['refusing']
  /** Milliseconds that each append takes until it is written, several beside each other, as on a slower disk. */
  appendTakesMs: number
  /** So many entries of its log a follower of the cluster shows, which answers readings that do not ask for the leader. */
  followerShows: number
  /** It refuses readings of that stream alone, as an access list of the stream or a broken chunk makes it. */
  refusingStream: { readonly name: string; readonly refusal: Refusal } | null
  /** It sends the last event that a subscription was told a second time when that turns live. */
  repeatsEvents: boolean
  /** Who has subscribed to all streams: a test may break a subscription while everything else goes on. */
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

/** How many events one call has looked through that it was not asked for: they belong to others. */
export type Look = { readonly call: 'read' | 'subscribe'; others: number }
