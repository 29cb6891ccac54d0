import type { Role } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type Account, type AccountEvent, evolve } from './account.ts'
import { type AccountCommand, account } from './account-decisions.ts'
import type { ShownCode } from './second-factor.ts'

const { given } = toSpecification(account)

const at = '2026-11-22T06:00:00.000Z'
const accountId = 'a1'
const opened: AccountEvent = {
  type: 'AccountOpened',
  data: {
    accountId,
    person: {
      personId: accountId,
      name: 'Wanjiku Njeri',
      username: 'wanjiku',
      email: 'w@tuma.test',
      phone: '254712345678',
    },
    password: { personId: accountId, hash: '$argon2id$…' },
    role: 'agent',
    shop: null,
    openedAt: at,
  },
}
const roleChanged = (role: Role): AccountEvent => ({ type: 'RoleChanged', data: { accountId, role, changedAt: at } })
const setUp = (secret: string): AccountEvent => ({
  type: 'SecondFactorSetUp',
  data: { accountId, factor: { personId: accountId, secret }, setUpAt: at },
})
const confirmed: AccountEvent = {
  type: 'SecondFactorConfirmed',
  data: { accountId, step: 7, recoveryCodes: ['r1', 'r2'], confirmedAt: at },
}
const used = (step: number): AccountEvent => ({ type: 'SecondFactorUsed', data: { accountId, step, usedAt: at } })
const recovered: AccountEvent = { type: 'RecoveryCodeUsed', data: { accountId, recoveryCode: 'r1', usedAt: at } }
const removed: AccountEvent = { type: 'SecondFactorRemoved', data: { accountId, removedAt: at } }
const deleted: AccountEvent = { type: 'AccountDeleted', data: { accountId, deletedAt: at } }
const withFactor = [opened, setUp('s1'), confirmed]

const after = (...events: AccountEvent[]) => events.reduce(evolve, null as Account | null)

describe('setting up a second factor', () => {
  const command: AccountCommand = { type: 'SetUpSecondFactor', secret: 's1', at }
  test('is recorded', () => given(opened).when(command).then(setUp('s1')))
  test('again replaces one that was not confirmed', () => given(opened, setUp('s0')).when(command).then(setUp('s1')))
  test('is refused if there is a confirmed one', () =>
    given(...withFactor)
      .when(command)
      .thenRefused('stale'))
  test('is for agents and admins', () => {
    given(opened, roleChanged('admin')).when(command).then(setUp('s1'))
    given(opened, roleChanged('user')).when(command).thenRefused('not_allowed')
  })
  test('changes nothing yet', () => expect(after(opened, setUp('s1'))).toMatchObject({ sessionEpoch: 0 }))
})

describe('confirming it', () => {
  const confirm = (secret: string, shown: ShownCode): AccountCommand => ({
    type: 'ConfirmSecondFactor',
    secret,
    shown,
    recoveryCodes: ['r1', 'r2'],
    at,
  })
  test('by one of its codes is recorded', () =>
    given(opened, setUp('s1'))
      .when(confirm('s1', { step: 7 }))
      .then(confirmed))
  test('ends the sessions that began without it', () =>
    expect(after(...withFactor)).toMatchObject({ sessionEpoch: 1, secondFactor: { confirmed: true } }))
  test.each<ShownCode>([null, { recoveryCode: 'r1' }])('by %o is refused', (shown) =>
    given(opened, setUp('s1')).when(confirm('s1', shown)).thenRefused('code_wrong'),
  )
  test('is refused if another was set up since, if it is confirmed, or if the account has none', () => {
    given(opened, setUp('s1'), setUp('s2'))
      .when(confirm('s1', { step: 7 }))
      .thenRefused('stale')
    given(...withFactor)
      .when(confirm('s1', { step: 8 }))
      .thenRefused('stale')
    given(opened)
      .when(confirm('s1', { step: 7 }))
      .thenRefused('stale')
  })
})

describe('a code', () => {
  const use = (shown: ShownCode): AccountCommand => ({ type: 'UseSecondFactor', shown, at })
  test('of a later step is accepted', () =>
    given(...withFactor)
      .when(use({ step: 8 }))
      .then(used(8)))
  test('of the last accepted step or an earlier one is refused', () => {
    for (const step of [6, 7])
      given(...withFactor)
        .when(use({ step }))
        .thenRefused('code_wrong')
    for (const step of [7, 8])
      given(...withFactor, used(8))
        .when(use({ step }))
        .thenRefused('code_wrong')
    given(...withFactor, used(8))
      .when(use({ step: 9 }))
      .then(used(9))
  })
  test('for recovery is accepted once', () => {
    given(...withFactor)
      .when(use({ recoveryCode: 'r1' }))
      .then(recovered)
    given(...withFactor, recovered)
      .when(use({ recoveryCode: 'r1' }))
      .thenRefused('code_wrong')
    expect(after(...withFactor, recovered)?.secondFactor?.recoveryCodes).toEqual(['r2'])
  })
  test('of neither kind is refused', () => {
    given(...withFactor)
      .when(use(null))
      .thenRefused('code_wrong')
    given(...withFactor)
      .when(use({ recoveryCode: 'r3' }))
      .thenRefused('code_wrong')
  })
  test('is refused before the factor is confirmed', () =>
    given(opened, setUp('s1'))
      .when(use({ step: 8 }))
      .thenRefused('stale'))
})

describe('removing it', () => {
  const remove = (shown: ShownCode): AccountCommand => ({ type: 'RemoveSecondFactor', shown, at })
  const byAdmin: AccountCommand = { type: 'RemoveSecondFactorByAdmin', at }
  test('needs a code', () => {
    given(...withFactor)
      .when(remove({ step: 8 }))
      .then(removed)
    given(...withFactor)
      .when(remove({ recoveryCode: 'r2' }))
      .then(removed)
    given(...withFactor)
      .when(remove({ step: 7 }))
      .thenRefused('code_wrong')
    given(opened)
      .when(remove({ step: 8 }))
      .thenRefused('stale')
  })
  test('by an admin needs no code, and twice records nothing', () => {
    given(...withFactor)
      .when(byAdmin)
      .then(removed)
    given(...withFactor, removed)
      .when(byAdmin)
      .then()
  })
  test('leaves no second factor', () => expect(after(...withFactor, removed)?.secondFactor).toBeNull())
})

test('a second factor ends with the role of agent or admin, and with the account', () => {
  expect(after(...withFactor, roleChanged('admin'))?.secondFactor).not.toBeNull()
  expect(after(...withFactor, roleChanged('user'))?.secondFactor).toBeNull()
  expect(after(...withFactor, deleted)?.secondFactor).toBeNull()
  given(...withFactor, deleted)
    .when({ type: 'UseSecondFactor', shown: { step: 8 }, at })
    .thenRefused('not_found')
})
