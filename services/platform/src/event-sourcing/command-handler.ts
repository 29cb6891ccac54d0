import { AppendTooLarge, type EventStore, type ExpectedRevision, RevisionConflict } from '../ports/event-store.ts'
import { type Decider, fold } from './decider.ts'
import type { DomainEvent, EventMetadata, Recorded } from './event.ts'
import type { EventCodec } from './event-codec.ts'
import { derivedId } from './ids.ts'
import { refusal } from './refusal.ts'

export type Handled<State, Event> = {
  /** After the command. */
  readonly state: State
  /** What the command recorded; empty when it had nothing to add. */
  readonly events: readonly Event[]
  /** Of the stream's last event; -1 when there is none. */
  readonly revision: number
  /** Of the stream's last event: wait for the projector to reach it. Null when there is none. */
  readonly position: number | null
  /** True when this command had been handled before and was answered from the stream. */
  readonly repeated: boolean
}

export type CommandHandler<State, Command, Event extends DomainEvent> = (
  stream: string,
  command: Command,
  metadata: EventMetadata,
) => Promise<Handled<State, Event>>

const conflictsMost = 8

/**
 * Read, fold, decide, append with the revision that was read; when somebody else was first, again. The same command
 * id a second time adds nothing; with another request hash it is refused as `key_reused`, and what no store takes at
 * once as `too_large`.
 */
export const commandHandler = <State, Command, Event extends DomainEvent>(
  store: EventStore,
  codec: EventCodec<Event>,
  decider: Decider<State, Command, Event>,
): CommandHandler<State, Command, Event> => {
  const attempt: CommandHandler<State, Command, Event> = async (stream, command, metadata) => {
    const recorded = await Promise.all((await store.read(stream)).map(codec.decode))
    const last = recorded.at(-1)
    const state = fold(decider, recorded as readonly Event[])
    const before = { state, revision: last?.revision ?? -1, position: last?.position ?? null }

    const earlier = recorded.filter((event) => event.metadata.commandId === metadata.commandId)
    if (earlier.length > 0) {
      assertSameRequest(earlier, metadata)
      return { ...before, events: earlier, repeated: true }
    }

    const events = decider.decide(command, state)
    if (events.length === 0) return { ...before, events, repeated: false }

    const encoded = await Promise.all(
      events.map((event, index) => codec.encode(derivedId(metadata.commandId, stream, index), event, metadata)),
    )
    const expected: ExpectedRevision = last ? last.revision : 'no-stream'
    const appended = await store.append(stream, encoded, expected)
    return { state: events.reduce(decider.evolve, state), events, ...appended, repeated: false }
  }

  return async (stream, command, metadata) => {
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        return await attempt(stream, command, metadata)
      } catch (error) {
        if (error instanceof AppendTooLarge) throw refusal('too_large')
        if (!(error instanceof RevisionConflict) || conflicts >= conflictsMost) throw error
      }
    }
  }
}

const assertSameRequest = (earlier: readonly Recorded<DomainEvent>[], metadata: EventMetadata): void => {
  const differs = earlier.some(({ metadata: { requestHash } }) => requestHash !== metadata.requestHash)
  if (differs && metadata.requestHash !== undefined) throw refusal('key_reused')
}
