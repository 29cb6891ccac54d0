import {
  hasReached,
  isWithRider,
  type NextStep,
  type Phase,
  type PressedStatus,
  Refused,
  sameWords,
  toPhase,
  type WaitDays,
} from '@tuma/contracts/vocabulary'
import { type Decider, erased } from '@tuma/platform/domain'
import { type DeleteDelivery, deleteDelivery, type OverrideStatus, overrideStatus } from './admin-decisions.ts'
import { completedAt, paidAtArrival } from './arrival.ts'
import { arrivalAfter } from './arrive-at-shop.ts'
import type { Asker } from './asker.ts'
import { type CancelAtCounter, cancelAtCounter } from './at-counter.ts'
import {
  type CollectParcel,
  collect,
  type IssueCollectionCode,
  issueCode,
  type RaiseCollectionCode,
  raiseCode,
  withoutCode,
} from './collecting.ts'
import {
  about,
  type Delivery,
  type DeliveryEvent,
  endsOnLeg,
  evolve,
  isErased,
  nothingRequested,
  type Parcel,
  type ParcelMoved,
  type PickerAssigned,
  type PickerErased,
  statusAfter,
} from './delivery.ts'
import { riderPerson } from './network/rider.ts'
import { guestPerson } from './people/erasure.ts'
import { type ChangeReceiverPhone, changeReceiverPhone } from './people/receiver-phone-decisions.ts'
import { type AddPhoto, addPhoto, type ForgetPhoto, forgetPhoto } from './photos.ts'
import { decideRequest, type RequestDelivery } from './request-decisions.ts'
import { type ScanIn, scanIn } from './scan-in.ts'
import { isReceivingShop, isSendingShop, isShopForStep } from './step-shops.ts'
import { assertDue, type Taking, toHands, withoutMoney } from './taking.ts'
import {
  assertFree,
  type HoldParcel,
  holdParcel,
  type LiftHold,
  liftHold,
  type PutOnHold,
  putOnHold,
  type ReleaseHold,
  releaseHold,
} from './trouble/holds.ts'
import { beginsToWait, toWait } from './trouble/waiting.ts'
import { type DecideWait, decideWait, type TendWait, tendWait } from './trouble/waiting-decisions.ts'
import { type ReportLost, reportLost, returnedTo, type SendBack, sendBack } from './trouble/way-back.ts'

export type MoveParcel = {
  readonly type: 'MoveParcel'
  readonly by: Asker
  readonly to: PressedStatus
  /** The revision of the row that the agent saw. */
  readonly revision: number | null
  /** How the money that was due was paid. Null where the agent gave no answer: then it counts as cash with the agent. */
  readonly taken: Taking | null
  /** Keyed hash of the sender's phone. */
  readonly senderKey: string
  /** The deadlines of a parcel that its receiver does not collect. */
  readonly days: WaitDays
  /** One press marks several parcels. */
  readonly together: boolean
  readonly at: string
}
export type AssignRider = {
  readonly type: 'AssignRider'
  readonly by: Asker
  readonly riderId: string
  /** Null when there is no such rider. */
  readonly rider: { readonly name: string; readonly phone: string } | null
  readonly revision: number | null
}
export type AssignPicker = {
  readonly type: 'AssignPicker'
  readonly by: Asker
  readonly picker: { readonly name: string; readonly phone: string; readonly nationalId: string }
  readonly revision: number | null
}
/** `tells`: other services must delete what they keep of this parcel's sender. */
export type EraseSender = { readonly type: 'EraseSender'; readonly tells: boolean }
export type EraseReceiver = { readonly type: 'EraseReceiver' }
/** Erases a person from a deleted parcel. Does nothing once its payment has paid for another parcel. */
export type EraseDeleted = {
  readonly type: 'EraseDeleted'
  readonly trackingId: string
  readonly role: 'sender' | 'receiver'
}
/** The caller names the picker, because the parcel may be deleted. Called once for each picker. */
export type ErasePicker = PickerErased['data'] & { readonly type: 'ErasePicker' }
export type DeliveryCommand =
  | RequestDelivery
  | MoveParcel
  | AssignRider
  | AssignPicker
  | OverrideStatus
  | DeleteDelivery
  | EraseSender
  | EraseReceiver
  | EraseDeleted
  | ErasePicker
  | HoldParcel
  | ReleaseHold
  | CollectParcel
  | IssueCollectionCode
  | RaiseCollectionCode
  | ChangeReceiverPhone
  | TendWait
  | DecideWait
  | SendBack
  | AddPhoto
  | ForgetPhoto
  | CancelAtCounter
  | PutOnHold
  | LiftHold
  | ReportLost
  | ScanIn

/**
 * `isShopForStep` in step-shops.ts says which shop's agents may take each step. Three other commands mark a parcel as
 * `delivered` too: `CollectParcel` from its rider, an admin's `OverrideStatus`, and `SendBack` or `DecideWait` when it
 * turns round at the shop that it goes back to.
 */
