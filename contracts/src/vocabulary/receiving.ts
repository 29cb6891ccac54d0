import { type Placed, standing } from './standing.ts'

/**
 * Who brings a parcel that a shop receives: `shop`, it comes to the shop itself; `riders`, the shop's own riders bring
 * it to a door; `near`, riders of other shops bring it to a door at the shop's place.
 */
export const receivingGroups = ['shop', 'riders', 'near'] as const
export type ReceivingGroup = (typeof receivingGroups)[number]

/** Where a parcel ends on its leg. On the way back every parcel ends at a shop. */
export type WayEnd = 'shop' | 'door'
export const toWayEnd = ({ deliveryType, leg = 'out' }: Pick<Placed, 'deliveryType' | 'leg'>): WayEnd =>
  deliveryType === 'doorstep' && leg === 'out' ? 'door' : 'shop'

/** A rider carries the parcel to a door. */
export const isWithRider = (parcel: Placed): boolean =>
  toWayEnd(parcel) === 'door' && parcel.status === 'inTransit' && standing(parcel) !== 'lost'
