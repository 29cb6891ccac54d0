import type { PaymentClient } from '@tuma/contracts/services'
import { start } from './notification-for-each-test.ts'

export type Outgoing = NonNullable<Awaited<ReturnType<PaymentClient['outgoingOne']>>>

/** A payout for three parcels, as payment answers it. */
export const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  ...{ outgoingId: 'o1', of: 'payout', id: 'c1', about: 'account:kamau', cents: 295_000, receipt: 'UKQ1ABCDE9' },
  ...{ name: 'Kamau Otieno', phone: '254712345678', deliveryIds: ['d1', 'd2', 'd3'], by: 'achieng', at: start },
  ...{ approvedBy: null, approval: 'not_needed', reason: null, approvalReason: null },
  ...more,
})
