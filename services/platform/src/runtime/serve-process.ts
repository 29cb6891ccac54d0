import type { RequestHandler } from 'express'
import type { Follower } from '../event-sourcing/following/follower.ts'
import type { Listening } from '../event-sourcing/following/reactor.ts'
import type { ProcessEngines } from '../ports/engines.ts'
import { explainStartError } from './cannot-start.ts'
import { health } from './health.ts'
import { openListener } from './listener.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Running } from './process.ts'
import { openRetryWhileAway, type RetryWhileAway } from './retry-while-away.ts'
import { openStartProgress, type StartProgress } from './start-progress.ts'

/** The work of a process once it is open. */
export type Opened = Running & {
  readonly app: RequestHandler
  /** The number of proxies in front of it (default 0). */
  readonly trustedProxies?: number
  readonly followers: readonly Follower[]
  readonly listening?: readonly Listening[] | undefined
  readonly engines: Pick<ProcessEngines, 'healthy' | 'trouble' | 'degraded' | 'isCutOff'>
  /**
   * Ends connections that would never end by themselves; running requests are answered after that, and then all is
   * closed.
   */
  leave?(): Promise<void>
}

type Parts = {
  readonly log: Log
  readonly metrics: Metrics
  readonly fail: (error: unknown) => void
  /** For a process with callers from outside: answers them until it is open. */
  readonly whileStarting?: (step: StartProgress['now']) => RequestHandler
}

/**
 * Listens at once and opens behind that: `/healthz` answers that the process lives, `/readyz` whether it can do its
 * work, `/metrics` for Prometheus. An opening that fails because an engine is away is repeated, however long that
 * takes; until then the process lives and answers 503.
 */
export const serveProcess = async (
  where: { readonly HOST: string; readonly PORT: number; readonly DATA_DIR: string },
  { log, metrics, fail, whileStarting }: Parts,
  open: (retryWhileAway: RetryWhileAway, progress: StartProgress) => Promise<Opened>,
): Promise<Running & { readonly url: string }> => {
  const progress = openStartProgress()
  const answering = whileStarting ? [whileStarting(progress.now)] : []
  const listener = await openListener(where.HOST, where.PORT, answering, progress).catch((error) => {
    throw explainStartError(error, where)
  })
  const closing = new AbortController()
  const retryWhileAway = openRetryWhileAway(log, closing.signal, progress)
  const opening = open(retryWhileAway, progress)
  opening.then(
    (opened) => {
      const { app, engines, followers, listening, trustedProxies } = opened
      metrics.follow(followers, listening)
      metrics.watch(engines)
      listener.answerWith([health({ engines, followers, listening }), metrics.handler, app], trustedProxies)
    },
    (error) => {
      if (!closing.signal.aborted) fail(explainStartError(error, where))
    },
  )
  return {
    url: listener.url,
    async close() {
      closing.abort()
      const opened = await opening.catch(() => null)
      await opened?.leave?.()
      await listener.close()
      await opened?.close()
    },
  }
}
