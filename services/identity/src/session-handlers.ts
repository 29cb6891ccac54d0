import { Refused } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import { accountStream, type Dependencies, identity, metadataOf, sessionStream, userOf } from './dependencies.ts'
import type { Account } from './domain/account.ts'
import { speaksFor } from './domain/session-views.ts'
import { recordingSignIns } from './sign-ins.ts'

export const sessionHandlers = (dependencies: Dependencies) => ({
  login: recordingSignIns(dependencies).handler(async ({ input: { asked, email, password, keepSignedIn } }) => {
    const { accounts, accountRows, sessions, tokens } = dependencies
    const metadata = metadataOf(asked, dependencies)
    const { at } = metadata
    const account = await accountWith(dependencies, email, password)
    const { accountId } = account
    if (!account.verified) {
      const command = { type: 'RequestVerificationLink', linkId: derivedId('link', asked.commandId), at } as const
      await accounts(accountStream(accountId), command, metadata)
    }
    // Of the account too: two visitors may send the same idempotency key.
    const sessionId = derivedId('session', accountId, asked.commandId)
    const start = { type: 'StartSession', sessionId, account, keepSignedIn, at } as const
    const { state: session } = await sessions(sessionStream(sessionId), start, metadata)
    const row = await accountRows.get(accountId)
    if (!session || !row) throw new Error(`account ${accountId} can't be read`)
    const { expiresAt } = session
    return { token: tokens.tokenOf(sessionId, expiresAt), expiresAt, user: userOf(row) }
  }),

  logout: identity.logout.handler(async ({ input: { asked, token } }) => {
    const metadata = metadataOf(asked, dependencies)
    const sessionId = dependencies.tokens.sessionIdOf(token)
    if (sessionId)
      await dependencies.sessions(sessionStream(sessionId), { type: 'EndSession', at: metadata.at }, metadata)
    return {}
  }),

  session: identity.session.handler(async ({ input: { token } }) => {
    const { accountRows, sessionRows, tokens, now } = dependencies
    const sessionId = tokens.sessionIdOf(token)
    const session = sessionId && (await sessionRows.get(sessionId))
    const row = session && (await accountRows.get(session.accountId))
    if (!session || !row || !speaksFor(session, row, now())) return null
    return { sessionId: session.sessionId, expiresAt: session.expiresAt, user: userOf(row) }
  }),
})

/** Whose e-mail address and password these are. @throws Refused('invalid_credentials' | 'too_many' | 'busy') */
const accountWith = async (
  { failures, passwords, reservations }: Dependencies,
  email: string,
  password: string,
): Promise<Account> => {
  const who = reservations.hashOf(email)
  await failures.assertOpen(who)
  const account = await reservations.accountAt(email)
  const matches = await passwords.matches(password, account?.password.hash ?? null)
  if (!account || !matches) {
    await failures.missed(who)
    throw new Refused('invalid_credentials')
  }
  await failures.forget(who)
  return account
}
