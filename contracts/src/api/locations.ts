import * as z from 'zod/mini'
import { pricingTiers } from '../vocabulary/index.ts'
import { call, readByAll } from './call.ts'

/** A doorstep destination and its price in one tier, which the API calls `deliveryType` here; elsewhere that is the kind. */
export const publicLocation = z.object({
  _id: z.string(),
  place: z.string(),
  price: z.number(),
  deliveryType: z.enum(pricingTiers),
})
export type PublicLocation = z.infer<typeof publicLocation>

/** "08:00", by Nairobi's clock. */
const dayHours = z.object({ opens: z.string(), closes: z.string() })

/** A shop's description of itself; missing when it has given none. */
export const aboutShop = z.object({
  landmark: z.nullable(z.string()),
  /** Seven days, Monday first, null on a closed day. Null altogether when the shop has given no hours. */
  hours: z.nullable(z.array(z.nullable(dayHours))),
  /** "2026-12-25": from today on. */
  closedDays: z.array(z.string()),
  /** Set today, and only for today. */
  closedToday: z.boolean(),
  /** 254…: a phone that customers may call; missing when the shop has given none. */
  phone: z.optional(z.string()),
  /** Degrees, five decimals at most; missing until it is set. */
  position: z.optional(z.object({ lat: z.number(), lng: z.number() })),
})
/** With whether it is open at the moment of the answer; missing when it has given no hours. */
export const publicShop = z.extend(aboutShop, { openNow: z.optional(z.boolean()) })

/** Where shops are. `price` is the fee of a dukani parcel that is received there. */
export const adminLocation = z.object({
  _id: z.string(),
  locationName: z.string(),
  pickupPoints: z.array(z.string()),
  price: z.number(),
  /** Descriptions by the name of the pickup point; missing when no shop here has one. */
  shops: z.optional(z.array(z.extend(publicShop, { name: z.string() }))),
})
export type AdminLocation = z.infer<typeof adminLocation>

export const locations = {
  prices: call(readByAll)
    .route({ method: 'GET', path: '/locations', tags: ['locations'] })
    .output(z.array(publicLocation)),
  shops: call(readByAll)
    .route({ method: 'GET', path: '/admin/locations', tags: ['locations'] })
    .output(z.array(adminLocation)),
  /** What the public pages must know of this installation. */
  contact: call(readByAll)
    .route({ method: 'GET', path: '/contact', tags: ['locations'] })
    .output(
      z.object({
        /** Empty when the installation has no phone number. */
        phone: z.string(),
        email: z.string(),
        address: z.string(),
        /** Our pages elsewhere; missing when the installation has none. */
        social: z.optional(
          z.object({ facebook: z.optional(z.string()), x: z.optional(z.string()), whatsapp: z.optional(z.string()) }),
        ),
        till: z.object({ name: z.string(), number: z.string() }),
        /** True where `/dev/outbox` and `/dev/mpesa-message?amount=…` exist. */
        demonstration: z.boolean(),
        /** True when payers can be sent M-Pesa prompts. */
        prompts: z.boolean(),
      }),
    ),
}
