import { type DeliveryStatus, deliveryTypes, type Need } from '@tuma/contracts/vocabulary'
import type { DeliveryRow } from './delivery-views.ts'

type Row = Pick<DeliveryRow, 'status' | 'deliveryType' | 'paid' | 'paymentMethod' | 'history' | 'createdAt'>
type Kinds = { readonly deliveryType: DeliveryRow['deliveryType'][]; readonly status: DeliveryStatus[] }

/** Where parcels stand that may need somebody: kinds and statuses, so that an index finds them. */
export const whereNeeded: Record<Need, readonly Kinds[]> = {
  waiting: [
    { deliveryType: [...deliveryTypes], status: ['uncollected', 'sorting'] },
    { deliveryType: ['parcelDukani'], status: ['delivered'] },
  ],
  due: [{ deliveryType: ['doorstep'], status: ['inTransit'] }],
}

/** When its status last changed; whoever writes a rider down has not moved it. */
export const lastMovedAt = ({ history, createdAt }: Pick<Row, 'history' | 'createdAt'>): string =>
  history.at(-1)?.at ?? createdAt

/** @param since what has not moved after that moment does */
export const needsSomebody = (need: Need, row: Row, since: string): boolean => {
  const { deliveryType, status, paid, paymentMethod } = row
  if (lastMovedAt(row) > since) return false
  if (!whereNeeded[need].some((kinds) => kinds.deliveryType.includes(deliveryType) && kinds.status.includes(status)))
    return false
  return need === 'waiting' || (paymentMethod === 'payOnDelivery' && !paid)
}
