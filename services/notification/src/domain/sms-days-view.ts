import { type EatDay, eatDayOf } from '@tuma/contracts/vocabulary'
import type { Recorded, View } from '@tuma/platform/domain'
import type { CampaignEvent } from './campaign.ts'
import type { MessageEvent } from './message.ts'

/** How many SMS segments a day of Nairobi's has taken: those about parcels, and those of marketing. */
export type SmsDayRow = { readonly day: EatDay; readonly segments: number; readonly marketing: number }

type Spent = { readonly at: string; readonly segments: number; readonly marketing: number }

const spentBy = ({ type, data }: Recorded<MessageEvent | CampaignEvent>): Spent | null => {
  switch (type) {
    case 'SendAttempted':
      return data.segments > 0 ? { at: data.at, segments: data.segments, marketing: 0 } : null
    case 'BatchAttempted':
      return data.segments > 0 ? { at: data.at, segments: 0, marketing: data.segments } : null
    case 'MessageComposed':
    case 'MessageSent':
    case 'MessageFailed':
    case 'MessageParked':
    case 'CampaignRequested':
    case 'RecipientsLeftOut':
    case 'BatchAnswered':
      return null
  }
}

export const smsDaysView: View<MessageEvent | CampaignEvent, SmsDayRow> = {
  collection: {
    name: 'sms-days-v2',
    shape: { day: 'text', segments: 'number', marketing: 'number' },
    fields: { day: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'day',
  },
  idsOf: (event) => {
    const spent = spentBy(event)
    return spent ? [eatDayOf(spent.at)] : []
  },
  project: (row, event, day) => {
    const spent = spentBy(event)
    return {
      day,
      segments: (row?.segments ?? 0) + (spent?.segments ?? 0),
      marketing: (row?.marketing ?? 0) + (spent?.marketing ?? 0),
    }
  },
}
