import * as z from 'zod/mini'
import { deliveryTypes, doubts, evidenceStates, evidences, owedBecauses, paymentTabs } from '../vocabulary/index.ts'
import { historyEntry } from './admin-deliveries.ts'
import { approvalAsked } from './approvals.ts'
import { sending, sentReceipt } from './books.ts'
import { adminAct, call, personalData } from './call.ts'
import { id, line, paging, paymentReference, search, username } from './fields.ts'

/** A payment, by what it was seen and where that stands. `amount` is whole shillings; M-Pesa's receipt code names it to people. */
export const adminPayment = z.object({
  _id: z.string(),
  receipt: z.string(),
  amount: z.number(),
  paidAt: z.string(),
  evidence: z.array(z.enum(evidences)),
  state: z.enum(evidenceStates),
  doubt: z.nullable(z.enum(doubts)),
  letPass: z.boolean(),
  paymentReference: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  claimedAt: z.nullable(z.string()),
  /** The delivery that it pays for; it may be deleted. */
  usedBy: z.nullable(z.string()),
  /** An agent gave it for that at the door: released or given to an account, it is taken back from there. */
  givenByAgent: z.optional(z.boolean()),
  /** In cents: what may be paid back of it, and what of that somebody waits for. */
  refundable: z.optional(z.number()),
  owed: z.optional(z.number()),
  owedBecause: z.optional(z.nullable(z.enum(owedBecauses))),
  /** Of another amount than was shown: what was, in whole shillings. */
  told: z.optional(z.number()),
  /** An unchecked confirmation told another amount for it; see its history. */
  contradicted: z.optional(z.boolean()),
  /** That delivery as people call it; null where it is deleted, missing where there is none or nobody can say. */
  parcel: z.optional(
    z.nullable(z.object({ id: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) })),
  ),
})
export type AdminPayment = z.infer<typeof adminPayment>

const counted = z.object({ count: z.number(), more: z.boolean() })

/** What an admin says beside whatever they do to a payment. */
export const paymentReason = z.object({ reason: line('Reason', 300) })
/** Whose it becomes, and for which reference. */
export const paymentRebinding = z.extend(paymentReason, { username, paymentReference })

const amountOfRefund = 'Write the amount in shillings, as 150 or 150.50.'
/** What was paid back, outside of Tuma, and by which payment of M-Pesa. */
export const paymentRefund = z.extend(paymentReason, {
  amount: z.string(amountOfRefund).check(
    z.trim(),
    z.regex(/^\d{1,7}(\.\d{1,2})?$/, amountOfRefund),
    z.refine((amount) => Number(amount) > 0, amountOfRefund),
  ),
  receipt: sentReceipt,
  /** It has left already, without the other admin who had to approve it. */
  sent: z.optional(z.literal(true)),
})
/** What another admin is asked to approve. */
export const refundToApprove = z.pick(paymentRefund, { amount: true })

export const adminPayments = {
  /** Newest first. `search`: a receipt or its beginning, a payment reference, or how words of the payer's name begin. */
  list: call(personalData)
    .route({ method: 'GET', path: '/admin/payments', tags: ['admin payments'] })
    .input(z.object({ ...paging, tab: z.optional(z.enum(paymentTabs)), search: z.optional(search) }))
    .output(z.array(adminPayment)),
  counts: call(['admin'])
    .route({ method: 'GET', path: '/admin/payments/counts', tags: ['admin payments'] })
    .output(z.record(z.enum(paymentTabs), counted)),
  /** What M-Pesa can be told here. */
  ways: call(['admin'])
    .route({ method: 'GET', path: '/admin/payments/ways', tags: ['admin payments'] })
    .output(z.object({ registers: z.boolean() })),
  /** Has M-Pesa tell us of payments by hand, from now on; in production that can be said once. Nobody is asked before they pay. */
  register: call(adminAct, 'confirmations_off', 'confirmations_registered', 'confirmations_refused')
    .route({ method: 'POST', path: '/admin/payments/register', tags: ['admin payments'] })
    .output(z.object({ registered: z.boolean() })),
  /** What pasted messages look like that we can't read yet, last seen first, without personal data. `count` is 100 at most. */
  unreadMessages: call(['admin'])
    .route({ method: 'GET', path: '/admin/payments/unread-messages', tags: ['admin payments'] })
    .output(z.array(z.object({ shape: z.string(), count: z.number(), firstAt: z.string(), lastAt: z.string() }))),
  /** The phones that paid it, or part of it, on request: a refund goes to these alone. Empty: it was paid by hand. */
  paidFrom: call(personalData)
    .route({ method: 'GET', path: '/admin/payments/{id}/paid-from', tags: ['admin payments'] })
    .input(z.object({ id }))
    .output(z.object({ phones: z.array(z.string()) })),
  history: call(personalData, 'not_found')
    .route({ method: 'GET', path: '/admin/payments/{id}/history', tags: ['admin payments'] })
    .input(z.object({ id }))
    .output(z.array(historyEntry)),
  /** Nobody's any more: whoever shows its message next has it. */
  release: call(adminAct, 'not_found', 'payment_used', 'own_money')
    .route({ method: 'POST', path: '/admin/payments/{id}/release', tags: ['admin payments'] })
    .input(z.extend(paymentReason, { id }))
    .output(adminPayment),
  /** Becomes an account's, for this reference. */
  rebind: call(adminAct, 'not_found', 'payment_used', 'payment_unheard', 'own_money')
    .route({ method: 'POST', path: '/admin/payments/{id}/rebind', tags: ['admin payments'] })
    .input(z.extend(paymentRebinding, { id }))
    .output(adminPayment),
  /** Noted alone: nobody is paid by this. What was paid above the fee, what nothing was sent with, and what is not served. */
  refund: call(adminAct, 'not_found', 'refund_noted', 'refund_too_much', 'refund_unproven', 'stale', ...sending)
    .route({ method: 'POST', path: '/admin/payments/{id}/refund', tags: ['admin payments'] })
    .input(z.extend(paymentRefund, { id }))
    .output(adminPayment),
  /** Asks another admin to approve a refund before the money leaves. */
  askRefund: call(adminAct, 'not_found')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/refund/approval',
      successStatus: 201,
      tags: ['admin payments'],
    })
    .input(z.extend(refundToApprove, { id }))
    .output(approvalAsked),
  /** What was sent with it goes on in spite of what is said against the payment. */
  letPass: call(adminAct, 'not_found', 'payment_not_doubted', 'own_money')
    .route({ method: 'POST', path: '/admin/payments/{id}/let-pass', tags: ['admin payments'] })
    .input(z.extend(paymentReason, { id }))
    .output(adminPayment),
}
