import type { Decider } from '@tuma/platform/domain'
import { type Campaign, type CampaignEvent, evolve, type Fate, type RecipientAnswer } from './campaign.ts'

type AttemptBatch = {
  readonly type: 'AttemptBatch'
  readonly at: string
  readonly recipients: readonly number[]
  /** Recipients of it who want no marketing at this moment. */
  readonly optedOut: readonly number[]
  /** The use of one message, and what is left of the day's SMS. */
  readonly segmentsEach: number
  readonly room: number
}

export type CampaignCommand =
  | {
      readonly type: 'RequestCampaign'
      readonly requested: Extract<CampaignEvent, { type: 'CampaignRequested' }>['data']
    }
  | AttemptBatch
  | {
      readonly type: 'RecordAnswers'
      readonly at: string
      readonly provider: string
      readonly answers: readonly RecipientAnswer[]
    }

const leftOut = (at: string, recipients: readonly number[], reason: 'opted_out' | 'budget'): CampaignEvent[] =>
  recipients.length > 0 ? [{ type: 'RecipientsLeftOut', data: { at, recipients, reason } }] : []

const attempt = (command: AttemptBatch, { fates }: Campaign): CampaignEvent[] => {
  const { at, optedOut, segmentsEach, room } = command
  const untried = command.recipients.filter((recipient) => fates[recipient] === 'untried')
  const unwilling = untried.filter((recipient) => optedOut.includes(recipient))
  const willing = untried.filter((recipient) => !optedOut.includes(recipient))
  const affordable = segmentsEach === 0 ? willing.length : Math.floor(room / segmentsEach)
  const batch = willing.slice(0, affordable)
  return [
    ...leftOut(at, unwilling, 'opted_out'),
    ...leftOut(at, willing.slice(affordable), 'budget'),
    ...(batch.length > 0
      ? [{ type: 'BatchAttempted', data: { at, recipients: batch, segments: batch.length * segmentsEach } } as const]
      : []),
  ]
}

const decide = (command: CampaignCommand, campaign: Campaign | null): CampaignEvent[] => {
  switch (command.type) {
    case 'RequestCampaign':
      return campaign ? [] : [{ type: 'CampaignRequested', data: command.requested }]
    case 'AttemptBatch':
      return campaign ? attempt(command, campaign) : []
    case 'RecordAnswers': {
      const { at, provider } = command
      const answers = command.answers.filter(({ recipient }) => campaign?.fates[recipient] === 'unanswered')
      return answers.length > 0 ? [{ type: 'BatchAnswered', data: { at, provider, answers } }] : []
    }
  }
}

export const campaign: Decider<Campaign | null, CampaignCommand, CampaignEvent> = {
  initialState: null,
  decide,
  evolve,
}

type Reason = 'opted_out' | 'refused' | 'unanswered'

/** Why a recipient's message was not accepted, in words for the admin; null when it was. */
export const reasonFor = (fate: Fate): Reason | null => {
  switch (fate) {
    case 'accepted':
      return null
    // A restart came first: the message was not sent, and the admin can ask again.
    case 'untried':
      return 'refused'
    case 'opted_out':
    case 'refused':
    case 'unanswered':
      return fate
  }
}
