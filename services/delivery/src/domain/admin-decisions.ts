import {
  type DeletionReason,
  Refused,
  type SettableStatus,
  trackingIdIn,
  type WaitDays,
} from '@tuma/contracts/vocabulary'
import { completedAt, paidAtArrival } from './arrival.ts'
import { type Asker, assertManages } from './asker.ts'
import { about, type Delivery, type DeliveryEvent, isErased, type Parcel, type Person, sealedWith } from './delivery.ts'
import { beginsToWait, toWait } from './trouble/waiting.ts'

export type OverrideStatus = {
  readonly type: 'OverrideStatus'
  readonly by: Asker
  readonly to: SettableStatus
  /** The tracking id that the admin typed to confirm that they mean this parcel. */
  readonly trackingId: string | null
  /** Keyed hash of the sender's phone. */
  readonly senderKey: string
  /** The deadlines of a parcel that its receiver does not collect. */
  readonly days: WaitDays
  readonly at: string
}
export type DeleteDelivery = {
  readonly type: 'DeleteDelivery'
  readonly by: Asker
  readonly reason: DeletionReason | null
  /** In the admin's words; empty where the admin wrote nothing. */
  readonly note: string
}

const parcelForAdmin = (by: Asker, { parcel }: Delivery): Parcel => {
  assertManages(by)
  if (!parcel) throw new Refused('not_found')
  return parcel
}

export const overrideStatus = (command: OverrideStatus, delivery: Delivery): DeliveryEvent[] => {
  const { by, to, trackingId, senderKey, days, at } = command
  const parcel = parcelForAdmin(by, delivery)
  if (trackingId !== null && trackingIdIn(trackingId) !== parcel.trackingId) throw new Refused('tracking_differs')
  const { status: from, leg } = parcel
  if (from === to) return []
  const nobodys = { how: 'unexplained', said: false, agentId: null, paymentIds: [], senderKey, at } as const
  const waits = beginsToWait({ ...parcel, status: to }) ? { waits: toWait(at, days) } : {}
  const data = { ...about(parcel), from, to, ...(leg === 'back' ? { leg } : {}), ...waits }
  const overridden = { type: 'StatusOverridden', data } as const
  return [overridden, ...paidAtArrival(to, parcel, nobodys), ...completedAt(to, parcel)]
}

export const deleteDelivery = ({ by, reason, note }: DeleteDelivery, delivery: Delivery): DeliveryEvent[] => {
  const parcel = parcelForAdmin(by, delivery)
  const { status: from, trackingId, paymentId, senderShop, handedOver } = parcel
  const people = { sender: getPerson(parcel.sender), receiver: getPerson(parcel.receiver) }
  const freed = paymentId !== null && !handedOver
  const personId = sealedWith(parcel)
  const why = {
    ...(reason === null ? {} : { reason }),
    ...(note !== '' && personId !== null ? { said: { personId, note } } : {}),
  }
  const data = { ...about(parcel), from, trackingId, paymentId, freed, ...people, senderShop, ...why }
  return [{ type: 'DeliveryDeleted', data }]
}

/** Null once the person is erased. */
export const getPerson = (person: Person): Person | null => {
  const { personId, name, phone } = person
  return isErased(person) ? null : { personId, name, phone }
}
