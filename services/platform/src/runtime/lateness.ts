import * as z from 'zod/mini'
import type { Listening } from '../event-sourcing/following/reactor.ts'
import type { Cache } from '../ports/cache.ts'

const key = 'late'
/** A group is late when its oldest message is older than this. */
export const maxLateMs = 1000
const lookIntervalMs = 250
/** Two looks and a little: the process with the latest group renews it before that. */
const saidForMs = 600

/**
 * The group that is furthest behind. `oldestAt`: when the oldest message that it has not handled was published, in
 * milliseconds since 1970.
 */
export type LateGroup = z.output<typeof lateGroup>
const lateGroup = z.object({ topic: z.string(), group: z.string(), oldestAt: z.number() })

/**
 * Notes in the cache, for all processes of an installation, which group is late. Of several processes the one whose
 * group has the oldest message writes the note; the others see it and do not.
 * @returns a function that ends it
 */
export const tellLateness = (
  cache: Pick<Cache, 'get' | 'set'>,
  listening: readonly Pick<Listening, 'lag' | 'lateMs'>[],
  now: () => number = Date.now,
): (() => void) => {
  let own: string | null = null
  const tell = async (late: LateGroup): Promise<void> => {
    const said = await cache.get(key)
    const isOlder = said !== own && (parseLateGroup(said)?.oldestAt ?? late.oldestAt) < late.oldestAt
    if (isOlder) return
    own = JSON.stringify(late)
    await cache.set(key, own, saidForMs)
  }
  const look = (): void => {
    const latest = listening.reduce<Pick<Listening, 'lag' | 'lateMs'> | null>(
      (one, other) => (one === null || other.lateMs() > one.lateMs() ? other : one),
      null,
    )
    const lateMs = latest?.lateMs() ?? 0
    if (!latest || lateMs <= maxLateMs) return
    const { topic, group } = latest.lag()
    // A cache that is away makes no group late.
    tell({ topic, group, oldestAt: now() - lateMs }).catch(() => undefined)
  }
  const looking = setInterval(look, lookIntervalMs).unref()
  return () => clearInterval(looking)
}

const parseLateGroup = (said: string | null): LateGroup | null => {
  try {
    return said === null ? null : (z.safeParse(lateGroup, JSON.parse(said)).data ?? null)
  } catch {
    // A note of another release, in another form.
    return null
  }
}

/** The last note of a process; null when no group is late, or the cache is away. */
export const readLateGroup = async (cache: Pick<Cache, 'get'>): Promise<LateGroup | null> =>
  parseLateGroup(await cache.get(key).catch(() => null))
