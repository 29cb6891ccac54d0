import type { Engines } from '../../ports/engines.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { toCheckpoints } from './view-progress.ts'

type Options = {
  readonly service: string
  readonly engines: Pick<Engines, 'cache' | 'documents'>
  readonly views: readonly string[]
  /** This process writes the view, and the view has caught up. */
  readonly replaces: (view: string) => boolean
  readonly leaseMs: number
  readonly onFault: (error: unknown) => void
}

/**
 * Drops the collections that a newer version of their view has replaced: no process writes them any longer, and an
 * erased person would remain in them for ever. A process that reads a collection marks it in the cache; one is dropped
 * when the new one has caught up and the old one had no mark for the time of a lease. Its checkpoints are dropped with
 * it, so that an older release that comes back fills it again instead of showing old rows.
 */
export const openFormerCollections = (options: Options): { close(): Promise<void> } => {
  const { engines, leaseMs, onFault } = options
  const unusedSince = new Map<string, number>()
  let looking: Promise<void> = Promise.resolve()
  let allGone = false

  const dropWhenUnused = async (name: string): Promise<void> => {
    if (await isInUse(options, name)) {
      unusedSince.delete(name)
      return
    }
    const now = performance.now()
    const since = unusedSince.get(name) ?? now
    unusedSince.set(name, since)
    if (now - since < leaseMs) return
    await engines.documents.drop(name, toCheckpoints(name))
    unusedSince.delete(name)
  }

  const look = async (): Promise<void> => {
    await sayInUse(options)
    const caughtUp = options.views.filter(options.replaces)
    if (caughtUp.length === 0 || allGone) return
    const collections = await engines.documents.collections()
    const former = collections.filter((one) => caughtUp.some((view) => isFormer(one, view)))
    allGone = former.length === 0 && caughtUp.length === options.views.length
    for (const name of former) await dropWhenUnused(name)
  }

  const lookAgain = () => {
    looking = looking.then(look).catch((error) => {
      unusedSince.clear()
      if (!(error instanceof EngineAway)) onFault(error)
    })
  }
  lookAgain()
  const timer = setInterval(lookAgain, leaseMs / 3)
  timer.unref()

  return {
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

const getKey = (service: string, view: string) => `${service} view ${view} in use`

const sayInUse = async ({ service, views, engines: { cache }, leaseMs }: Options): Promise<void> => {
  await Promise.all(views.map((view) => cache.set(getKey(service, view), '1', leaseMs)))
}

type Asked = Pick<Options, 'service'> & { readonly engines: Pick<Engines, 'cache'> }

/** A process of the service with the same cache reads the collection, or did so within the time of a lease. */
export const isInUse = async ({ service, engines }: Asked, name: string): Promise<boolean> =>
  (await engines.cache.get(getKey(service, name))) !== null

/**
 * `parcels-v1` is a former one of `parcels-v2`. A later version may belong to a newer release, which comes back after a
 * roll-back.
 */
const isFormer = (name: string, view: string): boolean => {
  const [one, other] = [versioned(name), versioned(view)]
  return one !== null && one.base === other?.base && one.version < other.version
}

const versioned = (name: string): { readonly base: string; readonly version: number } | null => {
  const found = /^(.+)-v(\d+)$/.exec(name)
  return found ? { base: found[1] as string, version: Number(found[2]) } : null
}
