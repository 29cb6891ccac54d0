import type { DomainEvent } from '@tuma/platform/domain'

type Of<Data> = Data & { readonly accountId: string }

/** Personal. `secret` is also sealed with a key that is stored apart from the data. */
type Factor = { readonly personId: string; readonly secret: string }

export type SecondFactorEvent =
  /** It counts once a code has confirmed it; until then another one may replace it. */
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
  /** The newest accepted step; it and earlier ones are not accepted again. */
  readonly lastStep: number
  /** Keyed hashes of the unused codes. */
  readonly recoveryCodes: readonly string[]
}

/** What the person's input matched: a code of that step, or one of the recovery codes; null for neither. */
export type ShownCode = { readonly step: number } | { readonly recoveryCode: string } | null

export const setUp = (secret: string): SecondFactor => ({ secret, confirmed: false, lastStep: 0, recoveryCodes: [] })

/** Whether it is accepted now: each step and each recovery code works once. */
export const isAccepted = (factor: SecondFactor, shown: ShownCode): shown is Exclude<ShownCode, null> => {
  if (shown === null) return false
  return 'step' in shown ? shown.step > factor.lastStep : factor.recoveryCodes.includes(shown.recoveryCode)
}

export const afterCode = (factor: SecondFactor, shown: Exclude<ShownCode, null>): SecondFactor =>
  'step' in shown
    ? { ...factor, lastStep: shown.step }
    : { ...factor, recoveryCodes: factor.recoveryCodes.filter((code) => code !== shown.recoveryCode) }
