import { AppendTooLarge, type EventToAppend, type ExpectedRevision, RevisionConflict } from '../ports/event-store.ts'
import type { CheckedStore } from './checked-store.ts'
import { type Decider, fold } from './events/decider.ts'
import type { DomainEvent, EventMetadata, Recorded } from './events/event.ts'
import type { EventCodec } from './events/event-codec.ts'
import { PersonErased } from './events/personal-keys.ts'
import { refusal } from './events/refusal.ts'
import { type Patience, whileOvertaken } from './following/overtaken.ts'

export type Handled<State, Event extends DomainEvent> = {
  /** As the stream stands after the command; of a repeated one it may have gone on since. */
  readonly state: State
  /** What stands there of the command; empty when it had nothing to add. Answer from these what it must say again. */
  readonly events: readonly Event[]
  /** Of the stream's last event; -1 when there is none. */
  readonly revision: number
  /** Of the stream's last event: wait for the projector to reach it. Null when there is none. */
  readonly position: number | null
  /** True when this command stood there already, and another attempt, perhaps another replica's, recorded it. */
  readonly repeated: boolean
  /**
   * The whole stream up to there, for an answer that is made of it; null where the stream was not read (`Supposed`). Of
   * what one append has just added, each has the position of the last.
   */
  readonly past: readonly Recorded<Event>[] | null
  /** What this very call has appended: none of a repeated one. */
  readonly added: readonly Recorded<Event>[]
}

/** How a stream is taken to stand by who has not read it, or not just now. */
export type Supposed<State> = Pick<Handled<State, DomainEvent>, 'state' | 'revision'>

export type CommandHandler<State, Command, Event extends DomainEvent> = (
  stream: string,
  command: Command,
  metadata: EventMetadata,
  /**
   * Spares the reading where it is right, which the store finds out; where it is not, or where by it the command would be
   * refused or add nothing, the stream is read. No command of this id stands in what is supposed.
   */
  supposed?: Supposed<State>,
) => Promise<Handled<State, Event>>

/** Of a stream that this command begins, unless somebody has begun it already. */
export const unbegun = <State>({
  initialState,
}: Pick<Decider<State, never, never>, 'initialState'>): Supposed<State> => ({
  state: initialState,
  revision: -1,
})

/**
 * Read, fold, decide, append with the revision that was read; when somebody else was first, again. The same command
 * id a second time, at once or later, adds nothing and is answered from what stands in the stream; with another request
 * hash it is refused as `key_reused`, what no store takes at once as `too_large`, as `busy` who was overtaken for
 * seconds, and as `damaged` whatever is asked of a damaged stream. After a fault nobody knows whether it was recorded: whoever sends it again hears.
 * @param newId for each event of each attempt another: by its ids the store would take two attempts for one
 */
export const commandHandler = <State, Command, Event extends DomainEvent>(
  store: Pick<CheckedStore, 'read' | 'append'>,
  codec: EventCodec<Event>,
  decider: Decider<State, Command, Event>,
  newId: () => string,
  patience?: Patience,
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
    { state, revision }: Supposed<State>,
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

  /** @returns null: it has to be decided by what stands there */
  const unread = async (stream: string, command: Command, metadata: EventMetadata, supposed: Supposed<State>) => {
    const events = decidedBy(decider, command, supposed.state)
    if (events.length === 0) return null
    const handled = await record(stream, events, metadata, supposed).catch(unlessOverruled)
    return handled && { ...handled, past: null }
  }

  return async (stream, command, metadata, supposed) => {
    const handled = supposed && (await unread(stream, command, metadata, supposed))
    return handled ?? whileOvertaken(() => attempt(stream, command, metadata), patience)
  }
}

/**
 * The metadata, a millisecond after the stream's last event where the clock was set back since. Other services order what they
 * hear of a stream by its time: a parcel that was deleted before it was requested would stay paid for.
 */
const notBefore = (last: Recorded<DomainEvent> | undefined, metadata: EventMetadata): EventMetadata =>
  last === undefined || metadata.at >= last.metadata.at
    ? metadata
    : { ...metadata, at: new Date(Date.parse(last.metadata.at) + 1).toISOString() }

/** None where it is refused: the same command may stand there, and then has its answer. */
const decidedBy = <State, Command, Event extends DomainEvent>(
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

/** Who is erased since may have given this very command before: then the stream has its answer. */
const unlessOverruled = (error: unknown): null => {
  if (error instanceof RevisionConflict || error instanceof AppendTooLarge || error instanceof PersonErased) return null
  throw error
}

const assertSameRequest = (earlier: readonly Recorded<DomainEvent>[], metadata: EventMetadata): void => {
  const differs = earlier.some(({ metadata: { requestHash } }) => requestHash !== metadata.requestHash)
  if (differs && metadata.requestHash !== undefined) throw refusal('key_reused')
}
