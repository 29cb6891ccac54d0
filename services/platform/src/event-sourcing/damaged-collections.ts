import type { Damage } from '../ports/document-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { openRepairs, type RepairOptions } from './damage-repairs.ts'
import { type DamagedCollection, openDamagedList } from './damaged-list.ts'

export type DamagedCollections = {
  /** By name. */
  all(): readonly DamagedCollection[]
  isDamaged(collection: string): boolean
  close(): Promise<void>
}

/**
 * Lists the damaged collections of a service and repairs those that it can: an index is made again from its rows, and a
 * view is filled again, once on one day of the clock. An engine without checksums of ours has no such list.
 */
export const openDamagedCollections = (options: RepairOptions): DamagedCollections => {
  const { documents, onFault } = options
  const known = new Map<string, DamagedCollection>()
  const closing = new AbortController()
  const repairs = openRepairs({ ...options, known, list: openDamagedList(documents), signal: closing.signal })
  const repairing = new Map<string, Promise<void>>()

  /** One at a time for a collection: reads tell the same damage again and again. */
  const repair = (name: string, work: () => Promise<void>): void => {
    if (closing.signal.aborted || repairing.has(name)) return
    const done = work()
      .catch((error) => (error instanceof EngineAway ? undefined : onFault(error)))
      .finally(() => repairing.delete(name))
    repairing.set(name, done)
  }
  /** Told before the list was read, by collection. */
  const early = new Map<string, Damage>()
  let isRead = false
  const hear = (damage: Damage): void => {
    if (!isRead) early.set(damage.collection, damage)
    else if (repairs.isNew(damage)) repair(damage.collection, () => repairs.meet(damage))
  }
  const begin = async (): Promise<void> => {
    const found = await repairs.readList()
    isRead = true
    for (const one of found) repair(one.collection, () => repairs.resume(one))
    for (const damage of early.values()) hear(damage)
  }
  documents.onDamage?.(hear)
  if (documents.onDamage) repair('', begin)

  return {
    all: () => [...known.values()].sort((one, other) => (one.collection < other.collection ? -1 : 1)),
    isDamaged: (collection) => known.has(collection),
    async close() {
      closing.abort()
      await Promise.all(repairing.values())
    },
  }
}
