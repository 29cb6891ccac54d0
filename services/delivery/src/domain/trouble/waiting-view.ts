import type { Recorded, RowOf, View } from '@tuma/platform/domain'
import { type DeliveryEvent, toStatusChange } from '../delivery.ts'
import { beginsToWait } from './waiting.ts'

const shape = {
  deliveryId: 'text',
  /** When the parcel arrived. */
  since: 'text',
  /** When its clock last did something. */
  quietSince: 'text',
  reminded: 'number',
  until: 'text or null',
  asked: 'boolean',
  times: 'number',
  held: 'boolean',
} as const
/** A parcel that waits at a shop for its receiver, and what its clock has done. The clock reads these rows only. */
export type WaitingRow = RowOf<typeof shape>

export const waitingView: View<DeliveryEvent, WaitingRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'waiting-v1',
    shape,
    fields: { quietSince: 'text' },
    indexes: [],
    sortBy: 'quietSince',
  },
  getIds: (event) => (matters(event) ? [event.data.deliveryId] : []),
  project: (row, event) => {
    if (changesWaiting(event)) return arrived(event)
    if (!row) return null
    const { type, data } = event
    switch (type) {
      case 'ReceiverReminded':
        return { ...row, quietSince: data.at, reminded: data.day }
      case 'SenderAsked':
        return { ...row, quietSince: data.at, reminded: data.day, asked: true, until: data.until }
      case 'WaitProlonged':
        return { ...row, quietSince: data.at, asked: false, times: data.times, until: data.until }
      case 'ParcelHeld':
      case 'HoldReleased':
        return { ...row, held: data.holds.length > 0 }
      case 'ParcelLost':
        return { ...row, held: true }
      case 'ParcelFound':
        return { ...row, held: false }
      default:
        return row
    }
  },
}

/** The wait begins or ends with this event. */
const changesWaiting = (event: Recorded<DeliveryEvent>): boolean => {
  const { from = null, to = null } = toStatusChange(event) ?? {}
  return event.type === 'ReturnStarted' || from === 'delivered' || to === 'delivered'
}

const matters = (event: Recorded<DeliveryEvent>): boolean => {
  if (event.data.deliveryType !== 'parcelDukani') return false
  return tended.includes(event.type) || changesWaiting(event)
}

const tended: readonly DeliveryEvent['type'][] = [
  'ReceiverReminded',
  'SenderAsked',
  'WaitProlonged',
  'ParcelHeld',
  'HoldReleased',
  'ParcelLost',
  'ParcelFound',
]

const arrived = (event: Recorded<DeliveryEvent>): WaitingRow | null => {
  const { type, data } = event
  const arrives = (type === 'ParcelDelivered' || type === 'StatusOverridden') && data.leg !== 'back'
  const { to = null } = toStatusChange(event) ?? {}
  if (!arrives || to === null || !beginsToWait({ deliveryType: data.deliveryType, status: to, leg: 'out' })) return null
  const since = data.waits?.since ?? event.metadata.at
  const untouched = { reminded: 0, asked: false, times: 0, held: false }
  return { deliveryId: data.deliveryId, since, quietSince: since, until: data.waits?.until ?? null, ...untouched }
}
