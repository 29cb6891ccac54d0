import { getEatDay, type RefusalCode, type RefusalDetails } from '@tuma/contracts/vocabulary'
import type { Grant, Grants } from './grants.ts'
import { days, later } from './instant.ts'

/** So long an admin must have been one before they can approve what another asks. */
const adminForMs = days(7)

/** Who asks, and the account and phone that gain by it. Phones are 254…. */
export type First = {
  readonly by: string
  readonly beneficiary: string | null
  readonly phone: string | null
}

/** An admin who is to approve. */
export type Approver = Grant & { readonly phone: string }

type Reason = Extract<RefusalCode, 'approval_own' | 'approver_new' | 'approver_promoted'>

/** Why an admin cannot be the second one at that time; null where they can. */
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

/** Those who could approve at that time. @param admins those whose accounts say that they are admins */
export const approversFor = (first: First, admins: readonly Approver[], at: string): readonly Approver[] =>
  admins.filter((admin) => whyNotSecond(first, admin, at) === null)

/**
 * Whether no other admin could approve. An admin who has just removed the others is not alone yet: whom they removed in
 * the last seven days still counts, or removing a colleague would be a way around them.
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
