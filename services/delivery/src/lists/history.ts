import { whoDid } from '@tuma/contracts/services'
import { displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { erased, type Recorded } from '@tuma/platform/event-sourcing'
import {
  type DeliveryDeleted,
  type DeliveryEvent,
  type ParcelCancelled,
  type ParcelMoved,
  type ParcelSeen,
  statusAfter,
} from '../domain/delivery.ts'
import type { ReceiverPhoneChanged } from '../domain/people/receiver-phone.ts'
import type { PhotoEvent } from '../domain/photos.ts'
import type { PromiseMade } from '../domain/promise.ts'
import type { ParcelHeld } from '../domain/trouble/holds.ts'
import type { WaitingEvent } from '../domain/trouble/waiting.ts'
import type { WayEvent } from '../domain/trouble/way-back.ts'

/** What happened to a delivery, for an admin to read. */
export const getEntry = (event: Recorded<DeliveryEvent>) => {
  const { at, correlationId, actor } = event.metadata
  return { at, type: event.type, by: whoDid(actor), correlationId, details: toDetails(event) }
}

const toDetails = (event: DeliveryEvent): Record<string, string> => {
  switch (event.type) {
    case 'DeliveryRequested':
      return {
        trackingId: event.data.trackingId,
        sender: event.data.sender.name,
        senderPhone: displayPhone(event.data.sender.phone),
        from: `${event.data.senderShop.location}, ${event.data.senderShop.address}`,
        receiver: event.data.receiver.name,
        receiverPhone: displayPhone(event.data.receiver.phone),
        to:
          event.data.pickupAgent === null
            ? event.data.receiverPlace
            : `${event.data.receiverPlace}, ${event.data.pickupAgent}`,
        paymentMethod: event.data.paymentMethod,
        ...(event.data.paymentReference === '' ? {} : { paymentReference: event.data.paymentReference }),
        fee: formatKsh(event.data.fee),
        total: formatKsh(event.data.totalAmount),
      }
    case 'DeliveryPaid':
      return { fee: formatKsh(event.data.fee) }
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
      return { from: event.data.from, to: statusAfter[event.type], ...toScan(event.data) }
    case 'StatusOverridden':
      return { from: event.data.from, to: event.data.to }
    case 'RiderAssigned':
      return { rider: event.data.rider.name, riderPhone: displayPhone(event.data.rider.phone) }
    case 'PickerAssigned': {
      const { name, phone, nationalId } = event.data.picker
      return { picker: name, pickerPhone: displayPhone(phone), pickerNationalId: masked(nationalId) }
    }
    case 'DeliveryCompleted':
      return { points: `${event.data.points}` }
    case 'SenderErased':
    case 'ReceiverErased':
      return { trackingId: event.data.trackingId }
    case 'PickerErased':
      return {}
    case 'ParcelHeld':
      return toHold(event.data)
    case 'HoldReleased':
      return { code: event.data.code, releasedBy: event.data.by }
    case 'CollectionCodeIssued':
    case 'CollectionCodeMissed':
      return { generation: `${event.data.generation}` }
    case 'CollectedWithCode':
    case 'CollectedWithoutCode':
      return {}
    case 'DueTaken':
      return {
        how: event.data.how,
        sum: formatKsh(event.data.fee + event.data.productPrice),
        ...(event.data.said ? {} : { said: 'no' }),
      }
    case 'DeliveryDeleted':
      return toDeletion(event.data)
    default:
      return detailsOfItsWay(event)
  }
}

const detailsOfItsWay = ({
  type,
  data,
}: ParcelCancelled | ParcelSeen | PromiseMade | WaitingEvent | WayEvent | PhotoEvent | ReceiverPhoneChanged): Record<
  string,
  string
> => {
  switch (type) {
    case 'ParcelCancelled':
      return {
        ...toDeletion(data),
        ...(data.cashBack > 0 ? { cashBack: formatKsh(data.cashBack) } : {}),
      }
    case 'ParcelSeen':
      return toScan(data)
    case 'PromiseMade':
      return { dueAt: data.by }
    case 'ReceiverReminded':
      return { day: `${data.day}` }
    case 'SenderAsked':
      return { day: `${data.day}`, until: data.until }
    case 'WaitProlonged':
      return { times: `${data.times}`, until: data.until }
    case 'ReturnStarted':
      return { from: data.from, to: data.to, why: data.why }
    case 'ParcelReturned':
      return { from: data.from, to: 'collected' }
    case 'ReceiverPhoneChanged': {
      const { receiver, said } = data
      const phones = { phoneBefore: displayPhone(receiver.phone), newPhone: displayPhone(receiver.newPhone) }
      return { ...phones, ...(said ? { note: said.note } : {}) }
    }
    case 'ParcelLost':
    case 'ParcelFound':
    case 'PhotoAdded':
    case 'PhotoForgotten':
      return {}
  }
}

/** The shop that has it, and when its device said so, if that was before we heard of it. */
const toScan = ({ shop, doneAt }: Pick<ParcelMoved['data'], 'shop' | 'doneAt'>): Record<string, string> => ({
  ...(shop ? { shop: `${shop.location}, ${shop.address}` } : {}),
  ...(doneAt ? { doneAt } : {}),
})

const toHold = ({ code, because, said }: ParcelHeld['data']): Record<string, string> => ({
  code,
  ...(because ? { because } : {}),
  ...(said?.note ? { note: said.note } : {}),
  ...(said?.toSender ? { toSender: said.toSender } : {}),
})

const toDeletion = (data: DeliveryDeleted['data'] | ParcelCancelled['data']): Record<string, string> => {
  const { trackingId, from, freed, said } = data
  return {
    ...{ trackingId, from, payment: freed ? 'free again' : 'stays used' },
    ...('reason' in data && data.reason ? { reason: data.reason } : {}),
    ...(said ? { note: said.note } : {}),
  }
}

const masked = (nationalId: string): string => {
  if (nationalId === erased) return erased
  const { length } = nationalId
  return nationalId.slice(length - Math.min(3, Math.floor(length / 2))).padStart(length, '*')
}
