import { getEatDay, type RefusalCode, type RefusalDetails } from '@tuma/contracts/vocabulary'
import type { Grant, Grants } from './grants.ts'
import { days, later } from './instant.ts'

/** An admin must have been one for this long before they can approve. */
const adminForMs = days(7)

/** The admin who asks, and the account and phone that benefit. Phones are 254…. */
export type First = {
  readonly by: string
  readonly beneficiary: string | null
  readonly phone: string | null
}

/** An admin who may be asked to approve. */
export type Approver = Grant & { readonly phone: string }

type Reason = Extract<RefusalCode, 'approval_own' | 'approver_new' | 'approver_promoted'>

/** Why an admin can't approve at that time; null if they can. */
export const whyNotSecond = (
  first: First,
  { accountId, grantedAt, by, phone }: Approver,
  at: string,
): { readonly code: Reason; readonly details?: RefusalDetails } | null => {
  const gains = accountId === first.beneficiary || phone === first.phone
  if (accountId === first.by || gains) return { code: 'approval_own' }
  if (by === first.by) return { code: 'approver_promoted' }
  const from = later(grantedAt, adminForMs)
  return at < from ? { code: 'approver_new', details: { day: getEatDay(from) } } : null
}

/** Those who could approve at that time. @param admins accounts that say that they are admins */
export const approversFor = (first: First, admins: readonly Approver[], at: string): readonly Approver[] =>
  admins.filter((admin) => whyNotSecond(first, admin, at) === null)

/**
 * Whether no other admin could approve. An admin whom the asker removed in the last seven days still counts: else
 * removing a colleague would avoid the approval.
 */
export const isAlone = (
  first: First,
  admins: readonly Approver[],
  { revoked }: Pick<Grants, 'revoked'>,
  at: string,
): boolean => {
  const couldApprove = ({ revokedAt, revokedBy, ...grant }: Grants['revoked'][number]) =>
    revokedBy === first.by &&
    at < later(revokedAt, adminForMs) &&
    whyNotSecond(first, { ...grant, phone: '' }, revokedAt) === null
  return approversFor(first, admins, at).length === 0 && !revoked.some(couldApprove)
}
