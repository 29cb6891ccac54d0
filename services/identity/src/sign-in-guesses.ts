import type { KeyObject } from 'node:crypto'
import type { Cache } from '@tuma/platform/ports'
import type { Account } from './domain/account.ts'
import { hours, minutes } from './domain/instant.ts'
import { beginUnderAll, type Guess, guessesInSpan, guessesWithWaits } from './guesses.ts'
import { keyedHash } from './keys.ts'
import type { IdentitySettings } from './settings.ts'

/** Wrong codes of a second factor; then a quarter of an hour without any. */
const codesMost = 5

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

  const codes = { ...counted, most: codesMost, firstWaitMs: minutes(15) }
  const codesOfBoth = guessesWithWaits({ ...codes, name: 'identity codes' })
  const codesOfDevice = guessesWithWaits({ ...codes, name: 'identity device codes' })
  const codesOfOwner = guessesWithWaits({ ...codes, name: 'identity own codes' })
  const codesOfAccount = guessesInSpan({
    ...counted,
    name: 'identity account codes',
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
    /** Of the code, by who has shown the password: as with passwords a browser that is known has its own. @throws Refused('too_many') */
    showingCode({
      account,
      network,
      nonce,
    }: Pick<SignIn, 'network' | 'nonce'> & { readonly account: Account }): Promise<Guess> {
      if (nonce !== null) return codesOfDevice.begin(nonce)
      const { accountId } = account
      const where = keyedHash(key, `network|${network ?? ''}`)
      return beginUnderAll(
        () => codesOfBoth.begin(`${accountId} ${where}`),
        () => codesOfAccount.begin(accountId),
      )
    },
    /** Of the code of one's own account, as `confirming` is of its password. @throws Refused('too_many') */
    confirmingCode: ({ accountId }: Pick<Account, 'accountId'>): Promise<Guess> => codesOfOwner.begin(accountId),
  }
}
