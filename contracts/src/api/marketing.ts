import * as z from 'zod/mini'
import { refusals } from '../vocabulary/index.ts'
import { adminAct, call, personalData } from './call.ts'
import { messageAnswer, paging, phone, search } from './fields.ts'

const admins = ['admin'] as const
const missing = refusals.recipients_missing.message

/** Phones as typed: they are normalised and each is sent to once. The opt-out line is added by the server. */
export const bulkSms = z.object({
  phoneNumbers: z.array(z.string().check(z.maxLength(40)), missing).check(z.minLength(1, missing), z.maxLength(1000)),
  message: z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(900, 'The message is too long.')),
})

/** Somebody who sent or gets parcels. Who has opted out is listed, and never gets a message. */
const contact = z.object({
  originalPhone: z.string(),
  phone: z.string(),
  name: z.string(),
  type: z.enum(['Sender', 'Receiver']),
  optedOut: z.boolean(),
})

export const marketing = {
  /** `search` is a phone, its beginning or its last four digits, or how words of a name begin. */
  contacts: call(personalData)
    .route({ method: 'GET', path: '/admin/sms-contacts', tags: ['marketing'] })
    .input(z.object({ ...paging, search: z.optional(search) }))
    .output(z.array(contact)),
  /** To be looked at before sending: SMS of the day in all, those left, and the server's time (ISO). */
  smsBudget: call(admins)
    .route({ method: 'GET', path: '/admin/sms-budget', tags: ['marketing'] })
    .output(z.object({ daily: z.number(), left: z.number(), at: z.string() })),
  /** `accepted` counts what the provider took, recipient by recipient; the sentence names that number. */
  sendBulkSms: call(adminAct, 'recipients_missing', 'key_reused')
    .route({ method: 'POST', path: '/admin/send-bulk-sms', tags: ['marketing'] })
    .input(bulkSms)
    .output(
      z.object({
        success: z.boolean(),
        message: z.string(),
        accepted: z.number(),
        /** Outside 08:00 to 18:00 in Nairobi. */
        outsideHours: z.boolean(),
        results: z.array(
          z.object({
            phone: z.string(),
            accepted: z.boolean(),
            reason: z.nullable(z.enum(['invalid', 'not_mobile', 'opted_out', 'refused', 'unanswered'])),
          }),
        ),
      }),
    ),
  optOuts: call(personalData)
    .route({ method: 'GET', path: '/admin/sms-opt-outs', tags: ['marketing'] })
    .input(z.object(paging))
    .output(z.array(z.object({ phone: z.string(), since: z.string() }))),
  optOut: call(adminAct)
    .route({ method: 'POST', path: '/admin/sms-opt-outs', tags: ['marketing'] })
    .input(z.object({ phone: phone('Phone') }))
    .output(messageAnswer),
}
