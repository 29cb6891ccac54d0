import type { DomainEvent, Recorded } from '../events/event.ts'

/** What a pass of the auditor found to be wrong. Never has personal data. */
export type Finding = {
  /** As it is stored and measured: `row_differs`. */
  readonly kind: string
  /** The row, stream, account, or day and shop. */
  readonly about: string
  /** Null where the value itself may not be shown. */
  readonly expected: string | null
  readonly found: string | null
}

/** A finding that its kind need not be repeated in, because its check has the name of the kind. */
export type CheckFinding = Omit<Finding, 'kind'>

/** A rule over all events of a service, as a pure fold in the order of the store. */
export type AuditCheck<Event extends DomainEvent, State> = {
  /** The kind of its findings. */
  readonly name: string
  readonly initial: State
  readonly take: (state: State, event: Recorded<Event>) => State
  /** @param at ISO instant at which the pass has read the last event */
  readonly end: (state: State, at: string) => readonly CheckFinding[]
}

/** Checks with different states side by side. */
// biome-ignore lint/suspicious/noExplicitAny: a check is invariant in its state, and the list has all kinds
export type AnyAuditCheck<Event extends DomainEvent> = AuditCheck<Event, any>

/** A sum over all events that the service tells others at the end of each full pass. */
export type AuditSum<Event extends DomainEvent, State> = Pick<AuditCheck<Event, State>, 'initial' | 'take'> & {
  /** @param at ISO instant at which the pass has read the last event */
  readonly tell: (state: State, at: string) => Promise<void>
}

/** Sums with different states side by side. */
// biome-ignore lint/suspicious/noExplicitAny: a sum is invariant in its state, and the list has all kinds
export type AnyAuditSum<Event extends DomainEvent> = AuditSum<Event, any>

/** The sums of one pass. */
export const openSums = <Event extends DomainEvent>(sums: readonly AnyAuditSum<Event>[]) => {
  const states = new Map<AnyAuditSum<Event>, unknown>(sums.map((sum) => [sum, sum.initial]))
  return {
    take(event: Recorded<Event>): void {
      for (const [sum, state] of states) states.set(sum, sum.take(state, event))
    },
    async tell(at: string): Promise<void> {
      for (const [sum, state] of states) await sum.tell(state, at)
    },
  }
}

/** A check that uses only streams of these nouns, among all the others of its service. */
export const checkStreams = <Event extends DomainEvent, Own extends Event>(
  nouns: readonly string[],
  { take, ...check }: AnyAuditCheck<Own>,
): AnyAuditCheck<Event> => ({
  ...check,
  take: (state, event) =>
    nouns.some((noun) => event.stream.startsWith(`${noun}-`)) ? take(state, event as never) : state,
})

/** All events through one check. @returns its findings */
export const runCheck = <Event extends DomainEvent, State>(
  check: AuditCheck<Event, State>,
  events: Iterable<Recorded<Event>>,
  at: string,
): readonly CheckFinding[] => {
  let state = check.initial
  for (const event of events) state = check.take(state, event)
  return check.end(state, at)
}

/**
 * The checks of one pass. A check that throws is left out of the pass, and its earlier findings stay.
 * @param onFault gets each such error once
 */
export const openChecks = <Event extends DomainEvent>(
  checks: readonly AnyAuditCheck<Event>[],
  onFault: (error: unknown) => void,
) => {
  const states = new Map<AnyAuditCheck<Event>, unknown>(checks.map((check) => [check, check.initial]))
  const unlessItThrows = <Answer>(check: AnyAuditCheck<Event>, ask: () => Answer): Answer | null => {
    try {
      return ask()
    } catch (error) {
      states.delete(check)
      onFault(error)
      return null
    }
  }
  return {
    take(event: Recorded<Event>): void {
      for (const [check, state] of states) unlessItThrows(check, () => void states.set(check, check.take(state, event)))
    },
    end(at: string): Finding[] {
      return [...states].flatMap(([check, state]) =>
        (unlessItThrows(check, () => check.end(state, at)) ?? []).map((one) => ({ kind: check.name, ...one })),
      )
    },
    /** The kinds of the checks that threw. */
    getFailed: (): string[] => checks.filter((check) => !states.has(check)).map(({ name }) => name),
  }
}
