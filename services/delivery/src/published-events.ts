import { deliveryEvents } from '@tuma/contracts/events'
import { type Announcement, announce, type Recorded } from '@tuma/platform/event-sourcing'
import { statusAfter } from './domain/delivery.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** What the other services may know: ids, money, status and time. Who sends what to whom stays here. */
export const announced = (event: Recorded<StoredDomainEvent>): Announcement | null => {
  const { at } = event.metadata
  switch (event.type) {
    case 'DeliveryRequested':
      return announce(deliveryEvents.requested, { ...event.data, requestedAt: at })
    case 'DeliveryPaid':
      return announce(deliveryEvents.paid, event.data)
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
      return announce(deliveryEvents.statusChanged, { ...event.data, to: statusAfter[event.type], at })
    case 'StatusOverridden':
      return announce(deliveryEvents.statusChanged, { ...event.data, at })
    case 'DeliveryDeleted':
      return announce(deliveryEvents.deleted, { ...event.data, at })
    case 'DeliveryCompleted':
      return announce(deliveryEvents.completed, { ...event.data, at })
    case 'RiderAssigned':
      return announce(deliveryEvents.assigned, { ...event.data, to: 'rider', at })
    case 'PickerAssigned':
      return announce(deliveryEvents.assigned, { ...event.data, to: 'picker', at })
    case 'CollectionCodeIssued':
      return announce(deliveryEvents.codeIssued, event.data)
    case 'CollectedWithoutCode':
      return announce(deliveryEvents.collectedWithoutCode, { ...event.data, at })
    case 'CollectionCodeMissed':
    case 'CollectedWithCode':
      return null
    case 'ParcelHeld':
    case 'HoldReleased':
      return announce(deliveryEvents.held, { ...event.data, holds: [...event.data.holds] })
    case 'DueTaken':
      return announce(deliveryEvents.taken, { ...event.data, paymentIds: [...event.data.paymentIds] })
    case 'AccountParcelsEnded':
      return announce(deliveryEvents.accountParcelsEnded, { ...event.data, paymentIds: [...event.data.paymentIds], at })
    case 'SenderErased': {
      const { deliveryId, paymentId } = event.data
      // Told with all others of the account, once its key is gone.
      if (paymentId === undefined) return null
      return announce(deliveryEvents.personErased, { deliveryId, role: 'sender', paymentId, at })
    }
    case 'ReceiverErased': {
      const { deliveryId } = event.data
      return announce(deliveryEvents.personErased, { deliveryId, role: 'receiver', paymentId: null, at })
    }
    case 'PickerErased':
    case 'ErasureDue':
    case 'PersonForgotten':
    case 'PeopleForgotten':
    case 'LocationAdded':
    case 'PickupPointsAdded':
    case 'DukaniPriceSet':
    case 'ShopRetired':
    case 'ShopDescribed':
    case 'ShopClosedToday':
    case 'ShopOpenAfterAll':
    case 'PriceSet':
    case 'PriceRemoved':
    case 'RiderAdded':
    case 'RiderRemoved':
      return null
  }
}
