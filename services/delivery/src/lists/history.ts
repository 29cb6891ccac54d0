import { whoDid } from '@tuma/contracts/services'
import { displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { erased, type Recorded } from '@tuma/platform/event-sourcing'
import { type DeliveryEvent, statusAfter } from '../domain/delivery.ts'

/** What happened to a delivery, for an admin to read. */
export const entryOf = (event: Recorded<DeliveryEvent>) => {
  const { at, correlationId, actor } = event.metadata
  return { at, type: event.type, by: whoDid(actor), correlationId, details: detailsOf(event) }
}

const detailsOf = ({ type, data }: DeliveryEvent): Record<string, string> => {
  switch (type) {
    case 'DeliveryRequested':
      return {
        trackingId: data.trackingId,
        sender: data.sender.name,
        senderPhone: displayPhone(data.sender.phone),
        from: `${data.senderShop.location}, ${data.senderShop.address}`,
        receiver: data.receiver.name,
        receiverPhone: displayPhone(data.receiver.phone),
        to: data.pickupAgent === null ? data.receiverPlace : `${data.receiverPlace}, ${data.pickupAgent}`,
        paymentMethod: data.paymentMethod,
        ...(data.paymentReference === '' ? {} : { paymentReference: data.paymentReference }),
        fee: formatKsh(data.fee),
        total: formatKsh(data.totalAmount),
      }
    case 'DeliveryPaid':
      return { fee: formatKsh(data.fee) }
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
      return { from: data.from, to: statusAfter[type] }
    case 'StatusOverridden':
      return { from: data.from, to: data.to }
    case 'RiderAssigned':
      return { rider: data.rider.name, riderPhone: displayPhone(data.rider.phone) }
    case 'PickerAssigned': {
      const { name, phone, nationalId } = data.picker
      return { picker: name, pickerPhone: displayPhone(phone), pickerNationalId: masked(nationalId) }
    }
    case 'DeliveryCompleted':
      return { points: `${data.points}` }
    case 'SenderErased':
    case 'ReceiverErased':
      return { trackingId: data.trackingId }
    case 'PickerErased':
      return {}
    case 'ParcelHeld':
      return { code: data.code, ...(data.because ? { because: data.because } : {}) }
    case 'HoldReleased':
      return { code: data.code, releasedBy: data.by }
    case 'CollectionCodeIssued':
    case 'CollectionCodeMissed':
      return { generation: `${data.generation}` }
    case 'CollectedWithCode':
    case 'CollectedWithoutCode':
      return {}
    case 'DueTaken':
      return {
        how: data.how,
        sum: formatKsh(data.fee + data.productPrice),
        ...(data.said ? {} : { said: 'no' }),
      }
    case 'DeliveryDeleted':
      return { trackingId: data.trackingId, from: data.from, payment: data.freed ? 'free again' : 'stays used' }
  }
}

const masked = (nationalId: string): string =>
  nationalId === erased ? erased : nationalId.slice(-3).padStart(nationalId.length, '*')
