import { type PricingTier, placeKey } from '@tuma/contracts/vocabulary'
import { derivedId, type KeyedHash } from '@tuma/platform/event-sourcing'

export const getLocationId = (locationName: string): string => derivedId('location', placeKey(locationName))
/** Of a place that shops or prices are at: its code belongs to both. */
export const getPlaceId = (place: string): string => derivedId('place', placeKey(place))
export const getPriceId = (place: string, tier: PricingTier): string => derivedId('price', placeKey(place), tier)
export const getRiderId = (commandId: string): string => derivedId('rider', commandId)

/** One delivery a payment: the payment names the delivery's stream. */
export const deliveryIdOfPayment = (hash: KeyedHash, paymentId: string): string =>
  hash('delivery of payment', paymentId).slice(0, 32)
export const deliveryIdOfCommand = (hash: KeyedHash, payer: unknown, commandId: string): string =>
  hash('delivery of command', [payer, commandId]).slice(0, 32)
/** All that is kept of a phone that was erased. */
export const phoneErasureKey = (hash: KeyedHash, phone: string): string => hash('erased phone', phone)
/** To whom a product's price is owed who has no account. */
export const senderKeyOfPhone = (hash: KeyedHash, phone: string): string => hash('phone of a sender', phone)
