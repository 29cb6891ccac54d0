import * as z from 'zod/mini'
import { campaignCounts, sentCampaign, smsResults } from '../api/marketing.ts'
import { languages, messagePurses, messageStates, partyRoles } from '../vocabulary/index.ts'
import { behindCalls, ownAuditedCall } from './behind.ts'
import { commandContext } from './command-context.ts'
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
/** What lists of messages say of each. Holds no personal data. */
const listedMessage = {
  messageId: z.string(),
  channel: z.enum(['sms', 'email']),
  /** The key of its text in the catalogue. */
  template: z.string(),
  /** The parcel that it is about, if any. */
  deliveryId: z.nullable(z.string()),
}

export const notificationContract = {
  /** Whether messages leave the installation: without a provider they wait until one is set up. */
  leaving: bffCall.output(z.object({ email: z.boolean(), sms: z.boolean() })),
  /**
   * By a person who tracks a parcel to them: the language of the receiver's messages from now on. @refuses not_found
   */
  chooseLanguage: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), language: z.enum(languages) }))
    .output(z.object({})),
  /** The current language of the receiver's messages; null when their messages have ended. */
  getLanguage: bffCall
    .input(z.object({ deliveryId: z.string() }))
    .output(z.object({ language: z.nullable(z.enum(languages)) })),
  /** Newest first. The demonstration shows them at /dev/outbox. */
  outbox: bffCall.input(z.object({ limit: z.number() })).output(z.array(keptMessage)),
  /**
   * Marketing, to each normalised number once; mobiles only, never to people who opted out. The opt-out line is added
   * here. Repeating the command answers what was recorded and sends nothing.
   */
  sendBulkSms: bffCall
    .input(z.object({ asked: commandContext, phoneNumbers: z.array(z.string()), message: z.string() }))
    .output(z.object({ results: smsResults })),
  /**
   * Of these phones (254…, each once): how many a campaign would go to, and how many it would leave out because they
   * are no mobile, opted out, or had a campaign within so many days (0: not checked).
   */
  audience: bffCall
    .input(z.object({ phones: z.array(z.string()), quietDays: z.number() }))
    .output(z.object({ people: z.number(), notMobile: z.number(), optedOut: z.number(), hadOne: z.number() })),
  /**
   * Marketing to these phones, sent as by `sendBulkSms`. `people`: how many it was meant for; the other numbers are the
   * result.
   */
  sendCampaign: bffCall
    .input(z.object({ asked: commandContext, phones: z.array(z.string()), quietDays: z.number(), message: z.string() }))
    .output(z.object(campaignCounts)),
  /** The result of each, newest first; `by` is an account. No recipient is named. */
  campaigns: bffCall.input(z.object({ limit: z.number(), cursor: z.nullable(z.string()) })).output(
    z.object({
      rows: z.array(
        z.extend(z.omit(sentCampaign, { _id: true, message: true, unanswered: true }), {
          campaignId: z.string(),
          text: z.string(),
          by: z.nullable(z.string()),
          /** Handed to the provider: accepted or refused at once, or without an answer. */
          attempted: z.number(),
        }),
      ),
      next: z.nullable(z.string()),
      total: z.number(),
    }),
  ),
  /** Messages to an account, and to it as the sender of these parcels; without their words, which are not stored. */
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
   * SMS and e-mails about a parcel, newest first; without words and phones. `reason`: a word for why the message waits,
   * failed or did not arrive, otherwise null. `left`: how many may be sent again today.
   */
  messagesAbout: bffCall.input(z.object({ deliveryId: z.string() })).output(
    z.object({
      rows: z.array(
        z.object({
          messageId: z.string(),
          channel: z.enum(['sms', 'email']),
          template: z.string(),
          role: z.enum(partyRoles),
          /** It went to the previous phone of the parcel. */
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
   * By an admin: sends one of these again, with the current code of the parcel; three for each parcel and day. Counts
   * against the purse of its kind. @refuses not_found, message_over, sent_just_now, sent_again_enough
   */
  sendMessageAgain: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), messageId: z.string() }))
    .output(z.object({})),
  /** Messages that should have left more than a minute ago; newest first. Holds no personal data. */
  unsent: bffCall.input(z.object({ limit: z.number(), cursor: z.nullable(z.string()) })).output(
    z.object({
      rows: z.array(
        z.object({
          ...listedMessage,
          since: z.string(),
          attempts: z.number(),
          /**
           * A word for why the last attempt failed; why the message is left to an admin (`heldReasons`, `restoredReason`, `unansweredReason`);
           * `no-provider` when no provider carries its kind; otherwise null.
           */
          reason: z.nullable(z.string()),
          /** True: it is sent as soon as possible. False: it is sent only when an admin says so. */
          isWaiting: z.boolean(),
          /** False for an e-mail whose link has expired, and when no provider carries its kind. */
          canBeSent: z.boolean(),
        }),
      ),
      next: z.nullable(z.string()),
      total: z.number(),
    }),
  ),
  /**
   * Messages that went again in the last 24 hours because an attempt had no answer, so their people may have them twice;
   * newest first by `at`, the last time. Holds no personal data.
   */
  repeated: bffCall.input(z.object({ limit: z.number(), cursor: z.nullable(z.string()) })).output(
    z.object({
      rows: z.array(
        z.object({
          ...listedMessage,
          at: z.string(),
        }),
      ),
      next: z.nullable(z.string()),
      total: z.number(),
    }),
  ),
  /** Sends one of them at once, or all (null), whatever is left of the day's SMS. */
  sendUnsent: bffCall
    .input(z.object({ asked: commandContext, messageId: z.nullable(z.string()) }))
    .output(z.object({ sent: z.number() })),
  /** Drops one of them, or all (null): it is never sent. A message that is being sent now stays. */
  dismissUnsent: bffCall
    .input(z.object({ asked: commandContext, messageId: z.nullable(z.string()) }))
    .output(z.object({ dismissed: z.number() })),
  /**
   * For each purse: segments of SMS, or e-mails, that the day in Nairobi has used, and how many it may still use.
   * `stopped`: since when messages for strangers wait, and the account of the admin who stopped them; null: they are
   * not stopped. `at` is the time of the numbers (ISO).
   */
  budgets: bffCall.output(
    z.object({
      purses: z.array(z.object({ purse: z.enum(messagePurses), spent: z.number(), left: z.number() })),
      stopped: z.nullable(z.object({ since: z.string(), by: z.string() })),
      at: z.string(),
    }),
  ),
  /**
   * By an admin: messages for strangers wait from now on, or are sent again. Collection codes never wait. @refuses
   * not_allowed
   */
  stopStrangers: bffCall.input(z.object({ asked: commandContext, stop: z.boolean() })).output(z.object({})),
  /**
   * SMS segments for marketing of the day in Nairobi: how many in all, how many are left, and the time of these numbers
   * (ISO).
   */
  smsBudget: bffCall.output(z.object({ daily: z.number(), left: z.number(), at: z.string() })),
  /** By an admin; 254…. Cannot be undone. */
  optOut: bffCall.input(z.object({ asked: commandContext, phone: z.string() })).output(z.object({})),
  /** Forgets these phones: campaigns and opt-outs no longer show them, and no marketing is ever\nsent to them again. */
  erasePhones: bffCall.input(z.object({ asked: commandContext, phones: z.array(z.string()) })).output(z.object({})),
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
   * A call by an SMS provider at the secret address that only it was given. `path` is what follows
   * `/api/callbacks/<provider>/<secret>/`. `taken` is false when the provider has no such address. A report on an SMS
   * that we do not know yet is no error: it is stored for an hour. @refuses bad_input (field, as the provider calls it)
   */
  callback: bffCall
    .input(
      z.object({
        asked: commandContext,
        provider: z.string(),
        path: z.string(),
        fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      }),
    )
    .output(z.object({ taken: z.boolean() })),
  /** Goes to CONTACT_EMAIL, with the writer's address for the answer. */
  support: bffCall
    .input(z.object({ asked: commandContext, name: z.string(), email: z.string(), message: z.string() }))
    .output(z.object({})),
  ...parkedCalls,
  ...behindCalls,
  ...ownAuditedCall,
} satisfies InternalContract
