import type { EventMetadata, Streams } from '@tuma/platform/event-sourcing'
import type { Account } from './domain/account.ts'
import { grants } from './domain/grants.ts'
import type { IdentityEvent } from './domain/identity-event.ts'
import { stateOf } from './stream-state.ts'

const stream = 'grants-admin'

/**
 * Who may be an admin, beside the accounts that say who is one. The grant is written first, also when it is taken
 * away, and the account after it: whoever crashes in between leaves a grant without an admin, which counts for nothing,
 * or an admin without a grant, whom nobody counts on any more. Either is put right by repeating the change.
 */
export const openAdmins = (
  streams: Streams<IdentityEvent>,
  accountOf: (accountId: string) => Promise<Account | null>,
) => {
  const handle = streams.handlerOf(grants)
  const isAdmin = async (accountId: string): Promise<boolean> => {
    const account = await accountOf(accountId)
    return account?.role === 'admin' && !account.deleted
  }

  return {
    async grant(accountId: string, metadata: EventMetadata): Promise<void> {
      await handle(stream, { type: 'GrantAdmin', accountId, at: metadata.at }, metadata)
    },
    /** @throws Refused('last_admin') */
    async revoke(accountId: string, metadata: EventMetadata): Promise<void> {
      const granted = await stateOf(streams, grants, stream)
      const verdicts = await Promise.all(granted.map(isAdmin))
      const admins = granted.filter((_, index) => verdicts[index])
      await handle(stream, { type: 'RevokeAdmin', accountId, admins, at: metadata.at }, metadata)
    },
  }
}
