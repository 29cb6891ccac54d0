import type { AssumedState, CommandHandler } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'
import type { Drawer } from './domain/drawer.ts'
import type { Owed } from './domain/owed.ts'

/** The number of events in the remembered streams. They take about forty megabytes. */
const maxHeld = 100_000

type SnapshotCache<State> = {
  take(stream: string): AssumedState<State> | undefined
  keep(stream: string, snapshot: AssumedState<State>): void
}

/**
 * The state of each stream after the last event that this process recorded on it. `take` removes a state until `keep`
 * brings it back.
 */
const openSnapshotCache = <State>(): SnapshotCache<State> => {
  /** The stream that was used the longest ago comes first. */
  const known = new Map<string, AssumedState<State>>()
  let held = 0
  const take = (stream: string): AssumedState<State> | undefined => {
    const snapshot = known.get(stream)
    if (snapshot && known.delete(stream)) held -= snapshot.revision + 1
    return snapshot
  }
  return {
    take,
    keep(stream, { state, revision }) {
      take(stream)
      known.set(stream, { state, revision })
      held += revision + 1
      for (const oldest of known.keys()) {
        if (held <= maxHeld || known.size === 1) return
        take(oldest)
      }
    },
  }
}

/** The states of the streams that live for years, shared by all that record on them in this process. */
export type SnapshotCaches = { readonly drawers: SnapshotCache<Drawer>; readonly senders: SnapshotCache<Owed> }
export const openSnapshotCaches = (): SnapshotCaches => ({ drawers: openSnapshotCache(), senders: openSnapshotCache() })

/**
 * The stream of an agent's drawer, and of what a shop is owed, has an event for each parcel that was ever paid for
 * there, so we remember its state and do not read the stream for each command. The state tells whether a command came
 * before: a repeated command adds nothing, and only then the stream is read for its answer.
 */
export const withSnapshots =
  <State, Command, Event extends BookEvent>(
    handle: CommandHandler<State, Command, Event>,
    snapshots: SnapshotCache<State>,
  ): CommandHandler<State, Command, Event> =>
  async (stream, command, metadata) => {
    const handled = await handle(stream, command, metadata, snapshots.take(stream))
    snapshots.keep(stream, handled)
    return handled
  }
