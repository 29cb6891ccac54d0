import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Reason } from '../payment.ts'

/** An admin has looked at a difference that a statement left, about a payment or about a receipt of money that left. */
export const lookedAtStream = (id: string): string => `looked-${id}`
export type LookedAtEvent = DomainEvent<'DifferenceExplained', { readonly note: Reason; readonly at: string }>
export type ExplainDifference = {
  /** Money that left may differ again after it was explained, and is then explained again. */
  readonly type: 'ExplainDifference' | 'ExplainOutgoing'
} & LookedAtEvent['data']

export const lookedAt: Decider<'explained' | null, ExplainDifference, LookedAtEvent> = {
  initialState: null,
  decide: ({ type, ...data }, explained) =>
    explained && type === 'ExplainDifference' ? [] : [{ type: 'DifferenceExplained', data }],
  evolve: () => 'explained',
}
