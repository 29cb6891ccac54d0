import type { Decider } from '../events/decider.ts'
import type { DomainEvent, EventMetadata, Recorded } from '../events/event.ts'
import type { Streams } from '../streams.ts'
import type { AuditSum } from './audit-check.ts'

/**
 * A sum that the service stores as events of its own, so that its publisher tells others.
 * @param sum.toCommandId of the sum and not of the attempt, so that a second attempt adds nothing
 * @param streams asked only at the end of a pass, because the auditor is opened with them
 */
export const recordedSum = <
  Event extends DomainEvent,
  State,
  Command extends { readonly at: string },
  Own extends DomainEvent,
  OwnState,
>(
  sum: {
    /** The name of the actor in the metadata, which is stored. */
    readonly actor: string
    readonly initial: State
    /** Gets every event of the service; it knows those that it sums. */
    readonly take: (state: State, event: Recorded<never>) => State
    /** The commands for what differs from what was told. */
    readonly toCommands: (state: State, at: string) => readonly Command[]
    readonly toStream: (command: Command) => string
    readonly toCommandId: (command: Command) => string
    readonly decider: Decider<OwnState, Command, Own>
  },
  streams: () => Pick<Streams<Event>, 'createRecorder'>,
): AuditSum<Event, State> => {
  const actor = { kind: 'system', name: sum.actor } as const
  const toMetadata = (command: Command): EventMetadata => {
    const commandId = sum.toCommandId(command)
    return { at: command.at, commandId, correlationId: commandId, causationId: commandId, actor }
  }
  return {
    initial: sum.initial,
    take: (state, event) => sum.take(state, event as never),
    async tell(state, at) {
      const record = streams().createRecorder(sum.decider as never)
      for (const command of sum.toCommands(state, at))
        await record(sum.toStream(command), command as never, toMetadata(command))
    },
  }
}
