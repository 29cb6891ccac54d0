import { type EventStore, type EventToAppend, RevisionConflict, type StoredEvent } from '../ports/event-store.ts'

export type OpenedEventStore = {
  readonly store: EventStore
  /** The same store after a restart; left out where the store outlives the process anyway. */
  reopen?(): Promise<EventStore>
  close(): Promise<void>
}

export type OpenEventStore = () => Promise<OpenedEventStore>

export const event = (id: string): EventToAppend => ({
  id,
  type: 'ParcelWeighed',
  version: 1,
  data: { grams: 250 },
  metadata: { actor: 'scale' },
})
export const ids = (events: readonly StoredEvent[]) => events.map(({ id }) => id)

/** Reads and tries again as often as others are faster. */
export async function appendAtTheEnd(store: EventStore, stream: string, id: string): Promise<void> {
  const last = (await store.read(stream)).at(-1)
  try {
    await store.append(stream, [event(id)], last?.revision ?? 'no-stream')
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
    await appendAtTheEnd(store, stream, id)
  }
}
