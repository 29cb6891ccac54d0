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

/** As it is stored. */
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
 * What must follow from an account's events though the process may die right after them: former e-mail addresses are
 * set free; devices of ended sessions are forgotten; of who was deleted wrong guesses are forgotten and the key is
 * destroyed. What is damaged is left as it is.
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
    // Last: without it nobody knows the addresses.
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
    /** Resolves when what is recorded has had its consequences, or after a second: they come all the same. */
    soon: () => follower.caughtUp({ patienceMs: maxWaitMs }),
  }
}

const getEveryEmail = ({ person, wanted, formerEmails }: Account): string[] => [
  ...formerEmails,
  person.email,
  ...(wanted === null ? [] : [wanted]),
]

/** It may want one of them back. */
const getLostEmails = ({ wanted, formerEmails }: Account): string[] =>
  formerEmails.filter((email) => !sameAddress(email, wanted))

const buildMetadata = ({ id, metadata }: StoredEvent, at: string): EventMetadata => ({
  at,
  commandId: `${name}:${id}`,
  correlationId: (metadata as { correlationId: string }).correlationId,
  causationId: id,
  actor: { kind: 'system', name },
})
