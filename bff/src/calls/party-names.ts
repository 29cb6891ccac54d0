import { accountOf } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'
import { accountNames } from './account-names.ts'

/** The name of who stands behind an account of the books, as long as somebody needs it: of who left, while money is open. */
export const namesOf = async (
  { identity, revenue }: Pick<Services, 'identity' | 'revenue'>,
  parties: readonly (string | null)[],
) => {
  const idOf = (party: string | null) => (party === null ? null : accountOf(party))
  const accountIds = [...new Set(parties.map(idOf).filter((id) => id !== null))]
  const names = await accountNames(identity, accountIds)
  const gone = accountIds.filter((accountId) => !names[accountId])
  const kept = gone.length > 0 ? await revenue.payees({ accountIds: gone }) : {}
  return (party: string | null): string | null => {
    const id = idOf(party) ?? ''
    return names[id] ?? kept[id]?.name ?? null
  }
}
