import type { StartWarning } from '@tuma/contracts/api'
import type { NotificationClient, PaymentClient } from '@tuma/contracts/services'
import { sampleTillNumber } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import { ServiceFault } from '@tuma/platform/runtime'
import { unlessAway } from './calls/unless-away.ts'
import type { BffSettings } from './settings.ts'

/** Which messages reach people; null while it is not known. */
export type Leaving = { readonly email: boolean | null; readonly sms: boolean | null }

/** Problems of an installation that mislead its users, until the operator repairs them. */
export const misleading = (
  settings: Pick<
    BffSettings,
    'CONTACT_PHONE' | 'MPESA_TILL_NUMBER' | 'ADMIN_SECOND_FACTOR' | 'NODE_ENV' | 'addressKnown' | 'demonstration'
  >,
  leaving: Leaving,
): StartWarning[] => {
  // A demonstration already says that everything in it is made up.
  if (settings.demonstration) return []
  const { email, sms } = leaving
  return [
    ...(email === false ? ['emails_stay' as const] : []),
    ...(sms === false ? ['sms_stay' as const] : []),
    ...(settings.addressKnown ? [] : ['no_public_url' as const]),
    ...(settings.MPESA_TILL_NUMBER === sampleTillNumber ? ['sample_till' as const] : []),
    ...(settings.CONTACT_PHONE === '' ? ['no_contact_phone' as const] : []),
    ...(settings.NODE_ENV === 'production' && settings.ADMIN_SECOND_FACTOR !== 'required'
      ? ['second_factor_optional' as const]
      : []),
  ]
}

/** For the operator: what is wrong, and how to repair it. */
export const misleadingSentences: Readonly<Record<StartWarning, string>> = {
  emails_stay: 'E-mails are not sent, so an admin must verify each new account: set SMTP_URL.',
  sms_stay: 'SMS are not sent, so senders and receivers get no messages: set AT_USERNAME and AT_API_KEY.',
  no_public_url: 'Links in messages and on receipts lead to this machine: set PUBLIC_URL.',
  certificate_ends:
    'The certificate with which M-Pesa is asked about receipts ends within a fortnight, or has ended: set DARAJA_CERTIFICATE.',
  sample_till: `Customers are told to pay to ${sampleTillNumber}, a sample till: set MPESA_TILL_NAME and MPESA_TILL_NUMBER.`,
  no_contact_phone: 'Messages and pages give customers no number to call: set CONTACT_PHONE.',
  second_factor_optional: 'A stolen password is enough to log in as an admin: set ADMIN_SECOND_FACTOR=required.',
}

/** Null for a notification that is away, or of a release that does not know the question yet. */
export const leavingFrom = async ({ leaving }: Pick<NotificationClient, 'leaving'>): Promise<Leaving> => {
  try {
    return await leaving()
  } catch (error) {
    if (!(error instanceof EngineAway || error instanceof ServiceFault)) throw error
    return { email: null, sms: null }
  }
}

/** Problems that will mislead admins soon; empty while payment can not say. */
export const endingFrom = async ({ offers }: Pick<PaymentClient, 'offers'>): Promise<StartWarning[]> => {
  const offered = await unlessAway(offers())
  return offered?.certificateEnds === undefined ? [] : ['certificate_ends']
}
