import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import type { CampaignEvent } from './campaign.ts'
import type { MessageEvent } from './message.ts'
import { type MessageDayRow, messageDaysView } from './message-days-view.ts'
import type { Purse } from './purses.ts'

const rowsAfter = (...events: (MessageEvent | CampaignEvent)[]) => {
  const rows = new Map<string, MessageDayRow>()
  for (const event of events as Recorded<MessageEvent | CampaignEvent>[])
    for (const id of messageDaysView.getIds(event)) {
      const row = messageDaysView.project(rows.get(id) ?? null, event, id)
      if (row) rows.set(id, row)
    }
  return [...rows.values()]
}

const eleven = '2026-11-21T20:59:00.000Z'
const midnight = '2026-11-21T21:00:00.000Z'
const attempted = (at: string, segments: number, purse: Purse | null = 'handled'): MessageEvent => ({
  type: 'SendAttempted',
  data: { at, attempt: 1, segments, purse },
})
const nothing = { handled: 0, known: 0, strangers: 0, unknownAddresses: 0, marketing: 0 }

test('a day of Nairobi sums the use of each purse, and of marketing', () => {
  expect(
    rowsAfter(
      attempted(eleven, 1),
      attempted(eleven, 2, 'strangers'),
      attempted(eleven, 3, 'strangers'),
      attempted(eleven, 1, 'unknownAddresses'),
      attempted(eleven, 0, null),
      { type: 'BatchAttempted', data: { at: eleven, recipients: [0, 1], segments: 4 } },
      attempted(midnight, 1, 'known'),
    ),
  ).toEqual([
    { day: '2026-11-21', ...nothing, handled: 1, strangers: 5, unknownAddresses: 1, marketing: 4 },
    { day: '2026-11-22', ...nothing, known: 1 },
  ])
})

test('a day without use has no row', () => {
  expect(rowsAfter(attempted(eleven, 0, null))).toEqual([])
})

test('only an attempt counts', () => {
  const at = eleven
  expect(
    rowsAfter(
      {
        type: 'MessageComposed',
        data: {
          channel: 'sms',
          template: 'collected',
          about: 'd1',
          role: 'receiver',
          language: 'en',
          purse: 'known',
          recipient: { personId: 'p', to: '0712345678', subject: null, text: 'Tuma: …', replyTo: null },
        },
      },
      { type: 'MessageSent', data: { at, provider: 'gateway', providerId: 'id-1' } },
      { type: 'MessageFailed', data: { at, attempt: 1, reason: 'busy' } },
      { type: 'MessageParked', data: { at, reason: 'budget' } },
      { type: 'CampaignRequested', data: { text: 'Hi', recipients: [{ personId: 'p', phone: '254712345678' }] } },
      { type: 'RecipientsLeftOut', data: { at, recipients: [0], reason: 'budget' } },
      {
        type: 'BatchAnswered',
        data: { at, provider: 'gateway', answers: [{ recipient: 0, providerId: 'id-1', refusal: null }] },
      },
    ),
  ).toEqual([])
})
