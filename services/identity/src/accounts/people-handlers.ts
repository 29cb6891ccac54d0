import type { CommandContext } from '@tuma/contracts/services'
import { Refused, type Role } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import { makingAdmin } from '../approvals/needing-approval.ts'
import { withSecondAdmin } from '../approvals/second-admins.ts'
import {
  accountStream,
  assertByAdmin,
  buildMetadata,
  type Dependencies,
  identity,
  toUser,
  userWith,
} from '../dependencies.ts'
import { account as accountDecider } from '../domain/account-decisions.ts'
import { pageOfPeople } from './people.ts'

const notThere = (error: unknown): never => {
  throw isRefusal(error) ? new Refused('not_found') : error
}

/**
 * The system may delete the last admin too. They are erased and can't sign in, so a refusal would leave no way to name
 * another.
 */
const unlessLast = (error: unknown): void => {
  if (!isRefusal(error) || error.code !== 'last_admin') throw error
}

const refuse = (error: unknown): never => {
  throw error
}

const readAgents = async ({ accountRows }: Dependencies) =>
  (await Array.fromAsync(everyDocument(accountRows, { where: { role: 'agent' } }))).map(toUser)

/** Agents and users, as admins manage them. */
export const peopleHandlers = (dependencies: Dependencies) => ({
  agents: identity.agents.handler(() => readAgents(dependencies)),

  users: identity.users.handler(async ({ input }) => {
    const { rows, ...page } = await pageOfPeople(dependencies.people, input)
    return { rows: rows.map(toUser), ...page }
  }),

  account: identity.account.handler(async ({ input: { accountId } }) => {
    const row = await dependencies.accountRows.get(accountId)
    return row ? toUser(row) : null
  }),

  byUsername: identity.byUsername.handler(async ({ input: { username } }) => {
    const accountId = await dependencies.reservations.holder(username)
    const row = accountId && (await dependencies.accountRows.get(accountId))
    return row ? toUser(row) : null
  }),

  names: identity.names.handler(async ({ input: { accountIds } }) => {
    const rows = await Promise.all(accountIds.map((accountId) => dependencies.accountRows.get(accountId)))
    return Object.fromEntries(rows.flatMap((row) => (row ? [[row.accountId, row.name]] : [])))
  }),

  assignShop: identity.assignShop.handler(async ({ input: { asked, accountId, ...shop } }) => {
    assertByAdmin(asked)
    const metadata = buildMetadata(asked, dependencies)
    await dependencies.accounts(accountStream(accountId), { type: 'AssignShop', shop, at: metadata.at }, metadata)
    return { agent: await userWith(dependencies, accountId) }
  }),

  changeRole: identity.changeRole.handler(({ input }) => changeRole(dependencies, input)),

  verifyAccount: identity.verifyAccount.handler(async ({ input: { asked, accountId } }) => {
    assertByAdmin(asked)
    const { accounts, getAccount, reservations } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const command = { type: 'VerifyByAdmin', at: metadata.at } as const
    const account = await getAccount(accountId)
    // Confirms the address first, as a link does. An account that has lost its address to another has nothing to
    // verify.
    if (account && accountDecider.decide(command, account).length > 0)
      await reservations.confirm(account.person, accountId, metadata).catch(notThere)
    await accounts(accountStream(accountId), command, metadata)
    return { user: await userWith(dependencies, accountId) }
  }),

  deleteAccount: identity.deleteAccount.handler(async ({ input: { asked, accountId, role } }) => {
    assertByAdmin(asked)
    const { accounts, getAccount, admins, followedUp } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const account = await getAccount(accountId)
    const isAdmin = account?.role === 'admin' && !account.deleted && (role ?? 'admin') === 'admin'
    if (isAdmin) await admins.revoke(accountId, metadata).catch(asked.actor.kind === 'system' ? unlessLast : refuse)
    await accounts(accountStream(accountId), { type: 'DeleteAccount', role, at: metadata.at }, metadata)
    await followedUp()
    return {}
  }),
})

type RoleChange = { readonly asked: CommandContext; readonly accountId: string; readonly role: Role }

/** Making an admin needs another admin's approval. */
const changeRole = async (dependencies: Dependencies, { asked, accountId, role }: RoleChange) => {
  assertByAdmin(asked)
  const { accounts, getAccount, admins } = dependencies
  const metadata = buildMetadata(asked, dependencies)
  const command = { type: 'ChangeRole', role, at: metadata.at } as const
  const account = await getAccount(accountId)
  // Decides first, because a refused command must not change the grants.
  accountDecider.decide(command, account)
  const change = async () => {
    if (role === 'admin') await admins.grant(accountId, metadata)
    else if (account?.role === 'admin') await admins.revoke(accountId, metadata)
    await accounts(accountStream(accountId), command, metadata)
  }
  if (account && role === 'admin' && account.role !== 'admin')
    await withSecondAdmin(dependencies, asked, makingAdmin(account), change)
  else await change()
  return { user: await userWith(dependencies, accountId) }
}
