import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** What became of an SMS after the provider took it. */
export type SmsReportEvent =
  | DomainEvent<'SmsDelivered', { readonly at: string; readonly providerId: string }>
  | DomainEvent<'SmsUndelivered', { readonly at: string; readonly providerId: string; readonly reason: string | null }>

/** @param messageId of the row in the read model: of a message, or of a campaign and recipient */
export const smsReportStream = (messageId: string): string => `smsreport-${messageId}`

type ReportSms = {
  readonly type: 'ReportSms'
  readonly at: string
  readonly providerId: string
  /** As Africa's Talking words it. */
  readonly status: string
  readonly failureReason: string | null
}

/** What comes from outside is kept only when it is one of the provider's words. */
const asWord = (reason: string | null): string | null => (reason !== null && /^\w{1,40}$/.test(reason) ? reason : null)

/** Only what is final counts, and only the first time. */
export const smsReport: Decider<boolean, ReportSms, SmsReportEvent> = {
  initialState: false,
  decide: ({ at, providerId, status, failureReason }, isReported) => {
    if (isReported) return []
    if (status === 'Success') return [{ type: 'SmsDelivered', data: { at, providerId } }]
    if (status !== 'Failed' && status !== 'Rejected') return []
    return [{ type: 'SmsUndelivered', data: { at, providerId, reason: asWord(failureReason) } }]
  },
  evolve: () => true,
}
