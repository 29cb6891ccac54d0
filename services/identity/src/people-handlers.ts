import type { Role } from '@tuma/contracts/vocabulary'
import { everyDocument } from '@tuma/platform/ports'
import { account as accountDecider } from './domain/account-decisions.ts'
import { accountStream, assertByAdmin, identity, type Means, metadataOf, userOf, userWith } from './means.ts'
import { pageOfPeople } from './people.ts'

const rowsOf = ({ accountRows }: Means, role: Role | null) =>
  Array.fromAsync(everyDocument(accountRows, { where: role === null ? {} : { role } }))

/** Agents and users as admins manage them. */
export const peopleHandlers = (means: Means) => ({
  agents: identity.agents.handler(async () => (await rowsOf(means, 'agent')).map(userOf)),

  users: identity.users.handler(async ({ input: { role, ...wanted } }) => {
    const { rows, ...page } = pageOfPeople(await rowsOf(means, role), wanted)
    return { rows: rows.map(userOf), ...page }
  }),

  byUsername: identity.byUsername.handler(async ({ input: { username } }) => {
    const accountId = await means.reservations.holder('username', username)
    const row = accountId && (await means.accountRows.get(accountId))
    return row ? userOf(row) : null
  }),

  names: identity.names.handler(async ({ input: { accountIds } }) => {
    const rows = await Promise.all(accountIds.map((accountId) => means.accountRows.get(accountId)))
    return Object.fromEntries(rows.flatMap((row) => (row ? [[row.accountId, row.name]] : [])))
  }),

  assignShop: identity.assignShop.handler(async ({ input: { asked, accountId, ...shop } }) => {
    assertByAdmin(asked)
    const metadata = metadataOf(asked, means)
    await means.accounts(accountStream(accountId), { type: 'AssignShop', shop, at: metadata.at }, metadata)
    return { agent: await userWith(means, accountId) }
  }),

  changeRole: identity.changeRole.handler(async ({ input: { asked, accountId, role } }) => {
    assertByAdmin(asked)
    const { accounts, accountOf, admins } = means
    const metadata = metadataOf(asked, means)
    const command = { type: 'ChangeRole', role, at: metadata.at } as const
    const account = await accountOf(accountId)
    // What would be refused must not touch the grants.
    accountDecider.decide(command, account)
    if (role === 'admin') await admins.grant(accountId, metadata)
    else if (account?.role === 'admin') await admins.revoke(accountId, metadata)
    await accounts(accountStream(accountId), command, metadata)
    return { user: await userWith(means, accountId) }
  }),

  deleteAccount: identity.deleteAccount.handler(async ({ input: { asked, accountId, role } }) => {
    assertByAdmin(asked)
    const { accounts, accountOf, admins, aftermath } = means
    const metadata = metadataOf(asked, means)
    const account = await accountOf(accountId)
    const isAdmin = account?.role === 'admin' && !account.deleted && (role ?? 'admin') === 'admin'
    if (isAdmin) await admins.revoke(accountId, metadata)
    await accounts(accountStream(accountId), { type: 'DeleteAccount', role, at: metadata.at }, metadata)
    await aftermath()
    return {}
  }),
})
