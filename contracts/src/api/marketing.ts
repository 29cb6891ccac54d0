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

/** Somebody who sent or gets parcels. Who has opted out is listed, and never gets a message. */
const contact = z.object({
  originalPhone: z.string(),
  phone: z.string(),
  name: z.string(),
  type: z.enum(['Sender', 'Receiver']),
  optedOut: z.boolean(),
})

const contactTypes = ['Sender', 'Receiver'] as const
const maxQuietDays = 365

/** Everybody who matches, decided when it is asked: how words of names begin or a phone, senders or receivers alone. */
const audience = {
  search: z.optional(search),
  kind: z.optional(z.enum(contactTypes)),
  /** Who has had a campaign for so many days stays out. */
  quietDays: z.optional(
    z
      .int('Days must be a whole number.')
      .check(z.minimum(0, 'Days must be a whole number.'), z.maximum(maxQuietDays, 'Please choose at most 365 days.')),
  ),
}
export const campaign = z.object({
  ...audience,
  message: bulkSms.shape.message,
  /** As many people as it may go to: those of the preview. */
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

/** A campaign as it went: of whom it went to only numbers. */
export const sentCampaign = z.object({
  _id: z.string(),
  message: z.string(),
  createdAt: z.string(),
  /** Null: nobody has an account for that any more. */
  by: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  people: z.number(),
  optedOut: z.number(),
  /** Nothing was left for them of the day's SMS. */
  beyondBudget: z.number(),
  /** The provider took it; of these `arrived` and `undelivered` are reported later, of some never. */
  accepted: z.number(),
  refused: z.number(),
  /** Nobody answered: it may have gone or not. */
  unanswered: z.number(),
  arrived: z.number(),
  undelivered: z.number(),
})
export type SentCampaign = z.infer<typeof sentCampaign>

export const marketing = {
  /** `search` is a phone, its beginning or its last four digits, or how words of a name begin. */
  contacts: call(personalData)
    .route({ method: 'GET', path: '/admin/sms-contacts', tags: ['marketing'] })
    .input(z.object({ ...paging, search: z.optional(search), kind: z.optional(z.enum(contactTypes)) }))
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
        results: smsResults,
      }),
    ),
  /** What a campaign would come to, if it went now. Nothing is sent. */
  previewCampaign: call(adminAct)
    .route({ method: 'POST', path: '/admin/campaigns/preview', tags: ['marketing'] })
    .input(z.object({ ...audience, message: z.optional(bulkSms.shape.message) }))
    .output(
      z.object({
        /** To whom it would go; `more`: that many were looked at, and there are more. */
        people: z.number(),
        more: z.boolean(),
        /** Who matches, and is left out. */
        optedOut: z.number(),
        hadOne: z.number(),
        notMobile: z.number(),
        /** SMS each, the way out at its end counted, and all together. */
        segments: z.number(),
        sms: z.number(),
        /** Of the day's SMS for marketing, and the server's time (ISO). */
        budget: z.object({ daily: z.number(), left: z.number() }),
        at: z.string(),
        /** Outside 08:00 to 18:00 in Nairobi. */
        outsideHours: z.boolean(),
      }),
    ),
  /** Sends it. Refused where it would go to more people than `people`: look at it again. */
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
