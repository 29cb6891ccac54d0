import { deliveryTypes } from '@tuma/contracts/vocabulary'
import { type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { SaleEvent } from './domain/sale.ts'

const deliveryType = z.enum(deliveryTypes)

export const storedEvents: StoredEventTypes<SaleEvent> = {
  DeliveryCounted: stored(z.object({ deliveryType, day: z.string() })),
  FeeTaken: stored(z.object({ deliveryType, fee: z.int(), day: z.string() })),
}
