import { type Decider, type DomainEvent, fold, type Streams } from '@tuma/platform/event-sourcing'

/** The current state of a stream, for use outside a command. */
export const getState = async <State, Own extends DomainEvent>(
  streams: Pick<Streams<DomainEvent>, 'read'>,
  decider: Pick<Decider<State, never, Own>, 'initialState' | 'evolve'>,
  stream: string,
): Promise<State> =>
  // A stream holds events of one kind only.
  fold(decider, (await streams.read(stream)) as unknown as Own[])
