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

describe('revoking an admin', () => {
  test('is recorded while another is one', () =>
    given(granted('a'), granted('b')).when(revoke('a', 'b')).then(revoked('a')))
  test('is refused for the only one', () => given(granted('a')).when(revoke('a')).thenRefused('last_admin'))
  test('is refused if the other has a grant but is no admin', () =>
    given(granted('a'), granted('b')).when(revoke('a')).thenRefused('last_admin'))
  test('is refused if the other has lost the grant since it was read', () =>
    given(granted('a'), granted('b'), revoked('b')).when(revoke('a', 'b')).thenRefused('last_admin'))
  test('twice records nothing', () => given(granted('a'), granted('b'), revoked('a')).when(revoke('b')).then())
  test('is refused if no account has a grant', () => given().when(revoke('a')).thenRefused('last_admin'))
})
