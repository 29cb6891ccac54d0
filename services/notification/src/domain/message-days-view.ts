import { type EatDay, getEatDay } from '@tuma/contracts/vocabulary'
import type { Recorded, View } from '@tuma/platform/domain'
import type { CampaignEvent } from './campaign.ts'
import type { MessageEvent } from './message.ts'
import { nothingSpent, type Spent } from './purses.ts'

/** The use of a day of Nairobi: by purse, and segments of SMS of marketing. */
export type MessageDayRow = Spent & { readonly day: EatDay; readonly marketing: number }

type Taken = { readonly at: string; readonly from: keyof Spent | 'marketing'; readonly segments: number }

const takenBy = ({ type, data }: Recorded<MessageEvent | CampaignEvent>): Taken | null => {
  switch (type) {
    case 'SendAttempted':
      return data.purse && data.segments > 0 ? { ...data, from: data.purse } : null
    case 'BatchAttempted':
      return data.segments > 0 ? { ...data, from: 'marketing' } : null
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

export const messageDaysView: View<MessageEvent | CampaignEvent, MessageDayRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'message-days-v1',
    shape: {
      day: 'text',
      handled: 'number',
      known: 'number',
      strangers: 'number',
      unknownAddresses: 'number',
      marketing: 'number',
    },
    fields: { day: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'day',
  },
  getIds: (event) => {
    const taken = takenBy(event)
    return taken ? [getEatDay(taken.at)] : []
  },
  project: (row, event, day) => {
    const before = row ?? { day, ...nothingSpent, marketing: 0 }
    const taken = takenBy(event)
    return taken ? { ...before, [taken.from]: before[taken.from] + taken.segments } : before
  },
}
