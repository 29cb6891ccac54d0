import * as z from 'zod/mini'
import { roles, securityEventKinds } from '../vocabulary/index.ts'

/** Who did what, by ids and codes only. `what` is a call as the public contract names it. */
const securityEvent = z.object({
  kind: z.enum(securityEventKinds),
  /** Equal ones of one such time are one row with a count. */
  per: z.enum(['minute', 'day']),
  accountId: z.nullable(z.string()),
  role: z.nullable(z.enum(roles)),
  network: z.nullable(z.string()),
  what: z.string(),
  about: z.nullable(z.string()),
  outcome: z.string(),
})
export type SecurityEvent = z.infer<typeof securityEvent>

const counted = { at: z.string(), lastAt: z.string(), count: z.number() }

/** Equal ones that happened between two instants of the same minute. */
export const countedSecurityEvent = z.extend(securityEvent, counted)

/** As they are kept, with the names of accounts that still exist: who did it, and whom it was about. */
export const securityEventRow = z.extend(z.omit(securityEvent, { per: true }), {
  ...counted,
  id: z.string(),
  name: z.nullable(z.string()),
  aboutName: z.nullable(z.string()),
})
