import { expect } from 'vitest'
import { type Decider, fold } from '../event-sourcing/events/decider.ts'
import type { DomainEvent } from '../event-sourcing/events/event.ts'
import { isRefusal, type Refusal } from '../event-sourcing/events/refusal.ts'

/**
 * The rules of a stream as sentences:
 * `given(requested, dropped).when(putInTransit).then(inTransit)`, `.then()` for "records nothing",
 * `.thenRefused('step_not_allowed')`, `.thenRefused('email_taken', { field: 'email' })`.
 */
export const toSpecification = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
) => ({
  given: (...past: readonly Event[]) => ({
    when: (command: Command) => {
      const decide = () => decider.decide(command, fold(decider, past))
      return {
        // biome-ignore lint/suspicious/noThenProperty: the usual name after given and when, and never awaited
        then: (...expected: readonly Event[]) => expect(decide()).toStrictEqual(expected),
        thenRefused: (code: string, details?: Refusal['details']) => {
          let refused: unknown
          try {
            refused = decide()
          } catch (error) {
            refused = error
          }
          expect(isRefusal(refused) ? refused.code : refused).toBe(code)
          if (details) expect((refused as Refusal).details).toEqual(details)
        },
      }
    },
  }),
})
