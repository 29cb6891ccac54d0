import type { Cache } from '../ports/cache.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { openCache } from './embedded/cache.ts'

/**
 * Wraps a shared cache for those who must go on without it: while it is away each process counts for itself, so that a
 * dead Redis refuses nobody and a rate limit still holds within one process.
 * @param onAway told once when it goes away, with the reason; `onBack` once when it serves again
 */
export const withStandIn = (
  shared: Cache,
  { onAway, onBack }: { onAway(error: EngineAway): void; onBack(): void },
): Cache => {
  const standIn = openCache()
  let away = false

  const call = async <T>(ask: (cache: Cache) => Promise<T>): Promise<T> => {
    try {
      const answer = await ask(shared)
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

  return {
    get: (key) => call((cache) => cache.get(key)),
    set: (key, value, ttlMs) => call((cache) => cache.set(key, value, ttlMs)),
    delete: (key) => call((cache) => cache.delete(key)),
    count: (key, windowMs) => call((cache) => cache.count(key, windowMs)),
    giveBack: (key) => call((cache) => cache.giveBack(key)),
    lease: (key, holder, ttlMs) => call((cache) => cache.lease(key, holder, ttlMs)),
    release: (key, holder) => call((cache) => cache.release(key, holder)),
  }
}
