import { Refused } from '@tuma/contracts/vocabulary'
import { type EventMetadata, isRefusal } from '@tuma/platform/event-sourcing'
import { accountStream, type Dependencies } from './dependencies.ts'
import type { Account } from './domain/account.ts'
import { type Guess, lookedAt } from './guesses.ts'

type Shown = {
  readonly type: 'UseSecondFactor' | 'RemoveSecondFactor'
  readonly code: string
  /** Begun before it is looked at. */
  readonly guess: Promise<Guess>
}

/** Does what needs a code of the account's second factor. @throws Refused('code_wrong' | 'too_many' | 'stale') */
export const withCode = async (
  { accounts, secondFactors }: Pick<Dependencies, 'accounts' | 'secondFactors'>,
  account: Account,
  { type, code, guess: begun }: Shown,
  metadata: EventMetadata,
): Promise<void> => {
  const { accountId, secondFactor } = account
  const { at } = metadata
  if (!secondFactor) throw new Refused('stale')
  const guess = await begun
  const shown = secondFactors.shownIn(code, secondFactor, account, at)
  const command = { type, shown, at } as const
  const right = accounts(accountStream(accountId), command, metadata).then(() => true, notIfWrong)
  if (!(await lookedAt(guess, right))) throw new Refused('code_wrong', { field: 'code' })
  await guess.right()
}

const notIfWrong = (error: unknown): false => {
  if (isRefusal(error) && error.code === 'code_wrong') return false
  throw error
}
