import { Refused } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'
import { accountNames } from './account-names.ts'

type Happened = NonNullable<Awaited<ReturnType<Services['delivery']['history']>>>

/** Adds the names of the people who acted, while their accounts exist. @throws Refused not_found without a history */
export const namedHistory = async (identity: Services['identity'], history: Happened | null) => {
  if (!history) throw new Refused('not_found')
  const accountIds = history.flatMap(({ by }) => (by.kind === 'user' && by.id ? [by.id] : []))
  const names = await accountNames(identity, accountIds)
  return history.map(({ by, ...entry }) => ({ ...entry, by: { ...by, name: (by.id && names[by.id]) || null } }))
}
