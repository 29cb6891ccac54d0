import type { EventMetadata, Streams } from '@tuma/platform/event-sourcing'
import type { Account } from '../domain/account.ts'
import { type Grants, grants } from '../domain/grants.ts'
import type { IdentityEvent } from '../domain/identity-event.ts'
import type { Approver } from '../domain/second-admin.ts'
import { getState } from '../stream-state.ts'

const stream = 'grants-admin'

/**
 * Grants say who may be an admin; accounts say who is one. The grant is written first, also when it is taken away, and
 * the account after it. A crash in between leaves a grant without an admin, which has no effect, or an admin without a
 * grant, who no longer counts. Repeating the change repairs both.
 */
export const openAdmins = (
  streams: Streams<IdentityEvent>,
  getAccount: (accountId: string) => Promise<Account | null>,
) => {
  const handle = streams.getHandler(grants)

  /** The granted accounts that say they are admins, with since when and by whom. */
  const adminsIn = async ({ granted }: Grants): Promise<Approver[]> => {
    const accounts = await Promise.all(granted.map(({ accountId }) => getAccount(accountId)))
    return granted.flatMap((grant, index) => {
      const account = accounts[index]
      return account?.role === 'admin' && !account.deleted ? [{ ...grant, phone: account.person.phone }] : []
    })
  }

  return {
    async grant(accountId: string, metadata: EventMetadata): Promise<void> {
      await handle(stream, { type: 'GrantAdmin', accountId, by: adminIn(metadata), at: metadata.at }, metadata)
    },
    /** @throws Refused('last_admin') */
    async revoke(accountId: string, metadata: EventMetadata): Promise<void> {
      const admins = (await adminsIn(await getState(streams, grants, stream))).map((admin) => admin.accountId)
      const command = { type: 'RevokeAdmin', accountId, admins, by: adminIn(metadata), at: metadata.at } as const
      await handle(stream, command, metadata)
    },
    /** All admins now, and the former ones. */
    async all(): Promise<{ readonly admins: readonly Approver[]; readonly revoked: Grants['revoked'] }> {
      const state = await getState(streams, grants, stream)
      return { admins: await adminsIn(state), revoked: state.revoked }
    },
  }
}

/** The admin who asks; null for the system. */
const adminIn = ({ actor }: EventMetadata): string | null => {
  const { kind, userId } = actor as { kind: string; userId?: string }
  return kind === 'user' ? (userId ?? null) : null
}
