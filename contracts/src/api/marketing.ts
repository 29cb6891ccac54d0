import * as z from 'zod/mini'
import { refusals } from '../vocabulary/index.ts'
import { adminAct, call, personalData } from './call.ts'
import { messageAnswer, paging, phone, search } from './fields.ts'

const admins = ['admin'] as const
const missing = refusals.recipients_missing.message

/** Phones as typed: they are normalised and each is sent to once. The opt-out line is added by the server. */
export const bulkSms = z.object({
  phoneNumbers: z
    .array(z.string().check(z.maxLength(40)), missing)
    .check(z.minLength(1, missing), z.maxLength(1000, 'At most 1,000 numbers at once.')),
  message: z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(900, 'The message is too long.')),
})

/** A sender or receiver of parcels. People who opted out are listed, and never get a message. */
const contact = z.object({
  originalPhone: z.string(),
  phone: z.string(),
  name: z.string(),
  type: z.enum(['Sender', 'Receiver']),
  optedOut: z.boolean(),
})

const contactTypes = ['Sender', 'Receiver'] as const
const maxQuietDays = 365

/**
 * The people who match at the moment of the call: by beginnings of words of a name or by phone, senders or receivers
 * only.
 */
const audience = {
  search: z.optional(search),
  kind: z.optional(z.enum(contactTypes)),
  /** Leaves out people who got a campaign within so many days. */
  quietDays: z.optional(
    z
      .int('Days must be a whole number.')
      .check(z.minimum(0, 'Days must be a whole number.'), z.maximum(maxQuietDays, 'Please choose at most 365 days.')),
  ),
}
export const campaign = z.object({
  ...audience,
  message: bulkSms.shape.message,
  /** The maximum number of people it may go to: the number in the preview. */
  people: z.int(missing).check(z.minimum(1, missing)),
})

/** What became of a bulk SMS, phone by phone. */
export const smsResults = z.array(
  z.object({
    phone: z.string(),
    accepted: z.boolean(),
    reason: z.nullable(z.enum(['invalid', 'not_mobile', 'opted_out', 'refused', 'unanswered'])),
  }),
)

export const campaignCounts = {
  people: z.number(),
  accepted: z.number(),
  optedOut: z.number(),
  refused: z.number(),
  unanswered: z.number(),
}

/** A campaign that was sent: of the people it went to, only numbers. */
export const sentCampaign = z.object({
  _id: z.string(),
  message: z.string(),
  createdAt: z.string(),
  /** Null when no account has that id any longer. */
  by: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  people: z.number(),
  optedOut: z.number(),
  /** People for whom the day's SMS were used up. */
  beyondBudget: z.number(),
  /** The provider accepted these; `arrived` and `undelivered` are reported later, and for some never. */
  accepted: z.number(),
  refused: z.number(),
  /** The provider did not answer: the SMS may have left or not. */
  unanswered: z.number(),
  arrived: z.number(),
  undelivered: z.number(),
})
export type SentCampaign = z.infer<typeof sentCampaign>

export const marketing = {
  /** `search`: a phone, its beginning or its last four digits, or beginnings of words of a name. */
  contacts: call(personalData)
    .route({ method: 'GET', path: '/admin/sms-contacts', tags: ['marketing'] })
    .input(z.object({ ...paging, search: z.optional(search), kind: z.optional(z.enum(contactTypes)) }))
    .output(z.array(contact)),
  /** To look at before sending: SMS of the day in all, those left, and the server's time (ISO). */
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
        results: smsResults,
      }),
    ),
  /** What a campaign would cost if it were sent now. Nothing is sent. */
  previewCampaign: call(adminAct)
    .route({ method: 'POST', path: '/admin/campaigns/preview', tags: ['marketing'] })
    .input(z.object({ ...audience, message: z.optional(bulkSms.shape.message) }))
    .output(
      z.object({
        /** The people it would go to; `more`: that many were counted, and there are more. */
        people: z.number(),
        more: z.boolean(),
        /** Matching people who are left out. */
        optedOut: z.number(),
        hadOne: z.number(),
        notMobile: z.number(),
        /** SMS for each person, including the opt-out line at its end, and for all together. */
        segments: z.number(),
        sms: z.number(),
        /** The day's SMS for marketing, and the server's time (ISO). */
        budget: z.object({ daily: z.number(), left: z.number() }),
        at: z.string(),
        /** Outside 08:00 to 18:00 in Nairobi. */
        outsideHours: z.boolean(),
      }),
    ),
  /** Sends it. Refused when it would go to more people than `people`: the admin must look at the preview again. */
  sendCampaign: call(adminAct, 'audience_changed', 'key_reused')
    .route({ method: 'POST', path: '/admin/campaigns', tags: ['marketing'] })
    .input(campaign)
    .output(
      z.object({
        success: z.boolean(),
        message: z.string(),
        ...campaignCounts,
        outsideHours: z.boolean(),
      }),
    ),
  /** Newest first, bulk SMS among them. */
  campaigns: call(admins)
    .route({ method: 'GET', path: '/admin/campaigns', tags: ['marketing'] })
    .input(z.object(paging))
    .output(z.array(sentCampaign)),
  /** `search` is digits of the phone. */
  optOuts: call(personalData)
    .route({ method: 'GET', path: '/admin/sms-opt-outs', tags: ['marketing'] })
    .input(z.object({ ...paging, search: z.optional(search) }))
    .output(z.array(z.object({ phone: z.string(), since: z.string() }))),
  optOut: call(adminAct)
    .route({ method: 'POST', path: '/admin/sms-opt-outs', tags: ['marketing'] })
    .input(z.object({ phone: phone('Phone') }))
    .output(messageAnswer),
}
