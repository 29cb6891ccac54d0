import * as z from 'zod/mini'
import { deliveryTypes } from '../vocabulary/index.ts'

/** Parts of answers about money, of the books and of a sender's own. */

/** A hundredth of a shilling. The books use cents because M-Pesa's charges do. */
export const cents = z.number()

/**
 * The parcel as people call it; null when it is deleted, missing when the entry has no parcel or delivery did not
 * answer.
 */
export const parcel = z.optional(
  z.nullable(z.object({ id: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) })),
)

export const payout = z.object({ _id: z.string(), cents, reference: z.string(), parcels: z.number(), at: z.string() })
export type Payout = z.infer<typeof payout>

/**
 * The owner of the number that money goes to. `changedAt` and `payableFrom` are missing when it was never changed.
 * Phones are 254….
 */
export const payTo = z.object({
  name: z.string(),
  phone: z.string(),
  changedAt: z.optional(z.string()),
  payableFrom: z.optional(z.string()),
})
export type OwnPayTo = z.infer<typeof payTo>
