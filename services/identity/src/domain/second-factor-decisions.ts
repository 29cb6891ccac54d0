import { Refused } from '@tuma/contracts/vocabulary'
import type { Account } from './account.ts'
import { isAccepted, type SecondFactor, type SecondFactorEvent, type ShownCode } from './second-factor.ts'

export type SecondFactorCommand =
  | { readonly type: 'SetUpSecondFactor'; readonly secret: string; readonly at: string }
  | {
      readonly type: 'ConfirmSecondFactor'
      /** The secret to which the code `shown` belongs. */
      readonly secret: string
      readonly shown: ShownCode
      readonly recoveryCodes: readonly string[]
      readonly at: string
    }
  | { readonly type: 'UseSecondFactor'; readonly shown: ShownCode; readonly at: string }
  | { readonly type: 'RemoveSecondFactor'; readonly shown: ShownCode; readonly at: string }
  /** For a person who has lost the second factor. */
  | { readonly type: 'RemoveSecondFactorByAdmin'; readonly at: string }

type Holder = Pick<Account, 'accountId' | 'role' | 'secondFactor'>

export const decideSecondFactor = (account: Holder, command: SecondFactorCommand): SecondFactorEvent[] => {
  const { accountId, role, secondFactor } = account
  const { at } = command
  switch (command.type) {
    case 'SetUpSecondFactor': {
      if (role === 'user') throw new Refused('not_allowed')
      if (secondFactor?.confirmed) throw new Refused('stale')
      const factor = { personId: accountId, secret: command.secret }
      return [{ type: 'SecondFactorSetUp', data: { accountId, factor, setUpAt: at } }]
    }
    case 'ConfirmSecondFactor':
      return confirm(account, command)
    case 'UseSecondFactor':
      return [codeUsed(accountId, accepted(secondFactor, command.shown), at)]
    case 'RemoveSecondFactor':
      accepted(secondFactor, command.shown)
      return [{ type: 'SecondFactorRemoved', data: { accountId, removedAt: at } }]
    case 'RemoveSecondFactorByAdmin':
      return secondFactor ? [{ type: 'SecondFactorRemoved', data: { accountId, removedAt: at } }] : []
  }
}

type Confirm = Extract<SecondFactorCommand, { type: 'ConfirmSecondFactor' }>

const confirm = ({ accountId, secondFactor }: Holder, command: Confirm): SecondFactorEvent[] => {
  const { secret, shown, recoveryCodes, at } = command
  // Another one may have been set up on another screen since.
  if (!secondFactor || secondFactor.confirmed || secondFactor.secret !== secret) throw new Refused('stale')
  if (!isAccepted(secondFactor, shown) || !('step' in shown)) throw codeWrong()
  return [{ type: 'SecondFactorConfirmed', data: { accountId, step: shown.step, recoveryCodes, confirmedAt: at } }]
}

const accepted = (factor: SecondFactor | null, shown: ShownCode): Exclude<ShownCode, null> => {
  if (!factor?.confirmed) throw new Refused('stale')
  if (!isAccepted(factor, shown)) throw codeWrong()
  return shown
}

const codeUsed = (accountId: string, shown: Exclude<ShownCode, null>, usedAt: string): SecondFactorEvent =>
  'step' in shown
    ? { type: 'SecondFactorUsed', data: { accountId, step: shown.step, usedAt } }
    : { type: 'RecoveryCodeUsed', data: { accountId, recoveryCode: shown.recoveryCode, usedAt } }

const codeWrong = () => new Refused('code_wrong', { field: 'code' })
