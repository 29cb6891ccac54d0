import type { DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'
import type { KeyedHash } from '../events/ids.ts'
import { getChunks } from '../yield-between-chunks.ts'
import type { AnyView } from './view.ts'

/** An event that one view cannot apply; the others continue. */
export class ViewFault extends Error {
  override readonly name = 'ViewFault'
  /** The failed event; null when its documents could not be written. */
  readonly event: { readonly type: string; readonly position: number } | null
  constructor(view: string, event: ViewFault['event'], cause: unknown) {
    const what = event ? `${event.type} at ${event.position}` : 'what it wanted to write'
    super(`${view} stands still: it can not take ${what}`, { cause })
    // A whole event may be given, but only this may reach a log.
    this.event = event && { type: event.type, position: event.position }
  }
}

type Draft = { document: object | null; version: number; changed: boolean }

/** @throws Error when the view seals its ids and there is no hash */
export const toStoredId = <Event extends DomainEvent>({ collection, sealsIds }: AnyView<Event>, hash?: KeyedHash) => {
  if (!sealsIds) return (id: string) => id
  if (!hash) throw new Error(`${collection.name} seals its ids, and its service has no hash to do it with`)
  return (id: string) => sealsIds(id) + hash('row', collection.name, id)
}

/** @throws Error when a view seals its ids and the service has no hash */
export const assertIdsSealed = <Event extends DomainEvent>(
  views: readonly AnyView<Event>[],
  hash?: KeyedHash,
): void => {
  for (const view of views) toStoredId(view, hash)
}

/**
 * The documents of one view after a batch. Each document remembers the position of the last event it has taken, so that
 * nothing is applied twice. @throws ViewFault, EngineAway
 */
export const documentsAfter = async <Event extends DomainEvent>(
  view: AnyView<Event>,
  batch: readonly Recorded<Event>[],
  documents: DocumentStore,
  hash?: KeyedHash,
): Promise<DocumentWrite[]> => {
  const storedAs = toStoredId(view, hash)
  const collection = view.collection.name
  const stands = await documents.collection(view.collection)
  const drafts = new Map<string, Draft>()
  const getDraft = async (id: string): Promise<Draft> => {
    const known = drafts.get(id)
    if (known) return known
    const stored = await stands.getVersioned(storedAs(id))
    const draft = { document: stored?.document ?? null, version: stored?.version ?? -1, changed: false }
    drafts.set(id, draft)
    return draft
  }
  const show = async (event: Recorded<Event>): Promise<void> => {
    for (const id of view.getIds(event)) {
      const draft = await getDraft(id)
      if (event.position <= draft.version) continue
      draft.document = view.project(draft.document, event, id)
      draft.version = event.position
      draft.changed = true
    }
  }
  for await (const chunk of getChunks(batch))
    for (const event of chunk)
      await show(event).catch((error) => {
        throw error instanceof EngineAway ? error : new ViewFault(collection, event, error)
      })
  return [...drafts]
    .filter(([, { changed }]) => changed)
    .map(([id, { document, version }]) => ({ collection, id: storedAs(id), document, version }))
}
