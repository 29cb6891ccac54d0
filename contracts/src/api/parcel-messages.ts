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
      /** Which text of ours; its words are not told. */
      template: z.string(),
      to: z.enum(partyRoles),
      /** Where it went, masked: `07** *** 678`. Null of an e-mail. */
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

/** What was told to the people of a parcel. Of a person who is erased nothing is listed. */
export const parcelMessages = {
  list: call(['admin'], 'not_found')
    .route({ method: 'GET', path: '/admin/deliveries/{id}/messages', tags: ['admin deliveries'] })
    .input(z.object({ id }))
    .output(messages),
  /** With the collection code that opens the parcel now. Three a parcel and day, and one a minute of the same kind. */
  sendAgain: call(adminAct, 'not_found', 'message_over', 'sent_just_now', 'sent_again_enough')
    .route({ method: 'POST', path: '/admin/deliveries/{id}/messages/{messageId}/again', tags: ['admin deliveries'] })
    .input(z.object({ id, messageId: id }))
    .output(z.object({})),
}
