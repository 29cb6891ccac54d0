import * as z from 'zod/mini'
import { roles, securityEventKinds } from '../vocabulary/index.ts'
import { call, csvFile, exported, personalData } from './call.ts'
import { day, id, paging } from './fields.ts'

/**
 * Equal ones of one minute are one row, what agents read of their own shop is one row a day. Ids and codes only; the
 * names of those who did it, and to whom, are looked up when the row is shown.
 */
export const securityEvent = z.object({
  _id: z.string(),
  kind: z.enum(securityEventKinds),
  /** The first and the last of those that were counted. */
  at: z.string(),
  lastAt: z.string(),
  count: z.number(),
  /** Null: nobody was signed in, or nobody has that e-mail address. `name` is null when the account is gone. */
  by: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()), role: z.nullable(z.enum(roles)) })),
  /** IPv4 whole, of IPv6 the first half; null where nobody knows. */
  network: z.nullable(z.string()),
  /** The call, as it is named in this document: `people.changeRole`. */
  what: z.string(),
  /** The id of the account, parcel, rider or price that it was about. */
  about: z.nullable(z.string()),
  /** Whose account that is; null of everything else, and of an account that is gone. */
  aboutName: z.nullable(z.string()),
  /** `done`, or the code with which it was refused. */
  outcome: z.string(),
})
export type SecurityEvent = z.infer<typeof securityEvent>

const filters = {
  kind: z.optional(z.enum(securityEventKinds)),
  account: z.optional(id),
  day: z.optional(day),
}

export const audit = {
  /** Who did what, newest first: kept for 400 days, and nobody can change or delete it. */
  events: call(personalData)
    .route({ method: 'GET', path: '/admin/audit', tags: ['audit'] })
    .input(z.object({ ...paging, ...filters }))
    .output(z.array(securityEvent)),
  /** The same whole, as a file: what an auditor is given. */
  csv: call(exported)
    .route({ method: 'GET', path: '/admin/audit.csv', tags: ['audit'] })
    .input(z.object(filters))
    .output(csvFile),
}
