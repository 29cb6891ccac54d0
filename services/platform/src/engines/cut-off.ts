import type { Cache } from '../ports/cache.ts'
import type { DegradedEngine } from '../ports/engines.ts'

const sayEveryMs = 1000
const saidForMs = 3 * sayEveryMs

type SharedStore = { readonly engine: DegradedEngine['engine']; isReached(): boolean }

type Options = {
  readonly cache: Pick<Cache, 'get' | 'set'>
  readonly replica: string
  readonly services: readonly string[]
  readonly stores: readonly SharedStore[]
}

/**
 * Every second each replica notes in the cache which stores it reaches, or checks whether another replica of its
 * services reaches the one that it cannot reach itself. A store that is away for all replicas cuts off none for longer
 * than three seconds, and a cache that is away cuts off none.
 */
export const openCutOff = ({ cache, replica, services, stores }: Options) => {
  const cutOffFrom = new Set<SharedStore>()
  let isLooking = false

  const look = async (store: SharedStore): Promise<void> => {
    const key = `reached ${store.engine} ${services.join(' ')}`
    if (store.isReached()) {
      cutOffFrom.delete(store)
      return cache.set(key, replica, saidForMs)
    }
    const reachedBy = await cache.get(key)
    if (reachedBy === null || reachedBy === replica || store.isReached()) cutOffFrom.delete(store)
    else cutOffFrom.add(store)
  }
  const lookAtAll = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    await Promise.all(stores.map((store) => look(store).catch(() => void cutOffFrom.delete(store))))
    isLooking = false
  }
  const looking = setInterval(lookAtAll, sayEveryMs).unref()
  return {
    isCutOff: () => cutOffFrom.size > 0,
    async close() {
      clearInterval(looking)
    },
  }
}

/**
 * A replica that cannot reach a store takes no lease and releases those it has, so that another one continues. When no
 * replica can, none has a lease, and a lease would be of no use.
 */
export const withLeasesWhileReached = (cache: Cache, stores: readonly Pick<SharedStore, 'isReached'>[]): Cache => ({
  ...cache,
  async lease(key, holder, ttlMs) {
    if (stores.every((store) => store.isReached())) return cache.lease(key, holder, ttlMs)
    await cache.release(key, holder)
    return false
  },
})
