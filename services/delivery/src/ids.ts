import { createHmac } from 'node:crypto'
import { type PricingTier, placeKey } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'

export const locationIdOf = (locationName: string): string => derivedId('location', placeKey(locationName))
export const priceIdOf = (place: string, tier: PricingTier): string => derivedId('price', placeKey(place), tier)
export const riderIdOf = (commandId: string): string => derivedId('rider', commandId)

/** Hashes that only this service can make: neither to be guessed nor to be searched for what went in. */
export type KeyedHash = (purpose: string, content: unknown) => string

export const keyedHash =
  (secret: string): KeyedHash =>
  (purpose, content) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, content], byName))
      .digest('hex')

/** One delivery a payment: the payment names the delivery's stream. */
export const deliveryIdOfPayment = (hash: KeyedHash, paymentId: string): string =>
  hash('delivery of payment', paymentId).slice(0, 32)
export const deliveryIdOfCommand = (hash: KeyedHash, payer: unknown, commandId: string): string =>
  hash('delivery of command', [payer, commandId]).slice(0, 32)

/** The order of its fields makes no other request. */
const byName = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
