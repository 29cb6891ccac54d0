import * as z from 'zod/mini'
import { outgoingApprovals, outgoings } from '../vocabulary/index.ts'
import { asked } from './asked.ts'
import { bffCall, callFrom } from './internal-call.ts'

const cents = z.number()
const counted = z.object({ count: z.number(), more: z.boolean() })
const payee = z.object({ personId: z.string(), name: z.nullable(z.string()), phone: z.nullable(z.string()) })
/** By another admin, before the money left. `alone`: there was no other in the house. Null: no admin was asked. */
export const approvalGiven = z.nullable(z.object({ by: z.nullable(z.string()), alone: z.boolean() }))
export type ApprovalGiven = z.infer<typeof approvalGiven>

/** Money that left by M-Pesa; whom it went to as they were known then. */
const outgoing = z.object({
  outgoingId: z.string(),
  of: z.enum(outgoings),
  id: z.string(),
  /** `account:<id>` or `phone:<keyed hash>` of a payout, the payment of a refund. */
  about: z.string(),
  cents,
  receipt: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  deliveryIds: z.array(z.string()),
  by: z.string(),
  approvedBy: z.nullable(z.string()),
  approval: z.enum(outgoingApprovals),
  /** Why it was paid back; null of a payout. */
  reason: z.nullable(z.string()),
  /** What an admin wrote who approved it after it had left. */
  approvalReason: z.nullable(z.string()),
  at: z.string(),
})
export type OutgoingRecord = z.infer<typeof outgoing>

/** As the command said that took the receipt: who finishes it says the same again. */
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

/** Receipts of money that leaves, of payouts and refunds together: each pays once. */
export const outgoingCalls = {
  /**
   * Takes a receipt for a payout, before that is decided. The same command again answers the same; `released`: it was
   * refused meanwhile. `dueAt`: the money can not have been sent before. `receipt` as it is kept.
   * @refuses receipt_taken (name, day), receipt_day (day), receipt_came_in, outgoing_too_large, bad_input, not_allowed
   */
  claimOutgoing: callFrom('revenue')
    .input(
      z.object({
        ...{ asked, id: z.string(), about: z.string(), cents, receipt: z.string(), payee },
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
  /** The payout is noted. Adds nothing where it is finished or given back. */
  finishOutgoing: callFrom('revenue')
    .input(z.object({ outgoingId: z.string(), id: z.string(), deliveryIds: z.array(z.string()) }))
    .output(z.object({})),
  /** The payout was refused: its receipt is free again. */
  releaseOutgoing: callFrom('revenue')
    .input(z.object({ outgoingId: z.string(), id: z.string() }))
    .output(z.object({})),
  /** A receipt that is taken and neither finished nor given back; null otherwise. */
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
   * Whether another admin must approve it first; `about` (who is owed it, or the payment) and `phone` (254…) as the payout or
   * refund will say them, and the id of its command.
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
   * Newest first. `search`: a receipt or its beginning, a whole phone (254…), or whole words of a name. `missing`: only what
   * left without approval.
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
  /** One; null where there is none. */
  outgoingOne: callFrom('bff', 'notification')
    .input(z.object({ outgoingId: z.string() }))
    .output(z.nullable(outgoing)),
  /** What was sent for a delivery, the oldest first. */
  getOutgoing: bffCall.input(z.object({ deliveryId: z.string() })).output(z.array(outgoing)),
  /** By another admin, of money that left without approval; `reason` may be missing. @refuses not_found, approval_own */
  approveOutgoing: bffCall
    .input(z.object({ asked, outgoingId: z.string(), reason: z.nullable(z.string()) }))
    .output(z.object({})),
  /**
   * To whom a payment would be paid back: the payer's name, and the phones (254…) that paid it or part of it by a prompt; none
   * where it was paid by hand. Null of no payment. `usedBy`: the delivery that it pays for.
   */
  refundPayee: bffCall.input(z.object({ paymentId: z.string() })).output(
    z.nullable(
      z.object({
        ...{ receipt: z.string(), name: z.nullable(z.string()), phones: z.array(z.string()) },
        usedBy: z.nullable(z.string()),
      }),
    ),
  ),
  /** Whether a payment is of this account, or was made with this phone (254…). False of an unknown one. */
  isOwnPayment: bffCall
    .input(z.object({ paymentId: z.string(), userId: z.string(), phone: z.string() }))
    .output(z.object({ own: z.boolean() })),
}
