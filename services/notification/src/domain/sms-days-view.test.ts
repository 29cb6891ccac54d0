import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import type { CampaignEvent } from './campaign.ts'
import type { MessageEvent } from './message.ts'
import { type SmsDayRow, smsDaysView } from './sms-days-view.ts'

const rowsAfter = (...events: (MessageEvent | CampaignEvent)[]) => {
  const rows = new Map<string, SmsDayRow>()
  for (const event of events as Recorded<MessageEvent | CampaignEvent>[])
    for (const id of smsDaysView.idsOf(event)) {
      const row = smsDaysView.project(rows.get(id) ?? null, event, id)
      if (row) rows.set(id, row)
    }
  return [...rows.values()]
}

const eleven = '2026-11-21T20:59:00.000Z'
const midnight = '2026-11-21T21:00:00.000Z'
const attempted = (at: string, segments: number): MessageEvent => ({
  type: 'SendAttempted',
  data: { at, attempt: 1, segments },
})

test('a day of Nairobi’s sums what messages took of it, and what marketing did', () => {
  expect(
    rowsAfter(
      attempted(eleven, 1),
      attempted(eleven, 2),
      attempted(eleven, 0),
      { type: 'BatchAttempted', data: { at: eleven, recipients: [0, 1], segments: 4 } },
      attempted(midnight, 1),
    ),
  ).toEqual([
    { day: '2026-11-21', segments: 3, marketing: 4 },
    { day: '2026-11-22', segments: 1, marketing: 0 },
  ])
})

test('a day on which nothing was taken has no row', () => {
  expect(rowsAfter(attempted(eleven, 0))).toEqual([])
})

test('nothing but an attempt takes any', () => {
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
