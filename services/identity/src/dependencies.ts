import { implement } from '@orpc/server'
import type { User } from '@tuma/contracts/api'
import { type CommandContext, getTrace, identityContract } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { type CommandHandler, type EventMetadata, metadataFrom } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { linkTokens } from './accounts/links.ts'
import type { People } from './accounts/people.ts'
import type { Reservations } from './accounts/reservations.ts'
import type { openAdmins } from './approvals/admins.ts'
import type { Approvals } from './approvals/approvals.ts'
import type { Account, AccountEvent } from './domain/account.ts'
import type { AccountCommand } from './domain/account-decisions.ts'
import type { AccountRow } from './domain/account-views.ts'
import type { Session, SessionEvent } from './domain/session.ts'
import type { SessionCommand } from './domain/session-decisions.ts'
import type { SessionRow } from './domain/session-views.ts'
import type { openPasswords } from './passwords/passwords.ts'
import type { openSecondFactors } from './second-factor/second-factors.ts'
import type { SecurityRecord } from './security-record.ts'
import type { knownDevices } from './sessions/known-devices.ts'
import type { renewals as openRenewals } from './sessions/renewals.ts'
import type { SessionActivity } from './sessions/session-activity.ts'
import type { sessionTokens } from './sessions/session-tokens.ts'
import type { SignInGuesses } from './sessions/sign-in-guesses.ts'
import type { SignedInDevices } from './sessions/signed-in-devices.ts'

export const identity = implement(identityContract)

export type Dependencies = {
  readonly accounts: CommandHandler<Account | null, AccountCommand, AccountEvent>
  readonly sessions: CommandHandler<Session | null, SessionCommand, SessionEvent>
  /** Read from its stream, so it is current. */
  readonly getAccount: (accountId: string) => Promise<Account | null>
  readonly accountRows: Collection<AccountRow>
  /** The same accounts in each order that lists have. */
  readonly people: People
  readonly sessionRows: Collection<SessionRow>
  /** Resolves when the rows show all recorded events. */
  readonly caughtUp: () => Promise<boolean>
  /** Resolves when the follow-up work of all recorded events is done: names released, keys destroyed. */
  readonly followedUp: () => Promise<boolean>
  readonly reservations: Reservations
  readonly admins: ReturnType<typeof openAdmins>
  readonly approvals: Approvals
  readonly passwords: ReturnType<typeof openPasswords>
  readonly secondFactors: ReturnType<typeof openSecondFactors>
  readonly activity: SessionActivity
  readonly signedInDevices: SignedInDevices
  readonly guesses: SignInGuesses
  readonly devices: ReturnType<typeof knownDevices>
  readonly links: ReturnType<typeof linkTokens>
  readonly renewals: ReturnType<typeof openRenewals>
  readonly tokens: ReturnType<typeof sessionTokens>
  readonly demonstration: boolean
  readonly security: SecurityRecord
  readonly now: () => string
}

export const accountStream = (accountId: string): string => `account-${accountId}`
export const sessionStream = (sessionId: string): string => `session-${sessionId}`

export const buildMetadata = (asked: CommandContext, { now }: Pick<Dependencies, 'now'>): EventMetadata =>
  metadataFrom({ ...asked, actor: getTrace(asked.actor) }, now())

/** @throws Refused('not_allowed') unless an admin or the system asks */
export const assertByAdmin = ({ actor }: CommandContext): void => {
  const allowed = actor.kind === 'system' || (actor.kind === 'user' && actor.role === 'admin')
  if (!allowed) throw new Refused('not_allowed')
}

/** @throws Refused('not_found') */
export const userWith = async (
  { accountRows }: Pick<Dependencies, 'accountRows'>,
  accountId: string,
): Promise<User> => {
  const row = await accountRows.get(accountId)
  if (!row) throw new Refused('not_found')
  return toUser(row)
}

/** The fields are listed one by one, so that the search words stay hidden. */
export const toUser = (row: Omit<AccountRow, 'words'>): User => ({
  _id: row.accountId,
  name: row.name,
  username: row.username,
  email: row.email,
  phone: row.phone,
  role: row.role,
  isVerified: row.isVerified,
  points: row.points,
  location: row.location,
  address: row.address,
  createdAt: row.createdAt,
  ...(row.secondFactor ? { secondFactor: true } : {}),
})
