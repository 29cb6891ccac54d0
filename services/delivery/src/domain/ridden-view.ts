import { statusesIn } from '@tuma/contracts/vocabulary'
import { type RowOf, text, type View } from '@tuma/platform/domain'
import { type DeliveryEvent, toStatusChange } from './delivery.ts'
import type { DeliveryRow } from './delivery-views.ts'

/** `at`: ISO instant at which the rider got it. */
const shape = { riderId: 'text', stage: text<'underway' | 'arrived'>(), at: 'text' } as const
/**
 * The rider who must deliver the parcel, and whether that is still to do: the view counts how many parcels a rider has
 * now.
 */
export type RiddenRow = RowOf<typeof shape>

/** This rider has the parcel now, by the same rule as the view's counts. */
export const isRidden = (
  { rider, status, leg }: Pick<DeliveryRow, 'rider' | 'status' | 'leg'>,
  riderId: string,
): boolean => rider?._id === riderId && leg === 'out' && stillToRide.includes(status)

export const stillToRide = statusesIn('handedIn', 'onTheWay')

export const riddenView: View<DeliveryEvent, RiddenRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'ridden-v1',
    shape,
    fields: { riderId: 'text', stage: 'text', at: 'text' },
    indexes: [],
    counted: [['riderId', 'stage']],
    unlisted: true,
    sortBy: 'at',
  },
  getIds: (event) => {
    const matters = event.type === 'RiderAssigned' || (event.data.deliveryType === 'doorstep' && changesStage(event))
    return matters ? [event.data.deliveryId] : []
  },
  project: (row, event) => {
    const { type, data, metadata } = event
    if (type === 'RiderAssigned') return { riderId: data.riderId, stage: 'underway', at: metadata.at }
    const { to = null } = toStatusChange(event) ?? {}
    if (!row) return row
    // The rider who has it brings it back, and that counts as no rider's work.
    if (type === 'ReturnStarted' || isBack(event)) return { ...row, stage: 'arrived' }
    if (!changesStage(event)) return row
    return to === null ? null : { ...row, stage: stillToRide.includes(to) ? 'underway' : 'arrived' }
  },
}

const isBack = ({ data }: DeliveryEvent): boolean => 'leg' in data && data.leg === 'back'

/** A new request has no rider, also where it follows a deleted parcel in the same stream. */
const changesStage = (event: DeliveryEvent): boolean =>
  event.type === 'ReturnStarted' || (event.type !== 'DeliveryRequested' && toStatusChange(event) !== null)
