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
export type RevenuePeriod = z.infer<typeof period>

/** `date` is YYYY-MM-DD in Nairobi, `formattedDate` as people read it. */
const revenueDay = z.extend(period, { date: z.string(), formattedDate: z.string() })
export type RevenueDay = z.infer<typeof revenueDay>

const admins = ['admin'] as const

export const revenue = {
  overview: call(admins)
    .route({ method: 'GET', path: '/admin/revenue/overview', tags: ['revenue'] })
    .output(z.object({ data: z.object({ today: period, thisWeek: period, thisMonth: period }) })),
  /** Every day present with its six figures, oldest first: the last 30, or `from` to `to` (at most 366 days). */
  trends: call(admins)
    .route({ method: 'GET', path: '/admin/revenue/trends', tags: ['revenue'] })
    .input(z.object({ period: z.optional(z.string()), from: z.optional(day), to: z.optional(day) }))
    .output(z.object({ data: z.array(revenueDay) })),
}
