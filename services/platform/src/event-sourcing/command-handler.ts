import { AppendTooLarge, type EventToAppend, type ExpectedRevision, RevisionConflict } from '../ports/event-store.ts'
import type { CheckedStore } from './checked-store.ts'
import { type Decider, fold } from './events/decider.ts'
import type { DomainEvent, EventMetadata, Recorded } from './events/event.ts'
import type { EventCodec } from './events/event-codec.ts'
import { PersonErased } from './events/personal-keys.ts'
import { refusal } from './events/refusal.ts'
import { type RetryClock, retryOnConflict } from './following/retry-on-conflict.ts'

export type Handled<State, Event extends DomainEvent> = {
  /** The state after the command; for a repeated command the stream may have later events. */
  readonly state: State
  /**
   * The stored events of the command; empty when it had nothing to add. Build an answer that must repeat from these.
   */
  readonly events: readonly Event[]
  /** Of the stream's last event; -1 for an empty stream. */
  readonly revision: number
  /** Of the stream's last event: wait for the projector to reach it. Null for an empty stream. */
  readonly position: number | null
  /** True when this command was recorded already, by another attempt, perhaps of another replica. */
  readonly repeated: boolean
  /**
   * The whole stream up to there, for an answer that is made from it; null when the stream was not read (`AssumedState`).
   * Events of the latest append all have the position of its last one.
   */
  readonly past: readonly Recorded<Event>[] | null
  /** The events that this very call has appended; empty for a repeated command. */
  readonly added: readonly Recorded<Event>[]
}

/** The state of a stream as assumed by a caller that has not read it, or not just now. */
export type AssumedState<State> = Pick<Handled<State, DomainEvent>, 'state' | 'revision'>

export type CommandHandler<State, Command, Event extends DomainEvent> = (
  stream: string,
  command: Command,
  metadata: EventMetadata,
  /**
   * Saves the reading if the assumption is right, which the store checks. If it is not, or if by it the command would
   * be refused or add nothing, the stream is read. The assumed events must not include this command's.
   */
  assumed?: AssumedState<State>,
) => Promise<Handled<State, Event>>

/** For a stream that this command begins, unless another command already has. */
export const assumeNewStream = <State>({
  initialState,
}: Pick<Decider<State, never, never>, 'initialState'>): AssumedState<State> => ({
  state: initialState,
  revision: -1,
})

/**
 * Reads, folds, decides and appends with the revision that was read; after a conflict, again. The same command id a
 * second time, at once or later, adds nothing and is answered from the stream; with another request hash it is refused
 * as `key_reused`, an append that no store accepts at once as `too_large`, conflicts for seconds as `busy`, and every
 * command on a damaged stream as `damaged`. After a fault it is unknown whether the command was recorded: sending it
 * again gives the answer.
 * @param newId another one for each event of each attempt: by equal ids the store would take two attempts for one
 */
export const commandHandler = <State, Command, Event extends DomainEvent>(
  store: Pick<CheckedStore, 'read' | 'append'>,
  codec: EventCodec<Event>,
  decider: Decider<State, Command, Event>,
  newId: () => string,
  patience?: RetryClock,
): CommandHandler<State, Command, Event> => {
  const attempt: CommandHandler<State, Command, Event> = async (stream, command, metadata) => {
    const recorded = await Promise.all((await store.read(stream)).map(codec.decode))
    const last = recorded.at(-1)
    const state = fold(decider, recorded as readonly Event[])
    const before = { state, revision: last?.revision ?? -1, position: last?.position ?? null, past: recorded }

    const earlier = recorded.filter((event) => event.metadata.commandId === metadata.commandId)
    if (earlier.length > 0) {
      assertSameRequest(earlier, metadata)
      return { ...before, events: earlier, repeated: true, added: [] }
    }

    const events = decider.decide(command, state)
    if (events.length === 0) return { ...before, events, repeated: false, added: [] }
    const handled = await record(stream, events, notBefore(last, metadata), before)
    return { ...handled, past: [...recorded, ...handled.added] }
  }

  const record = async (
    stream: string,
    events: readonly Event[],
    metadata: EventMetadata,
    { state, revision }: AssumedState<State>,
  ) => {
    const encoded = await Promise.all(events.map((event) => codec.encode(newId(), event, metadata)))
    const expected: ExpectedRevision = revision === -1 ? 'no-stream' : revision
    const appended = await store.append(stream, encoded, expected)
    const { position } = appended
    const added = events.map((event, at): Recorded<Event> => {
      const { id } = encoded[at] as EventToAppend
      return { ...event, id, stream, revision: revision + 1 + at, position, metadata }
    })
    return { state: events.reduce(decider.evolve, state), events, ...appended, repeated: false, added }
  }

  /** @returns null when the stream must be read and decided by its events */
  const appendWithoutReading = async (
    stream: string,
    command: Command,
    metadata: EventMetadata,
    assumed: AssumedState<State>,
  ) => {
    const events = tryDecide(decider, command, assumed.state)
    if (events.length === 0) return null
    const handled = await record(stream, events, metadata, assumed).catch(nullOnConflict)
    return handled && { ...handled, past: null }
  }

  return async (stream, command, metadata, assumed) => {
    const handled = assumed && (await appendWithoutReading(stream, command, metadata, assumed))
    return handled ?? retryOnConflict(() => attempt(stream, command, metadata), patience)
  }
}

/**
 * The metadata, moved to a millisecond after the stream's last event if the clock was set back since. Other services
 * order a stream's events by time: a parcel that seems deleted before it was requested would stay paid.
 */
const notBefore = (last: Recorded<DomainEvent> | undefined, metadata: EventMetadata): EventMetadata =>
  last === undefined || metadata.at >= last.metadata.at
    ? metadata
    : { ...metadata, at: new Date(Date.parse(last.metadata.at) + 1).toISOString() }

/** Empty when it is refused: the same command may be recorded already, and then has its answer. */
const tryDecide = <State, Command, Event extends DomainEvent>(
  { decide }: Decider<State, Command, Event>,
  command: Command,
  state: State,
): readonly Event[] => {
  try {
    return decide(command, state)
  } catch {
    return []
  }
}

/** A person who is erased since may have given this very command before: then the stream has its answer. */
const nullOnConflict = (error: unknown): null => {
  if (error instanceof RevisionConflict || error instanceof AppendTooLarge || error instanceof PersonErased) return null
  throw error
}

const assertSameRequest = (earlier: readonly Recorded<DomainEvent>[], metadata: EventMetadata): void => {
  const differs = earlier.some(({ metadata: { requestHash } }) => requestHash !== metadata.requestHash)
  if (differs && metadata.requestHash !== undefined) throw refusal('key_reused')
}
