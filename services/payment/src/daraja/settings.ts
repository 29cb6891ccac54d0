import type { X509Certificate } from 'node:crypto'
import { WrongSettings } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { type AllowedAddresses, allowedAddresses } from './allowed-addresses.ts'
import { type Initiator, readCertificate } from './initiator.ts'
import { getCallbackUrl, isSilent, withoutSlash, withoutTheRest, wrongIn } from './wrong-settings.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const shortCode = z.string().check(z.regex(/^\d{5,9}$/, 'must be 5 to 9 digits'))
const secrets = z
  .string()
  .check(
    z.regex(
      /^[\w-]{16,128}(, *[\w-]{16,128})?$/,
      'must be 16 to 128 letters, digits, hyphens or underscores; while it is changed, the new one, a comma and the old one',
    ),
  )

/**
 * Daraja's settings from the environment, to be spread into the settings of a process. All or none are set:
 * `darajaFrom`.
 */
export const darajaShape = {
  /** https://api.safaricom.co.ke, or https://sandbox.safaricom.co.ke with the keys for it. */
  DARAJA_URL: z.optional(address),
  DARAJA_CONSUMER_KEY: z.optional(z.string()),
  DARAJA_CONSUMER_SECRET: z.optional(z.string()),
  /** The paybill; for a till the store number that went live. */
  DARAJA_SHORT_CODE: z.optional(shortCode),
  DARAJA_PASSKEY: z.optional(z.string()),
  /**
   * A word in the addresses that Daraja calls, useless without their seals. While it is changed: the new one, a comma,
   * the old one.
   */
  DARAJA_CALLBACK_SECRET: z.optional(secrets),
  /** The till that money goes to, which pages then show. Without it money goes to the paybill. */
  DARAJA_PARTY_B: z.optional(shortCode),
  /** Where Daraja reaches us; default PUBLIC_URL. */
  DARAJA_CALLBACK_URL: z.optional(address),
  /**
   * The operator who asks about receipts, and the certificate that seals their password: a file, or the certificate
   * itself.
   */
  DARAJA_INITIATOR: z.optional(z.string()),
  DARAJA_INITIATOR_PASSWORD: z.optional(z.string()),
  DARAJA_CERTIFICATE: z.optional(z.string()),
  /**
   * Payments by hand are reported in one of two versions, which differ in how they show the payer's phone; unset: not
   * at all.
   */
  DARAJA_C2B: z.optional(z.enum(['v1', 'v2'], 'must be v1 or v2')),
  /**
   * Addresses whose callbacks are taken; default all. With `log:` before the list the others are taken too, and logged.
   */
  DARAJA_ALLOWED_ADDRESSES: z.optional(z.string()),
  PUBLIC_URL: z.optional(address),
  MPESA_TILL_NUMBER: z.optional(z.string()),
}
const said = z.object(darajaShape)
export type DarajaSaid = z.output<typeof said>

export type DarajaSettings = {
  /** Without a slash at its end, as `callbackUrl`. */
  readonly url: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly shortCode: string
  readonly passkey: string
  /** The till, or the short code itself for a paybill. */
  readonly partyB: string
  readonly isTill: boolean
  /** The short codes that a confirmation may name: the till and its store. */
  readonly ourCodes: readonly string[]
  readonly callbackUrl: string
  /** A word in the path of each address, useless alone; new addresses use the first one. */
  readonly callbackHandles: readonly [string, ...string[]]
  readonly initiator: Initiator | null
  readonly c2b: 'v1' | 'v2' | null
  /** Null: any. */
  readonly allowed: AllowedAddresses | null
}

/** @returns null where none of them is set. @throws WrongSettings with a sentence for each wrong one */
export const darajaFrom = (settings: DarajaSaid): DarajaSettings | null => {
  if (isSilent(settings)) return null
  const lonely = withoutTheRest(settings)
  if (lonely.length > 0) throw new WrongSettings(lonely)
  const certificate = settings.DARAJA_CERTIFICATE === undefined ? null : readCertificate(settings.DARAJA_CERTIFICATE)
  const list = settings.DARAJA_ALLOWED_ADDRESSES
  const allowed = list === undefined ? null : allowedAddresses(list)
  const wrong = wrongIn(settings)
  if (certificate !== null && 'wrong' in certificate) wrong.push(`DARAJA_CERTIFICATE: ${certificate.wrong}`)
  if (allowed !== null && 'wrong' in allowed)
    wrong.push(`DARAJA_ALLOWED_ADDRESSES: ${JSON.stringify(allowed.wrong)} is no address and no network`)
  if (wrong.length > 0) throw new WrongSettings(wrong)
  return {
    ...whatIsSaid(settings),
    initiator: certificate !== null && !('wrong' in certificate) ? toInitiator(settings, certificate) : null,
    allowed: allowed !== null && 'wrong' in allowed ? null : allowed,
  }
}

const whatIsSaid = (settings: DarajaSaid): Omit<DarajaSettings, 'initiator' | 'allowed'> => {
  const { DARAJA_SHORT_CODE: shortCode = '', DARAJA_PARTY_B: till } = settings
  const [handle = '', ...older] = (settings.DARAJA_CALLBACK_SECRET ?? '').split(/, */)
  return {
    url: withoutSlash(settings.DARAJA_URL),
    consumerKey: settings.DARAJA_CONSUMER_KEY ?? '',
    consumerSecret: settings.DARAJA_CONSUMER_SECRET ?? '',
    shortCode,
    passkey: settings.DARAJA_PASSKEY ?? '',
    partyB: till ?? shortCode,
    isTill: till !== undefined,
    ourCodes: till === undefined || till === shortCode ? [shortCode] : [till, shortCode],
    callbackUrl: getCallbackUrl(settings),
    callbackHandles: [handle, ...older],
    c2b: settings.DARAJA_C2B ?? null,
  }
}

const toInitiator = (settings: DarajaSaid, certificate: X509Certificate): Initiator => ({
  name: settings.DARAJA_INITIATOR ?? '',
  password: settings.DARAJA_INITIATOR_PASSWORD ?? '',
  certificate,
})

const fortnightMs = 14 * 24 * 60 * 60 * 1000

/**
 * The day on which we can no longer ask about receipts, from two weeks before it on; null: not so soon, or there is no
 * initiator. @param now ISO instant
 */
export const endsSoon = ({ initiator }: Pick<DarajaSettings, 'initiator'>, now: string): string | null => {
  if (initiator === null) return null
  const { validToDate } = initiator.certificate
  return validToDate.getTime() - Date.parse(now) > fortnightMs ? null : validToDate.toISOString()
}

/** Problems that will come without a change, to be logged at the start and every day. @param now ISO instant */
export const darajaWarnings = (settings: DarajaSettings, now: string): string[] => {
  const ends = endsSoon(settings, now)
  if (ends === null) return []
  const day = ends.slice(0, 10)
  return [
    ends > now
      ? `DARAJA_CERTIFICATE: expires on ${day}; then receipts can not be asked about until there is a newer one`
      : `DARAJA_CERTIFICATE: expired on ${day}; Safaricom may refuse every question about a receipt (2001)`,
  ]
}
