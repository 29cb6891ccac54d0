import type { DomainEvent } from '@tuma/platform/domain'
import type { Posted } from './journal.ts'
import type { Counted, Fee, Sale } from './sale.ts'

/** A parcel was cancelled where it was handed in, so it brought nothing, and the figures leave it out again. */
export type CancelEvent =
  /** `agentId` gave so many cents back to the customer; null and 0 where nothing was paid in cash. */
  | DomainEvent<'SaleCancelled', Posted & { readonly agentId: string | null; readonly cashBack: number }>
  | DomainEvent<'CountTakenBack', Counted>
  | DomainEvent<'FeeTakenBack', Fee>

export type CancelSale = {
  readonly type: 'CancelSale'
  readonly agentId: string | null
  readonly cashBack: number
  readonly at: string
}

/**
 * Whether something of that time was cancelled since then. A freed payment can book its parcel again, so later events
 * of the same delivery count.
 */
export const isCancelled = ({ cancelled }: Pick<Sale, 'cancelled'>, at: string): boolean =>
  cancelled !== null && cancelled.at >= at

/** Once, also where the request or the money is heard of only afterwards. */
export const cancelSale = ({ type: _, ...data }: CancelSale, state: Sale): CancelEvent[] => {
  if (isCancelled(state, data.at)) return []
  const { counted, feeTaken } = state
  return [
    { type: 'SaleCancelled', data: { ...data, postings: [] } },
    ...(counted ? [{ type: 'CountTakenBack', data: counted } as const] : []),
    ...(feeTaken ? [{ type: 'FeeTakenBack', data: feeTaken } as const] : []),
  ]
}
