import { describe, expect, test } from 'vitest'
import { fitReports } from './fit-reports.ts'
import type { UnansweredRow } from './unanswered-view.ts'

const before = '2026-11-21T05:59:59.999Z'
const first = '2026-11-21T06:00:00.000Z'
const second = '2026-11-21T06:00:10.000Z'
const after = '2026-11-21T06:01:00.000Z'
const unanswered = (messageId: string, more: Partial<UnansweredRow> = {}): UnansweredRow => ({
  ...{ messageId, phoneKey: 'p1', since: first, count: 1, isOwed: true },
  ...more,
})
const report = (providerId: string, at = after) => ({ providerId, at })

describe('a report of an unknown SMS', () => {
  test('is of the only message to that phone without an answer', () =>
    expect(fitReports([unanswered('m1')], [report('at1')])).toEqual([{ messageId: 'm1', providerId: 'at1' }]))
  test('is of that message also when it was attempted twice', () =>
    expect(fitReports([unanswered('m1', { count: 2 })], [report('at1')])).toHaveLength(1))
  test('of before the attempt is of another message', () =>
    expect(fitReports([unanswered('m1')], [report('at1', before)])).toEqual([]))
  test('is of none where two messages could be meant', () =>
    expect(fitReports([unanswered('m1'), unanswered('m2')], [report('at1')])).toEqual([]))
  test('may be of a message that was sent the second time, so it proves nothing of another', () =>
    expect(fitReports([unanswered('m1', { isOwed: false }), unanswered('m2')], [report('at1')])).toEqual([]))
  test('records nothing of a message that is sent already', () =>
    expect(fitReports([unanswered('m1', { isOwed: false })], [report('at1')])).toEqual([]))
})

test('as many reports as attempts prove each message sent, the earlier by the earlier', () => {
  const rows = [unanswered('later', { since: second }), unanswered('earlier')]
  expect(fitReports(rows, [report('at2', after), report('at1', second)])).toEqual([
    { messageId: 'earlier', providerId: 'at1' },
    { messageId: 'later', providerId: 'at2' },
  ])
})
test('a message with one attempt is not proven by two reports beside one with two', () => {
  const rows = [unanswered('twice', { count: 2 }), unanswered('once')]
  expect(fitReports(rows, [report('at1'), report('at2')])).toEqual([{ messageId: 'twice', providerId: 'at1' }])
})
