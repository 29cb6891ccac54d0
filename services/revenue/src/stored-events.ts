import { deliveryTypes } from '@tuma/contracts/vocabulary'
import { type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { SaleEvent } from './domain/sale.ts'

const deliveryType = z.enum(deliveryTypes)
// Since 2026-11-23. A release that does not read it counts for no shop.
const shop = z.optional(z.object({ location: z.string(), address: z.string() }))

export const storedEvents: StoredEventTypes<SaleEvent> = {
  DeliveryCounted: stored(z.object({ deliveryType, day: z.string(), shop })),
  FeeTaken: stored(z.object({ deliveryType, fee: z.int(), day: z.string(), shop })),
}
