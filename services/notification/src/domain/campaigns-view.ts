import type { Recorded, View } from '@tuma/platform/domain'
import { type CampaignEvent, getWholeCampaignId } from './campaign.ts'
import { type SmsReportEvent, smsReportStream } from './sms-report.ts'

type Shown = CampaignEvent | SmsReportEvent

/** The result of a campaign in numbers, without recipients. All its parts are one row. */
export type CampaignRow = {
  readonly campaignId: string
  readonly text: string
  readonly createdAt: string
  /** The account of the admin who sent it; null where it was no person. */
  readonly by: string | null
  /** Recipients without an attempt. */
  readonly people: number
  readonly optedOut: number
  readonly beyondBudget: number
  readonly attempted: number
  /** The provider's answers at once, and its reports since. */
  readonly accepted: number
  readonly refused: number
  readonly arrived: number
  readonly undelivered: number
}

const nothingYet = {
  ...{ people: 0, optedOut: 0, beyondBudget: 0, attempted: 0 },
  ...{ accepted: 0, refused: 0, arrived: 0, undelivered: 0 },
}

/** A report on a recipient's SMS names its row among the messages: `<campaign>.2-17`. Others are about other messages. */
const reportedOn = new RegExp(`^${smsReportStream('([0-9a-f-]{36})')}(?:\\.\\d+)?-\\d+$`)

const campaignIdIn = ({ stream, type }: Recorded<Shown>): string | undefined =>
  type === 'SmsDelivered' || type === 'SmsUndelivered' ? reportedOn.exec(stream)?.[1] : getWholeCampaignId(stream)

const userIn = (actor: unknown): string | null => {
  const { userId = null } = (actor ?? {}) as { readonly userId?: string }
  return userId
}

const project = (row: CampaignRow | null, event: Recorded<Shown>, campaignId: string): CampaignRow | null => {
  const { type, data, metadata } = event
  switch (type) {
    case 'CampaignRequested': {
      const begun = { campaignId, text: data.text, createdAt: metadata.at, by: userIn(metadata.actor), ...nothingYet }
      const before = row ?? begun
      return { ...before, people: before.people + data.recipients.length }
    }
    case 'RecipientsLeftOut': {
      const figure = data.reason === 'budget' ? 'beyondBudget' : 'optedOut'
      return row && { ...row, [figure]: row[figure] + data.recipients.length }
    }
    case 'BatchAttempted':
      return row && { ...row, attempted: row.attempted + data.recipients.length }
    case 'BatchAnswered': {
      const refused = data.answers.filter(({ refusal }) => refusal !== null).length
      const accepted = data.answers.length - refused
      return row && { ...row, accepted: row.accepted + accepted, refused: row.refused + refused }
    }
    case 'SmsDelivered':
      return row && { ...row, arrived: row.arrived + 1, undelivered: row.undelivered - (data.corrects ? 1 : 0) }
    case 'SmsUndelivered':
      return row && { ...row, undelivered: row.undelivered + 1 }
  }
}

export const campaignsView: View<Shown, CampaignRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'campaigns-v2',
    shape: {
      campaignId: 'text',
      text: 'text',
      createdAt: 'text',
      by: 'text or null',
      people: 'number',
      optedOut: 'number',
      beyondBudget: 'number',
      attempted: 'number',
      accepted: 'number',
      refused: 'number',
      arrived: 'number',
      undelivered: 'number',
    },
    fields: { createdAt: 'text' },
    indexes: [],
    sortBy: 'createdAt',
  },
  getIds: (event) => {
    const campaignId = campaignIdIn(event)
    return campaignId === undefined ? [] : [campaignId]
  },
  project,
}
