import { Refused } from '@tuma/contracts/vocabulary'
import { type EventMetadata, isRefusal } from '@tuma/platform/event-sourcing'
import { endGuess, type Guess } from '@tuma/platform/runtime'
import { accountStream, type Dependencies } from '../dependencies.ts'
import type { Account } from '../domain/account.ts'

type Shown = {
  readonly type: 'UseSecondFactor' | 'RemoveSecondFactor'
  readonly code: string
  /** Counted before the code is checked. */
  readonly guess: Promise<Guess>
}

/**
 * Runs an action that needs a code of the account's second factor. @throws Refused('code_wrong' | 'too_many' | 'stale')
 */
export const withCode = async (
  { accounts, secondFactors }: Pick<Dependencies, 'accounts' | 'secondFactors'>,
  account: Account,
  { type, code, guess }: Shown,
  metadata: EventMetadata,
): Promise<void> => {
  const { accountId, secondFactor } = account
  const { at } = metadata
  if (!secondFactor) throw new Refused('stale')
  await asGuess(await guess, () => {
    const shown = secondFactors.shownIn(code, secondFactor, account, at)
    return accounts(accountStream(accountId), { type, shown, at }, metadata)
  })
}

/** Ends the guess as right or wrong, by the result of `show`. @throws Refused('code_wrong'), and what `show` throws */
export const asGuess = async <Done extends object>(guess: Guess, show: () => Promise<Done>): Promise<Done> => {
  let done: Done | null = null
  const isRight = async () => {
    done = await show().catch(nullIfWrong)
    return done !== null
  }
  await endGuess(guess, isRight())
  if (done === null) throw new Refused('code_wrong', { field: 'code' })
  return done
}

const nullIfWrong = (error: unknown): null => {
  if (isRefusal(error) && error.code === 'code_wrong') return null
  throw error
}
