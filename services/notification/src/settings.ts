import * as z from 'zod/mini'
import type { Restored } from './restored.ts'

const whole = z.coerce
  .number('must be a number')
  .check(z.int('must be a whole number'), z.minimum(1, 'must be 1 or more'))

/** What notification takes from the environment. */
export const notificationSettings = z.object({
  /** As people reach the product: the links in messages. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  /** How many attempts in a row may end with us, unanswered, before a message is left to an admin. */
  SEND_ATTEMPTS: z._default(whole, 8),
  /** Milliseconds before the second attempt; doubles from attempt to attempt, up to an hour. */
  SEND_BACKOFF_MS: z._default(whole, 15_000),
  /** Messages from the contact form go there. */
  CONTACT_EMAIL: z._default(z.string(), 'support@tuma.example'),
  /** In SMS: the number to call with questions. Without it they name none (`contactPhone`). */
  CONTACT_PHONE: z._default(z.string(), ''),

  /** smtp:// or smtps://, with name and password in it; without, e-mails wait for it. */
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' })),
  /** Whom e-mails come from; CONTACT_EMAIL where nothing is said. */
  MAIL_FROM: z.optional(z.string()),

  /** Africa's Talking: an application's username ('sandbox' is for trying) and key; without, SMS wait for it. */
  AT_USERNAME: z.optional(z.string()),
  AT_API_KEY: z.optional(z.string()),
  /** The name or short code that SMS come from; without, the provider's own. */
  AT_SENDER_ID: z.optional(z.string()),
  AT_BASE_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  /** How many recipients of marketing are handed over in one call. */
  AT_BATCH: z._default(whole, 100),
  /** SMS segments a day (Nairobi's) beside marketing, of all purses: no one can have us send more. What is beyond them goes tomorrow. */
  SMS_DAILY_BUDGET: z._default(whole, 2000),
  /** The same of marketing. */
  SMS_MARKETING_BUDGET: z._default(whole, 2000),
  /** E-mails a day to addresses that are not proven: of registrations, and of who asks for another address. */
  UNKNOWN_MAILS_PER_DAY: z._default(whole, 200),
  /** After so long without a parcel nobody knows any more in which language whoever has a phone reads: delivery's, and as long. */
  CONTACT_MONTHS: z._default(whole, 24),
})
export type NotificationSettings = z.output<typeof notificationSettings> & {
  /** Keys the hashes that stand for phones. Another secret, and nobody has opted out. */
  readonly secret: string
  /** Everybody in it is made up: without a provider messages are kept for its outbox, as if they were sent. */
  readonly demonstration: boolean
  /** Of data that came from a backup. */
  readonly restored?: Restored | undefined
}
