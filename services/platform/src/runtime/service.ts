import type { AnyRouter } from '@orpc/server'
import type { Follower } from '../event-sourcing/following/follower.ts'
import type { Listening } from '../event-sourcing/following/reactor.ts'

/** A service that has been opened: what it answers, and what it does by itself. */
export type Service = {
  /** Implements the service's internal contract; `callInProcess` or `serveOverHttp` put it to use. */
  readonly router: AnyRouter
  /** Ready only when each has caught up and none has a fault. */
  readonly followers: readonly Follower[]
  /** To other services; nothing where it hears nobody. How far it is behind them says nothing against its being ready. */
  readonly listening?: readonly Listening[]
  /** Finishes what is under way. The engines stay open: whoever opened them closes them. */
  close(): Promise<void>
}

/** The only sources of time and chance a service has; tests bring their own. */
export type Surroundings = {
  /** ISO instant. */
  readonly now: () => string
  readonly randomBytes: (count: number) => Uint8Array
}
