import { revenueEvents } from '@tuma/contracts/events'
import { type Announcement, announce, type Recorded } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'

/** What others may know: ids, cents and time. Whose number it is and why cash was taken is not told. */
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
