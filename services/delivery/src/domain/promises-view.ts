import { type DeliveryStatus, type HoldCode, type Leg, type Outcome, shopKey } from '@tuma/contracts/vocabulary'
import { type Recorded, type RowOf, text, textOrNull, type View } from '@tuma/platform/domain'
import { type DeliveryEvent, type DeliveryRequested, firstStatus, toStatusChange } from './delivery.ts'
import { type PromiseState, promiseState } from './promise.ts'

const shape = {
  deliveryId: 'text',
  /**
   * Key of the shop that must act. A rider fetches a doorstep parcel from its sender's shop, so that shop is
   * responsible for it until it is at the door.
   */
  shop: 'text',
  /** ISO; null until the promise of this request is read. */
  by: 'text or null',
  state: text<Exclude<PromiseState, 'ended'>>(),
  status: text<DeliveryStatus>(),
  leg: text<Leg>(),
  outcome: textOrNull<Outcome>(),
  holds: { each: text<HoldCode>() },
} as const
/** A parcel with a deadline that has not arrived. These rows show what a shop must do next, and what is late. */
export type PromiseRow = RowOf<typeof shape>

export const promisesView: View<DeliveryEvent, PromiseRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'promises-v1',
    shape,
    fields: { shop: 'text', state: 'text', by: 'text' },
    indexes: [['shop', 'state'], ['state']],
    unlisted: true,
    sortBy: 'by',
  },
  getIds: (event) => (event.data.deliveryType === 'doorstep' && matters(event) ? [event.data.deliveryId] : []),
  project: (row, event) => {
    if (event.type === 'DeliveryRequested') return requested(event.data)
    const next = row && changed(row, event)
    const state = next && promiseState({ ...next, deliveryType: event.data.deliveryType })
    if (!next || !state || state === 'ended') return null
    return { ...next, state: next.by === null ? 'paused' : state }
  },
}

const matters = (event: DeliveryEvent): boolean => toStatusChange(event) !== null || changing.includes(event.type)

/** The events that change a promise without a change of status. */
const changing: readonly DeliveryEvent['type'][] = [
  'PromiseMade',
  'ParcelHeld',
  'HoldReleased',
  'ReturnStarted',
  'ParcelLost',
  'ParcelFound',
]

const requested = ({ deliveryId, deliveryType, senderShop }: DeliveryRequested['data']): PromiseRow => ({
  deliveryId,
  shop: shopKey(senderShop),
  by: null,
  state: 'paused',
  ...{ status: firstStatus[deliveryType], leg: 'out', outcome: null, holds: [] },
})

/** Null once the parcel is deleted. */
const changed = (row: PromiseRow, event: Recorded<DeliveryEvent>): PromiseRow | null => {
  const { to: status = row.status } = toStatusChange(event) ?? {}
  if (status === null) return null
  const moved = { ...row, status }
  switch (event.type) {
    case 'PromiseMade':
      return { ...moved, by: event.data.by }
    case 'ParcelHeld':
    case 'HoldReleased':
      return { ...moved, holds: event.data.holds }
    case 'ReturnStarted':
      return { ...moved, leg: 'back' }
    case 'ParcelLost':
      return { ...moved, outcome: 'lost' }
    case 'ParcelFound':
    case 'StatusOverridden':
      return { ...moved, outcome: null }
    default:
      return moved
  }
}
