import * as z from 'zod/mini'
import { delivery } from './delivery-shapes.ts'
import { cents } from './money-shapes.ts'

/** `more`: there are more than were counted. */
const counted = { count: z.number(), more: z.boolean() }
const some = z.object({ ...counted, parcels: z.array(delivery) })

/** A sender's day. */
export const today = z.object({
  /** All parcels that the sender ever sent. */
  total: z.number(),
  /** No shop has them yet. `ids`: up to 100, for their labels. */
  toBring: z.object({
    ...counted,
    shops: z.array(
      z.object({
        location: z.string(),
        address: z.string(),
        count: z.number(),
        ids: z.array(z.string()),
        parcels: z.array(delivery),
      }),
    ),
  }),
  underWay: some,
  /** On hold, not collected, on their way back or missing; those that the sender must decide about come first. */
  trouble: some,
  /** Null while the books do not answer. */
  money: z.nullable(
    z.object({
      ready: cents,
      /** In cash at shops. */
      atShops: cents,
      /** Paid by M-Pesa, and not confirmed yet. */
      unconfirmed: cents,
      /** The day (Nairobi) of the next payout, and the number that it goes to, in short; null without a number. */
      payout: z.nullable(z.object({ on: z.string(), to: z.string() })),
    }),
  ),
})
export type OwnToday = z.infer<typeof today>
