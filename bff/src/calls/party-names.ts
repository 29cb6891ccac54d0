import { getAccount } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'
import { accountNames } from './account-names.ts'

/**
 * The name of the person or shop of an account in the books. For a person who left, it is known while money is open.
 */
export const getNames = async (
  { identity, revenue }: Pick<Services, 'identity' | 'revenue'>,
  parties: readonly (string | null)[],
) => {
  const getId = (party: string | null) => (party === null ? null : getAccount(party))
  const accountIds = [...new Set(parties.map(getId).filter((id) => id !== null))]
  const names = await accountNames(identity, accountIds)
  const gone = accountIds.filter((accountId) => !names[accountId])
  const kept = gone.length > 0 ? await revenue.payees({ accountIds: gone }) : {}
  return (party: string | null): string | null => {
    const id = getId(party) ?? ''
    return names[id] ?? kept[id]?.name ?? null
  }
}
