import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { changedAt, isPayable, type PayToCommand, type PayToEvent, payeeNew, payTo } from './payto.ts'

const at = '2026-11-24T09:00:00.000Z'
const { given } = toSpecification(payTo)
const registered = '254733100002'
const set = (phone: string, more: Partial<PayToCommand> = {}): PayToCommand => ({
  ...{ type: 'SetPayTo', accountId: 'kamau', name: 'Kamau Mwangi', phone, registered, by: 'kamau', at },
  ...more,
})
const wasSet = (phone: string): PayToEvent => ({
  type: 'PayToSet',
  data: { accountId: 'kamau', payTo: { personId: 'kamau', name: 'Kamau Mwangi', phone }, by: 'kamau', at },
})

describe('the payout number', () => {
  test('changes at the moment at which it is set', () => given().when(set('254799666555')).then(wasSet('254799666555')))
  test('is not changed to the same number: that of the registration, or the last one that was set', () => {
    given().when(set(registered)).then()
    given(wasSet('254799666555')).when(set('254799666555')).then()
  })
  test('can be set back to that of the registration', () =>
    given(wasSet('254799666555')).when(set(registered)).then(wasSet(registered)))
})

describe('a payout waits after a change of the number', () => {
  const change = changedAt(at, 24)
  test('for as many hours as the office says', () => {
    expect(isPayable(change, '2026-11-25T08:59:59.999Z')).toBe(false)
    expect(payeeNew(change, '2026-11-24T12:30:00.000Z')).toMatchObject({
      ...{ code: 'payee_new', details: { hours: 3, time: '2026-11-25T09:00:00.000Z' } },
    })
  })
  test('and not a moment longer', () => expect(isPayable(change, '2026-11-25T09:00:00.000Z')).toBe(true))
  test('not at all where the office wants no wait', () => expect(isPayable(changedAt(at, 0), at)).toBe(true))
})
