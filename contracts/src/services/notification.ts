import * as z from 'zod/mini'
import { campaignCounts, sentCampaign, smsResults } from '../api/marketing.ts'
import { languages, messagePurses, messageStates, partyRoles } from '../vocabulary/index.ts'
import { asked } from './asked.ts'
import { behindCalls } from './behind.ts'
import { bffCall, type InternalContract } from './internal-call.ts'
import { parkedCalls } from './parked.ts'

export const keptMessage = z.object({
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  subject: z.nullable(z.string()),
  text: z.string(),
  createdAt: z.string(),
})
export type KeptMessage = z.infer<typeof keptMessage>

/** Internal contract of notification. */
export const notificationContract = {
  /** Whether messages reach people: where nobody carries them they wait for somebody who does. */
  leaving: bffCall.output(z.object({ email: z.boolean(), sms: z.boolean() })),
  /** By whoever follows a parcel that comes to them: what its receiver is written to in from now on. @refuses not_found */
  chooseLanguage: bffCall
    .input(z.object({ asked, deliveryId: z.string(), language: z.enum(languages) }))
    .output(z.object({})),
  /** What the receiver of a parcel is written to in as things stand; null where nobody may write to them any more. */
  getLanguage: bffCall
    .input(z.object({ deliveryId: z.string() }))
    .output(z.object({ language: z.nullable(z.enum(languages)) })),
  /** Newest first. The demonstration shows them at /dev/outbox. */
  outbox: bffCall.input(z.object({ limit: z.number() })).output(z.array(keptMessage)),
  /**
   * Marketing, to each normalised number once; mobiles only, never to who has opted out. The opt-out line is added here.
   * The same command again answers what was recorded and sends nothing.
   */
  sendBulkSms: bffCall
    .input(z.object({ asked, phoneNumbers: z.array(z.string()), message: z.string() }))
    .output(z.object({ results: smsResults })),
  /**
   * Of these phones (254…, each once) how many a campaign would go to, and how many it would leave out: no mobile, opted
   * out, or written to within so many days (0: that is not asked).
   */
  audience: bffCall
    .input(z.object({ phones: z.array(z.string()), quietDays: z.number() }))
    .output(z.object({ people: z.number(), notMobile: z.number(), optedOut: z.number(), hadOne: z.number() })),
  /** Marketing to them, as `sendBulkSms` sends it. `people`: to whom it was meant to go, the rest is what became of it. */
  sendCampaign: bffCall
    .input(z.object({ asked, phones: z.array(z.string()), quietDays: z.number(), message: z.string() }))
    .output(z.object(campaignCounts)),
  /** What became of each, newest first; `by` is an account. No recipient is named. */
  campaigns: bffCall.input(z.object({ limit: z.number(), cursor: z.nullable(z.string()) })).output(
    z.object({
      rows: z.array(
        z.extend(z.omit(sentCampaign, { _id: true, message: true, unanswered: true }), {
          campaignId: z.string(),
          text: z.string(),
          by: z.nullable(z.string()),
          /** Handed to the provider: taken or refused at once, or nobody answered. */
          attempted: z.number(),
        }),
      ),
      next: z.nullable(z.string()),
      total: z.number(),
    }),
  ),
  /** What was written to an account, and to it as the sender of these parcels; without words, which nobody keeps. */
  messagesTo: bffCall.input(z.object({ accountId: z.string(), deliveryIds: z.array(z.string()) })).output(
    z.array(
      z.object({
        channel: z.enum(['sms', 'email']),
        template: z.string(),
        about: z.string(),
        createdAt: z.string(),
      }),
    ),
  ),
  /**
   * SMS and e-mails about a parcel, newest first; without words and phones. `reason`: a word for why it waits, failed or did not
   * arrive; null where there is none. `left`: how many may be sent again today.
   */
  messagesAbout: bffCall.input(z.object({ deliveryId: z.string() })).output(
    z.object({
      rows: z.array(
        z.object({
          messageId: z.string(),
          channel: z.enum(['sms', 'email']),
          template: z.string(),
          role: z.enum(partyRoles),
          /** It went to the phone that the parcel had before. */
          toFormerPhone: z.boolean(),
          createdAt: z.string(),
          state: z.enum(messageStates),
          reason: z.nullable(z.string()),
          canSendAgain: z.boolean(),
        }),
      ),
      left: z.number(),
    }),
  ),
  /**
   * By an admin: one of these goes again, with the code that opens the parcel now; three a parcel and day. It takes from the
   * purse of its kind. @refuses not_found, message_over, sent_just_now, sent_again_enough
   */
  sendMessageAgain: bffCall
    .input(z.object({ asked, deliveryId: z.string(), messageId: z.string() }))
    .output(z.object({})),
  /** What should have left more than a minute ago; newest first. Nothing of the person. */
  unsent: bffCall.input(z.object({ limit: z.number(), cursor: z.nullable(z.string()) })).output(
    z.object({
      rows: z.array(
        z.object({
          messageId: z.string(),
          channel: z.enum(['sms', 'email']),
          /** Which text of the catalogue. */
          template: z.string(),
          /** The parcel it tells of, if it does. */
          deliveryId: z.nullable(z.string()),
          since: z.string(),
          attempts: z.number(),
          /**
           * Why the last attempt failed, as a word; or why it is held (`heldReasons`, `restoredReason`), or `no-provider` where nobody carries
           * its kind; else null.
           */
          reason: z.nullable(z.string()),
          /** It is sent as soon as that is possible; else only when an admin says so. */
          isWaiting: z.boolean(),
          /** False of a mail whose link has ended, and where nobody carries its kind. */
          canBeSent: z.boolean(),
        }),
      ),
      next: z.nullable(z.string()),
      total: z.number(),
    }),
  ),
  /** Has one of them sent at once, or all (null), whatever is left of the day's SMS. */
  sendUnsent: bffCall
    .input(z.object({ asked, messageId: z.nullable(z.string()) }))
    .output(z.object({ sent: z.number() })),
  /** One of them, or all (null), is never sent: nobody is to have it any more. What is just being sent stays. */
  dismissUnsent: bffCall
    .input(z.object({ asked, messageId: z.nullable(z.string()) }))
    .output(z.object({ dismissed: z.number() })),
  /**
   * By purse: segments of SMS, or e-mails, that Nairobi's day has taken, and how many it may still take. `stopped`: since when what
   * strangers have us pay for waits, and which admin's account said so; null: they are not stopped. `at` is when that was (ISO).
   */
  budgets: bffCall.output(
    z.object({
      purses: z.array(z.object({ purse: z.enum(messagePurses), spent: z.number(), left: z.number() })),
      stopped: z.nullable(z.object({ since: z.string(), by: z.string() })),
      at: z.string(),
    }),
  ),
  /** By an admin: what strangers have us pay for waits from now on, or goes again. No code waits for it. @refuses not_allowed */
  stopStrangers: bffCall.input(z.object({ asked, stop: z.boolean() })).output(z.object({})),
  /** SMS segments for marketing of Nairobi's day: how many there are in all, how many nobody has used yet, and when that was (ISO). */
  smsBudget: bffCall.output(z.object({ daily: z.number(), left: z.number(), at: z.string() })),
  /** By an admin; 254…. Never taken back. */
  optOut: bffCall.input(z.object({ asked, phone: z.string() })).output(z.object({})),
  /**
   * Whoever had these phones is forgotten: no campaign and no opt-out shows them any more, and nothing of marketing is ever
   * sent there again.
   */
  erasePhones: bffCall.input(z.object({ asked, phones: z.array(z.string()) })).output(z.object({})),
  /** `search` (digits of the phone) is answered in one page. */
  optOuts: bffCall
    .input(z.object({ limit: z.number(), cursor: z.nullable(z.string()), search: z.optional(z.nullable(z.string())) }))
    .output(
      z.object({
        rows: z.array(z.object({ phone: z.string(), since: z.string() })),
        next: z.nullable(z.string()),
        total: z.number(),
      }),
    ),
  /** Which of these have opted out. */
  optedOut: bffCall.input(z.object({ phones: z.array(z.string()) })).output(z.object({ phones: z.array(z.string()) })),
  /**
   * What an SMS provider told at the address that only it was given, as it sent it. `path` is what follows
   * `/api/callbacks/<provider>/<secret>/`. Taken is false where the provider has no such address. A report of an SMS that we
   * don't know yet is no error: it is kept for an hour. @refuses bad_input (field, as the provider calls it)
   */
  callback: bffCall
    .input(
      z.object({
        asked,
        provider: z.string(),
        path: z.string(),
        fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      }),
    )
    .output(z.object({ taken: z.boolean() })),
  /** Goes to CONTACT_EMAIL, with the writer's address to answer to. */
  support: bffCall
    .input(z.object({ asked, name: z.string(), email: z.string(), message: z.string() }))
    .output(z.object({})),
  ...parkedCalls,
  ...behindCalls,
} satisfies InternalContract
