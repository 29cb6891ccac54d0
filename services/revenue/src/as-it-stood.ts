import type { AssumedState, CommandHandler } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'
import type { Drawer } from './domain/drawer.ts'
import type { Owed } from './domain/owed.ts'

/** The number of events in the remembered streams. They take about forty megabytes. */
const maxHeld = 100_000

type Standings<State> = {
  take(stream: string): AssumedState<State> | undefined
  keep(stream: string, standing: AssumedState<State>): void
}

/**
 * The state of each stream after the last event that this process recorded on it. `take` removes a state until `keep`
 * brings it back.
 */
const openStandings = <State>(): Standings<State> => {
  /** The stream that was used the longest ago comes first. */
  const known = new Map<string, AssumedState<State>>()
  let held = 0
  const take = (stream: string): AssumedState<State> | undefined => {
    const standing = known.get(stream)
    if (standing && known.delete(stream)) held -= standing.revision + 1
    return standing
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
export type LongStandings = { readonly drawers: Standings<Drawer>; readonly senders: Standings<Owed> }
export const longStandings = (): LongStandings => ({ drawers: openStandings(), senders: openStandings() })

/**
 * The stream of an agent's drawer, and of what a shop is owed, has an event for each parcel that was ever paid for
 * there, so we remember its state and do not read the stream for each command. The state tells whether a command came
 * before: a repeated command adds nothing, and only then the stream is read for its answer.
 */
export const asItStood =
  <State, Command, Event extends BookEvent>(
    handle: CommandHandler<State, Command, Event>,
    standings: Standings<State>,
  ): CommandHandler<State, Command, Event> =>
  async (stream, command, metadata) => {
    const handled = await handle(stream, command, metadata, standings.take(stream))
    standings.keep(stream, handled)
    return handled
  }
