import type { KeyObject } from 'node:crypto'
import type { Cache } from '@tuma/platform/ports'
import type { Account } from './domain/account.ts'
import { hours, minutes } from './domain/instant.ts'
import { beginUnderAll, type Guess, guessesInSpan, guessesWithWaits } from './guesses.ts'
import { keyedHash } from './keys.ts'
import type { IdentitySettings } from './settings.ts'

type SignIn = {
  /** The keyed hash of the e-mail address. */
  readonly address: string
  readonly account: Account | null
  /** Null for a caller that does not say from where it is asked. */
  readonly network: string | null
  /** By which a browser is known to the account. */
  readonly nonce: string | null
}

/**
 * Guessed passwords. A stranger's count for the account from that network, for the network, and for the account from
 * anywhere; a browser that has signed in to the account before has a count of its own and none of those, so that no
 * stranger keeps its owner out. Whoever changes the password begins anew.
 */
export const signInGuesses = (options: {
  readonly cache: Cache
  readonly now: () => string
  readonly key: KeyObject
  readonly settings: Pick<
    IdentitySettings,
    'LOGIN_FAILURES_MOST' | 'LOGIN_FAILURES_OF_NETWORK' | 'LOGIN_FAILURES_OF_ACCOUNT'
  >
}) => {
  const { cache, now, key, settings } = options
  const most = settings.LOGIN_FAILURES_MOST
  const counted = { cache, now }
  const ofBoth = guessesWithWaits({ ...counted, name: 'identity guesses', most })
  const ofDevice = guessesWithWaits({ ...counted, name: 'identity device guesses', most })
  const ofOwner = guessesWithWaits({ ...counted, name: 'identity own guesses', most })
  const ofNetwork = guessesInSpan({
    ...counted,
    name: 'identity network guesses',
    most: settings.LOGIN_FAILURES_OF_NETWORK,
    spanMs: minutes(15),
  })
  const ofAccount = guessesInSpan({
    ...counted,
    name: 'identity account guesses',
    most: settings.LOGIN_FAILURES_OF_ACCOUNT,
    spanMs: hours(1),
  })

  return {
    /** @throws Refused('too_many') */
    async signingIn({ address, account, network, nonce }: SignIn): Promise<Guess> {
      if (nonce !== null) return ofDevice.begin(nonce)
      const who = keyedHash(key, `${address}|${account?.password.hash ?? ''}`)
      const where = keyedHash(key, `network|${network ?? ''}`)
      return beginUnderAll(
        () => ofBoth.begin(`${who} ${where}`),
        ...(network === null ? [] : [() => ofNetwork.begin(where)]),
        () => ofAccount.begin(who),
      )
    },
    /** Of the password of one's own account, by whoever sits before its open screen. @throws Refused('too_many') */
    confirming: ({ accountId }: Pick<Account, 'accountId'>): Promise<Guess> => ofOwner.begin(accountId),
  }
}
