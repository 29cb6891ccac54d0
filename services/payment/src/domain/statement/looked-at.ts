import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Reason } from '../payment.ts'

/** Of a payment, or of a receipt of money that left, that a statement has left for an admin to look at: an admin has. */
export const lookedAtStream = (id: string): string => `looked-${id}`
export type LookedAtEvent = DomainEvent<'DifferenceExplained', { readonly note: Reason; readonly at: string }>
export type ExplainDifference = {
  /** Money that left may differ again after it was explained, and is explained again then. */
  readonly type: 'ExplainDifference' | 'ExplainOutgoing'
} & LookedAtEvent['data']

export const lookedAt: Decider<'explained' | null, ExplainDifference, LookedAtEvent> = {
  initialState: null,
  decide: ({ type, ...data }, explained) =>
    explained && type === 'ExplainDifference' ? [] : [{ type: 'DifferenceExplained', data }],
  evolve: () => 'explained',
}
