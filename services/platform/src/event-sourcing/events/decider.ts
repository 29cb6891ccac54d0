import type { DomainEvent } from './event.ts'

/**
 * The rules of one kind of stream as pure functions. `decide` answers what follows from a command (nothing, when it
 * has already happened) or throws a refusal; `evolve` takes every event there is.
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
