import * as z from 'zod/mini'
import { approvalKinds, approvalStates } from '../vocabulary/index.ts'
import { commandContext } from './command-context.ts'
import { counted } from './counted.ts'
import { bffCall } from './internal-call.ts'

/** What the approver sees: for a payee name and phone (254…), and any further text in `words`. */
const shown = z.object({
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  words: z.nullable(z.string()),
})

/**
 * What the second admin approves. `about`: all that must stay the same between asking and doing (payee, number, cents);
 * only a keyed hash of it is stored. `beneficiary`: the account that gains by it, which must not approve.
 */
export const toApprove = z.object({
  kind: z.enum(approvalKinds),
  /** The id of the account, payee or payment that it is about. */
  subject: z.string(),
  about: z.array(z.string()),
  cents: z.nullable(z.int()),
  beneficiary: z.nullable(z.string()),
  shown,
})
export type ToApprove = z.infer<typeof toApprove>

export const approval = z.object({
  approvalId: z.string(),
  kind: z.enum(approvalKinds),
  subject: z.string(),
  cents: z.nullable(z.int()),
  shown,
  /** The account that asked. */
  by: z.string(),
  at: z.string(),
  state: z.enum(approvalStates),
  /** Until when it can be given, or used; null when neither is possible any longer. */
  until: z.nullable(z.string()),
  /** The admin who gave or declined it, and when; for a withdrawn request, the admin who asked. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
  /** Done without a second admin, because the installation had only one. */
  alone: z.boolean(),
})
export type Approval = z.infer<typeof approval>

const listedApproval = z.extend(approval, {
  /**
   * Why the viewer cannot approve it, the same as `approve` would refuse; null when they can, and when nothing waits.
   */
  mayNot: z.nullable(
    z.object({ code: z.enum(['approval_own', 'approver_new', 'approver_promoted']), day: z.nullable(z.string()) }),
  ),
})

/** The approval for an act: `by` approved it; null and `alone` when no other admin could. */
export const usedApproval = z.object({
  approvalId: z.string(),
  by: z.nullable(z.string()),
  alone: z.boolean(),
})
export type UsedApproval = z.infer<typeof usedApproval>

const asking = z.object({ approval, approvers: z.array(z.string()) })
const decided = z.object({ asked: commandContext, approvalId: z.string() })

/**
 * Two people for acts that one admin must not do alone. The second is another admin, has been one for seven days, was
 * not made one by the first, and gains nothing by it. An approval is for one admin, works once, and lapses after 24
 * hours.
 */
export const approvalCalls = {
  /**
   * By an admin; asking again for the same answers with their open request. `approvers`: ids of the accounts that could
   * give it now. @refuses not_allowed
   */
  askApproval: bffCall.input(z.object({ asked: commandContext, what: toApprove })).output(asking),
  /**
   * The same for an account, whose data identity has itself. @refuses not_allowed, not_found, stale (nothing to do
   * there)
   */
  askApprovalForAccount: bffCall
    .input(
      z.object({ asked: commandContext, kind: z.enum(['make_admin', 'lift_second_factor']), accountId: z.string() }),
    )
    .output(asking),
  /**
   * Newest first. `viewer`: the account that reads them. `only` waiting: requests that no admin has decided and that
   * have not lapsed; `only` approved: the viewer's own that another admin has approved and that are not done yet. Null:
   * all.
   */
  approvals: bffCall
    .input(
      z.object({
        viewer: z.string(),
        only: z.nullable(z.enum(['waiting', 'approved'])),
        limit: z.number(),
        cursor: z.nullable(z.string()),
      }),
    )
    .output(z.object({ rows: z.array(listedApproval), next: z.nullable(z.string()), ...counted })),
  /** The state of the viewer's own request; null for another admin's, and when it does not exist. */
  ownApproval: bffCall.input(z.object({ viewer: z.string(), approvalId: z.string() })).output(z.nullable(approval)),
  /** @refuses not_found, not_allowed, approval_own, approver_new (`day`), approver_promoted, approval_over, stale */
  approve: bffCall.input(decided).output(z.object({ approval })),
  /**
   * Whether the asking admin may approve an act that was done without approval, by the rules of `approve`. `first` did
   * it; `beneficiary` (an account) and `phone` (254…) gain by it. @refuses not_allowed, approval_own, approver_new
   * (`day`), approver_promoted
   */
  checkApprover: bffCall
    .input(
      z.object({
        asked: commandContext,
        first: z.object({ by: z.string(), beneficiary: z.nullable(z.string()), phone: z.nullable(z.string()) }),
      }),
    )
    .output(z.object({})),
  /**
   * By any admin; the admin who asked withdraws it this way. @refuses not_found, not_allowed, stale (it is decided or
   * used)
   */
  decline: bffCall.input(z.extend(decided, { reason: z.nullable(z.string()) })).output(z.object({ approval })),
  /**
   * Takes the approval for this command (`asked.commandId`): repeated it answers the same, and another command gets
   * none. Null: another admin must approve first. When no other admin could, it is recorded as done alone and
   * CONTACT_EMAIL gets an e-mail. A change of anything in `about` needs another approval. @refuses not_allowed
   */
  useApproval: bffCall.input(z.object({ asked: commandContext, what: toApprove })).output(z.nullable(usedApproval)),
  /** Gives the approval back after its command was refused and changed nothing: it may be used again. */
  returnApproval: bffCall.input(decided).output(z.object({})),
  /**
   * Answers what `useApproval` would answer now, without taking the approval. `approvers`: ids of the accounts that
   * could give it.
   */
  approvedBy: bffCall.input(z.object({ asked: commandContext, what: toApprove })).output(
    z.object({
      by: z.nullable(z.string()),
      alone: z.boolean(),
      /** The open or given request of the same admin for the same thing. */
      approvalId: z.nullable(z.string()),
      approvers: z.array(z.string()),
    }),
  ),
}
