import { type Actor, nameOfActor } from '@tuma/contracts/services'
import { type PricingTier, placeKey } from '@tuma/contracts/vocabulary'
import { derivedId, type KeyedHash } from '@tuma/platform/event-sourcing'

export const getLocationId = (locationName: string): string => derivedId('location', placeKey(locationName))
/** The id of a place, shared by its shops and prices: its code belongs to both. */
export const getPlaceId = (place: string): string => derivedId('place', placeKey(place))
export const getPriceId = (place: string, tier: PricingTier): string => derivedId('price', placeKey(place), tier)
export const getRiderId = (commandId: string): string => derivedId('rider', commandId)

/** The payment determines the stream's id, so each payment has one delivery. */
export const deliveryIdOfPayment = (hash: KeyedHash, paymentId: string): string =>
  hash('delivery of payment', paymentId).slice(0, 32)
export const deliveryIdOfCommand = (hash: KeyedHash, payer: unknown, commandId: string): string =>
  hash('delivery of command', [payer, commandId]).slice(0, 32)
/** 128 bits that only this service can make: the booking is its own payer, and its money is found by them. */
export const bookingIdOfCommand = (hash: KeyedHash, payer: unknown, commandId: string, attempt: number): string =>
  hash('booking of command', [payer, commandId, attempt]).slice(0, 32)
/** A payer has one booking a reference at a time. */
export const bookingIdOfSender = (hash: KeyedHash, payer: string, reference: string, attempt: number): string =>
  hash('booking of sender', [payer, reference, attempt]).slice(0, 32)
/** Names the sender who pays for a booking: an account, or a browser. */
export const bookingPayerKey = (hash: KeyedHash, actor: Actor): string => hash('payer of booking', nameOfActor(actor))
/** The command id under which a press asks payment for the money of a booking. */
export const askingIdOfCommand = (hash: KeyedHash, bookingId: string, commandId: string): string =>
  hash('asking of a booking', [bookingId, commandId]).slice(0, 32)
/** The only trace that is kept of an erased phone. */
export const phoneErasureKey = (hash: KeyedHash, phone: string): string => hash('erased phone', phone)
/** Names the sender without an account to whom a product's price is owed. */
export const senderKeyOfPhone = (hash: KeyedHash, phone: string): string => hash('phone of a sender', phone)
