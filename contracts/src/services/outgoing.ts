import * as z from 'zod/mini'
import { outgoingApprovals, outgoings } from '../vocabulary/index.ts'
import { commandContext } from './command-context.ts'
import { bffCall, callFrom } from './internal-call.ts'

const cents = z.number()
const counted = z.object({ count: z.number(), more: z.boolean() })
const payee = z.object({ personId: z.string(), name: z.nullable(z.string()), phone: z.nullable(z.string()) })
/** By another admin, before the money left. `alone`: the office had no other admin. Null: no admin was asked. */
export const approvalGiven = z.nullable(z.object({ by: z.nullable(z.string()), alone: z.boolean() }))
export type ApprovalGiven = z.infer<typeof approvalGiven>

/** Money that left by M-Pesa, with the payee as known at that time. */
const outgoing = z.object({
  outgoingId: z.string(),
  of: z.enum(outgoings),
  id: z.string(),
  /** For a payout `account:<id>` or `phone:<keyed hash>`, for a refund the payment. */
  about: z.string(),
  cents,
  receipt: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  deliveryIds: z.array(z.string()),
  by: z.string(),
  approvedBy: z.nullable(z.string()),
  approval: z.enum(outgoingApprovals),
  /** Why it was paid back; null for a payout. */
  reason: z.nullable(z.string()),
  /** The note of the admin who approved it after the money had left. */
  approvalReason: z.nullable(z.string()),
  at: z.string(),
})
export type OutgoingRecord = z.infer<typeof outgoing>

/** Metadata of the command that claimed the receipt; the process that finishes it writes the same again. */
const metadata = z.object({
  at: z.string(),
  commandId: z.string(),
  correlationId: z.string(),
  requestHash: z.optional(z.string()),
  origin: z.optional(z.string()),
  actor: z.object({
    kind: z.string(),
    role: z.optional(z.string()),
    userId: z.optional(z.string()),
    name: z.optional(z.string()),
  }),
})

/** Receipts of money that leaves, for payouts and refunds together: each receipt pays once. */
export const outgoingCalls = {
  /**
   * Claims a receipt for a payout, before the payout is decided. Repeating the command answers the same; `released`: in
   * the meantime the payout was refused. `dueAt`: the money cannot have left before. `receipt` in its stored form.
   * @refuses receipt_taken (name, day), receipt_day (day), receipt_came_in, outgoing_too_large, bad_input, not_allowed
   */
  claimOutgoing: callFrom('revenue')
    .input(
      z.object({
        ...{ asked: commandContext, id: z.string(), about: z.string(), cents, receipt: z.string(), payee },
        ...{ dueAt: z.string(), approval: approvalGiven },
      }),
    )
    .output(
      z.object({
        outgoingId: z.string(),
        receipt: z.string(),
        standing: z.enum(['claimed', 'paid', 'released']),
      }),
    ),
  /** Records the payout. Adds nothing when the receipt is finished or released. */
  finishOutgoing: callFrom('revenue')
    .input(z.object({ outgoingId: z.string(), id: z.string(), deliveryIds: z.array(z.string()) }))
    .output(z.object({})),
  /** The payout was refused: its receipt is free again. */
  releaseOutgoing: callFrom('revenue')
    .input(z.object({ outgoingId: z.string(), id: z.string() }))
    .output(z.object({})),
  /** A receipt that is claimed and neither finished nor released; null otherwise. */
  openOutgoing: callFrom('revenue')
    .input(z.object({ outgoingId: z.string() }))
    .output(
      z.nullable(
        z.object({
          ...{ of: z.enum(outgoings), id: z.string(), about: z.string(), cents, receipt: z.string() },
          metadata,
        }),
      ),
    ),
  /**
   * Whether another admin must approve it first. `about` (the payee, or the payment), `phone` (254…) and the command id
   * are those that the payout or refund will have.
   */
  outgoingLimit: bffCall
    .input(
      z.object({
        ...{ of: z.enum(outgoings), about: z.string(), phone: z.nullable(z.string()), by: z.string(), cents },
        commandId: z.string(),
      }),
    )
    .output(z.object({ needsSecond: z.boolean() })),
  /**
   * Newest first. `search`: a receipt or its beginning, a whole phone (254…), or whole words of a name. `missing`: only
   * money that left without approval.
   */
  outgoing: bffCall
    .input(
      z.object({
        search: z.nullable(z.string()),
        missing: z.boolean(),
        limit: z.number(),
        cursor: z.nullable(z.string()),
      }),
    )
    .output(z.object({ rows: z.array(outgoing), next: z.nullable(z.string()) })),
  /** Up to 1,000. */
  outgoingCounts: bffCall.output(z.object({ missing: counted })),
  /** Null when it does not exist. */
  outgoingOne: callFrom('bff', 'notification')
    .input(z.object({ outgoingId: z.string() }))
    .output(z.nullable(outgoing)),
  /** Money sent for a delivery, oldest first. */
  getOutgoing: bffCall.input(z.object({ deliveryId: z.string() })).output(z.array(outgoing)),
  /**
   * By another admin, for money that left without approval; `reason` may be missing. @refuses not_found, approval_own
   */
  approveOutgoing: bffCall
    .input(z.object({ asked: commandContext, outgoingId: z.string(), reason: z.nullable(z.string()) }))
    .output(z.object({})),
  /**
   * The person a payment would be paid back to: the payer's name, and the phones (254…) that paid it or part of it by a
   * prompt; no phones when it was paid by hand. Null when the payment does not exist. `usedBy`: the delivery that it
   * pays for.
   */
  refundPayee: bffCall.input(z.object({ paymentId: z.string() })).output(
    z.nullable(
      z.object({
        ...{ receipt: z.string(), name: z.nullable(z.string()), phones: z.array(z.string()) },
        usedBy: z.nullable(z.string()),
      }),
    ),
  ),
  /** Whether a payment belongs to this account, or was made with this phone (254…). False for an unknown payment. */
  isOwnPayment: bffCall
    .input(z.object({ paymentId: z.string(), userId: z.string(), phone: z.string() }))
    .output(z.object({ own: z.boolean() })),
}
