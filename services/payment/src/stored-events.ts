import { personal, type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { PaymentEvent } from './domain/payment.ts'

export const storedEvents: StoredEventTypes<PaymentEvent> = {
  PaymentClaimed: stored(
    z.object({
      evidence: z.literal('message'),
      code: z.string(),
      amount: z.int(),
      recipient: z.string(),
      paidAt: z.string(),
      codeDateAgrees: z.boolean(),
      payer: z.object({ key: z.nullable(z.string()), nameKey: z.nullable(z.string()), cookieless: z.boolean() }),
      sender: personal({ name: z.string() }),
      reference: z.string(),
      claimedAt: z.string(),
    }),
  ),
  PaymentMoved: stored(z.object({ reference: z.string(), movedAt: z.string() })),
  PaymentUsed: stored(z.object({ deliveryId: z.string(), usedAt: z.string() })),
  PaymentReleased: stored(z.object({ deliveryId: z.string(), at: z.string() })),
}
