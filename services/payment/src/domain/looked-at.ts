import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Reason } from './payment.ts'

/** Of a payment that a statement has left for somebody to look at: somebody has. */
export const lookedAtStream = (paymentId: string): string => `looked-${paymentId}`
export type LookedAtEvent = DomainEvent<'DifferenceExplained', { readonly note: Reason; readonly at: string }>
export type ExplainDifference = { readonly type: 'ExplainDifference' } & LookedAtEvent['data']

export const lookedAt: Decider<'explained' | null, ExplainDifference, LookedAtEvent> = {
  initialState: null,
  decide: ({ type: _, ...data }, explained) => (explained ? [] : [{ type: 'DifferenceExplained', data }]),
  evolve: () => 'explained',
}
