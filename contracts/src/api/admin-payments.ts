import * as z from 'zod/mini'
import { deliveryTypes, doubts, evidenceStates, evidences, owedBecauses, paymentTabs } from '../vocabulary/index.ts'
import { historyEntry } from './admin-deliveries.ts'
import { approvalAsked } from './approvals.ts'
import { sending, sentReceipt } from './books.ts'
import { adminAct, call, personalData } from './call.ts'
import { id, line, paging, paymentReference, search, username } from './fields.ts'

/**
 * A payment, how we learned of it and what that says of it. `amount` is in whole shillings; people know the payment by
 * M-Pesa's receipt code.
 */
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
  /**
   * An agent used it for that parcel at the door. Releasing it, or giving it to an account, takes it from that parcel.
   */
  givenByAgent: z.optional(z.boolean()),
  /** An agent's cash. Releasing it, or giving it to an account, puts that cash back into the agent's drawer. */
  paidIn: z.optional(z.boolean()),
  /** In cents: `refundable` may be paid back, and `owed` is the part of that which a payer waits for. */
  refundable: z.optional(z.number()),
  owed: z.optional(z.number()),
  owedBecause: z.optional(z.nullable(z.enum(owedBecauses))),
  /** The amount that we were shown, in whole shillings, when the payment turned out to have another amount. */
  told: z.optional(z.number()),
  /** An unchecked confirmation gave another amount for it; see its history. */
  contradicted: z.optional(z.boolean()),
  /**
   * That delivery as people call it; null when it is deleted, missing when the payment pays for no delivery or delivery
   * did not answer.
   */
  parcel: z.optional(
    z.nullable(z.object({ id: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) })),
  ),
})
export type AdminPayment = z.infer<typeof adminPayment>

const counted = z.object({ count: z.number(), more: z.boolean() })

/** The reason that an admin gives with each act on a payment. */
export const paymentReason = z.object({ reason: line('Reason', 300) })
/** The account that gets the payment, and for which reference. */
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
  /** The money has left already, before the other admin approved it. */
  sent: z.optional(z.literal(true)),
})
/** What another admin is asked to approve. */
export const refundToApprove = z.pick(paymentRefund, { amount: true })

export const adminPayments = {
  /**
   * Newest first. `search`: a receipt or its beginning, a payment reference, or beginnings of words of the payer's
   * name.
   */
  list: call(personalData)
    .route({ method: 'GET', path: '/admin/payments', tags: ['admin payments'] })
    .input(z.object({ ...paging, tab: z.optional(z.enum(paymentTabs)), search: z.optional(search) }))
    .output(z.array(adminPayment)),
  counts: call(['admin'])
    .route({ method: 'GET', path: '/admin/payments/counts', tags: ['admin payments'] })
    .output(z.record(z.enum(paymentTabs), counted)),
  /** What can be set up with M-Pesa here. */
  ways: call(['admin'])
    .route({ method: 'GET', path: '/admin/payments/ways', tags: ['admin payments'] })
    .output(z.object({ registers: z.boolean() })),
  /**
   * Asks M-Pesa to notify us of payments made by hand, from now on; in production this works once. M-Pesa does not ask
   * us before it takes a payment.
   */
  register: call(adminAct, 'confirmations_off', 'confirmations_registered', 'confirmations_refused')
    .route({ method: 'POST', path: '/admin/payments/register', tags: ['admin payments'] })
    .output(z.object({ registered: z.boolean() })),
  /**
   * Shapes of pasted messages that we cannot read yet, last seen first, without personal data. `count` is at most 100.
   */
  unreadMessages: call(['admin'])
    .route({ method: 'GET', path: '/admin/payments/unread-messages', tags: ['admin payments'] })
    .output(z.array(z.object({ shape: z.string(), count: z.number(), firstAt: z.string(), lastAt: z.string() }))),
  /**
   * The phones that paid it, or part of it, by prompt: a refund may only go to these. Empty when it was paid by hand.
   */
  paidFrom: call(personalData)
    .route({ method: 'GET', path: '/admin/payments/{id}/paid-from', tags: ['admin payments'] })
    .input(z.object({ id }))
    .output(z.object({ phones: z.array(z.string()) })),
  history: call(personalData, 'not_found')
    .route({ method: 'GET', path: '/admin/payments/{id}/history', tags: ['admin payments'] })
    .input(z.object({ id }))
    .output(z.array(historyEntry)),
  /** The payment belongs to no account afterwards: the next payer who shows its message gets it. */
  release: call(adminAct, 'not_found', 'payment_used', 'own_money')
    .route({ method: 'POST', path: '/admin/payments/{id}/release', tags: ['admin payments'] })
    .input(z.extend(paymentReason, { id }))
    .output(adminPayment),
  /** Gives the payment to an account, for this reference. */
  rebind: call(adminAct, 'not_found', 'payment_used', 'payment_unheard', 'own_money')
    .route({ method: 'POST', path: '/admin/payments/{id}/rebind', tags: ['admin payments'] })
    .input(z.extend(paymentRebinding, { id }))
    .output(adminPayment),
  /**
   * Only records the refund and moves no money. Covers what was paid above the fee, payments with which nothing was
   * sent, and parcels that we did not deliver.
   */
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
  /** The parcel that was sent with it goes on, although the payment is in doubt. */
  letPass: call(adminAct, 'not_found', 'payment_not_doubted', 'own_money')
    .route({ method: 'POST', path: '/admin/payments/{id}/let-pass', tags: ['admin payments'] })
    .input(z.extend(paymentReason, { id }))
    .output(adminPayment),
}
