import * as z from 'zod/mini'
import type { Restored } from './restored.ts'

const whole = z.coerce
  .number('must be a number')
  .check(z.int('must be a whole number'), z.minimum(1, 'must be 1 or more'))

/** The settings of notification. */
export const notificationSettings = z.object({
  /** The address of the product, for links in messages. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  /** Seconds that a message waits for the provider's report after an attempt without an answer, before it goes again. */
  UNANSWERED_WAIT_SECONDS: z._default(whole, 600),
  /** Milliseconds before the second attempt; doubles with each attempt, up to an hour. */
  SEND_BACKOFF_MS: z._default(whole, 15_000),
  /** The address for messages of the contact form. */
  CONTACT_EMAIL: z._default(z.string(), 'support@tuma.example'),
  /** In SMS: the number to call with questions. Without it they name none (`contactPhone`). */
  CONTACT_PHONE: z._default(z.string(), ''),

  /** smtp:// or smtps://, with name and password in it; without it, emails wait. */
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' })),
  /** The sender of emails; CONTACT_EMAIL where it is not set. */
  MAIL_FROM: z.optional(z.string()),

  /** Africa's Talking: an application's username ('sandbox' is for trying) and key; without them, SMS wait. */
  AT_USERNAME: z.optional(z.string()),
  AT_API_KEY: z.optional(z.string()),
  /** The name or short code of the sender of SMS; without it, the provider's own. */
  AT_SENDER_ID: z.optional(z.string()),
  AT_BASE_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  /** How many recipients of marketing go in one call. */
  AT_BATCH: z._default(whole, 100),
  /** SMS segments a day (Nairobi's) besides marketing, of all purses, so that costs are limited. The rest goes tomorrow. */
  SMS_DAILY_BUDGET: z._default(whole, 2000),
  /** The same for marketing. */
  SMS_MARKETING_BUDGET: z._default(whole, 2000),
  /** Emails a day to unverified addresses: of registrations, and of changed addresses. */
  UNKNOWN_MAILS_PER_DAY: z._default(whole, 200),
  /** After so long without a parcel the language of a phone is forgotten: as long as delivery keeps the phone. */
  CONTACT_MONTHS: z._default(whole, 24),
})
export type NotificationSettings = z.output<typeof notificationSettings> & {
  /** Keys the hashes that stand in for phones. With another secret all opt-outs are lost. */
  readonly secret: string
  /** All people in it are made up: without a provider, messages are kept for its outbox as if they were sent. */
  readonly demonstration: boolean
  /** Of data that came from a backup. */
  readonly restored?: Restored | undefined
}
