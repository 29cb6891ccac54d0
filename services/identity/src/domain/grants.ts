import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** `by`: the admin who made the account an admin; null for the system. */
export type Grant = { readonly accountId: string; readonly grantedAt: string; readonly by: string | null }
type Revocation = { readonly accountId: string; readonly revokedAt: string; readonly by: string | null }

/** Who may be an admin. All grants share one stream, so that two admins can't revoke each other at the same moment. */
export type GrantEvent = DomainEvent<'AdminGranted', Grant> | DomainEvent<'AdminRevoked', Revocation>

export type Grants = {
  /** Every admin, and perhaps accounts that are not admins (yet): the accounts themselves say so. */
  readonly granted: readonly Grant[]
  /** Former admins by their last grant, with who revoked it. */
  readonly revoked: readonly (Grant & { readonly revokedAt: string; readonly revokedBy: string | null })[]
}

type By = { readonly accountId: string; readonly by: string | null; readonly at: string }
export type GrantCommand =
  | (By & { readonly type: 'GrantAdmin' })
  /** `admins`: those with a grant whose accounts say that they are admins, read just before. */
  | (By & { readonly type: 'RevokeAdmin'; readonly admins: readonly string[] })

const decide = (command: GrantCommand, { granted }: Grants): GrantEvent[] => {
  const { accountId, by, at } = command
  const has = (admin: string) => granted.some((grant) => grant.accountId === admin)
  switch (command.type) {
    case 'GrantAdmin':
      return has(accountId) ? [] : [{ type: 'AdminGranted', data: { accountId, grantedAt: at, by } }]
    case 'RevokeAdmin':
      // An account that lost its grant since then does not count.
      if (!command.admins.some((admin) => admin !== accountId && has(admin))) throw new Refused('last_admin')
      return has(accountId) ? [{ type: 'AdminRevoked', data: { accountId, revokedAt: at, by } }] : []
  }
}

const evolve = ({ granted, revoked }: Grants, { type, data }: GrantEvent): Grants => {
  const isOther = ({ accountId }: { readonly accountId: string }) => accountId !== data.accountId
  switch (type) {
    case 'AdminGranted':
      return { granted: [...granted, data], revoked: revoked.filter(isOther) }
    case 'AdminRevoked': {
      const ended = granted
        .filter((grant) => !isOther(grant))
        .map((grant) => ({ ...grant, revokedAt: data.revokedAt, revokedBy: data.by }))
      return { granted: granted.filter(isOther), revoked: [...revoked.filter(isOther), ...ended] }
    }
  }
}

export const grants: Decider<Grants, GrantCommand, GrantEvent> = {
  initialState: { granted: [], revoked: [] },
  decide,
  evolve,
}
