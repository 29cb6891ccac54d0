import * as z from 'zod/mini'
import { holdCodes, scanVerdicts } from '../vocabulary/index.ts'
import { call } from './call.ts'
import { delivery } from './delivery-shapes.ts'

const agents = ['agent'] as const

/** At most so many codes in one call. */
export const maxScannedCodes = 100

/** `code`: what the camera or the scanner read. `doneAt`: when, if that was earlier: at most 72 hours ago. */
const scanned = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(300, 'That is no code of a parcel.')),
  doneAt: z.optional(z.iso.datetime('Please give the time as 2026-11-16T08:00:00.000Z.')),
})

/**
 * One code's answer. `sentence` in English, filled from the other fields. `delivery`: the row after the scan, for a
 * parcel of this shop. Of another shop's parcel only `trackingId` and `shop` are told. `at` (ISO): when it was recorded.
 */
const scanAnswer = z.object({
  code: z.string(),
  verdict: z.enum(scanVerdicts),
  sentence: z.string(),
  trackingId: z.nullable(z.string()),
  delivery: z.optional(delivery),
  /** The shop that the parcel is for, or the one that had not sent it. */
  shop: z.optional(z.object({ location: z.string(), address: z.string() })),
  /** ISO: a rider must have it by then. */
  until: z.optional(z.string()),
  rider: z.optional(z.string()),
  /** Why it is on hold: `no_money` where its money must be taken first, which a scan does not do. */
  hold: z.optional(z.enum(holdCodes)),
})
export type ScanAnswer = z.infer<typeof scanAnswer>

/** The agent says what is in the shop's hands, and the server what follows. */
export const scanning = {
  /**
   * The parcels with these codes are at the agent's shop now. Each code is answered by itself, in the order of `codes`;
   * a parcel that is there is never refused. `look`: answers what would follow and records nothing. The same
   * Idempotency-Key answers what was recorded.
   */
  scanIn: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'POST', path: '/agent/scan-in', tags: ['agent'] })
    .input(
      z.object({
        codes: z.array(scanned).check(z.minLength(1), z.maxLength(maxScannedCodes, 'At most 100 codes at once.')),
        look: z.optional(z.boolean()),
      }),
    )
    .output(z.array(scanAnswer)),
}
