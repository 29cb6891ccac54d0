import * as z from 'zod/mini'
import { deliveryTypes, pricingTiers } from '../vocabulary/index.ts'
import { asked } from './asked.ts'
import { bffCall } from './internal-call.ts'

const person = z.object({
  /** A keyed hash of the account and the phone. */
  personId: z.string(),
  name: z.string(),
  phone: z.string(),
  deliveryType: z.enum(deliveryTypes),
  tier: z.nullable(z.enum(pricingTiers)),
  location: z.string(),
  pickupAgent: z.nullable(z.string()),
  pickupAddress: z.nullable(z.string()),
  moreDetails: z.nullable(z.string()),
  sentAt: z.string(),
})

/** Whom an account has sent parcels to: read from these, nothing else is kept of them. Phones are 254…. */
export const knownPeopleCalls = {
  /**
   * Each phone once, as it was sent to last, newest first. `search`: how words of the name begin, a phone, its beginning or
   * its last four digits. `last`: from where and with which phone the account has sent its newest parcel.
   */
  knownPeople: bffCall
    .input(z.object({ ownerId: z.string(), search: z.nullable(z.string()), limit: z.number() }))
    .output(
      z.object({
        people: z.array(person),
        last: z.nullable(z.object({ phone: z.string(), location: z.string(), dropoffAgent: z.string() })),
      }),
    ),
  /** Offers them no more, until they are sent to again. Null: nobody whom it has sent to. Who is not known is forgotten. */
  forgetPeople: bffCall
    .input(z.object({ asked, ownerId: z.string(), personId: z.nullable(z.string()) }))
    .output(z.object({})),
}
