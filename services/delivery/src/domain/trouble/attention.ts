import {
  type DeliveryStatus,
  deliveryTypes,
  eatDaysSince,
  isUnderWay,
  type NeedByRest,
  type PartyRole,
  partyRoles,
  statusesIn,
  type Trouble,
  waitAges,
} from '@tuma/contracts/vocabulary'
import type { DeliveryRow } from '../delivery-views.ts'

type Row = Pick<
  DeliveryRow,
  'status' | 'deliveryType' | 'paid' | 'paymentMethod' | 'history' | 'createdAt' | 'leg' | 'trouble' | 'untold'
>
/** Kinds and statuses, or a trouble, so that an index finds the rows. */
type Where =
  | { readonly deliveryType: DeliveryRow['deliveryType'][]; readonly status: DeliveryStatus[] }
  | { readonly trouble: Trouble }
  | { readonly untold: PartyRole[] }

/** Where to look for parcels that may need the office. */
export const whereNeeded: Record<NeedByRest, readonly Where[]> = {
  waiting: [
    { deliveryType: [...deliveryTypes], status: statusesIn('handedIn') },
    { deliveryType: ['parcelDukani'], status: statusesIn('arrived') },
  ],
  due: [{ deliveryType: ['doorstep'], status: statusesIn('onTheWay') }],
  stuck: [{ deliveryType: [...deliveryTypes], status: statusesIn('onTheWay') }],
  held: [{ trouble: 'held' }],
  back: [{ trouble: 'back' }],
  lost: [{ trouble: 'lost' }],
  untold: [{ untold: [...partyRoles] }],
}

/** When its status last changed; an entry of a rider changes no status. */
export const lastMovedAt = ({ history, createdAt }: Pick<Row, 'history' | 'createdAt'>): string =>
  history.at(-1)?.at ?? createdAt

/** @param since a parcel counts if its status last changed at this moment or before */
export const needsAttention = (need: NeedByRest, row: Row, since: string): boolean => {
  const { paid, paymentMethod, leg } = row
  if (lastMovedAt(row) > since || !whereNeeded[need].some((where) => isThere(where, row))) return false
  return need !== 'due' || (paymentMethod === 'payOnDelivery' && !paid && leg === 'out')
}

const isThere = (where: Where, { deliveryType, status, trouble, untold }: Row): boolean => {
  if ('trouble' in where) return trouble === where.trouble
  if ('untold' in where) return untold !== null
  return where.deliveryType.includes(deliveryType) && where.status.includes(status)
}

/** The trouble of a parcel, if any; null once the parcel is handed over. */
export const getTrouble = (
  row: Pick<DeliveryRow, 'status' | 'deliveryType' | 'leg' | 'outcome' | 'holds'>,
): Trouble | null => {
  if (row.outcome === 'lost') return 'lost'
  if (!isUnderWay(row)) return null
  if (row.holds.length > 0) return 'held'
  return row.leg === 'back' ? 'back' : null
}

/** The highest of `waitAges` that a wait has reached, in days of Nairobi. */
export const toWaitAge = (since: string, now: string): (typeof waitAges)[number] => {
  const days = eatDaysSince(since, now)
  return waitAges.findLast((from) => days >= from) ?? waitAges[0]
}
