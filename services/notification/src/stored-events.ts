import { languages } from '@tuma/contracts/vocabulary'
import { personal, type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { CampaignEvent } from './domain/campaign.ts'
import type { LanguageEvent } from './domain/language.ts'
import { channels, type MessageEvent, roles } from './domain/message.ts'
import type { OptOutEvent } from './domain/opt-out.ts'
import { purses } from './domain/purses.ts'
import type { SentAgainEvent } from './domain/sent-again.ts'
import { type SmsReportEvent, undeliveredWords } from './domain/sms-report.ts'
import type { StrangersEvent } from './domain/strangers.ts'

export type NotificationEvent =
  | MessageEvent
  | CampaignEvent
  | OptOutEvent
  | SmsReportEvent
  | SentAgainEvent
  | LanguageEvent
  | StrangersEvent

const at = z.string()
const attempt = { at, attempt: z.int() }
const yes = z.optional(z.literal(true))
const orNull = z.nullable(z.string())
const recipients = z.array(z.int())

export const storedEvents: StoredEventTypes<NotificationEvent> = {
  MessageComposed: stored(
    z.object({
      channel: z.enum(channels),
      template: z.string(),
      about: z.string(),
      recipient: personal({ to: z.string(), subject: orNull, text: z.string(), replyTo: orNull }),
      held: z.optional(z.string()),
      role: z.enum(roles),
      language: z.literal('en'),
      purse: z.nullable(z.enum(purses)),
    }),
  ),
  SendAttempted: stored(
    z.object({
      ...{ ...attempt, segments: z.int(), purse: z.nullable(z.enum(purses)) },
      ...{ ordered: yes, repeats: yes, phoneKey: z.optional(z.string()), saysOnHold: yes },
    }),
  ),
  MessageSent: stored(z.object({ at, provider: z.string(), providerId: z.string(), saidOnHold: yes })),
  MessageFailed: stored(z.object({ ...attempt, reason: z.string(), unanswered: yes })),
  MessageParked: stored(z.object({ at, reason: z.enum(['attempts', 'budget']), held: z.optional(z.string()) })),

  CampaignRequested: stored(z.object({ text: z.string(), recipients: z.array(personal({ phone: z.string() })) })),
  RecipientsLeftOut: stored(z.object({ at, recipients, reason: z.enum(['opted_out', 'budget']) })),
  BatchAttempted: stored(z.object({ at, recipients, segments: z.int() })),
  BatchAnswered: stored(
    z.object({
      at,
      provider: z.string(),
      answers: z.array(z.object({ recipient: z.int(), providerId: orNull, refusal: orNull })),
    }),
  ),

  OptedOut: stored(z.object({ at, person: personal({ phone: z.string() }) })),
  PhoneErased: stored(z.object({ at, messageIds: z.array(z.string()) })),

  LanguageSupposed: stored(z.object({ at, language: z.enum(languages) })),
  LanguageChosen: stored(z.object({ at, language: z.enum(languages) })),
  LanguageForgotten: stored(z.object({ at })),

  StrangersStopped: stored(z.object({ at, by: z.string() })),
  StrangersAdmitted: stored(z.object({ at, by: z.string() })),

  SmsDelivered: stored(z.object({ at, providerId: z.string(), corrects: z.boolean() })),
  SmsUndelivered: stored(z.object({ at, providerId: z.string(), status: z.enum(undeliveredWords), reason: orNull })),

  MessageSentAgain: stored(
    z.object({ deliveryId: z.string(), template: z.string(), role: z.enum(roles), messageId: z.string(), at }),
  ),
}
