import type { Cache } from '../../ports/cache.ts'
import type { LimitCounts } from '../../ports/limit-counts.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { openCache } from '../embedded/cache-limits/cache.ts'
import { openLimitTables } from '../embedded/cache-limits/limit-tables.ts'

type Shared = { readonly cache: Cache; readonly limits: LimitCounts }

/**
 * Wraps the shared cache and counts for processes that must work without them. While Redis is away, or has no memory
 * left, each process counts in its own tables: an outage of Redis refuses no caller, and a rate limit still holds
 * within one process.
 * @param onAway called once when it goes away, with the reason; `onBack` once when it serves again
 */
export const withStandIn = (
  shared: Shared,
  { onAway, onBack }: { onAway(error: EngineAway): void; onBack(): void },
): Shared => {
  let away = false
  const asking =
    <Engine>(engine: Engine, standIn: Engine) =>
    async <T>(ask: (engine: Engine) => Promise<T>): Promise<T> => {
      try {
        const answer = await ask(engine)
        if (away) onBack()
        away = false
        return answer
      } catch (error) {
        if (!(error instanceof EngineAway)) throw error
        if (!away) onAway(error)
        away = true
        return ask(standIn)
      }
    }
  const [standInCache, standInLimits] = [openCache(), openLimitTables()]
  const call = asking(shared.cache, standInCache)
  const counting = asking<LimitCounts>(shared.limits, standInLimits)

  return {
    cache: {
      get: (key) => call((cache) => cache.get(key)),
      set: (key, value, ttlMs) => call((cache) => cache.set(key, value, ttlMs)),
      lease: (key, holder, ttlMs) => call((cache) => cache.lease(key, holder, ttlMs)),
      release: (key, holder) => call((cache) => cache.release(key, holder)),
    },
    limits: {
      async count(kind, key, rule) {
        const counted = await counting((limits) => limits.count(kind, key, rule))
        return { ...counted, giveBack: () => counted.giveBack().catch(unlessAway) }
      },
    },
  }
}

/** A count that could not be given back ends with its window. @throws every error that is no `EngineAway` */
const unlessAway = (error: unknown): void => {
  if (!(error instanceof EngineAway)) throw error
}
