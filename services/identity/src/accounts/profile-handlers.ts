import { setTimeout as pause } from 'node:timers/promises'
import { Refused } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import { endGuess } from '@tuma/platform/runtime'
import { accountStream, buildMetadata, type Dependencies, identity, userWith } from '../dependencies.ts'
import { type Account, sameAddress } from '../domain/account.ts'
import { type AccountCommand, account as accountDecider } from '../domain/account-decisions.ts'
import { isWeakForStaff } from '../passwords/staff-passwords.ts'

/** Longer than the real work takes, so that the response time does not tell whether the account exists. */
const forgottenTakesMs = 100

/** The changes that people make to their own account. */
export const profileHandlers = (dependencies: Dependencies) => ({
  updateProfile: identity.updateProfile.handler(async ({ input }) => {
    const { asked, accountId, password, ...changes } = input
    const { accounts, getAccount, reservations } = dependencies
    const { email } = changes
    const metadata = buildMetadata(asked, dependencies)
    const linkId = derivedId('link', accountId, asked.commandId)
    const command = { type: 'ChangeProfile', ...changes, linkId, at: metadata.at } as const
    const account = await getAccount(accountId)
    // Decides first, because a refused command must not reserve an e-mail address.
    accountDecider.decide(command, account)
    if (email !== undefined && account && !sameAddress(email, account.person.email)) {
      await confirmPassword(dependencies, account, password)
      await reservations.reserveEmail(email, accountId, metadata)
    }
    await accounts(accountStream(accountId), command, metadata)
    return { user: await userWith(dependencies, accountId) }
  }),

  confirmPassword: identity.confirmPassword.handler(async ({ input: { accountId, password } }) => {
    const account = await dependencies.getAccount(accountId)
    if (!account || account.deleted) throw new Refused('not_found')
    await confirmPassword(dependencies, account, password)
    return { user: await userWith(dependencies, accountId) }
  }),

  forgotPassword: identity.forgotPassword.handler(async ({ input: { asked, email, network = '' } }) => {
    const { accounts, guesses, reservations } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    await guesses.forgetting({ address: reservations.computeHash(email), network })
    const sendLink = async () => {
      const { owner, unverified } = await reservations.accountsAt(email)
      const account = owner ?? unverified[0]
      if (!account) return
      const { accountId } = account
      const linkId = derivedId('link', accountId, asked.commandId)
      await accounts(accountStream(accountId), { type: 'RequestResetLink', linkId, at: metadata.at }, metadata)
    }
    await Promise.all([sendLink(), pause(forgottenTakesMs)])
    return {}
  }),

  resetPassword: identity.resetPassword.handler(async ({ input }) => {
    const { asked, token, password, device = null } = input
    const { accounts, demonstration, devices, links, passwords, renewals } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const named = links.read('reset', token)
    const renewal = renewals.read(token)
    const accountId = named?.accountId ?? renewal?.accountId
    if (!accountId) throw new Refused('link_invalid')
    const weak = isWeakForStaff(password, { demonstration })
    const chosen = { passwordHash: await passwords.hash(password, { known: accountId }), weak, at: metadata.at }
    const command: AccountCommand = renewal
      ? { type: 'RenewPassword', ...chosen, epoch: renewal.epoch, expiresAt: renewal.expiresAt }
      : { type: 'ResetPassword', ...chosen, linkId: named?.linkId ?? '' }
    const { state: account } = await accounts(accountStream(accountId), command, metadata)
    // The person could open the mail, so their browser is known from now on, wherever it is.
    return account ? { device: devices.with(device, account) } : {}
  }),
})

/**
 * Checks the password again, because another person may be using an open screen.
 * @throws Refused('password_needed' | 'password_wrong' | 'too_many' | 'busy')
 */
export const confirmPassword = async (
  { guesses, passwords }: Pick<Dependencies, 'guesses' | 'passwords'>,
  account: Account,
  password: string | undefined,
): Promise<void> => {
  if (password === undefined) throw new Refused('password_needed', { field: 'password' })
  const guess = await guesses.confirming(account)
  if (!(await endGuess(guess, passwords.matches(password, account.password.hash, { known: account.accountId })))) {
    throw new Refused('password_wrong', { field: 'password' })
  }
}
