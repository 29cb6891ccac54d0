import { type EatDay, eatDayOf } from '@tuma/contracts/vocabulary'
import type { Recorded, View } from '@tuma/platform/domain'
import type { CampaignEvent } from './campaign.ts'
import type { MessageEvent } from './message.ts'

/** How many SMS segments a day of Nairobi's has taken. */
export type SmsDayRow = { readonly day: EatDay; readonly segments: number }

const spentBy = ({ type, data }: Recorded<MessageEvent | CampaignEvent>): { at: string; segments: number } | null => {
  switch (type) {
    case 'SendAttempted':
    case 'BatchAttempted':
      return data.segments > 0 ? data : null
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
    name: 'sms-days-v1',
    shape: { day: 'text', segments: 'number' },
    fields: { day: 'text' },
    indexes: [],
    sortBy: 'day',
  },
  idsOf: (event) => {
    const spent = spentBy(event)
    return spent ? [eatDayOf(spent.at)] : []
  },
  project: (row, event, day) => ({ day, segments: (row?.segments ?? 0) + (spentBy(event)?.segments ?? 0) }),
}
