import * as z from 'zod/mini'
import { behindCalls } from './behind.ts'
import { bookCalls } from './books.ts'
import { cashOfferCalls } from './cash-offers.ts'
import { shop } from './command-context.ts'
import { bffCall, type InternalContract } from './internal-call.ts'
import { parkedCalls } from './parked.ts'

/** Money is whole shillings; days are Nairobi's (YYYY-MM-DD). */
export const dayFigures = z.object({
  day: z.string(),
  doorstepRevenue: z.number(),
  parcelDukaniRevenue: z.number(),
  doorstepDeliveries: z.number(),
  parcelDukaniDeliveries: z.number(),
})
export type DayFigures = z.infer<typeof dayFigures>

const { day: _, ...ofDay } = dayFigures.shape
export const shopFigures = z.object({
  /** Where the parcels were handed in; null when their requests did not name a shop. */
  shop: z.nullable(shop),
  ...ofDay,
})
export type ShopFigures = z.infer<typeof shopFigures>

/** Internal contract of revenue. */
export const revenueContract = {
  /** Every day from `from` to `to`, both included, oldest first; a day without deliveries has zeros. */
  days: bffCall.input(z.object({ from: z.string(), to: z.string() })).output(z.array(dayFigures)),
  /** For parcels requested and paid from `from` to `to`, both included; the shop with the highest revenue first. */
  byShop: bffCall.input(z.object({ from: z.string(), to: z.string() })).output(z.array(shopFigures)),
  ...bookCalls,
  ...cashOfferCalls,
  ...parkedCalls,
  ...behindCalls,
} satisfies InternalContract
