import { describe, expect, test } from 'vitest'
import { type Approver, approversFor, isAlone } from './second-admin.ts'

const at = '2026-11-21T06:00:00.000Z'
const longAgo = '2026-10-01T06:00:00.000Z'
const first = { by: 'first', beneficiary: 'payee', phone: '254712345678' }
const admin = (accountId: string, more: Partial<Approver> = {}): Approver => ({
  ...{ accountId, grantedAt: longAgo, by: null, phone: '254722000111' },
  ...more,
})
const asking = admin('first')
const none = { revoked: [] }
const removed = (more: object = {}) => ({
  revoked: [
    {
      ...{ accountId: 'old', grantedAt: longAgo, by: null },
      revokedAt: '2026-11-20T06:00:00.000Z',
      revokedBy: 'first',
      ...more,
    },
  ],
})

describe('an admin who may approve', () => {
  test('has been one for seven days, and was not made one by the first', () => {
    const young = admin('young', { grantedAt: '2026-11-20T06:00:00.000Z' })
    const made = admin('made', { by: 'first' })
    const all = [asking, admin('payee'), young, made, admin('second', { by: 'young' })]
    expect(approversFor(first, all, at).map(({ accountId }) => accountId)).toEqual(['second'])
  })
})

describe('an admin is alone', () => {
  test('as the only one', () => expect(isAlone(first, [asking], none, at)).toBe(true))
  test('with no other but those they made admins', () =>
    expect(isAlone(first, [asking, admin('made', { by: 'first' })], none, at)).toBe(true))
  test('but not while another may approve', () =>
    expect(isAlone(first, [asking, admin('second')], none, at)).toBe(false))
  test('but not for seven days after they removed an admin who might', () => {
    expect(isAlone(first, [asking], removed(), at)).toBe(false)
    expect(isAlone(first, [asking], removed({ revokedAt: '2026-11-14T06:00:00.000Z' }), at)).toBe(true)
  })
  test('if another removed that admin, or the removed one might not approve', () => {
    expect(isAlone(first, [asking], removed({ revokedBy: 'old' }), at)).toBe(true)
    expect(isAlone(first, [asking], removed({ by: 'first' }), at)).toBe(true)
  })
})
