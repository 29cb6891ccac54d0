import { EngineAway } from '../../ports/message-bus.ts'
import type { Lease } from './lease.ts'

/**
 * Looks at intervals, in one replica of the service at a time, and never twice at once. An outage of an engine is no
 * fault: the next look makes up for it.
 */
export const pollUnderLease = (
  intervalMs: number,
  { lease, look, onFault }: { lease: Lease; look: () => Promise<void>; onFault: (error: unknown) => void },
) => {
  let polling: Promise<void> | null = null
  /** @returns when this look, or the one under way, has ended */
  const pollNow = (): Promise<void> => {
    polling ??= lease
      .take()
      .then((has) => (has ? look() : undefined))
      .catch((error) => (error instanceof EngineAway ? undefined : onFault(error)))
      .finally(() => {
        polling = null
      })
    return polling
  }
  const timer = setInterval(pollNow, intervalMs)
  timer.unref()
  return {
    pollNow,
    async close() {
      clearInterval(timer)
      await polling
    },
  }
}
