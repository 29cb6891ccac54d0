import type { AnyRouter } from '@orpc/server'
import type { Follower } from '../event-sourcing/following/follower.ts'
import type { Listening } from '../event-sourcing/following/reactor.ts'

/** A service that has been opened: its calls, and what it does by itself. */
export type Service = {
  /** Implements the service's internal contract; used by `callInProcess` or `serveOverHttp`. */
  readonly router: AnyRouter
  /** Ready only when each has caught up and none has a fault. */
  readonly followers: readonly Follower[]
  /** Its listeners on other services' topics, if any. Their lag does not make the service unready. */
  readonly listening?: readonly Listening[]
  /** Finishes running work. Does not close the engines: the code that opened them does. */
  close(): Promise<void>
}

/** The only sources of time and randomness of a service; tests bring their own. */
export type Environment = {
  /** ISO instant. */
  readonly now: () => string
  readonly randomBytes: (count: number) => Uint8Array
}
