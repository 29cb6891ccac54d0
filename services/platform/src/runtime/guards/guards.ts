import type { Lease } from '../../event-sourcing/following/lease.ts'
import { pollUnderLease } from '../../event-sourcing/following/poll-under-lease.ts'
import type { Collection, CollectionSpec, DocumentStore, FindOptions } from '../../ports/document-store.ts'
import { openKeyedMutex } from '../keyed-mutex.ts'
import {
  afterMiss,
  afterRight,
  type GuardCount,
  type GuardRule,
  nothingCounted,
  waitBeforeGuess,
} from './guard-rules.ts'
import type { Guess } from './guess.ts'
import { tooMany } from './rate-limits.ts'

export type Guarded = {
  /** The name of the guarded account, address or shop. Stored as a keyed hash. */
  readonly of: string
  /**
   * Where the guess comes from, such as a network or a browser: each has a count of its own. Stored in the same hash.
   */
  readonly from?: string
}

export type Guard = {
  /** @throws too_many (`retryAfter` in seconds) */
  begin(guarded: Guarded): Promise<Guess>
}

export type Guards = {
  /** @param kind is stored in the hash: the same kind has the same counts after a restart */
  of(kind: string, rule: GuardRule): Guard
  /** Forgets all counts of these names, of every kind. */
  forget(guarded: readonly Guarded['of'][]): Promise<void>
  /** Deletes counts that no longer matter. Runs every quarter of an hour by itself, in one replica. */
  sweep(): Promise<void>
  close(): Promise<void>
}

type GuardRecord = GuardCount & { readonly id: string; readonly of: string }

const spec: CollectionSpec = {
  name: 'guards-v1',
  shape: { id: 'text', of: 'text', misses: 'number', waits: 'number', until: 'text', endsAt: 'text' },
  fields: { of: 'text', endsAt: 'text' },
  indexes: [['of']],
  sortBy: 'endsAt',
}

const sweepIntervalMs = 15 * 60_000
const sweepPageSize = 500

/**
 * Wrong guesses at passwords and codes, in documents: they survive a restart, and guesses at many other names do not
 * push them out. Each wrong guess is stored before it is answered, in the same way whether the guarded name exists or
 * not.
 *
 * Guesses that are being checked count too, so that many at once are not all allowed. Each replica knows its own: at
 * worst each replica allows `max` at the same moment, and none after that.
 * @param options.hash keyed: nothing else of what is guarded is stored
 */
export const openGuards = async (options: {
  readonly documents: DocumentStore
  readonly lease: Lease
  readonly hash: (text: string) => string
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): Promise<Guards> => {
  const { documents, lease, hash, now, onFault } = options
  const records: Collection<GuardRecord> = await documents.collection(spec)
  const counts = openCounts(documents, records)

  const forgetAll = async (filter: FindOptions): Promise<void> => {
    for (;;) {
      const { documents: found } = await records.find(filter)
      // Keyed hashes and counts only, so `discard` is enough: `forget` would empty the log for each.
      if (found.length > 0)
        await documents.discard(
          spec.name,
          found.map(({ id }) => id),
        )
      if (found.length < filter.limit) return
    }
  }
  const sweep = () => forgetAll({ between: { to: now() }, limit: sweepPageSize })
  const sweeping = pollUnderLease(sweepIntervalMs, { lease, look: sweep, onFault })

  return {
    of: (kind, rule) => ({
      begin: ({ of, from = '' }) =>
        counts.begin(rule, { id: hash(JSON.stringify([kind, of, from])), of: hash(of) }, now),
    }),
    async forget(guarded) {
      for (const of of guarded) await forgetAll({ where: { of: hash(of) }, limit: sweepPageSize })
    },
    sweep,
    async close() {
      await sweeping.close()
      await lease.release()
    },
  }
}

type Named = Pick<GuardRecord, 'id' | 'of'>

const openCounts = (documents: DocumentStore, records: Collection<GuardRecord>) => {
  /** Never has more entries than guesses that are being checked. */
  const underWay = new Map<string, number>()
  const runExclusive = openKeyedMutex()

  const enter = (id: string): number => {
    const mine = (underWay.get(id) ?? 0) + 1
    underWay.set(id, mine)
    return mine
  }
  const leave = (id: string): void => {
    const others = (underWay.get(id) ?? 0) - 1
    if (others > 0) underWay.set(id, others)
    else underWay.delete(id)
  }

  /** Reads and writes until no other replica has written in between. */
  const change = ({ id, of }: Named, next: (counted: GuardCount) => GuardCount): Promise<void> =>
    runExclusive([id], async () => {
      for (;;) {
        const stored = await records.getVersioned(id)
        const before = stored?.document ?? nothingCounted
        const after = next(before)
        if (isSame(before, after)) return
        const write = { collection: spec.name, id, document: { ...after, id, of }, version: (stored?.version ?? 0) + 1 }
        const [taken] = await documents.write([write])
        if (taken) return
      }
    })

  /** Stops counting when `ended` has resolved, also after a failure. */
  const leaving = async (id: string, ended: Promise<void>): Promise<void> => {
    try {
      await ended
    } finally {
      leave(id)
    }
  }

  return {
    async begin(rule: GuardRule, named: Named, now: () => string): Promise<Guess> {
      const { id } = named
      const at = now()
      const mine = enter(id)
      try {
        const waitMs = waitBeforeGuess(rule, (await records.get(id)) ?? nothingCounted, mine, at)
        if (waitMs > 0) throw tooMany(waitMs)
      } catch (error) {
        leave(id)
        throw error
      }
      return {
        right: () =>
          leaving(
            id,
            change(named, (counted) => afterRight(rule, counted)),
          ),
        wrong: () =>
          leaving(
            id,
            change(named, (counted) => afterMiss(rule, counted, at)),
          ),
        untried: async () => leave(id),
      }
    },
  }
}

const isSame = (one: GuardCount, other: GuardCount): boolean =>
  one.misses === other.misses && one.waits === other.waits && one.until === other.until && one.endsAt === other.endsAt