const steps: Record<PressedStatus, { type: ParcelMoved['type']; from: Phase; step: NextStep }> = {
  uncollected: { type: 'ParcelDroppedOff', from: 'awaited', step: 'drop' },
  inTransit: { type: 'ParcelPutInTransit', from: 'handedIn', step: 'putInTransit' },
  delivered: { type: 'ParcelDelivered', from: 'onTheWay', step: 'markDelivered' },
  collected: { type: 'ParcelCollected', from: 'arrived', step: 'confirmReceipt' },
}

/**
 * The parcel, if the step belongs to this agent. An agent of its other shop gets `not_allowed`, all others `not_found`.
 */
const parcelFor = ({ role, shop }: Asker, { parcel, cancelled }: Delivery, step: NextStep): Parcel => {
  if (role !== 'agent') throw new Refused('not_allowed')
  if (!parcel && cancelled) throw new Refused('parcel_cancelled')
  if (!parcel || !shop) throw new Refused('not_found')
  const ends = endsOnLeg(parcel, parcel.leg)
  if (!(isSendingShop(ends, shop) || isReceivingShop(ends, shop))) throw new Refused('not_found')
  if (!isShopForStep[step](ends, shop)) throw new Refused('not_allowed')
  if (parcel.outcome === 'lost') throw new Refused('step_not_allowed')
  return parcel
}

/** The agent must have seen the newest revision of the row. */
const assertCurrent = (seen: number | null, { revision }: Delivery): void => {
  if (seen !== null && seen < revision) throw new Refused('stale', { revision })
}

/**
 * An agent has taken this step before. On the way back, only steps after the place where the parcel turned round count.
 */
const isBehind = ({ status, turnedAt }: Parcel, to: PressedStatus): boolean =>
  hasReached(status, to) && !(turnedAt !== null && hasReached(turnedAt, to))

const move = (command: MoveParcel, delivery: Delivery): DeliveryEvent[] => {
  const { by, to, revision, taken, senderKey, together, at } = command
  const { type, from, step } = steps[to]
  const parcel = parcelFor(by, delivery, step)
  if (taken && parcel.paymentMethod === 'payNow') throw new Refused('nothing_due')
  if (isBehind(parcel, to)) return []
  if (together && to === 'delivered' && isWithRider(parcel)) throw new Refused('with_rider')
  assertFree(parcel, step)
  if (to === 'delivered' && !taken && parcel.holds.includes('no_money'))
    throw new Refused('parcel_held', { code: 'no_money' })
  assertCurrent(revision, delivery)
  if (toPhase(parcel.status) !== from) throw new Refused('step_not_allowed')
  const { deliveryType, leg, riderId } = parcel
  // On the way back from a door, the rider who has the parcel brings it.
  if (to === 'inTransit' && leg === 'out' && deliveryType === 'doorstep' && !riderId) throw new Refused('rider_needed')
  if (taken) assertDue(to, parcel)
  if (taken?.how === 'not_paid') return withoutMoney(delivery, at)
  const inHands = { ...toHands(taken), agentId: by.userId, senderKey, at }
  const moved = toMoveEvents(type, parcel, command)
  return [moved, ...paidAtArrival(to, parcel, inHands), ...completedAt(to, parcel), ...withoutCode(to, parcel, by)]
}

const toMoveEvents = (type: ParcelMoved['type'], parcel: Parcel, { by, at, days }: MoveParcel): DeliveryEvent => {
  const { status: from, leg } = parcel
  const data = { ...about(parcel), from }
  if (leg === 'back')
    return type === 'ParcelCollected' ? returnedTo(parcel, by.userId, at) : { type, data: { ...data, leg } }
  const waits = beginsToWait({ ...parcel, status: statusAfter[type] })
  return { type, data: waits ? { ...data, waits: toWait(at, days) } : data }
}

const assignRider = ({ by, riderId, rider, revision }: AssignRider, delivery: Delivery): DeliveryEvent[] => {
  const parcel = parcelFor(by, delivery, 'assignRider')
  if (parcel.riderId === riderId) return []
  assertFree(parcel)
  assertCurrent(revision, delivery)
  const { deliveryType, leg, status } = parcel
  const rides = deliveryType === 'doorstep' && leg === 'out' && toPhase(status) === steps.inTransit.from
  if (!rides) throw new Refused('step_not_allowed')
  if (!rider) throw new Refused('unknown_rider')
  return [
    { type: 'RiderAssigned', data: { ...about(parcel), riderId, rider: { personId: riderPerson(riderId), ...rider } } },
  ]
}

