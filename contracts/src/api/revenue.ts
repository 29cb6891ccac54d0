import * as z from 'zod/mini'
import { call } from './call.ts'
import { day } from './fields.ts'

const period = z.object({
  totalRevenue: z.number(),
  doorstepRevenue: z.number(),
  parcelDukaniRevenue: z.number(),
  totalDeliveries: z.number(),
  doorstepDeliveries: z.number(),
  parcelDukaniDeliveries: z.number(),
})
const proven = z.object({ confirmed: z.number(), deleted: z.number() })

export type RevenuePeriod = z.infer<typeof period>

/** `date` is YYYY-MM-DD in Nairobi; `formattedDate` is for reading. */
const revenueDay = z.extend(period, { date: z.string(), formattedDate: z.string() })
export type RevenueDay = z.infer<typeof revenueDay>

/** `shop`: where the parcels were handed in; null for parcels from before shops were counted. */
const shopRevenue = z.extend(period, { shop: z.nullable(z.object({ location: z.string(), address: z.string() })) })
export type ShopRevenue = z.infer<typeof shopRevenue>

const current = z.object({ today: period, thisWeek: period, thisMonth: period })

const admins = ['admin'] as const

export const revenue = {
  /** `before`: yesterday, and as many days from the beginning of last week and last month. */
  overview: call(admins)
    .route({ method: 'GET', path: '/admin/revenue/overview', tags: ['revenue'] })
    .output(
      z.object({
        data: current,
        before: z.optional(current),
        /**
         * Of each total, in shillings, the part that is proven and the part from deleted parcels; missing when revenue
         * did not answer.
         */
        of: z.optional(z.object({ today: proven, thisWeek: proven, thisMonth: proven })),
      }),
    ),
  /**
   * Every day with its six figures, oldest first: the last 30, or `from` to `to` (at most 366 days). `before`: as many
   * days before these.
   */
  trends: call(admins)
    .route({ method: 'GET', path: '/admin/revenue/trends', tags: ['revenue'] })
    .input(z.object({ period: z.optional(z.string()), from: z.optional(day), to: z.optional(day) }))
    .output(z.object({ data: z.array(revenueDay), before: z.optional(z.array(revenueDay)) })),
  /** The same days by shop, the shop with the highest revenue first. */
  byShop: call(admins)
    .route({ method: 'GET', path: '/admin/revenue/by-shop', tags: ['revenue'] })
    .input(z.object({ from: z.optional(day), to: z.optional(day) }))
    .output(z.object({ data: z.array(shopRevenue) })),
}
