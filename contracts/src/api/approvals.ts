import * as z from 'zod/mini'
import { approvalKinds, approvalStates } from '../vocabulary/index.ts'
import { adminAct, call, personalData } from './call.ts'
import { id, line, paging } from './fields.ts'

/** `name` is null when the account is deleted. */
const admin = z.object({ id: z.string(), name: z.nullable(z.string()) })

const approval = z.object({
  _id: z.string(),
  kind: z.enum(approvalKinds),
  /** The id of the account, payee or payment that the request is about. */
  subject: z.string(),
  cents: z.nullable(z.number()),
  /** The person it is about, as approved; `phone` is 254…, `words` is any further text. */
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  words: z.nullable(z.string()),
  by: admin,
  at: z.string(),
  state: z.enum(approvalStates),
  /** Until when it can be approved, or used; null where neither is possible. */
  until: z.nullable(z.string()),
  /** The admin who approved or declined it, or who asked for it and took the request back. */
  decidedBy: z.nullable(admin),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Done without a second admin, because the installation had only one. */
  alone: z.boolean(),
  /** The caller asked for it. */
  own: z.boolean(),
  /** Why the caller cannot approve it; null when they can, or when nothing waits for approval. */
  mayNot: z.nullable(
    z.object({
      code: z.enum(['approval_own', 'approver_new', 'approver_promoted']),
      /** The first day on which they can, for `approver_new`. */
      day: z.nullable(z.string()),
    }),
  ),
})
export type Approval = z.infer<typeof approval>

/** `approvers`: how many admins could approve it now. */
export const approvalAsked = z.object({ _id: z.string(), until: z.nullable(z.string()), approvers: z.number() })

/** The server itself reads what the approver sees and approves: the client sends none of it. */
export const approvalForm = z.object({ kind: z.enum(['make_admin', 'lift_second_factor']), subject: id })

/**
 * Acts that one admin must not do alone. The call that does one is refused with `approval_needed` (`kind`, `subject`).
 * The admin asks here, another admin approves, and the same call then works once within 24 hours.
 */
export const approvals = {
  /** Newest first. `waiting`: those that no admin has decided. `approved`: the caller's own that can be done now. */
  list: call(personalData)
    .route({ method: 'GET', path: '/admin/approvals', tags: ['approvals'] })
    .input(z.object({ ...paging, waiting: z.optional(z.stringbool()), approved: z.optional(z.stringbool()) }))
    .output(z.array(approval)),
  /** How many wait for another admin, and how many of the caller's own can be done now. Open pages poll it. */
  counts: call(['admin'])
    .route({ method: 'GET', path: '/admin/approvals/counts', tags: ['approvals'] })
    .output(z.object({ waiting: z.number(), approved: z.number() })),
  /**
   * The state of one of the caller's own requests. `by`: the admin who approved or declined it; null before that, and
   * when their account is deleted.
   */
  own: call(['admin'], 'not_found')
    .route({ method: 'GET', path: '/admin/approvals/{id}', tags: ['approvals'] })
    .input(z.object({ id }))
    .output(
      z.object({
        ...{ _id: z.string(), state: z.enum(approvalStates), until: z.nullable(z.string()) },
        ...{ by: z.nullable(z.string()), reason: z.nullable(z.string()) },
      }),
    ),
  /**
   * Asking again for the same answers with the admin's open request. `approvers`: how many admins could approve it now.
   */
  ask: call(adminAct, 'not_found', 'stale')
    .route({ method: 'POST', path: '/admin/approvals', successStatus: 201, tags: ['approvals'] })
    .input(approvalForm)
    .output(approvalAsked),
  approve: call(adminAct, 'not_found', 'approval_own', 'approver_new', 'approver_promoted', 'approval_over', 'stale')
    .route({ method: 'POST', path: '/admin/approvals/{id}/approve', tags: ['approvals'] })
    .input(z.object({ id }))
    .output(z.object({ _id: z.string(), until: z.nullable(z.string()) })),
  /**
   * Any admin can decline, also an approved request that is not used yet; this is also how an admin takes back their
   * own.
   */
  decline: call(adminAct, 'not_found', 'stale')
    .route({ method: 'POST', path: '/admin/approvals/{id}/decline', tags: ['approvals'] })
    .input(z.object({ id, reason: z.optional(z.union([z.literal(''), line('Reason', 200)])) }))
    .output(z.object({ _id: z.string() })),
}
