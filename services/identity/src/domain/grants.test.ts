import { toSpecification } from '@tuma/platform/testing'
import { describe, test } from 'vitest'
import { type GrantCommand, type GrantEvent, grants } from './grants.ts'

const { given } = toSpecification(grants)

const at = '2026-11-21T06:00:00.000Z'
const granted = (accountId: string): GrantEvent => ({
  type: 'AdminGranted',
  data: { accountId, grantedAt: at, by: 'x' },
})
const revoked = (accountId: string): GrantEvent => ({
  type: 'AdminRevoked',
  data: { accountId, revokedAt: at, by: 'x' },
})
const grant: GrantCommand = { type: 'GrantAdmin', accountId: 'a', by: 'x', at }
const revoke = (...admins: string[]): GrantCommand => ({ type: 'RevokeAdmin', accountId: 'a', admins, by: 'x', at })

describe('becoming an admin', () => {
  test('is recorded', () => given().when(grant).then(granted('a')))
  test('twice records nothing', () => given(granted('a')).when(grant).then())
  test('is possible again', () => given(granted('a'), revoked('a')).when(grant).then(granted('a')))
})

describe('being an admin no more', () => {
  test('is recorded as long as another is one', () =>
    given(granted('a'), granted('b')).when(revoke('a', 'b')).then(revoked('a')))
  test('is refused to the only one', () => given(granted('a')).when(revoke('a')).thenRefused('last_admin'))
  test('is refused when the other has a grant and is no admin', () =>
    given(granted('a'), granted('b')).when(revoke('a')).thenRefused('last_admin'))
  test('is refused when the other has lost the grant since the look at it', () =>
    given(granted('a'), granted('b'), revoked('b')).when(revoke('a', 'b')).thenRefused('last_admin'))
  test('twice records nothing', () => given(granted('a'), granted('b'), revoked('a')).when(revoke('b')).then())
  test('is refused where nobody has a grant', () => given().when(revoke('a')).thenRefused('last_admin'))
})
