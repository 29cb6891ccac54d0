import { type Engines, getNetwork } from '@tuma/platform/ports'
import {
  beginUnderAll,
  type Guard,
  type GuardRule,
  type Guards,
  type Guess,
  limitAttempts,
} from '@tuma/platform/runtime'
import type { Account } from '../domain/account.ts'
import { hours, minutes } from '../domain/instant.ts'
import type { IdentitySettings } from '../settings.ts'

/** This many wrong codes of a second factor; then none for a quarter of an hour. */
const maxCodes = 5

type SignIn = {
  /** The keyed hash of the e-mail address. */
  readonly address: string
  readonly account: Account | null
  /** Null if the caller does not know the network. */
  readonly network: string | null
  /** The nonce by which the account knows the browser. */
  readonly nonce: string | null
}

type Settings = Pick<
  IdentitySettings,
  'LOGIN_FAILURES_MOST' | 'LOGIN_FAILURES_OF_NETWORK' | 'LOGIN_FAILURES_OF_ACCOUNT' | 'FORGOTTEN_PASSWORDS_MOST'
>

/**
 * Limits on guessed passwords and codes. A stranger's guesses count for the account from that network, for the network,
 * and for the account from anywhere. A browser that has signed in to the account before has its own count only, so that
 * strangers can't lock the owner out. A new password resets all counts.
 */
export const signInGuesses = (options: {
  readonly guards: Guards
  readonly limits: Engines['limits']
  readonly settings: Settings
}) => {
  const { guards, limits, settings } = options
  const ofNetwork = limitAttempts(limits, {
    ...{ name: 'identity network guesses', max: settings.LOGIN_FAILURES_OF_NETWORK, windowMs: minutes(15) },
  })
  const guessFrom = async (network: string): Promise<Guess> => {
    const giveBack = await ofNetwork(getNetwork(network))
    return { right: giveBack, wrong: async () => undefined, untried: giveBack }
  }
  const passwords = guardsOfKind(guards, 'passwords', settings, {
    ...{ max: settings.LOGIN_FAILURES_MOST, spanMs: minutes(15), firstWaitMs: minutes(1) },
  })
  const codes = guardsOfKind(guards, 'codes', settings, {
    ...{ max: maxCodes, spanMs: minutes(15), firstWaitMs: minutes(15) },
  })
  const forgotten = guards.of('forgotten passwords', {
    max: settings.FORGOTTEN_PASSWORDS_MOST,
    spanMs: minutes(15),
  })

  return {
    /** @throws Refused('too_many') */
    async signingIn({ address, account, network, nonce }: SignIn): Promise<Guess> {
      if (nonce !== null && account) return passwords.ofDevice.begin({ of: accountSubject(account), from: nonce })
      const of = addressSubject(address)
      const password = account?.password.hash ?? ''
      return beginUnderAll(
        () => passwords.ofNetwork.begin({ of, from: `${password}|${network ?? ''}` }),
        ...(network === null ? [] : [() => guessFrom(network)]),
        () => passwords.ofEverywhere.begin({ of, from: password }),
      )
    },
    /** For the password of one's own account, on an open screen. @throws Refused('too_many') */
    confirming: (account: Owner): Promise<Guess> => passwords.ofOwner.begin({ of: accountSubject(account) }),
    /**
     * For the code, after the right password: as with passwords, a known browser has its own count. @throws
     * Refused('too_many')
     */
    showingCode({ account, network, nonce }: Omit<SignIn, 'address' | 'account'> & { readonly account: Owner }) {
      const of = accountSubject(account)
      if (nonce !== null) return codes.ofDevice.begin({ of, from: nonce })
      return beginUnderAll(
        () => codes.ofNetwork.begin({ of, from: network ?? '' }),
        () => codes.ofEverywhere.begin({ of }),
      )
    },
    /** For the code of one's own account, as `confirming` is for its password. @throws Refused('too_many') */
    confirmingCode: (account: Owner): Promise<Guess> => codes.ofOwner.begin({ of: accountSubject(account) }),
    /**
     * Counts a mail for a forgotten password, whether or not the address has an account.
     * @param asker.address the keyed hash of the e-mail address
     * @throws Refused('too_many')
     */
    async forgetting({ address, network }: { readonly address: string; readonly network: string }): Promise<void> {
      const asking = await forgotten.begin({ of: addressSubject(address), from: network })
      await asking.wrong()
    },
    /** Forgets the counts of a deleted account. @param addresses keyed hashes of its e-mail addresses */
    forget: (account: Owner, addresses: readonly string[]): Promise<void> =>
      guards.forget([accountSubject(account), ...addresses.map(addressSubject)]),
  }
}

export type SignInGuesses = ReturnType<typeof signInGuesses>

type Owner = Pick<Account, 'accountId'>

const accountSubject = ({ accountId }: Owner): string => `account ${accountId}`
const addressSubject = (address: string): string => `address ${address}`

type OfKind = { readonly [by in 'ofNetwork' | 'ofEverywhere' | 'ofDevice' | 'ofOwner']: Guard }

const guardsOfKind = (guards: Guards, kind: string, settings: Settings, rule: GuardRule): OfKind => ({
  ofNetwork: guards.of(`${kind} of a network`, rule),
  ofEverywhere: guards.of(`${kind} of everywhere`, { max: settings.LOGIN_FAILURES_OF_ACCOUNT, spanMs: hours(1) }),
  ofDevice: guards.of(`${kind} of a device`, rule),
  ofOwner: guards.of(`${kind} of the owner`, rule),
})
