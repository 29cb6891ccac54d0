import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type CampaignEvent, campaignStream } from './campaign.ts'
import { isWritten, type MessageEvent, messageStream, unwritten } from './message.ts'
import { type MessageRow, messagesView, shownPhone } from './message-views.ts'
import type { OptOutEvent } from './opt-out.ts'
import { type SmsReportEvent, smsReportStream } from './sms-report.ts'

const at = '2026-11-21T06:30:00.000Z'
const rowAfter = (...events: MessageEvent[]): MessageRow | null =>
  events.reduce<MessageRow | null>((row, event) => {
    const recorded = { ...event, stream: messageStream('m-1'), metadata: { at } } as Recorded<MessageEvent>
    return messagesView.project(row, recorded, messagesView.getIds(recorded)[0] as string)
  }, null)

const recipient = { personId: 'a1', to: 'jane@example.com', subject: 'Hello', text: 'Dear Jane', replyTo: null }
const composed: MessageEvent = {
  type: 'MessageComposed',
  data: { channel: 'email', template: 'verify', about: 'a1', role: 'account', language: 'en', purse: null, recipient },
}
const attempted: MessageEvent = { type: 'SendAttempted', data: { at, attempt: 1, segments: 0, purse: null } }
const failed: MessageEvent = { type: 'MessageFailed', data: { at, attempt: 1, reason: 'busy' } }
const waiting: MessageRow = {
  messageId: 'm-1',
  channel: 'email',
  template: 'verify',
  about: 'a1',
  to: '',
  subject: null,
  text: '',
  createdAt: at,
  status: 'waiting',
  attempts: 0,
  reason: null,
  provider: null,
  providerId: null,
  report: null,
  reportReason: null,
}

test('a composed message waits, and its row has no words and nothing of the person', () =>
  expect(rowAfter(composed)).toEqual(waiting))
test('attempts and failures are shown, and the message still waits', () =>
  expect(rowAfter(composed, attempted, failed)).toEqual({ ...waiting, attempts: 1, reason: 'busy' }))
const sentBy = (provider: string): MessageEvent => ({
  type: 'MessageSent',
  data: { at, provider, providerId: 'id-1' },
})
test('a message that was only kept shows that', () =>
  expect(rowAfter(composed, attempted, failed, sentBy('kept'))).toEqual({
    ...waiting,
    attempts: 1,
    status: 'sent',
    provider: 'kept',
    providerId: 'id-1',
  }))
test('a message that was sent shows the provider and its id', () =>
  expect(rowAfter(composed, attempted, sentBy('smtp'))).toEqual({
    ...waiting,
    attempts: 1,
    text: '',
    status: 'sent',
    provider: 'smtp',
    providerId: 'id-1',
  }))
const parked: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts' } }
test('a message that is left to an admin is parked, without its text', () =>
  expect(rowAfter(composed, attempted, failed, parked)).toEqual({
    ...waiting,
    attempts: 1,
    reason: 'busy',
    text: '',
    status: 'parked',
  }))
test('a message that is taken up waits again, without an error', () =>
  expect(rowAfter(composed, failed, parked, attempted)).toEqual({ ...waiting, attempts: 1 }))
