import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { behindCalls } from './behind.ts'
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

/** Internal contract of revenue. */
export const revenueContract = {
  /** Every day from `from` to `to`, both included, oldest first; a day without deliveries is there with zeros. */
  days: oc.input(z.object({ from: z.string(), to: z.string() })).output(z.array(dayFigures)),
  ...parkedCalls,
  ...behindCalls,
}
