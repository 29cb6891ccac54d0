import type { ToApprove } from '@tuma/contracts/services'
import type { Account } from '../domain/account.ts'

type Person = Pick<Account, 'accountId' | 'person' | 'role'>

/** Whom it makes an admin gains by it. The role so far belongs to it: of another it needs another approval. */
export const makingAdmin = (account: Person): ToApprove => onAccount('make_admin', account)

/** A person with the password gets in without a code afterwards. */
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
