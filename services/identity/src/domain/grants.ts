import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** Who may be an admin. One stream for all, so that no two admins take the right from each other at the same moment. */
export type GrantEvent =
  | DomainEvent<'AdminGranted', { readonly accountId: string; readonly grantedAt: string }>
  | DomainEvent<'AdminRevoked', { readonly accountId: string; readonly revokedAt: string }>

/** Every admin, and perhaps accounts that are not (yet) admins: their accounts say so. */
export type Grants = readonly string[]

export type GrantCommand =
  | { readonly type: 'GrantAdmin'; readonly accountId: string; readonly at: string }
  /** `admins`: those among the granted whose accounts say, at a look just before, that they are admins. */
  | {
      readonly type: 'RevokeAdmin'
      readonly accountId: string
      readonly admins: readonly string[]
      readonly at: string
    }

const decide = (command: GrantCommand, granted: Grants): GrantEvent[] => {
  const { accountId, at } = command
  switch (command.type) {
    case 'GrantAdmin':
      return granted.includes(accountId) ? [] : [{ type: 'AdminGranted', data: { accountId, grantedAt: at } }]
    case 'RevokeAdmin':
      // Whoever lost the grant since that look does not count.
      if (!command.admins.some((admin) => admin !== accountId && granted.includes(admin))) {
        throw new Refused('last_admin')
      }
      return granted.includes(accountId) ? [{ type: 'AdminRevoked', data: { accountId, revokedAt: at } }] : []
  }
}

const evolve = (granted: Grants, { type, data: { accountId } }: GrantEvent): Grants => {
  switch (type) {
    case 'AdminGranted':
      return [...granted, accountId]
    case 'AdminRevoked':
      return granted.filter((admin) => admin !== accountId)
  }
}

export const grants: Decider<Grants, GrantCommand, GrantEvent> = { initialState: [], decide, evolve }
