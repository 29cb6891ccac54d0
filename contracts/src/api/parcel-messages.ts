import * as z from 'zod/mini'
import { messageStates, partyRoles } from '../vocabulary/index.ts'
import { adminAct, call } from './call.ts'
import { id } from './fields.ts'

const messages = z.object({
  /** Newest first. */
  rows: z.array(
    z.object({
      _id: z.string(),
      channel: z.enum(['sms', 'email']),
      /** The key of its text; the words are not shown. */
      template: z.string(),
      to: z.enum(partyRoles),
      /** The phone it went to, masked: `07** *** 678`. Null for an e-mail. */
      phone: z.nullable(z.string()),
      at: z.string(),
      state: z.enum(messageStates),
      /** A word for why it waits, failed or did not arrive. */
      reason: z.nullable(z.string()),
      canSendAgain: z.boolean(),
    }),
  ),
  /** How many may be sent again today. */
  left: z.number(),
})
export type ParcelMessages = z.infer<typeof messages>

/** The messages about a parcel. Those to an erased person are not listed. */
export const parcelMessages = {
  list: call(['admin'], 'not_found')
    .route({ method: 'GET', path: '/admin/deliveries/{id}/messages', tags: ['admin deliveries'] })
    .input(z.object({ id }))
    .output(messages),
  /** With the current collection code. Three for each parcel and day, and one a minute of the same kind. */
  sendAgain: call(adminAct, 'not_found', 'message_over', 'sent_just_now', 'sent_again_enough')
    .route({ method: 'POST', path: '/admin/deliveries/{id}/messages/{messageId}/again', tags: ['admin deliveries'] })
    .input(z.object({ id, messageId: id }))
    .output(z.object({})),
}
