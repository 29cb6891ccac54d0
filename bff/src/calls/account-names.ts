import type { Services } from '../dependencies.ts'

/** Names by account id, without accounts that are gone. Each id is asked for once; without any, nothing is asked. */
export const accountNames = async (
  identity: Services['identity'],
  ids: readonly (string | null)[],
): Promise<Readonly<Record<string, string>>> => {
  const accountIds = [...new Set(ids.filter((id) => id !== null))]
  return accountIds.length > 0 ? identity.names({ accountIds }) : {}
}
