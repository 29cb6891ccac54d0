import type { DocumentStore, DocumentWrite } from '../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../ports/event-store.ts'
import type { DomainEvent, Recorded } from './event.ts'
import type { EventCodec } from './event-codec.ts'
import { type Follower, follow } from './follower.ts'
import { derivedId } from './ids.ts'
import type { Lease } from './lease.ts'
import type { AnyView } from './view.ts'

export type Projector = Follower & {
  /** False when it has not passed the position within the time: the reader may then see the state before. */
  reached(position: number | null, timeoutMs?: number): Promise<boolean>
}

type Draft = { document: object | null; version: number; changed: boolean }

/**
 * The one writer of a service's read models: follows the store in order and writes documents and checkpoint as one
 * unit. Of several replicas the one that has the lease writes. Each document remembers the position of the last event it has taken, so that nothing is applied twice.
 */
export const projector = <Event extends DomainEvent>(options: {
  readonly service: string
  readonly store: EventStore
  readonly codec: EventCodec<Event>
  readonly documents: DocumentStore
  readonly views: readonly AnyView<Event>[]
  readonly leaseFor: (name: string) => Lease
  readonly onFault: (error: unknown) => void
}): Projector => {
  const { store, codec, documents, views } = options
  const checkpoint = `projector-${derivedId(...views.map(({ collection }) => collection.name).sort())}`
  const waiting = new Set<{ position: number; arrived: () => void }>()

  const take = async (batch: readonly StoredEvent[]): Promise<void> => {
    const drafts = new Map<string, Draft & { collection: string; id: string }>()
    for (const stored of batch) {
      const event = await codec.decode(stored)
      for (const view of views) for (const id of view.idsOf(event)) await applyTo(drafts, view, event, id)
    }
    const last = batch.at(-1) as StoredEvent
    const writes: DocumentWrite[] = [...drafts.values()]
      .filter(({ changed }) => changed)
      .map(({ collection, id, document, version }) => ({ collection, id, document, version }))
    await documents.write(writes, [{ name: checkpoint, position: last.position }])
  }

  const applyTo = async (
    drafts: Map<string, Draft & { collection: string; id: string }>,
    view: AnyView<Event>,
    event: Recorded<Event>,
    id: string,
  ): Promise<void> => {
    const collection = view.collection.name
    const key = `${collection}/${id}`
    let draft = drafts.get(key)
    if (!draft) {
      const stood = await (await documents.collection(view.collection)).getVersioned(id)
      draft = { document: stood?.document ?? null, version: stood?.version ?? -1, changed: false, collection, id }
      drafts.set(key, draft)
    }
    if (event.position <= draft.version) return
    draft.document = view.project(draft.document, event, id)
    draft.version = event.position
    draft.changed = true
  }

  const follower = follow({
    name: `${options.service} projector`,
    store,
    lease: options.leaseFor(checkpoint),
    startAfter: () => documents.checkpoint(checkpoint),
    take,
    onFault: options.onFault,
    onTaken: (position) => {
      for (const waiter of waiting) if (position >= waiter.position) waiter.arrived()
    },
  })

  return {
    ...follower,
    reached(position, timeoutMs = 1000) {
      if (position === null || (follower.position() ?? -1) >= position) return Promise.resolve(true)
      return new Promise((resolve) => {
        const finish = (arrived: boolean) => {
          clearTimeout(timer)
          waiting.delete(waiter)
          resolve(arrived)
        }
        const waiter = { position, arrived: () => finish(true) }
        const timer = setTimeout(() => finish(false), timeoutMs)
        waiting.add(waiter)
      })
    },
  }
}
