import { derivedId } from '../../event-sourcing/events/ids.ts'
import { type EventStore, type EventToAppend, RevisionConflict, type StoredEvent } from '../../ports/event-store.ts'

export type OpenedEventStore = {
  readonly store: EventStore
  /** The same store after a restart; left out where the store outlives the process anyway. */
  reopen?(): Promise<EventStore>
  close(): Promise<void>
}

export type OpenEventStore = () => Promise<OpenedEventStore>

/** @param note tells it from others; events of one note are one event */
export const event = (note: string): EventToAppend => ({
  id: derivedId(note),
  type: 'ParcelWeighed',
  version: 1,
  data: { grams: 250, note },
  metadata: { actor: 'scale' },
})
export const notes = (events: readonly StoredEvent[]) => events.map(({ data }) => (data as { note: string }).note)

/** Reads and tries again as often as others are faster. */
export const appendAtTheEnd = async (store: EventStore, stream: string, id: string): Promise<void> => {
  const last = (await store.read(stream)).at(-1)
  try {
    await store.append(stream, [event(id)], last?.revision ?? 'no-stream')
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
    await appendAtTheEnd(store, stream, id)
  }
}
