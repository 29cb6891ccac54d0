import { EngineAway } from '../../ports/message-bus.ts'
import type { Lease } from './lease.ts'

/**
 * Looks at intervals, in one replica of the service at a time, and never twice at once. An outage of an engine is no
 * fault: the next look makes up for it.
 */
export const lookEvery = (
  everyMs: number,
  { lease, look, onFault }: { lease: Lease; look: () => Promise<void>; onFault: (error: unknown) => void },
) => {
  let looking: Promise<void> | null = null
  /** @returns when this look, or the one under way, has ended */
  const lookNow = (): Promise<void> => {
    looking ??= lease
      .take()
      .then((has) => (has ? look() : undefined))
      .catch((error) => (error instanceof EngineAway ? undefined : onFault(error)))
      .finally(() => {
        looking = null
      })
    return looking
  }
  const timer = setInterval(lookNow, everyMs)
  timer.unref()
  return {
    lookNow,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
