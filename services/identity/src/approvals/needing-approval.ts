import type { ToApprove } from '@tuma/contracts/services'
import type { Account } from '../domain/account.ts'

type Person = Pick<Account, 'accountId' | 'person' | 'role'>

/**
 * The new admin is the beneficiary. The current role is part of the digest: after another change of role, a new
 * approval is needed.
 */
export const makingAdmin = (account: Person): ToApprove => onAccount('make_admin', account)

/** Afterwards the password alone is enough to sign in. */
export const liftingSecondFactor = (account: Person): ToApprove => onAccount('lift_second_factor', account)

const onAccount = (
  kind: 'make_admin' | 'lift_second_factor',
  { accountId, person: { name, username, phone }, role }: Person,
): ToApprove => ({
  kind,
  subject: accountId,
  about: [role],
  cents: null,
  beneficiary: accountId,
  shown: { name, phone, words: `@${username}` },
})
