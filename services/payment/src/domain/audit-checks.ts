import type { AnyAuditCheck, AuditCheck, CheckFinding, Recorded } from '@tuma/platform/domain'
import { Map as ById } from 'immutable'
import type { PaymentEvent } from './payment.ts'

/** The parcel that each payment pays for now, by stream, and what was wrong. */
type Spent = {
  readonly parcels: ById<string, string>
  readonly findings: readonly CheckFinding[]
}

/** A payment pays for one parcel, and for another only after it was released. */
const onOneParcel: AuditCheck<PaymentEvent, Spent> = {
  name: 'payment_on_two_parcels',
  initial: { parcels: ById(), findings: [] },
  take: (spent, event) => {
    switch (event.type) {
      case 'PaymentPromised':
      case 'PaymentUsed':
        return spend(spent, event, event.data.deliveryId)
      case 'PaymentReleased':
      case 'PaymentWithdrawn':
        return spent.parcels.get(event.stream) === event.data.deliveryId
          ? { ...spent, parcels: spent.parcels.delete(event.stream) }
          : spent
      default:
        return spent
    }
  },
  end: ({ findings }) => findings,
}

const spend = ({ parcels, findings }: Spent, { stream }: Recorded<PaymentEvent>, deliveryId: string): Spent => {
  const before = parcels.get(stream)
  if (before === deliveryId) return { parcels, findings }
  if (before === undefined) return { parcels: parcels.set(stream, deliveryId), findings }
  return { parcels, findings: [...findings, { about: stream, expected: before, found: deliveryId }] }
}

/** What the daily audit checks in payments. */
export const auditChecks: readonly AnyAuditCheck<PaymentEvent>[] = [onOneParcel]
