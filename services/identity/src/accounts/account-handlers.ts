import type { CommandContext } from '@tuma/contracts/services'
import { Refused, type Role, type Shop } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import { accountStream, buildMetadata, type Dependencies, identity } from '../dependencies.ts'
import { type Person, servingLink } from '../domain/account.ts'
import type { AccountCommand } from '../domain/account-decisions.ts'
import { linkMail } from './link-mail.ts'

type Applicant = Omit<Person, 'personId'> & { readonly asked: CommandContext; readonly password: string }
type Appointed = { readonly role: Role; readonly shop: Shop | null }

export const accountHandlers = (dependencies: Dependencies) => ({
  register: identity.register.handler(({ input }) => beginAccount(dependencies, input, null)),

  openAccount: identity.openAccount.handler(({ input }) => {
    if (input.asked.actor.kind !== 'system') throw new Refused('not_allowed')
    return beginAccount(dependencies, input, { role: input.role, shop: input.shop })
  }),

  verifyEmail: identity.verifyEmail.handler(async ({ input: { asked, token } }) => {
    const { accounts, getAccount, followedUp, links, reservations } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const { at } = metadata
    const named = links.read('verify', token)
    const account = named && (await getAccount(named.accountId))
    const link = named && servingLink(account, named.linkId, at)
    if (!named || !account || !link) throw new Refused('link_invalid')
    const { accountId, linkId } = named
    // The reservation is confirmed first: a crash after it can't give the address to another account.
    await reservations.confirm({ email: link.email, username: account.person.username }, accountId, metadata)
    await accounts(accountStream(accountId), { type: 'VerifyEmail', linkId, at }, metadata)
    await followedUp()
    return {}
  }),

  linkMail: identity.linkMail.handler(({ input }) => linkMail(dependencies, input)),

  mailAddress: identity.mailAddress.handler(async ({ input: { accountId } }) => {
    const account = await dependencies.getAccount(accountId)
    return account?.verified && !account.deleted ? { email: account.person.email } : null
  }),

  registeredAs: identity.registeredAs.handler(async ({ input: { accountId } }) => {
    const account = await dependencies.getAccount(accountId)
    return account && !account.deleted ? account.registeredAs : null
  }),

  smsNumber: identity.smsNumber.handler(async ({ input: { accountId } }) => {
    const account = await dependencies.getAccount(accountId)
    return account && !account.deleted ? { phone: account.person.phone } : null
  }),

  hasAdmin: identity.hasAdmin.handler(async () => {
    await dependencies.caughtUp()
    return { hasAdmin: (await dependencies.accountRows.count({ role: 'admin' })) > 0 }
  }),
})

/** The id follows from the command's id, so that a retry completes what a crash has left half done. */
const beginAccount = async (
  dependencies: Dependencies,
  { asked, password, name, username, email, phone }: Applicant,
  appointed: Appointed | null,
): Promise<{ accountId: string }> => {
  const { accounts, getAccount, admins, passwords, reservations } = dependencies
  const metadata = buildMetadata(asked, dependencies)
  const accountId = derivedId('account', asked.commandId)
  // Hashing comes first because it may be refused: a refusal must not leave names reserved without an account.
  const passwordHash = await passwords.hash(
    password,
    appointed ? { known: accountId } : { network: asked.network ?? '' },
  )
  if (!(await getAccount(accountId))) {
    await reservations.reserve({ email, username }, { accountId, confirmed: appointed !== null }, metadata)
  }
  const person = { name, username, email, phone }
  const beginning = { accountId, person, passwordHash, at: metadata.at }
  const command: AccountCommand = appointed
    ? { type: 'OpenAccount', ...beginning, ...appointed }
    : { type: 'RegisterAccount', ...beginning, linkId: derivedId('link', asked.commandId) }
  if (appointed?.role === 'admin') await admins.grant(accountId, metadata)
  await accounts(accountStream(accountId), command, metadata)
  return { accountId }
}
