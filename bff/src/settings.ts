import type { User } from '@tuma/contracts/api'
import { sampleTillNumber, type Weekday, weekdays } from '@tuma/contracts/vocabulary'
import { WrongSettings } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

const whole = z.coerce
  .number('must be a number')
  .check(z.int('must be a whole number'), z.minimum(0, 'must be 0 or more'))
const count = (fallback: number) => z._default(whole, fallback)

const socialAddress = z._default(z.string().check(z.regex(/^(https:\/\/\S+)?$/, 'must be an https address')), '')

/** In the exact form of browsers: neither `*` nor `null`, no path, no capital letter, no default port. */
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

const listOfDays = new RegExp(`^\\s*(${weekdays.join('|')})\\s*(,\\s*(${weekdays.join('|')})\\s*)*$`, 'i')
const payoutDays = z.pipe(
  z._default(
    z.string().check(z.regex(listOfDays, `must be days such as fri or tue,fri (${weekdays.join(', ')})`)),
    'fri',
  ),
  z.transform((listed): Weekday[] => weekdays.filter((day) => listed.toLowerCase().includes(day))),
)

/** The bff's settings from the environment. */
export const bffSettings = z.object({
  /** The public address of the product: links and cookies use it (`__Host-` and Secure on https). */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  /** For questions; without it people get no number to call (`contactPhone`). */
  CONTACT_PHONE: z._default(z.string(), ''),
  CONTACT_EMAIL: z._default(z.string(), 'support@tuma.example'),
  CONTACT_ADDRESS: z._default(z.string(), 'P.O. Box 30300 – 00100, Nairobi, Kenya'),
  /** Where the logos below every page lead; one without an address is not a link. */
  SOCIAL_FACEBOOK: socialAddress,
  SOCIAL_X: socialAddress,
  SOCIAL_WHATSAPP: socialAddress,
  MPESA_TILL_NAME: z._default(z.string(), 'TUMA PARCELS'),
  MPESA_TILL_NUMBER: z._default(z.string(), sampleTillNumber),
  /**
   * Codes from an app besides the password, for agents and admins. `off`: it can not be set up, and users who have it
   * are still asked; `required`: admins without it can do nothing else.
   */
  ADMIN_SECOND_FACTOR: z._default(
    z.enum(['off', 'optional', 'required'], 'must be off, optional or required'),
    'optional',
  ),
  /** Browser pages of other teams that may use the API: origins, separated by commas. */
  ALLOWED_ORIGINS: origins.check(
    z.refine(
      (all) => all.every(isOrigin),
      'must be origins as browsers write them, such as https://partner.example, separated by commas; * and null are not',
    ),
  ),
  /**
   * How many proxies before us add the caller to X-Forwarded-For; with 0 the header is ignored. Must be set on https.
   */
  TRUSTED_PROXIES: z.optional(whole),
  /** Changes under way at the same moment; some wait for a moment, and the others are told to come again. */
  CHANGES_AT_ONCE: z._default(whole.check(z.minimum(1, 'must be 1 or more')), 32),
  /** Ksh of a shortage that one admin may book alone; above it another admin approves first. 0: always. */
  SECOND_ADMIN_ABOVE: count(20_000),
  /** On which days of the week the office pays out. Senders read the next one; nothing is paid by itself. */
  PAYOUT_DAYS: payoutDays,
  /** All changes: for one address without an account, and five times that for an account. */
  POSTS_PER_MINUTE: count(120),
  /**
   * Receipts and labels: for one address without an account, five times that for an account; and drawings of one
   * parcel.
   */
  PAPERS_PER_MINUTE: count(60),
  /** Unknown tracking ids, for one address or account. */
  TRACKING_MISSES_PER_QUARTER_HOUR: count(60),
  /** For one address or account. */
  SUPPORT_MESSAGES_PER_HOUR: count(10),
  /** Links to verify an address: for that address, and for one account. */
  MAILS_PER_QUARTER_HOUR: count(5),
  /** Registrations and reset requests, for one address. Default 30, and no limit in a demonstration. */
  MAILS_PER_QUARTER_HOUR_FROM_ADDRESS: z.optional(whole),
  /**
   * Requests without an account that are paid on delivery, for one phone, and for one address, because each makes us
   * send SMS. Default 3 and 100, and no limit in a demonstration, which sends none. The same number of paid ones get
   * their SMS; beyond that the SMS are held.
   */
  VISITOR_REQUESTS_PER_DAY: z.optional(whole),
  VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: z.optional(whole),
  /**
   * Unpaid parcels of one account, and parcels of all accounts to one phone: parcels beyond are taken, and their SMS
   * held. Default 100 and 5, and no limit in a demonstration.
   */
  ACCOUNT_UNPAID_PER_DAY: z.optional(whole),
  ACCOUNT_REQUESTS_PER_DAY_TO_PHONE: z.optional(whole),
  /** Open connections for changes, in all and for one address or account. */
  LIVE_CONNECTIONS: count(300),
  LIVE_CONNECTIONS_EACH: count(12),
  /** How often the session of such a connection is checked. */
  LIVE_SESSION_CHECK_MS: count(30_000),
  /** Part of the addresses that Africa's Talking calls; without it these addresses do not exist. */
  AT_CALLBACK_SECRET: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9_-]{16,128}$/, 'must be 16 to 128 letters, digits, hyphens or underscores')),
  ),
})
/** Behind https and an undeclared proxy, all visitors would be one. @throws WrongSettings */
export const assertProxiesSaid = (said: { readonly PUBLIC_URL?: string; readonly TRUSTED_PROXIES?: number }): void => {
  if (said.TRUSTED_PROXIES !== undefined || !said.PUBLIC_URL?.startsWith('https:')) return
  throw new WrongSettings([
    'TRUSTED_PROXIES: with an https PUBLIC_URL, say how many proxies stand in front (0 if none): without them all visitors are one',
  ])
}

export type BffSettings = z.output<typeof bffSettings> & {
  /** `production`: admins are warned of what is only good enough for a trial. */
  readonly NODE_ENV?: string | undefined
  /** Signs what the bff gives to clients and gets back. */
  readonly secret: string
  /** Whether `/dev/outbox` and `/dev/mpesa-message` exist. */
  readonly demonstration: boolean
  /** The operator has set PUBLIC_URL; else it is the address where we listen. */
  readonly addressKnown: boolean
}

/** Off in a demonstration: its logins are public, and one user would lock out all others. */
export const secondFactorIn = ({
  demonstration,
  ADMIN_SECOND_FACTOR,
}: Pick<BffSettings, 'demonstration' | 'ADMIN_SECOND_FACTOR'>): BffSettings['ADMIN_SECOND_FACTOR'] =>
  demonstration ? 'off' : ADMIN_SECOND_FACTOR

/** Whether this admin must set it up before anything else. */
export const mustSetUpSecondFactor = (
  settings: Parameters<typeof secondFactorIn>[0],
  { role, secondFactor }: Pick<User, 'role' | 'secondFactor'>,
): boolean => secondFactorIn(settings) === 'required' && role === 'admin' && secondFactor !== true

/** Its logins are public, and so are all messages that it would send. */
export const noDemonstrationInProduction =
  'SEED: demo is refused with NODE_ENV=production: everybody knows its logins and reads its messages'
