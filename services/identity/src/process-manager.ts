import {
  type EventMetadata,
  type Follower,
  processManager,
  type Streams,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import type { Engines, StoredEvent } from '@tuma/platform/ports'
import type { Reservations } from './accounts/reservations.ts'
import { type Account, sameAddress } from './domain/account.ts'
import type { IdentityEvent } from './domain/identity-event.ts'
import type { SignInGuesses } from './sessions/sign-in-guesses.ts'
import type { SignedInDevices } from './sessions/signed-in-devices.ts'

/** This name is stored and must not change. */
const name = 'identity aftermath'
const maxWaitMs = 1000
const endingSessions = [
  'PasswordReset',
  'RoleChanged',
  'SecondFactorConfirmed',
  'SessionsEnded',
  'AccountDeleted',
] as const
const managed: readonly string[] = ['EmailChanged', ...endingSessions] satisfies IdentityEvent['type'][]

/**
 * The follow-up work of an account's events, which must happen even if the process dies right after them: former e-mail
 * addresses are released; devices of ended sessions are forgotten; for a deleted account, wrong guesses are forgotten
 * and the key is destroyed. Damaged streams are left alone.
 */
export const openProcessManager = (options: {
  readonly engines: Pick<Engines, 'documents'>
  readonly streams: Pick<Streams<IdentityEvent>, 'store' | 'keys' | 'leaseFor'>
  readonly getAccount: (accountId: string) => Promise<Account | null>
  readonly reservations: Reservations
  readonly guesses: Pick<SignInGuesses, 'forget'>
  readonly signedInDevices: Pick<SignedInDevices, 'forgetEnded'>
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): Follower & { soon(): Promise<boolean> } => {
  const { getAccount, guesses, reservations, signedInDevices, now, onFault } = options
  const { store, keys, leaseFor } = options.streams
  const { documents } = options.engines

  const settle = async (event: StoredEvent): Promise<void> => {
    const { accountId } = event.data as { accountId: string }
    const account = await unlessDamaged(getAccount(accountId), null)
    if (!account) return
    const { deleted } = account
    await signedInDevices.forgetEnded(account)
    const released = deleted ? getEveryEmail(account) : getLostEmails(account)
    const metadata = buildMetadata(event, now())
    for (const email of released) await unlessDamaged(reservations.releaseEmail(email, accountId, metadata), null)
    if (deleted) await guesses.forget(account, released.map(reservations.computeHash))
    // Last, because the e-mail addresses can't be read without the key.
    if (deleted) await keys.destroy([accountId])
  }

  const follower = processManager({
    ...{ name, types: managed, store, documents, onFault },
    lease: leaseFor('aftermath'),
    async react(events) {
      for (const event of events) await settle(event)
    },
  })

  return {
    ...follower,
    /**
     * Resolves when the follow-up work of all recorded events is done, or after a second: the work is done in any case.
     */
    soon: () => follower.caughtUp({ patienceMs: maxWaitMs }),
  }
}

const getEveryEmail = ({ person, wanted, formerEmails }: Account): string[] => [
  ...formerEmails,
  person.email,
  ...(wanted === null ? [] : [wanted]),
]

/** The account may want one of them back. */
const getLostEmails = ({ wanted, formerEmails }: Account): string[] =>
  formerEmails.filter((email) => !sameAddress(email, wanted))

const buildMetadata = ({ id, metadata }: StoredEvent, at: string): EventMetadata => ({
  at,
  commandId: `${name}:${id}`,
  correlationId: (metadata as { correlationId: string }).correlationId,
  causationId: id,
  actor: { kind: 'system', name },
})
