import { derivedId } from '../../event-sourcing/events/ids.ts'
import { type EventStore, type EventToAppend, RevisionConflict, type StoredEvent } from '../../ports/event-store.ts'

export type OpenedEventStore = {
  readonly store: EventStore
  /** The same store after a restart; left out when the store outlives the process. */
  reopen?(): Promise<EventStore>
  close(): Promise<void>
}

export type OpenEventStore = () => Promise<OpenedEventStore>

/** @param note tells it from others; events with the same note are the same event */
export const event = (note: string): EventToAppend => ({
  id: derivedId(note),
  type: 'ParcelWeighed',
  version: 1,
  data: { grams: 250, note },
  metadata: { actor: 'scale' },
})
export const notes = (events: readonly StoredEvent[]) => events.map(({ data }) => (data as { note: string }).note)

/** Reads and tries again as often as other writers are faster. */
export const appendAtTheEnd = async (store: EventStore, stream: string, id: string): Promise<void> => {
  const last = (await store.read(stream)).at(-1)
  try {
    await store.append(stream, [event(id)], last?.revision ?? 'no-stream')
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
    await appendAtTheEnd(store, stream, id)
  }
}
