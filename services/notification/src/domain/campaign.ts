import type { DomainEvent } from '@tuma/platform/domain'

/** One text to many phones, for one command of an admin. A recipient's id is their place in the list. */
export type CampaignEvent =
  | DomainEvent<
      'CampaignRequested',
      {
        /** The text that is sent: with the opt-out line. */
        readonly text: string
        readonly recipients: readonly { readonly personId: string; readonly phone: string }[]
      }
    >
  | DomainEvent<
      'RecipientsLeftOut',
      { readonly at: string; readonly recipients: readonly number[]; readonly reason: 'opted_out' | 'budget' }
    >
  /** Recorded before the batch goes to the provider; `segments` is what all of it uses of the day's SMS. */
  | DomainEvent<
      'BatchAttempted',
      { readonly at: string; readonly recipients: readonly number[]; readonly segments: number }
    >
  | DomainEvent<
      'BatchAnswered',
      { readonly at: string; readonly provider: string; readonly answers: readonly RecipientAnswer[] }
    >

export type RecipientAnswer = {
  readonly recipient: number
  readonly providerId: string | null
  /** The provider's word for the refusal; null when the provider accepted the message. */
  readonly refusal: string | null
}

/**
 * `unanswered`: the message may have been sent or not. It is never sent again by itself.
 * `untried`: the message was certainly not sent.
 */
export type Fate = 'untried' | 'unanswered' | 'accepted' | 'refused' | 'opted_out'

export type Campaign = {
  readonly text: string
  readonly phones: readonly string[]
  /** Of each recipient, in the order of the list. */
  readonly fates: readonly Fate[]
}

export const campaignStream = (campaignId: string): string => `campaign-${campaignId}`
export const getCampaignId = (stream: string): string => stream.slice(campaignStream('').length)

/** A campaign with too many recipients for one event has parts, each a stream: `campaign-<id>`, `campaign-<id>.2`. */
export const campaignPartStream = (campaignId: string, part: number): string =>
  campaignStream(part === 1 ? campaignId : `${campaignId}.${part}`)
export const getWholeCampaignId = (stream: string): string => getCampaignId(stream).split('.')[0] as string

const withFate = (campaign: Campaign | null, recipients: readonly number[], fate: Fate): Campaign | null => {
  if (!campaign) return null
  const chosen = new Set(recipients)
  return { ...campaign, fates: campaign.fates.map((before, recipient) => (chosen.has(recipient) ? fate : before)) }
}

export const evolve = (campaign: Campaign | null, { type, data }: CampaignEvent): Campaign | null => {
  switch (type) {
    case 'CampaignRequested': {
      const phones = data.recipients.map(({ phone }) => phone)
      return { text: data.text, phones, fates: phones.map(() => 'untried') }
    }
    case 'RecipientsLeftOut':
      return withFate(campaign, data.recipients, data.reason === 'opted_out' ? 'opted_out' : 'refused')
    case 'BatchAttempted':
      return withFate(campaign, data.recipients, 'unanswered')
    case 'BatchAnswered':
      return data.answers.reduce(
        (before, { recipient, refusal }) => withFate(before, [recipient], refusal === null ? 'accepted' : 'refused'),
        campaign,
      )
  }
}
