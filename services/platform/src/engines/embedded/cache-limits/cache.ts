import type { Cache } from '../../../ports/cache.ts'

const defaultMaximum = 10_000

/** In process. A library would bring ten features for these twenty lines. */
export const openCache = ({ now = Date.now, maximum = defaultMaximum } = {}): Cache => {
  const values = recentlyUsed<string>(now, maximum)
  const leases = recentlyUsed<string>(now, maximum)

  return {
    get: async (key) => values.get(key)?.value ?? null,
    set: async (key, value, ttlMs) => values.set(key, value, now() + ttlMs),
    async lease(key, holder, ttlMs) {
      const held = leases.get(key)
      if (held && held.value !== holder) return false
      leases.set(key, holder, now() + ttlMs)
      return true
    },
    async release(key, holder) {
      if (leases.get(key)?.value === holder) leases.delete(key)
    },
  }
}

/** A Map keeps the order of insertion, so its first key is the least recently used. */
const recentlyUsed = <V>(now: () => number, maximum: number) => {
  const entries = new Map<string, { readonly value: V; readonly until: number }>()
  return {
    get(key: string) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.until <= now()) return undefined
      entries.set(key, entry)
      return entry
    },
    set(key: string, value: V, until: number) {
      entries.delete(key)
      entries.set(key, { value, until })
      const [oldest] = entries.keys()
      if (entries.size > maximum && oldest !== undefined) entries.delete(oldest)
    },
    delete(key: string) {
      entries.delete(key)
    },
  }
}
