import * as z from 'zod/mini'
import { deliveryTypes, pricingTiers } from '../vocabulary/index.ts'
import { commandContext } from './command-context.ts'
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

/** People whom an account has sent parcels to, read from these parcels and not stored otherwise. Phones are 254…. */
export const knownPeopleCalls = {
  /**
   * Each phone once, as on its newest parcel, newest first. `search`: beginnings of words of the name, a phone, its
   * beginning or its last four digits. `last`: the shop and the phone from which the account sent its newest parcel.
   */
  knownPeople: bffCall
    .input(z.object({ ownerId: z.string(), search: z.nullable(z.string()), limit: z.number() }))
    .output(
      z.object({
        people: z.array(person),
        last: z.nullable(z.object({ phone: z.string(), location: z.string(), dropoffAgent: z.string() })),
      }),
    ),
  /**
   * Removes a person from the list until the account sends to them again. Null: all of them. An unknown person is no
   * error.
   */
  forgetPeople: bffCall
    .input(z.object({ asked: commandContext, ownerId: z.string(), personId: z.nullable(z.string()) }))
    .output(z.object({})),
}
