import type { CommandHandler, Supposed } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'
import type { Drawer } from './domain/drawer.ts'
import type { Owed } from './domain/owed.ts'

/** Events of the streams that are remembered, some forty megabytes. */
const maxHeld = 100_000

type Standings<State> = {
  take(stream: string): Supposed<State> | undefined
  keep(stream: string, standing: Supposed<State>): void
}

/** How streams stood when something was last recorded on them here; what is taken and not given back is forgotten. */
const openStandings = <State>(): Standings<State> => {
  /** The longest ago first. */
  const known = new Map<string, Supposed<State>>()
  let held = 0
  const take = (stream: string): Supposed<State> | undefined => {
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

/** Of the streams that live for years, for all who record on them in this process. */
export type LongStandings = { readonly drawers: Standings<Drawer>; readonly senders: Standings<Owed> }
export const longStandings = (): LongStandings => ({ drawers: openStandings(), senders: openStandings() })

/**
 * The drawer of an agent and what is owed to a shop have an event for each parcel that was ever paid for in their hands:
 * they are not read for each, but remembered as they stood. Their decisions know by their state what was recorded before,
 * so that a command that comes again adds nothing, and the stream is read for its answer.
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
