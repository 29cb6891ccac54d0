import * as z from 'zod/mini'
import { roles, securityEventKinds } from '../vocabulary/index.ts'
import { call, csvFile, exported, personalData } from './call.ts'
import { day, id, paging } from './fields.ts'

/**
 * Equal events of one minute are one row; what agents read of their own shop is one row a day. Holds ids and codes
 * only: the names of the people involved are looked up when the row is shown.
 */
export const securityEvent = z.object({
  _id: z.string(),
  kind: z.enum(securityEventKinds),
  /** Times of the first and the last counted event. */
  at: z.string(),
  lastAt: z.string(),
  count: z.number(),
  /**
   * Null when the caller was not signed in, or when no account has that e-mail address. `name` is null when the account
   * is deleted.
   */
  by: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()), role: z.nullable(z.enum(roles)) })),
  /** The whole IPv4 address, or the first half of an IPv6 address; null when it is unknown. */
  network: z.nullable(z.string()),
  /** The call, by its name in this document: `people.changeRole`. */
  what: z.string(),
  /** The id of the account, parcel, rider or price that it was about. */
  about: z.nullable(z.string()),
  /** The name of that account; null for other subjects and for deleted accounts. */
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
  /** The audit log, newest first: kept for 400 days, and no admin can change or delete it. */
  events: call(personalData)
    .route({ method: 'GET', path: '/admin/audit', tags: ['audit'] })
    .input(z.object({ ...paging, ...filters }))
    .output(z.array(securityEvent)),
  /** The whole log as a file, for an auditor. */
  csv: call(exported)
    .route({ method: 'GET', path: '/admin/audit.csv', tags: ['audit'] })
    .input(z.object(filters))
    .output(csvFile),
}
