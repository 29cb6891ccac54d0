import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { type CampaignEvent, campaignPartStream } from './campaign.ts'
import { type CampaignRow, campaignsView } from './campaigns-view.ts'
import { type SmsReportEvent, smsReportStream } from './sms-report.ts'

const id = '42a75b72-c521-5644-92ff-f8b3cf2badff'
const at = '2026-11-23T08:00:00.000Z'
const told = (stream: string, event: CampaignEvent | SmsReportEvent) =>
  ({
    ...event,
    stream,
    metadata: { at, actor: { kind: 'user', userId: 'njeri', role: 'admin' } },
  }) as unknown as Recorded<CampaignEvent | SmsReportEvent>
const [first, second] = [campaignPartStream(id, 1), campaignPartStream(id, 2)]
const requested = (stream: string, people: number) =>
  told(stream, {
    type: 'CampaignRequested',
    data: {
      text: 'Half price',
      recipients: Array.from({ length: people }, (_, n) => ({ personId: `p${n}`, phone: '254712345678' })),
    },
  })
const rowAfter = (...events: Recorded<CampaignEvent | SmsReportEvent>[]) =>
  events.reduce<CampaignRow | null>((row, event) => campaignsView.project(row, event, id), null)

test('a campaign is one row, whatever its parts, with its admin and without a phone', () => {
  const events = [requested(first, 3), requested(second, 2)]
  expect(events.flatMap(campaignsView.getIds)).toEqual([id, id])
  const row = rowAfter(...events)
  expect(row).toMatchObject({ campaignId: id, text: 'Half price', createdAt: at, by: 'njeri', people: 5 })
  expect(JSON.stringify(row)).not.toContain('2547')
})

test('the row counts who was left out and why, and what was tried, accepted and refused', () => {
  const answers = [
    { recipient: 0, providerId: 'a', refusal: null },
    { recipient: 1, providerId: null, refusal: 'status-406' },
  ]
  expect(
    rowAfter(
      requested(first, 6),
      told(first, { type: 'RecipientsLeftOut', data: { at, recipients: [5], reason: 'opted_out' } }),
      told(first, { type: 'RecipientsLeftOut', data: { at, recipients: [3, 4], reason: 'budget' } }),
      told(first, { type: 'BatchAttempted', data: { at, recipients: [0, 1, 2], segments: 3 } }),
      told(first, { type: 'BatchAnswered', data: { at, provider: 'gateway', answers } }),
    ),
  ).toMatchObject({ people: 6, optedOut: 1, beyondBudget: 2, attempted: 3, accepted: 1, refused: 1 })
})

test('the row counts what arrived and what did not, of each part', () => {
  const reports = [
    told(smsReportStream(`${id}-0`), { type: 'SmsDelivered', data: { at, providerId: 'a', corrects: false } }),
    told(smsReportStream(`${id}.2-17`), { type: 'SmsDelivered', data: { at, providerId: 'b', corrects: false } }),
    told(smsReportStream(`${id}-1`), {
      type: 'SmsUndelivered',
      data: { at, providerId: 'c', status: 'Expired', reason: null },
    }),
  ]
  expect(reports.flatMap(campaignsView.getIds)).toEqual([id, id, id])
  expect(rowAfter(requested(first, 3), ...reports)).toMatchObject({ arrived: 2, undelivered: 1 })
  const afterAll = told(smsReportStream(`${id}-1`), {
    type: 'SmsDelivered',
    data: { at, providerId: 'c', corrects: true },
  })
  expect(rowAfter(requested(first, 3), ...reports, afterAll)).toMatchObject({ arrived: 3, undelivered: 0 })
})

test('a report on another message changes nothing', () => {
  const report = told(smsReportStream(id), { type: 'SmsDelivered', data: { at, providerId: 'a', corrects: false } })
  expect(campaignsView.getIds(report)).toEqual([])
  expect(rowAfter(report)).toBeNull()
})
