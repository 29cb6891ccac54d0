import type { DomainEvent } from './event.ts'

/**
 * The rules of one kind of stream as pure functions. `decide` returns the events that follow from a command (none, when
 * it has already happened) or throws a refusal; `evolve` accepts every event.
 */
export type Decider<State, Command, Event extends DomainEvent> = {
  readonly initialState: State
  readonly decide: (command: Command, state: State) => readonly Event[]
  readonly evolve: (state: State, event: Event) => State
}

export const fold = <State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>,
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initialState)
