import { revenueEvents } from '@tuma/contracts/events'
import { type Announcement, announce, type Recorded } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'

/**
 * What other services may know: ids, cents and time. The owner of a number and the reason why cash was taken are not
 * published.
 */
export const announceRevenue = ({ id, type, data }: Recorded<BookEvent>): Announcement | null => {
  if (type === 'PayToSet')
    return announce(revenueEvents.payToChanged, { accountId: data.accountId, changeId: id, at: data.at })
  if (type === 'PaidOut') {
    const { owedTo, payoutId, parcels, at } = data
    const deliveryIds = parcels.map(({ deliveryId }) => deliveryId)
    return announce(revenueEvents.paidOut, { owedTo, payoutId, deliveryIds, at })
  }
  if (type !== 'CashHandedOver' || !data.byOffice) return null
  const { agentId, handOverId, declared: cents, at } = data
  return announce(revenueEvents.cashTakenIn, { agentId, handOverId, cents, at })
}
