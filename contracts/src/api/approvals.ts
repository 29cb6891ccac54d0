import * as z from 'zod/mini'
import { approvalKinds, approvalStates } from '../vocabulary/index.ts'
import { adminAct, call, personalData } from './call.ts'
import { id, line, paging } from './fields.ts'

/** `name` is null of an account that is gone. */
const admin = z.object({ id: z.string(), name: z.nullable(z.string()) })

const approval = z.object({
  _id: z.string(),
  kind: z.enum(approvalKinds),
  /** The id of what it is about: an account, a payee, a payment. */
  subject: z.string(),
  cents: z.nullable(z.number()),
  /** Of whom it is about, as it is approved; `phone` is 254…, `words` whatever else there is to say. */
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  words: z.nullable(z.string()),
  by: admin,
  at: z.string(),
  state: z.enum(approvalStates),
  /** Until when it can be approved, or used; null where neither is possible. */
  until: z.nullable(z.string()),
  /** Who approved or declined it; of a request that its asker took back the asker. */
  decidedBy: z.nullable(admin),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Done without a second admin, because there was none. */
  alone: z.boolean(),
  /** The caller asked for it. */
  own: z.boolean(),
  /** Why the caller cannot approve it; null where they can, or where nothing waits. */
  mayNot: z.nullable(
    z.object({
      code: z.enum(['approval_own', 'approver_new', 'approver_promoted']),
      /** From when on they can, of `approver_new`. */
      day: z.nullable(z.string()),
    }),
  ),
})
export type Approval = z.infer<typeof approval>

/** `approvers`: how many admins could approve it now. */
export const approvalAsked = z.object({ _id: z.string(), until: z.nullable(z.string()), approvers: z.number() })

/** What is shown to who approves, and what is approved, is read by the server: nothing of it is sent. */
export const approvalForm = z.object({ kind: z.enum(['make_admin', 'lift_second_factor']), subject: id })

/**
 * What one admin must not do alone. The call that does it is refused with `approval_needed` (`kind`, `subject`); the admin
 * asks here, another approves, and the same call then works, once, within 24 hours.
 */
export const approvals = {
  /** Newest first; with `waiting` those that no admin has decided, with `approved` the caller's own that can be done now. */
  list: call(personalData)
    .route({ method: 'GET', path: '/admin/approvals', tags: ['approvals'] })
    .input(z.object({ ...paging, waiting: z.optional(z.stringbool()), approved: z.optional(z.stringbool()) }))
    .output(z.array(approval)),
  /** How many wait for another admin, and how many of the caller's own can be done now. Asked again and again by open pages. */
  counts: call(['admin'])
    .route({ method: 'GET', path: '/admin/approvals/counts', tags: ['approvals'] })
    .output(z.object({ waiting: z.number(), approved: z.number() })),
  /** What became of a request of the caller's own. `by`: who approved or declined it; null before that, or where they are gone. */
  own: call(['admin'], 'not_found')
    .route({ method: 'GET', path: '/admin/approvals/{id}', tags: ['approvals'] })
    .input(z.object({ id }))
    .output(
      z.object({
        ...{ _id: z.string(), state: z.enum(approvalStates), until: z.nullable(z.string()) },
        ...{ by: z.nullable(z.string()), reason: z.nullable(z.string()) },
      }),
    ),
  /** An open request of the same admin for the same is answered again. `approvers`: how many admins could approve it now. */
  ask: call(adminAct, 'not_found', 'stale')
    .route({ method: 'POST', path: '/admin/approvals', successStatus: 201, tags: ['approvals'] })
    .input(approvalForm)
    .output(approvalAsked),
  approve: call(adminAct, 'not_found', 'approval_own', 'approver_new', 'approver_promoted', 'approval_over', 'stale')
    .route({ method: 'POST', path: '/admin/approvals/{id}/approve', tags: ['approvals'] })
    .input(z.object({ id }))
    .output(z.object({ _id: z.string(), until: z.nullable(z.string()) })),
  /** By any admin, also of one that was approved and is not used yet; who asked takes it back so. */
  decline: call(adminAct, 'not_found', 'stale')
    .route({ method: 'POST', path: '/admin/approvals/{id}/decline', tags: ['approvals'] })
    .input(z.object({ id, reason: z.optional(z.union([z.literal(''), line('Reason', 200)])) }))
    .output(z.object({ _id: z.string() })),
}
