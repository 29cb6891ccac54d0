import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  isFinal,
  reportedMessageId,
  type SmsReportEvent,
  smsReport,
  smsReportStream,
  type UndeliveredWord,
  undeliveredWords,
} from './sms-report.ts'

const { given } = toSpecification(smsReport)
const at = '2026-11-21T06:30:00.000Z'
const report = (status: string, failureReason: string | null = null) =>
  ({ type: 'ReportSms', at, providerId: 'ATXid_1', status, failureReason }) as const
const delivered = (corrects = false): SmsReportEvent => ({
  type: 'SmsDelivered',
  data: { at, providerId: 'ATXid_1', corrects },
})
const undelivered = (status: UndeliveredWord, reason: string | null = null): SmsReportEvent => ({
  type: 'SmsUndelivered',
  data: { at, providerId: 'ATXid_1', status, reason },
})

test('the reports of each message have their own stream, named after it', () => {
  expect(smsReportStream('m-1')).toBe('smsreport-m-1')
  expect(reportedMessageId('smsreport-m-1')).toBe('m-1')
})

describe('a report', () => {
  test('of success means that the SMS arrived', () => given().when(report('Success')).then(delivered()))
  test.each(undeliveredWords)('of %s ends the SMS, with its reason', (status) => {
    given().when(report(status, 'UserInBlackList')).then(undelivered(status, 'UserInBlackList'))
    expect(isFinal(status)).toBe(true)
  })
  test('records no reason that is not one of the provider’s words', () =>
    given().when(report('Failed', 'call +254712345678 instead')).then(undelivered('Failed')))
  test.each(['Sent', 'Submitted', 'Buffered', 'success', ''])('of "%s" is not final', (status) => {
    given().when(report(status)).then()
    expect(isFinal(status)).toBe(false)
  })
  test('counts the first time only', () => given(delivered()).when(report('Failed')).then())
  test.each(['Failed', 'Rejected'] as const)('of success after %s changes nothing', (status) =>
    given(undelivered(status)).when(report('Success')).then(),
  )
  test.each(['Expired', 'AbsentSubscriber'] as const)('of success after %s corrects the result, once', (status) => {
    given(undelivered(status)).when(report('Success')).then(delivered(true))
    given(undelivered(status), delivered(true)).when(report('Success')).then()
  })
  test('that a phone was off counts once, however often it comes', () =>
    given(undelivered('Expired')).when(report('AbsentSubscriber')).then())
})
