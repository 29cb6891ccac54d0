import { specificationOf } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type SmsReportEvent, smsReport, smsReportStream } from './sms-report.ts'

const { given } = specificationOf(smsReport)
const at = '2026-11-21T06:30:00.000Z'
const report = (status: string, failureReason: string | null = null) =>
  ({ type: 'ReportSms', at, providerId: 'ATXid_1', status, failureReason }) as const
const delivered: SmsReportEvent = { type: 'SmsDelivered', data: { at, providerId: 'ATXid_1' } }
const undelivered = (reason: string | null): SmsReportEvent => ({
  type: 'SmsUndelivered',
  data: { at, providerId: 'ATXid_1', reason },
})

test('the reports of each message are a stream of their own', () =>
  expect(smsReportStream('m-1')).toBe('smsreport-m-1'))

describe('a report', () => {
  test('of success says that the SMS arrived', () => given().when(report('Success')).then(delivered))
  test.each(['Failed', 'Rejected'])('that says %s says why it did not', (status) =>
    given().when(report(status, 'UserInBlackList')).then(undelivered('UserInBlackList')),
  )
  test('gives no reason that is not a word of the provider’s', () =>
    given().when(report('Failed', 'call +254712345678 instead')).then(undelivered(null)))
  test.each(['Sent', 'Submitted', 'Buffered', 'AbsentSubscriber', 'Expired', 'success', ''])(
    'that says "%s" says nothing final',
    (status) => given().when(report(status)).then(),
  )
  test('counts the first time only', () => given(delivered).when(report('Failed')).then())
})
