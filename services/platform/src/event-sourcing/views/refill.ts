import {
  type Collection,
  type CollectionSpec,
  type DocumentStore,
  DocumentsDamaged,
} from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { CheckedStore } from '../checked-store.ts'
import type { DomainEvent } from '../events/event.ts'
import type { EventCodec } from '../events/event-codec.ts'
import type { KeyedHash } from '../events/ids.ts'
import { type Follower, follow, type Place } from '../following/follower.ts'
import { alwaysHeld } from '../following/lease.ts'
import { isAtOrPast } from '../following/waiting.ts'
import { mapInChunks } from '../yield-between-chunks.ts'
import { documentsAfter, ViewFault } from './view-batch.ts'
import type { TrackedView } from './view-progress.ts'

type Parts<Event extends DomainEvent> = {
  readonly store: CheckedStore
  readonly codec: EventCodec<Event>
  readonly documents: DocumentStore
  readonly hash?: KeyedHash | undefined
  readonly onFault: (error: unknown) => void
  /** Takes the view out of the group, and resolves when no write of its rows is under way. */
  readonly leave: (one: TrackedView<Event>) => Promise<void>
  /** The view's rows show all events up to there from now on. */
  readonly comeBack: (one: TrackedView<Event>, position: number | null) => void
}

/**
 * Fills views again beside their rows, from the first event on, and exchanges the two when the new rows have caught up.
 * Until then the old rows are read and written as before. A restart in between begins again.
 */
export const openRefills = <Event extends DomainEvent>(parts: Parts<Event>) => {
  const underWay = new Map<TrackedView<Event>, { close(): Promise<void> }>()
  let isClosed = false
  return {
    /**
     * @throws EngineAway when this process stops before the view is filled; DocumentsDamaged when the new rows cannot be
     * read again: then they are dropped
     */
    async refill(one: TrackedView<Event>): Promise<void> {
      const { documents } = parts
      if (isClosed) throw new EngineAway('this process stops')
      if (!documents.beside || underWay.has(one)) return
      const name = await documents.beside(one.view.collection)
      const filling = startFilling(parts, one, besideThe(documents, one.name, name))
      underWay.set(one, filling)
      try {
        await filling.done
      } catch (error) {
        if (error instanceof DocumentsDamaged) await documents.drop(name)
        throw error
      } finally {
        underWay.delete(one)
        await filling.close()
      }
      await documents.drop(name)
    },
    async close(): Promise<void> {
      isClosed = true
      await Promise.all([...underWay.values()].map((filling) => filling.close()))
    },
  }
}

/** Reads and writes the collection under the other name; a view keeps its own, because its sealed ids are made from it. */
const besideThe = (documents: DocumentStore, name: string, other: string): DocumentStore => {
  let declared: Promise<Collection<never>> | undefined
  return {
    ...documents,
    collection<D extends object>(spec: CollectionSpec) {
      if (spec.name !== name) return documents.collection<D>(spec)
      declared ??= documents.collection({ ...spec, name: other })
      return declared as Promise<Collection<D>>
    },
    write: (writes, checkpoints) =>
      documents.write(
        writes.map((write) => (write.collection === name ? { ...write, collection: other } : write)),
        checkpoints,
      ),
  }
}

const startFilling = <Event extends DomainEvent>(
  { store, codec, documents, hash, onFault, leave, comeBack }: Parts<Event>,
  one: TrackedView<Event>,
  beside: DocumentStore,
) => {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  let position: number | null = null
  let hasLeft = false
  let isOver = false

  const exchange = async (last: Place): Promise<void> => {
    await documents.exchange?.(one.name, [{ name: one.checkpoint, ...last }])
    isOver = true
    comeBack(one, last.position)
    resolve()
  }
  const take = async (batch: readonly StoredEvent[], last: Place): Promise<void> => {
    const events = await mapInChunks(batch, codec.decode)
    const writes = await documentsAfter(one.view, events, beside, hash)
    if (writes.length > 0) await beside.write(writes)
    if (!hasLeft && isAtOrPast(last.position, one.position)) {
      await leave(one)
      hasLeft = true
    }
    // Writes that were under way may have brought the old rows further: then later events are still to come.
    if (hasLeft && isAtOrPast(last.position, one.position)) await exchange(last)
    // Last, so that a batch whose exchange fails is tried again.
    position = last.position
  }
  const follower: Follower = follow({
    store,
    lease: { ...alwaysHeld, forOthersMs: 0 },
    startAfter: async () => position,
    async take(batch, last) {
      if (isOver) return
      await take(batch, last).catch((error) => {
        // Another try would read the same damage.
        const cause = error instanceof ViewFault ? error.cause : error
        if (!(cause instanceof DocumentsDamaged)) throw error
        isOver = true
        if (hasLeft) comeBack(one, one.position)
        reject(cause)
      })
    },
    onFault,
  })
  return {
    done,
    async close(): Promise<void> {
      const wasOver = isOver
      isOver = true
      await follower.close()
      if (!wasOver) reject(new EngineAway(`${one.name} was not filled to its end`))
    },
  }
}
