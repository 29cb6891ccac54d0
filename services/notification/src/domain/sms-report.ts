import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** A provider's final words for an SMS that did not arrive. */
export const undeliveredWords = ['Failed', 'Rejected', 'Expired', 'AbsentSubscriber'] as const
export type UndeliveredWord = (typeof undeliveredWords)[number]

/**
 * The result of an SMS. `corrects`: it was reported undelivered before, because the phone was off for too long, and has
 * arrived later.
 */
export type SmsReportEvent =
  | DomainEvent<'SmsDelivered', { readonly at: string; readonly providerId: string; readonly corrects: boolean }>
  | DomainEvent<
      'SmsUndelivered',
      {
        readonly at: string
        readonly providerId: string
        readonly status: UndeliveredWord
        readonly reason: string | null
      }
    >

/** @param messageId of the row in the read model: of a message, or of a campaign and recipient */
export const smsReportStream = (messageId: string): string => `smsreport-${messageId}`
/** The id that `smsReportStream` was built from. */
export const reportedMessageId = (stream: string): string => stream.slice(smsReportStream('').length)

type ReportSms = {
  readonly type: 'ReportSms'
  readonly at: string
  readonly providerId: string
  /** In Africa's Talking's words. */
  readonly status: string
  readonly failureReason: string | null
}

/** Text from outside is kept only when it is one of the provider's words. */
const asWord = (reason: string | null): string | null => (reason !== null && /^\w{1,40}$/.test(reason) ? reason : null)

/** Null where the word is not final. */
const undeliveredAs = (status: string): UndeliveredWord | null =>
  undeliveredWords.find((word) => word === status) ?? null

/** Whether a report ends an SMS. Sent, Submitted and Buffered do not. */
export const isFinal = (status: string): boolean => status === 'Success' || undeliveredAs(status) !== null

/** Words of a provider that has taken an SMS and does not know its end yet. */
const takenWords: readonly string[] = ['Sent', 'Submitted', 'Buffered']
/** Whether a report shows that the provider has the SMS, whatever became of it. */
export const showsItWasTaken = (status: string): boolean => takenWords.includes(status) || isFinal(status)

/** `off`: the phone was off. Some providers deliver such an SMS later, when the phone is on again. */
type Reported = 'off' | 'ended' | null

/** Only the first final report counts, but an SMS that arrived after its phone was off has arrived. */
export const smsReport: Decider<Reported, ReportSms, SmsReportEvent> = {
  initialState: null,
  decide: ({ at, providerId, status: said, failureReason }, reported) => {
    if (reported === 'ended') return []
    if (said === 'Success') return [{ type: 'SmsDelivered', data: { at, providerId, corrects: reported === 'off' } }]
    const status = undeliveredAs(said)
    if (status === null || reported === 'off') return []
    return [{ type: 'SmsUndelivered', data: { at, providerId, status, reason: asWord(failureReason) } }]
  },
  evolve: (_, { type, data }) =>
    type === 'SmsUndelivered' && (data.status === 'Expired' || data.status === 'AbsentSubscriber') ? 'off' : 'ended',
}
