import { Refused } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import { confirmPassword } from '../accounts/profile-handlers.ts'
import { liftingSecondFactor } from '../approvals/needing-approval.ts'
import { withSecondAdmin } from '../approvals/second-admins.ts'
import { accountStream, assertByAdmin, buildMetadata, type Dependencies, identity, userWith } from '../dependencies.ts'
import type { Account } from '../domain/account.ts'
import { beginSession, deviceIn } from '../sessions/session-handlers.ts'
import { asGuess, withCode } from './shown-codes.ts'

/** Second factors of agents and admins. */
export const secondFactorHandlers = (dependencies: Dependencies) => ({
  setUpSecondFactor: identity.setUpSecondFactor.handler(async ({ input: { asked, accountId, password } }) => {
    const { accounts, secondFactors } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const account = await ownAccount(dependencies, accountId)
    await confirmPassword(dependencies, account, password)
    const command = { type: 'SetUpSecondFactor', secret: secondFactors.next(account), at: metadata.at } as const
    const { state } = await accounts(accountStream(accountId), command, metadata)
    if (!state?.secondFactor) throw new Refused('stale')
    // The secret that is stored, so that a repeated request gets the same one.
    const secret = secondFactors.open(state.secondFactor.secret, state)
    return { secret, uri: secondFactors.buildUri(secret, state) }
  }),

  confirmSecondFactor: identity.confirmSecondFactor.handler(async ({ input }) => {
    const { asked, accountId, code } = input
    const { accounts, guesses, secondFactors } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const { at } = metadata
    const account = await ownAccount(dependencies, accountId)
    if (!account.secondFactor) throw new Refused('stale')
    const { secret } = account.secondFactor
    const recoveryCodes = secondFactors.recoveryCodesFor(account, asked.commandId)
    const hashes = secondFactors.toHashes(recoveryCodes, account)
    const { state } = await asGuess(await guesses.confirmingCode(account), () => {
      const shown = secondFactors.shownIn(code, { secret }, account, at)
      const command = { type: 'ConfirmSecondFactor', secret, shown, recoveryCodes: hashes, at } as const
      return accounts(accountStream(accountId), command, metadata)
    })
    // All sessions have ended, and the caller's starts again.
    const sessionId = derivedId('session', accountId, asked.commandId)
    const start = { sessionId, keepSignedIn: false, device: deviceIn(input) }
    return { recoveryCodes, ...(await beginSession(dependencies, state ?? account, start, metadata)) }
  }),

  removeSecondFactor: identity.removeSecondFactor.handler(async ({ input: { asked, accountId, password, code } }) => {
    const { guesses } = dependencies
    const metadata = buildMetadata(asked, dependencies)
    const account = await ownAccount(dependencies, accountId)
    if (account.secondFactor) {
      await confirmPassword(dependencies, account, password)
      const shown = { type: 'RemoveSecondFactor', code, guess: guesses.confirmingCode(account) } as const
      await withCode(dependencies, account, shown, metadata)
    }
    return { user: await userWith(dependencies, accountId) }
  }),

  takeSecondFactor: identity.takeSecondFactor.handler(async ({ input: { asked, accountId } }) => {
    assertByAdmin(asked)
    const { actor } = asked
    // To remove one's own needs the password and a code, or an open screen would be enough.
    if (actor.kind === 'user' && actor.userId === accountId) throw new Refused('not_allowed')
    const metadata = buildMetadata(asked, dependencies)
    const command = { type: 'RemoveSecondFactorByAdmin', at: metadata.at } as const
    const remove = () => dependencies.accounts(accountStream(accountId), command, metadata)
    const account = await dependencies.getAccount(accountId)
    // An account without a second factor needs no approval.
    if (account?.secondFactor) await withSecondAdmin(dependencies, asked, liftingSecondFactor(account), remove)
    else await remove()
    return { user: await userWith(dependencies, accountId) }
  }),
})

/** @throws Refused('not_found') */
const ownAccount = async ({ getAccount }: Dependencies, accountId: string): Promise<Account> => {
  const account = await getAccount(accountId)
  if (!account || account.deleted) throw new Refused('not_found')
  return account
}
