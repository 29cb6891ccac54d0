import type { User } from '@tuma/contracts/api'
import { WrongSettings } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

const whole = z.coerce
  .number('must be a number')
  .check(z.int('must be a whole number'), z.minimum(0, 'must be 0 or more'))
const count = (fallback: number) => z._default(whole, fallback)

/** Of nobody: where it stands, nobody has said which till is ours. */
export const sampleTillNumber = '555123'

const socialAddress = z._default(z.string().check(z.regex(/^(https:\/\/\S+)?$/, 'must be an https address')), '')

/** Exactly as browsers write an origin: neither `*` nor `null`, no path, no capital letter, no usual port. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text && !text.includes('*')
}
const origins = z.pipe(
  z._default(z.string(), ''),
  z.transform((listed) =>
    listed
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
)

/** What the bff takes from the environment. */
export const bffSettings = z.object({
  /** As people reach the product: links and cookies follow it (`__Host-` and Secure on https). */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  /** For questions; without it people are given no number to call (`contactPhone`). */
  CONTACT_PHONE: z._default(z.string(), ''),
  CONTACT_EMAIL: z._default(z.string(), 'support@tuma.example'),
  CONTACT_ADDRESS: z._default(z.string(), 'P.O. Box 30300 – 00100, Nairobi, Kenya'),
  /** Where the marks beneath every page lead; one without an address is a mark. */
  SOCIAL_FACEBOOK: socialAddress,
  SOCIAL_X: socialAddress,
  SOCIAL_WHATSAPP: socialAddress,
  MPESA_TILL_NAME: z._default(z.string(), 'TUMA PARCELS'),
  MPESA_TILL_NUMBER: z._default(z.string(), sampleTillNumber),
  /**
   * Codes from an app besides the password, for agents and admins: `off` nobody can set that up, and who has is asked all
   * the same; with `required` admins who have not can do nothing else.
   */
  ADMIN_SECOND_FACTOR: z._default(
    z.enum(['off', 'optional', 'required'], 'must be off, optional or required'),
    'optional',
  ),
  /** Other teams' browser pages that may use the API: origins, separated by commas. */
  ALLOWED_ORIGINS: origins.check(
    z.refine(
      (all) => all.every(isOrigin),
      'must be origins as browsers write them, such as https://partner.example, separated by commas; * and null are not',
    ),
  ),
  /** How many proxies in front of us say in X-Forwarded-For who is asking; with 0 nobody is believed. On https it has to be said. */
  TRUSTED_PROXIES: z.optional(whole),
  /** Calls that change something, in work at the same moment; some wait for a moment, and the others are told to come again. */
  CHANGES_AT_ONCE: z._default(whole.check(z.minimum(1, 'must be 1 or more')), 32),
  /** Ksh of a shortage that one admin may book alone; above it another admin approves first. 0: of any. */
  SECOND_ADMIN_ABOVE: count(20_000),
  /** Whatever changes something: from one address without an account, and five times that for an account. */
  POSTS_PER_MINUTE: count(120),
  /** Receipts and labels: for one address without an account, five times that for an account; and drawn again for one parcel. */
  PAPERS_PER_MINUTE: count(60),
  /** Tracking ids that do not exist, asked for by one address or account. */
  TRACKING_MISSES_PER_QUARTER_HOUR: count(60),
  /** From one address or account. */
  SUPPORT_MESSAGES_PER_HOUR: count(10),
  /** To one address, and for one account: links to verify it. */
  MAILS_PER_QUARTER_HOUR: count(5),
  /** Registrations, and asked-for resets, from one address. 30 where nothing is said, and no end to them in a demonstration. */
  MAILS_PER_QUARTER_HOUR_FROM_ADDRESS: z.optional(whole),
  /**
   * To be paid on delivery and without an account, for one phone, and from one address: each has us send SMS. 3 and 100
   * where nothing is said, and no end to them in a demonstration, which sends none. Of those that are paid as many again
   * are told of by SMS; beyond that the SMS are held.
   */
  VISITOR_REQUESTS_PER_DAY: z.optional(whole),
  VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: z.optional(whole),
  /**
   * Of one account, not paid yet, and of all accounts for one phone: parcels beyond them are taken, and their SMS held. 100
   * and 5 where nothing is said, and no end to them in a demonstration.
   */
  ACCOUNT_UNPAID_PER_DAY: z.optional(whole),
  ACCOUNT_REQUESTS_PER_DAY_TO_PHONE: z.optional(whole),
  /** Open at once, in all and for one address or account: who is told what changes. */
  LIVE_CONNECTIONS: count(300),
  LIVE_CONNECTIONS_EACH: count(12),
  /** How often it is asked whether the session of such a connection still lives. */
  LIVE_SESSION_CHECK_MS: count(30_000),
  /** Stands in the addresses that Africa's Talking calls; without it these do not exist. */
  AT_CALLBACK_SECRET: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9_-]{16,128}$/, 'must be 16 to 128 letters, digits, hyphens or underscores')),
  ),
})
/** Behind https and a proxy that nobody has told us of, all visitors are one. @throws WrongSettings */
export const assertProxiesSaid = (said: { readonly PUBLIC_URL?: string; readonly TRUSTED_PROXIES?: number }): void => {
  if (said.TRUSTED_PROXIES !== undefined || !said.PUBLIC_URL?.startsWith('https:')) return
  throw new WrongSettings([
    'TRUSTED_PROXIES: with an https PUBLIC_URL, say how many proxies stand in front (0 if none): without them all visitors are one',
  ])
}

export type BffSettings = z.output<typeof bffSettings> & {
  /** `production`: people depend on it, and admins are told what is only good enough for a trial. */
  readonly NODE_ENV?: string | undefined
  /** Signs what the bff hands out to be brought back. */
  readonly secret: string
  /** `/dev/outbox` and `/dev/mpesa-message` are there. */
  readonly demonstration: boolean
  /** Whoever runs it has said what PUBLIC_URL is; else it is where we listen. */
  readonly addressKnown: boolean
}

/** Off in a demonstration: everybody has its logins, and one would lock out all others. */
export const secondFactorIn = ({
  demonstration,
  ADMIN_SECOND_FACTOR,
}: Pick<BffSettings, 'demonstration' | 'ADMIN_SECOND_FACTOR'>): BffSettings['ADMIN_SECOND_FACTOR'] =>
  demonstration ? 'off' : ADMIN_SECOND_FACTOR

/** Whether this is an admin who can do nothing else before. */
export const mustSetUpSecondFactor = (
  settings: Parameters<typeof secondFactorIn>[0],
  { role, secondFactor }: Pick<User, 'role' | 'secondFactor'>,
): boolean => secondFactorIn(settings) === 'required' && role === 'admin' && secondFactor !== true

/** Its logins are known to everybody, and so is whatever would be sent. */
export const noDemonstrationInProduction =
  'SEED: demo is refused with NODE_ENV=production: everybody knows its logins and reads its messages'