/** This person collects the parcel, which is still waiting. */
const assignPicker = ({ by, picker, revision }: AssignPicker, delivery: Delivery): DeliveryEvent[] => {
  const parcel = parcelFor(by, delivery, 'assignPicker')
  const { deliveryId, deliveryType, leg, status } = parcel
  if (parcel.picker && samePicker(parcel.picker, picker)) return []
  assertFree(parcel)
  assertCurrent(revision, delivery)
  if (deliveryType !== 'parcelDukani' || leg === 'back' || !hasReached(parcel.status, 'delivered'))
    throw new Refused('step_not_allowed')
  if (parcel.picker) throw new Refused('picker_differs')
  const assigned: PickerAssigned = {
    type: 'PickerAssigned',
    data: { ...about(parcel), picker: { personId: pickerPerson(deliveryId, delivery), ...picker } },
  }
  if (status === 'collected') return [assigned]
  const collected: ParcelMoved = { type: 'ParcelCollected', data: { ...about(parcel), from: status } }
  return [collected, assigned, ...completedAt('collected', parcel), ...withoutCode('collected', parcel, by)]
}

const pickerPerson = (deliveryId: string, { pickersErased }: Delivery): string =>
  pickersErased === 0 ? `${deliveryId}:picker` : `${deliveryId}:picker:${pickersErased}`

const samePicker = (one: AssignPicker['picker'], other: AssignPicker['picker']): boolean =>
  (['name', 'phone', 'nationalId'] as const).every((field) => sameWords(one[field]) === sameWords(other[field]))

const eraseSender = ({ tells }: EraseSender, { parcel }: Delivery): DeliveryEvent[] => {
  if (!parcel || isErased(parcel.sender)) return []
  const { trackingId, senderShop, paymentId } = parcel
  const { personId, name, phone } = parcel.sender
  const data = { ...about(parcel), trackingId, sender: { personId, name, phone }, senderShop }
  return [{ type: 'SenderErased', data: tells ? { ...data, paymentId } : data }]
}

const eraseReceiver = ({ parcel }: Delivery): DeliveryEvent[] => {
  if (!parcel || isErased(parcel.receiver)) return []
  const { trackingId, senderShop } = parcel
  const { personId, name, phone } = parcel.receiver
  return [
    { type: 'ReceiverErased', data: { ...about(parcel), trackingId, receiver: { personId, name, phone }, senderShop } },
  ]
}

/** Without names: rows have not shown them since the parcel was deleted. */
const eraseDeleted = ({ trackingId, role }: EraseDeleted, { parcel, deleted }: Delivery): DeliveryEvent[] => {
  const gone = deleted.find((one) => one.trackingId === trackingId)
  if (parcel || !gone?.guests.some((guest) => guest.role === role)) return []
  const { senderShop, paymentId } = gone
  const data = { ...about(gone), trackingId, senderShop }
  const person = { personId: guestPerson(trackingId, role), name: erased, phone: erased }
  return role === 'sender'
    ? [{ type: 'SenderErased', data: { ...data, sender: person, paymentId } }]
    : [{ type: 'ReceiverErased', data: { ...data, receiver: person } }]
}

const decide = (command: DeliveryCommand, delivery: Delivery): readonly DeliveryEvent[] => {
  switch (command.type) {
    case 'RequestDelivery':
      return decideRequest(command, delivery)
    case 'MoveParcel':
      return move(command, delivery)
    case 'AssignRider':
      return assignRider(command, delivery)
    case 'AssignPicker':
      return assignPicker(command, delivery)
    case 'OverrideStatus':
      return overrideStatus(command, delivery)
    case 'DeleteDelivery':
      return deleteDelivery(command, delivery)
    case 'EraseSender':
      return eraseSender(command, delivery)
    case 'EraseReceiver':
      return eraseReceiver(delivery)
    case 'EraseDeleted':
      return eraseDeleted(command, delivery)
    case 'ErasePicker': {
      const { type: _, ...data } = command
      return [{ type: 'PickerErased', data }]
    }
    case 'CollectParcel':
      return collect(command, parcelFor(command.by, delivery, 'confirmReceipt'), delivery)
    case 'IssueCollectionCode':
      return issueCode(command, delivery)
    case 'RaiseCollectionCode':
      return raiseCode(command, delivery)
    case 'ChangeReceiverPhone':
      return changeReceiverPhone(command, delivery)
    case 'HoldParcel':
      return holdParcel(command, delivery)
    case 'ReleaseHold':
      return arrivalAfter(releaseHold(command, delivery), delivery, command)
    case 'TendWait':
      return tendWait(command, delivery)
    case 'DecideWait':
      return decideWait(command, delivery)
    case 'SendBack':
      return sendBack(command, delivery)
    case 'AddPhoto':
      return addPhoto(command, delivery)
    case 'ForgetPhoto':
      return forgetPhoto(command, delivery)
    case 'PutOnHold':
      return putOnHold(command, delivery)
    case 'LiftHold':
      return arrivalAfter(liftHold(command, delivery), delivery, command)
    case 'ReportLost':
      return reportLost(command, delivery)
    case 'CancelAtCounter':
      return cancelAtCounter(command, delivery)
    case 'ScanIn':
      return scanIn(command, delivery)
  }
}

export const delivery: Decider<Delivery, DeliveryCommand, DeliveryEvent> = {
  initialState: nothingRequested,
  decide,
  evolve,
}
