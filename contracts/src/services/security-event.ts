import * as z from 'zod/mini'
import { roles, securityEventKinds } from '../vocabulary/index.ts'

/** The audit log, by ids and codes only. `what` is a call by its name in the public contract. */
const securityEvent = z.object({
  kind: z.enum(securityEventKinds),
  /** Equal events within this time are one row with a count. */
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

/** Equal events between two instants of the same minute. */
export const countedSecurityEvent = z.extend(securityEvent, counted)

/** The stored events, with the names of accounts that still exist: of the actor and of the subject. */
export const securityEventRow = z.extend(z.omit(securityEvent, { per: true }), {
  ...counted,
  id: z.string(),
  name: z.nullable(z.string()),
  aboutName: z.nullable(z.string()),
})
