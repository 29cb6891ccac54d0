import { displayPhone, notHandedIn } from '@tuma/contracts/vocabulary'
import { erased, type Recorded, type View } from '@tuma/platform/domain'
import { type CampaignEvent, getCampaignId } from './campaign.ts'
import { type Channel, dismissed, getMessageId, keptHere, type MessageEvent, type MessageStatus } from './message.ts'
import type { OptOutEvent } from './opt-out.ts'
import { reportedMessageId, type SmsReportEvent, type UndeliveredWord } from './sms-report.ts'

type Shown = MessageEvent | CampaignEvent | OptOutEvent | SmsReportEvent

export type MessageRow = {
  readonly messageId: string
  readonly channel: Channel
  /** Null for marketing. */
  readonly template: string | null
  readonly about: string | null
  /** Like the text, stored for marketing only. Other messages ask for them when they are sent. */
  readonly to: string
  readonly subject: string | null
  /** Empty once a provider has it, or it was given up: the text may hold a code or a link. */
  readonly text: string
  readonly createdAt: string
  /** `held` and `refused`: marketing, which is not sent by itself. `atHandIn`: it goes when staff have the parcel. */
  readonly status: MessageStatus | 'held' | 'refused' | 'atHandIn'
  readonly attempts: number
  /** Why the last attempt failed, or why the message is held; null when neither. */
  readonly reason: string | null
  /** Its provider and the id there; null until it is sent. */
  readonly provider: string | null
  readonly providerId: string | null
  /** The provider's report; null until it comes, and for emails. */
  readonly report: 'Success' | UndeliveredWord | null
  /** The provider's word for why it did not arrive. */
  readonly reportReason: string | null
}

/** As a row shows it; not readable for an erased person. */
export const shownPhone = (phone: string): string => (phone === erased ? erased : displayPhone(phone))

/** Of one recipient of a campaign. */
const getRowId = (stream: string, recipient: number): string => `${getCampaignId(stream)}-${recipient}`
const getRecipient = (rowId: string): number => Number(rowId.slice(rowId.lastIndexOf('-') + 1))

const getIds = ({ stream, type, data }: Recorded<Shown>): string[] => {
  switch (type) {
    case 'CampaignRequested':
      return data.recipients.map((_, recipient) => getRowId(stream, recipient))
    case 'RecipientsLeftOut':
      return data.recipients.map((recipient) => getRowId(stream, recipient))
    case 'BatchAnswered':
      return data.answers.map(({ recipient }) => getRowId(stream, recipient))
    case 'PhoneErased':
      return [...data.messageIds]
    case 'BatchAttempted':
    case 'OptedOut':
      return []
    case 'MessageComposed':
    case 'SendAttempted':
    case 'MessageSent':
    case 'MessageFailed':
    case 'MessageParked':
      return [getMessageId(stream)]
    case 'SmsDelivered':
    case 'SmsUndelivered':
      return [reportedMessageId(stream)]
  }
}

const unsent = { attempts: 0, reason: null, provider: null, providerId: null, report: null, reportReason: null }
const takenUp = { status: 'waiting', reason: null } as const
const ofMarketing = { channel: 'sms', template: null, about: null, subject: null } as const
const sent = (row: MessageRow, provider: string, providerId: string | null): MessageRow => ({
  ...row,
  text: provider === keptHere ? row.text : '',
  status: 'sent',
  reason: null,
  provider,
  providerId,
})

const parkedAs = (reason: string | null): Pick<MessageRow, 'status' | 'reason'> => {
  if (reason === dismissed) return { status: 'dismissed', reason: null }
  return { status: reason === notHandedIn ? 'atHandIn' : 'parked', reason }
}

const isAtRest = ({ status }: MessageRow): boolean => ['parked', 'dismissed', 'atHandIn'].includes(status)

type Project = View<Shown, MessageRow>['project']

const reported = ({ type, data }: SmsReportEvent): Pick<MessageRow, 'report' | 'reportReason'> =>
  type === 'SmsDelivered'
    ? { report: 'Success', reportReason: null }
    : { report: data.status, reportReason: data.reason }

const answered = (row: MessageRow, { provider, answers }: BatchAnswered, messageId: string): MessageRow => {
  const answer = answers.find(({ recipient }) => recipient === getRecipient(messageId))
  if (!answer) return row
  return answer.refusal === null ? sent(row, provider, answer.providerId) : { ...row, text: '', status: 'refused' }
}
type BatchAnswered = Extract<CampaignEvent, { type: 'BatchAnswered' }>['data']

const project: Project = (row, event, messageId) => {
  const { type, data, metadata } = event
  switch (type) {
    case 'MessageComposed': {
      const { channel, template, about, held = null } = data
      const nothingWritten = { to: '', subject: null, text: '' }
      return {
        messageId,
        channel,
        template,
        about,
        ...nothingWritten,
        createdAt: metadata.at,
        status: 'waiting',
        ...unsent,
        reason: held,
      }
    }
    case 'MessageSent':
      return row && sent(row, data.provider, data.providerId)
    case 'MessageParked':
      return row && { ...row, ...parkedAs(data.held ?? row.reason) }
    case 'CampaignRequested': {
      const to = shownPhone(data.recipients[getRecipient(messageId)]?.phone ?? '')
      const { text } = data
      return { messageId, ...ofMarketing, to, text, createdAt: metadata.at, status: 'held', ...unsent }
    }
    case 'RecipientsLeftOut':
      return null
    case 'BatchAnswered':
      return row && answered(row, data, messageId)
    case 'SendAttempted':
      return (
        row && {
          ...row,
          ...(isAtRest(row) ? takenUp : {}),
          attempts: data.attempt,
        }
      )
    case 'MessageFailed':
      return row && { ...row, reason: data.reason }
    case 'PhoneErased':
      return row && { ...row, to: erased }
    case 'SmsDelivered':
    case 'SmsUndelivered':
      return row && { ...row, ...reported(event) }
    case 'BatchAttempted':
    case 'OptedOut':
      return row
  }
}

/** Every single SMS and email, of campaigns too. */
export const messagesView: View<Shown, MessageRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'messages-v6',
    shape: {
      messageId: 'text',
      channel: 'text',
      template: 'text or null',
      about: 'text or null',
      to: 'text',
      subject: 'text or null',
      text: 'text',
      createdAt: 'text',
      status: 'text',
      attempts: 'number',
      reason: 'text or null',
      provider: 'text or null',
      providerId: 'text or null',
      report: 'text or null',
      reportReason: 'text or null',
    },
    fields: {
      status: 'text',
      provider: 'text',
      providerId: 'text',
      about: 'text',
      template: 'text',
      createdAt: 'text',
    },
    // The last two have no status in their key: it changes with each message, and a parcel has few messages.
    indexes: [['status'], ['providerId'], ['about'], ['template']],
    unlisted: true,
    sortBy: 'createdAt',
  },
  getIds,
  project,
}
