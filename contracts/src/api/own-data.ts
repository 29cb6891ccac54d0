import * as z from 'zod/mini'
import { deliveryStatuses } from '../vocabulary/index.ts'
import { securityEvent } from './audit.ts'
import { call, everybodySignedIn } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { payTo } from './money-shapes.ts'
import { session } from './sessions.ts'
import { user } from './users.ts'

/**
 * The data held of an account, by its id. Of the people at the other end it holds what their parcels show to their
 * sender.
 */
const held = z.object({
  /** ISO instant. */
  at: z.string(),
  account: user,
  /** Where money for the account goes; null where it is unknown. */
  payTo: z.nullable(payTo),
  /** All that the account has sent, newest first of each kind. */
  parcels: z.array(
    z.extend(delivery, { history: z.array(z.object({ status: z.enum(deliveryStatuses), at: z.string() })) }),
  ),
  /** Claimed while signed in; `message` is rebuilt from what is kept of it. */
  payments: z.array(
    z.object({
      reference: z.string(),
      senderName: z.string(),
      message: z.string(),
      amount: z.number(),
      paidAt: z.string(),
      claimedAt: z.string(),
    }),
  ),
  /**
   * E-mails to the account and SMS to it as a sender: the key of the text, because the words themselves are not stored.
   */
  messages: z.array(
    z.object({ channel: z.enum(['sms', 'email']), template: z.string(), about: z.string(), createdAt: z.string() }),
  ),
  /** Where the account is signed in. */
  sessions: z.array(session),
  /** What the account did and was refused; kept for 400 days. */
  securityEvents: z.array(z.omit(securityEvent, { _id: true, by: true, aboutName: true })),
})
export type HeldOfAccount = z.infer<typeof held>

export const ownData = {
  /** All data of the caller in one answer; a few times an hour. */
  download: call({ who: everybodySignedIn, audited: 'export' })
    .route({ method: 'GET', path: '/users/me/data', tags: ['users'] })
    .output(held),
}
