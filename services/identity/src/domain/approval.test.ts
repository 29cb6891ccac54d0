import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type ApprovalCommand, type ApprovalEvent, approval, stateAt } from './approval.ts'
import type { Approver } from './second-admin.ts'

const { given } = toSpecification(approval)

const askedAt = '2026-11-21T06:00:00.000Z'
const at = '2026-11-21T07:00:00.000Z'
const dayLater = '2026-11-22T06:00:00.000Z'
const approvalId = 'p1'
const what = { kind: 'payout', subject: 'payee', digest: 'd1', cents: 2_950_000, beneficiary: 'payee' } as const
const shown = { name: 'Achieng Njeri', phone: '254712345678', words: null }

const asked: ApprovalEvent = {
  type: 'ApprovalAsked',
  data: { approvalId, ...what, shown: { personId: approvalId, ...shown }, by: 'first', at: askedAt },
}
const givenBy = (by: string, when = at): ApprovalEvent => ({
  type: 'ApprovalGiven',
  data: { approvalId, by, at: when },
})
const used = (use: string, alone = false): ApprovalEvent => ({
  type: 'ApprovalUsed',
  data: { approvalId, kind: 'payout', cents: 2_950_000, use, alone, at },
})
const returned = (use: string): ApprovalEvent => ({ type: 'ApprovalReturned', data: { approvalId, use, at } })
const declined = (by: string, reason: string | null): ApprovalEvent => ({
  type: 'ApprovalDeclined',
  data: { approvalId, by, note: { personId: approvalId, reason }, at },
})

const second: Approver = { accountId: 'second', grantedAt: '2026-11-01T06:00:00.000Z', by: null, phone: '254722000111' }
const approve = (more: Partial<Approver> = {}, when = at): ApprovalCommand => ({
  type: 'Approve',
  approver: { ...second, ...more },
  at: when,
})
const use = (command = 'c1', when = at): ApprovalCommand => ({ type: 'UseApproval', use: command, at: when })
const ask = { ...what, approvalId, shown, by: 'first', at: askedAt }

describe('asking another admin', () => {
  test('records exactly what must be approved', () =>
    given()
      .when({ type: 'AskApproval', ...ask })
      .then(asked))
  test('twice records nothing', () =>
    given(asked)
      .when({ type: 'AskApproval', ...ask })
      .then())
})

describe('approving', () => {
  test('is recorded', () => given(asked).when(approve()).then(givenBy('second')))
  test('twice by the same admin records nothing', () => given(asked, givenBy('second')).when(approve()).then())
  test('is refused after another admin has approved', () =>
    given(asked, givenBy('third')).when(approve()).thenRefused('stale'))
  test('is refused for the admin who asks', () =>
    given(asked)
      .when(approve({ accountId: 'first' }))
      .thenRefused('approval_own'))
  test('is refused for the person who gets the money', () =>
    given(asked)
      .when(approve({ accountId: 'payee' }))
      .thenRefused('approval_own'))
  test('is refused for the owner of the phone that gets the money', () =>
    given(asked)
      .when(approve({ phone: shown.phone }))
      .thenRefused('approval_own'))
  test('is refused for an admin whom the first one made an admin', () =>
    given(asked)
      .when(approve({ by: 'first' }))
      .thenRefused('approver_promoted'))
  test('is refused in the first seven days as an admin, and the refusal says from when', () =>
    given(asked)
      .when(approve({ grantedAt: '2026-11-14T07:00:00.001Z' }))
      .thenRefused('approver_new', { day: '2026-11-21' }))
  test('is possible after seven days', () =>
    given(asked)
      .when(approve({ grantedAt: '2026-11-14T07:00:00.000Z' }))
      .then(givenBy('second')))
  test('is refused a day after the request', () =>
    given(asked).when(approve({}, dayLater)).thenRefused('approval_over'))
  test('is refused for a request that was never made', () => given().when(approve()).thenRefused('not_found'))
})

describe('declining', () => {
  const decline = (by: string, reason: string | null): ApprovalCommand => ({ type: 'DeclineApproval', by, reason, at })
  test('is recorded with its reason', () =>
    given(asked).when(decline('second', 'Call him first.')).then(declined('second', 'Call him first.')))
  test('by the admin who asked withdraws the request, even after an approval', () =>
    given(asked, givenBy('second')).when(decline('first', null)).then(declined('first', null)))
  test('ends the request', () =>
    given(asked, declined('second', null))
      .when(approve({ accountId: 'third' }))
      .thenRefused('stale'))
  test('is refused once it was used', () =>
    given(asked, givenBy('second'), used('c1')).when(decline('second', null)).thenRefused('stale'))
})

describe('an approval', () => {
  test('is used by one command', () => given(asked, givenBy('second')).when(use()).then(used('c1')))
  test('is not used twice', () =>
    given(asked, givenBy('second'), used('c1')).when(use('c2')).thenRefused('approval_needed'))
  test('returns the same answer to its own command', () =>
    given(asked, givenBy('second'), used('c1')).when(use('c1')).then())
  test('can’t be used before another admin approves', () => given(asked).when(use()).thenRefused('approval_needed'))
  test('lapses a day after the approval', () =>
    given(asked, givenBy('second', askedAt)).when(use('c1', dayLater)).thenRefused('approval_needed'))
  test('can be used again after its command was refused', () => {
    given(asked, givenBy('second'), used('c1')).when({ type: 'ReturnApproval', use: 'c1', at }).then(returned('c1'))
    given(asked, givenBy('second'), used('c1'), returned('c1')).when(use('c2')).then(used('c2'))
  })
  test('is not returned by another command', () =>
    given(asked, givenBy('second'), used('c1')).when({ type: 'ReturnApproval', use: 'c2', at }).then())
})

describe('an admin without another one', () => {
  test('is recorded as alone', () =>
    given()
      .when({ type: 'UseAlone', ...ask, use: 'c1', at })
      .then({ ...asked, data: { ...asked.data, at } } as ApprovalEvent, used('c1', true)))
  test('leaves no request when the command was refused', () => {
    const after = [asked, used('c1', true), returned('c1')].reduce(approval.evolve, null)
    expect(after && stateAt(after, at)).toBe('declined')
  })
})
