import { statusesIn } from '@tuma/contracts/vocabulary'
import { type RowOf, text, type View } from '@tuma/platform/domain'
import { type DeliveryEvent, toStatusChange } from './delivery.ts'
import type { DeliveryRow } from './delivery-views.ts'

/** `at`: ISO instant at which the rider got it. */
const shape = { riderId: 'text', stage: text<'underway' | 'arrived'>(), at: 'text' } as const
/** Whose parcel it is to ride with, and whether that is still to be done: what says how much a rider has now. */
export type RiddenRow = RowOf<typeof shape>

/** Their rider has them now: as many as the view counts for that rider. */
export const isRidden = (
  { rider, status, leg }: Pick<DeliveryRow, 'rider' | 'status' | 'leg'>,
  riderId: string,
): boolean => rider?._id === riderId && leg === 'out' && stillToRide.includes(status)

export const stillToRide = statusesIn('handedIn', 'onTheWay')

export const riddenView: View<DeliveryEvent, RiddenRow> = {
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
    // Whoever rode with it brings it back, and that is nobody's ride.
    if (type === 'ReturnStarted' || isBack(event)) return { ...row, stage: 'arrived' }
    if (!changesStage(event)) return row
    return to === null ? null : { ...row, stage: stillToRide.includes(to) ? 'underway' : 'arrived' }
  },
}

const isBack = ({ data }: DeliveryEvent): boolean => 'leg' in data && data.leg === 'back'

/** A request has no rider yet, and neither has one that comes after a deleted one. */
const changesStage = (event: DeliveryEvent): boolean =>
  event.type === 'ReturnStarted' || (event.type !== 'DeliveryRequested' && toStatusChange(event) !== null)