test('a message on hold shows the reason until it is taken up', () => {
  const held = { ...composed, data: { ...composed.data, held: 'too-many-to-phone' } } as MessageEvent
  expect(rowAfter(held, parked)).toEqual({ ...waiting, status: 'parked', reason: 'too-many-to-phone' })
  expect(rowAfter(held, parked, attempted)).toEqual({ ...waiting, attempts: 1 })
})
test('a message that is held after a restore shows that until it is taken up', () => {
  const restored: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts', held: 'restored' } }
  const held = { ...waiting, attempts: 1, status: 'parked', reason: 'restored' }
  expect(rowAfter(composed, attempted, failed, restored)).toEqual(held)
  expect(rowAfter(composed, failed, restored, attempted)).toEqual({ ...waiting, attempts: 1 })
})
test('a message that was dismissed neither waits nor is left to an admin', () => {
  const dismissed: MessageEvent = { type: 'MessageParked', data: { at, reason: 'attempts', held: 'dismissed' } }
  const row = { ...waiting, attempts: 1, status: 'dismissed' }
  expect(rowAfter(composed, attempted, failed, dismissed)).toEqual(row)
  expect(rowAfter(composed, dismissed, attempted)).toEqual({ ...waiting, attempts: 1 })
})
describe('each recipient of a campaign', () => {
  const rowsAfter = (...events: CampaignEvent[]) =>
    events.reduce((rows, event) => {
      const recorded = { ...event, stream: campaignStream('c-1'), metadata: { at } } as Recorded<CampaignEvent>
      for (const id of messagesView.getIds(recorded)) {
        const row = messagesView.project(rows.get(id) ?? null, recorded, id)
        if (row === null) rows.delete(id)
        else rows.set(id, row)
      }
      return rows
    }, new Map<string, MessageRow>())

  const phones = ['254712345678', '254110345678', '(erased)']
  const requested: CampaignEvent = {
    type: 'CampaignRequested',
    data: { text: 'Hi', recipients: phones.map((phone) => ({ personId: phone, phone })) },
  }
  const attempted: CampaignEvent = { type: 'BatchAttempted', data: { at, recipients: [0, 1], segments: 2 } }
  const answeredBy = (provider: string): CampaignEvent => ({
    type: 'BatchAnswered',
    data: {
      at,
      provider,
      answers: [
        { recipient: 0, providerId: 'id-1', refusal: null },
        { recipient: 1, providerId: null, refusal: 'status-406' },
      ],
    },
  })
  const held = {
    template: null,
    about: null,
    attempts: 0,
    reason: null,
    report: null,
    reportReason: null,
    channel: 'sms',
    subject: null,
    text: 'Hi',
    createdAt: at,
    status: 'held',
    provider: null,
  }

  test('is held until there is an answer for the message', () => {
    const rows = rowsAfter(requested, attempted)
    expect([...rows.values()]).toEqual([
      { ...held, messageId: 'c-1-0', to: '0712345678', providerId: null },
      { ...held, messageId: 'c-1-1', to: '0110345678', providerId: null },
      { ...held, messageId: 'c-1-2', to: '(erased)', providerId: null },
    ])
  })
  test('is sent a message or not', () => {
    const rows = rowsAfter(requested, attempted, answeredBy('gateway'))
    expect(rows.get('c-1-0')).toMatchObject({ status: 'sent', provider: 'gateway', providerId: 'id-1', text: '' })
    expect(rows.get('c-1-1')).toMatchObject({ status: 'refused', provider: null, text: '' })
    expect(rowsAfter(requested, attempted, answeredBy('kept')).get('c-1-0')).toMatchObject({ text: 'Hi' })
  })
  const leftOut: CampaignEvent = { type: 'RecipientsLeftOut', data: { at, recipients: [1], reason: 'opted_out' } }
  test('is forgotten when nothing was sent on purpose', () => {
    expect([...rowsAfter(requested, leftOut).keys()]).toEqual(['c-1-0', 'c-1-2'])
  })
  test('does not come back by an answer after being forgotten', () => {
    expect([...rowsAfter(requested, leftOut, answeredBy('gateway')).keys()]).toEqual(['c-1-0', 'c-1-2'])
  })
  test('is not changed by an attempt without an answer', () => {
    expect(messagesView.getIds(attempted as Recorded<CampaignEvent>)).toEqual([])
  })
})

test('no row shows an erased phone, whichever stream had it', () => {
  const forgotten: OptOutEvent = { type: 'PhoneErased', data: { messageIds: ['m-1', 'm-2'], at } }
  const recorded = { ...forgotten, stream: 'optout-p1', metadata: { at } } as Recorded<OptOutEvent>
  expect(messagesView.getIds(recorded as never)).toEqual(['m-1', 'm-2'])
  const row = { ...waiting, to: '0712 345 678' }
  expect(messagesView.project(row, recorded as never, 'm-1')).toEqual({ ...row, to: '(erased)' })
  expect(messagesView.project(null, recorded as never, 'm-2')).toBeNull()
  expect(shownPhone('(erased)')).toBe('(erased)')
  expect(shownPhone('254712345678')).toBe('0712345678')
})

test('an opt-out changes no message', () => {
  const optedOut: OptOutEvent = { type: 'OptedOut', data: { person: { personId: 'p1', phone: '254712345678' }, at } }
  const recorded = { ...optedOut, stream: 'optout-p1', metadata: { at } } as Recorded<OptOutEvent>
  expect(messagesView.getIds(recorded as never)).toEqual([])
  expect(messagesView.project(waiting, recorded as never, 'm-1')).toBe(waiting)
})

type Composed = Parameters<typeof isWritten>[0]

test('a message counts as written when its event has an address', () => {
  const unwrittenTo = unwritten('a1')
  expect(unwrittenTo).toMatchObject({ personId: 'a1', to: '', text: '' })
  const composedWith = (recipient: Composed['recipient']) => ({ recipient }) as Composed
  expect(isWritten(composedWith(unwrittenTo))).toBe(false)
  expect(isWritten(composedWith({ ...unwrittenTo, to: '254712345678' }))).toBe(true)
})

test('the provider’s report is added to the row', () => {
  const row = rowAfter(composed, attempted, sentBy('gateway'))
  const after = (row: MessageRow | null, event: SmsReportEvent) => {
    const recorded = { ...event, stream: smsReportStream('m-1'), metadata: { at } } as Recorded<SmsReportEvent>
    expect(messagesView.getIds(recorded)).toEqual(['m-1'])
    return messagesView.project(row, recorded, 'm-1')
  }
  const undelivered = { at, providerId: 'id-1', status: 'Expired', reason: 'UserInactive' } as const
  const expired = after(row, { type: 'SmsUndelivered', data: undelivered })
  expect(expired).toEqual({ ...row, report: 'Expired', reportReason: 'UserInactive' })
  const corrected = after(expired, { type: 'SmsDelivered', data: { at, providerId: 'id-1', corrects: true } })
  expect(corrected).toEqual({ ...row, report: 'Success', reportReason: null })
})
