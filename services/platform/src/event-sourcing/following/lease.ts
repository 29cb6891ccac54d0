import type { Engines } from '../../ports/engines.ts'

export const leaseMs = 5000

/**
 * Lets one replica of a service do work that need not be done twice. The work must be correct without it, only
 * wasteful.
 */
export type Lease = {
  /** True while this process has it. Asks the cache only as often as the lease's time demands. */
  take(): Promise<boolean>
  /** Prolongs it until the returned function is called. @param onLost another replica has it now */
  keep(onLost: () => void): () => void
  /** Frees it, so that another replica need not wait until it runs out. */
  release(): Promise<void>
  /** The time in milliseconds after a release in which a watching replica has asked for it. */
  readonly forOthersMs?: number
}

/** For work that each process does for itself. */
export const alwaysHeld: Lease = {
  take: async () => true,
  keep: () => () => undefined,
  release: async () => undefined,
}

/**
 * A cache that is away or was emptied may give it to several replicas at once: their work is guarded by document
 * versions, expected revisions and ids of events, so that doing it twice adds nothing. An outage of the cache stops no
 * replica.
 */
export const openLease = (
  { cache, replica }: Pick<Engines, 'cache' | 'replica'>,
  name: string,
  ttlMs = leaseMs,
): Lease => {
  const key = `lease ${name}`
  const everyMs = ttlMs / 3
  let askedAt = Number.NEGATIVE_INFINITY
  let has = false

  const ask = async (): Promise<boolean> => {
    askedAt = performance.now()
    has = await cache.lease(key, replica, ttlMs).catch(() => true)
    return has
  }
  return {
    async take() {
      if (performance.now() - askedAt < everyMs) return has
      return ask()
    },
    keep(onLost) {
      const renewing = setInterval(async () => (await ask()) || onLost(), everyMs)
      return () => clearInterval(renewing)
    },
    async release() {
      askedAt = Number.NEGATIVE_INFINITY
      await cache.release(key, replica).catch(() => undefined)
    },
    forOthersMs: ttlMs,
  }
}
