import type { CommandContext } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { assumeNewStream, derivedId, type EventMetadata } from '@tuma/platform/event-sourcing'
import { endGuess } from '@tuma/platform/runtime'
import { accountStream, buildMetadata, type Dependencies, identity, sessionStream, toUser } from '../dependencies.ts'
import type { Account } from '../domain/account.ts'
import { getExpiry, session } from '../domain/session-decisions.ts'
import { speaksFor } from '../domain/session-views.ts'
import { isWeakForStaff } from '../passwords/staff-passwords.ts'
import { withCode } from '../second-factor/shown-codes.ts'
import { endOne } from './own-session-handlers.ts'
import { recordingSignIns } from './sign-ins.ts'
import type { Device } from './signed-in-devices.ts'

export const sessionHandlers = (dependencies: Dependencies) => ({
  login: recordingSignIns(dependencies).handler(async ({ input }) => {
    const { asked, keepSignedIn, device = null } = input
    const { accounts, devices } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const { at } = metadata
    const account = await accountWith(dependencies, input)
    const { accountId } = account
    if (!account.verified) {
      const command = { type: 'RequestVerificationLink', linkId: derivedId('link', asked.commandId), at } as const
      await accounts(accountStream(accountId), command, metadata)
    } else {
      // The code comes first: a person without it must not choose a new password either.
      await assertCode(dependencies, account, input, metadata)
      assertStrong(dependencies, account, input.password, at)
    }
    // The id includes the account, because two visitors may send the same idempotency key.
    const sessionId = derivedId('session', accountId, asked.commandId)
    const start = { sessionId, keepSignedIn, device: deviceIn(input) }
    const begun = await beginSession(dependencies, account, start, metadata)
    return { ...begun, device: devices.with(device, account) }
  }),

  logout: identity.logout.handler(async ({ input: { asked, token } }) => {
    const metadata = buildMetadata(asked, dependencies)
    const sessionId = dependencies.tokens.getSessionId(token)
    if (sessionId) await endOne(dependencies, sessionId, metadata)
    return {}
  }),

  session: identity.session.handler(async ({ input: { token, using = true } }) => {
    const { accountRows, activity, sessionRows, tokens, now } = dependencies
    const sessionId = tokens.getSessionId(token)
    const known = sessionId && (await sessionRows.get(sessionId))
    const row = known && (await accountRows.get(known.accountId))
    const at = now()
    if (!known || !row || !speaksFor(known, row, at)) return null
    if (!(await activity.isUsed(known, at, { using, endsIdle: row.role !== 'user' }))) return null
    return { sessionId: known.sessionId, expiresAt: known.expiresAt, user: toUser(row) }
  }),
})

type Start = { readonly sessionId: string; readonly keepSignedIn: boolean; readonly device: Device }
type From = { readonly asked: CommandContext; readonly browser?: string | null; readonly system?: string | null }

export const deviceIn = ({ asked, browser = null, system = null }: From): Device => ({
  browser,
  system,
  network: asked.network ?? null,
})

export const beginSession = async (
  { accountRows, sessions, signedInDevices, tokens }: Dependencies,
  account: Account,
  { sessionId, keepSignedIn, device }: Start,
  metadata: EventMetadata,
) => {
  const { accountId, sessionEpoch: epoch } = account
  const { at } = metadata
  const kept = { sessionId, accountId, epoch, expiresAt: getExpiry(at, keepSignedIn) }
  if (account.verified) await signedInDevices.keep(kept, device, at)
  const start = { type: 'StartSession', sessionId, account, keepSignedIn, at } as const
  const { state: begun } = await sessions(sessionStream(sessionId), start, metadata, assumeNewStream(session))
  const row = await accountRows.get(accountId)
  // The account was deleted in between, and its follow-up work may have looked for devices before this one was kept.
  if (!row) await signedInDevices.forget(sessionId)
  if (!begun || !row) throw new Error(`account ${accountId} can't be read`)
  const { expiresAt } = begun
  return { token: tokens.getToken(sessionId, expiresAt), expiresAt, user: toUser(row) }
}

type Credentials = {
  readonly email: string
  readonly password: string
  readonly code?: string | undefined
  readonly network?: string | undefined
  readonly device?: string | null | undefined
}

/**
 * The account with this e-mail address and password. Unverified accounts are checked too, even if another account owns
 * the address, so that neither the answer nor its time reveals whether the address has an owner.
 * @throws Refused('invalid_credentials' | 'too_many' | 'busy')
 */
const accountWith = async (dependencies: Dependencies, credentials: Credentials): Promise<Account> => {
  const { devices, passwords } = dependencies
  const known = devices.knownAs(credentials.device ?? null)
  const who = known === null ? { network: credentials.network ?? '' } : { known }
  // The place comes first: the lookup takes longer for an existing account, and a faster one would be hashed sooner.
  const place = passwords.enter(who)
  try {
    return await accountAt(dependencies, credentials, {
      first: (phc) => passwords.matchesIn(place, credentials.password, phc),
      others: (phc) => passwords.matches(credentials.password, phc, who),
    })
  } finally {
    place.leave()
  }
}

type Matches = (phc: string | null) => Promise<boolean>

const accountAt = async (
  { devices, guesses, reservations }: Dependencies,
  { email, network, device = null }: Credentials,
  matches: { readonly first: Matches; readonly others: Matches },
): Promise<Account> => {
  const { owner, unverified } = await reservations.accountsAt(email)
  const nonce = owner && devices.nonceIn(device, owner)
  const address = reservations.computeHash(email)
  const guess = await guesses.signingIn({ address, account: owner, network: network ?? null, nonce })
  let found: Account | null = null
  const isOwners = async () => {
    const isRight = await matches.first(owner?.password.hash ?? null)
    if (isRight && owner) return true
    for (const account of unverified) if (await matches.others(account.password.hash)) found ??= account
    // Counts as wrong even if an unverified account matches: a person who registered another's address must not reset
    // its owner's count.
    return false
  }
  if ((await endGuess(guess, isOwners())) && owner) return owner
  if (!found) throw new Refused('invalid_credentials')
  return found
}

/**
 * Only a person with the right password learns that a code is needed, or that too many were wrong.
 * @throws Refused('code_needed' | 'code_wrong' | 'too_many')
 */
const assertCode = async (
  dependencies: Dependencies,
  account: Account,
  { code, network, device = null }: Credentials,
  metadata: EventMetadata,
): Promise<void> => {
  if (!account.secondFactor?.confirmed) return
  if (code === undefined) throw new Refused('code_needed', { field: 'code' })
  const { devices, guesses } = dependencies
  const guess = guesses.showingCode({ account, network: network ?? null, nonce: devices.nonceIn(device, account) })
  await withCode(dependencies, account, { type: 'UseSecondFactor', code, guess }, metadata)
}

/**
 * The account may have become an agent's or an admin's with the password of a client. @throws
 * Refused('new_password_needed')
 */
const assertStrong = (
  { demonstration, renewals }: Dependencies,
  account: Account,
  password: string,
  at: string,
): void => {
  if (account.role === 'user' || !isWeakForStaff(password, { demonstration })) return
  throw new Refused('new_password_needed', { resetToken: renewals.tokenFor(account, at) })
}
