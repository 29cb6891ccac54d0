import type { Services } from '../dependencies.ts'

/** Names by account id, without deleted accounts. Each id is asked for once; without ids there is no call. */
export const accountNames = async (
  identity: Services['identity'],
  ids: readonly (string | null)[],
): Promise<Readonly<Record<string, string>>> => {
  const accountIds = [...new Set(ids.filter((id) => id !== null))]
  return accountIds.length > 0 ? identity.names({ accountIds }) : {}
}
