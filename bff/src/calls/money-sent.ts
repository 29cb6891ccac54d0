import { formatKsh } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'
import { unlessAway } from './unless-away.ts'

type Happened = NonNullable<Awaited<ReturnType<Services['delivery']['history']>>>

/**
 * A parcel's history with what Tuma has sent for it, which payment knows and delivery does not. While payment is away,
 * without that.
 */
export const withMoneySent = async (
  payment: Services['payment'],
  deliveryId: string,
  history: Happened | null,
): Promise<Happened | null> => {
  const sent = history && (await unlessAway(payment.getOutgoing({ deliveryId })))
  if (!sent || sent.length === 0) return history
  const entries = sent.map(({ of, outgoingId, by, cents, receipt, at }) => ({
    ...{ at, type: of === 'payout' ? 'SenderPaidOut' : 'PayerRefunded', correlationId: outgoingId },
    by: { kind: 'user', role: 'admin', id: by },
    details: { amount: formatKsh(cents / 100), receipt },
  }))
  return [...history, ...entries].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
