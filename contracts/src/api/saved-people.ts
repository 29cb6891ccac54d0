import * as z from 'zod/mini'
import { deliveryTypes, pricingTiers } from '../vocabulary/index.ts'
import { call, everybodySignedIn } from './call.ts'
import { id, messageAnswer, search } from './fields.ts'

/**
 * A person to whom the account has sent, as on the newest parcel. Read from the account's own parcels and not stored
 * separately, so that it disappears with them.
 */
const savedPerson = z.object({
  /** Identifies this person for this account only. */
  _id: z.string(),
  name: z.string(),
  phone: z.string(),
  deliveryType: z.enum(deliveryTypes),
  /** Doorstep only. */
  pricingTier: z.nullable(z.enum(pricingTiers)),
  location: z.string(),
  /** Dukani only: the shop. */
  pickupAgent: z.nullable(z.string()),
  /** Doorstep only, like the details. */
  pickupAddress: z.nullable(z.string()),
  moreDetails: z.nullable(z.string()),
  /** ISO instant of the newest parcel to them. */
  sentAt: z.string(),
})
export type SavedPerson = z.infer<typeof savedPerson>

/** How the account's newest parcel was sent: what its next form begins with. */
const lastSent = z.object({ phone: z.string(), location: z.string(), dropoffAgent: z.string() })
export type LastSent = z.infer<typeof lastSent>

export const savedPeople = {
  /**
   * People the caller has sent to: at most 20, those of the newest parcels first. `search`: words of a name, or a
   * phone.
   */
  list: call({ who: everybodySignedIn, audited: 'personal-data' })
    .route({ method: 'GET', path: '/people', tags: ['people'] })
    .input(z.object({ search: z.optional(search) }))
    .output(z.object({ people: z.array(savedPerson), last: z.nullable(lastSent) })),
  /** Removes them from the list until the caller sends to them again. Their parcels stay. */
  forget: call(everybodySignedIn)
    .route({ method: 'DELETE', path: '/people/{id}', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
  forgetAll: call(everybodySignedIn)
    .route({ method: 'DELETE', path: '/people', tags: ['people'] })
    .output(messageAnswer),
}
