import type { DomainEvent } from '@tuma/platform/domain'

type Of<Data> = Data & { readonly accountId: string }

/** Personal. `secret` is sealed besides, by a key that is not where the data are. */
type Factor = { readonly personId: string; readonly secret: string }

export type SecondFactorEvent =
  /** It counts when a code of it has confirmed it; another one takes its place until then. */
  | DomainEvent<'SecondFactorSetUp', Of<{ readonly factor: Factor; readonly setUpAt: string }>>
  | DomainEvent<
      'SecondFactorConfirmed',
      Of<{ readonly step: number; readonly recoveryCodes: readonly string[]; readonly confirmedAt: string }>
    >
  | DomainEvent<'SecondFactorUsed', Of<{ readonly step: number; readonly usedAt: string }>>
  | DomainEvent<'RecoveryCodeUsed', Of<{ readonly recoveryCode: string; readonly usedAt: string }>>
  | DomainEvent<'SecondFactorRemoved', Of<{ readonly removedAt: string }>>

export type SecondFactor = {
  readonly secret: string
  readonly confirmed: boolean
  /** The newest that was accepted: neither it nor one before it is again. */
  readonly lastStep: number
  /** Keyed hashes of those that are left. */
  readonly recoveryCodes: readonly string[]
}

/** What somebody has typed, as it was found to be: a code of that step, or one of the recovery codes; null is neither. */
export type ShownCode = { readonly step: number } | { readonly recoveryCode: string } | null

export const setUp = (secret: string): SecondFactor => ({ secret, confirmed: false, lastStep: 0, recoveryCodes: [] })

/** Whether it is accepted at this moment: each step and each recovery code is once. */
export const isAccepted = (factor: SecondFactor, shown: ShownCode): shown is Exclude<ShownCode, null> => {
  if (shown === null) return false
  return 'step' in shown ? shown.step > factor.lastStep : factor.recoveryCodes.includes(shown.recoveryCode)
}

export const afterCode = (factor: SecondFactor, shown: Exclude<ShownCode, null>): SecondFactor =>
  'step' in shown
    ? { ...factor, lastStep: shown.step }
    : { ...factor, recoveryCodes: factor.recoveryCodes.filter((code) => code !== shown.recoveryCode) }
